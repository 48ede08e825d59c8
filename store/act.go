package store

import "regexp"

// AuthorKind says who did something.
type AuthorKind string

// The kinds of author.
const (
	Person AuthorKind = "person" // the one whose memories these are
	Agent  AuthorKind = "client" // an AI client
)

// Author is who did an act.
type Author struct {
	Kind    AuthorKind `json:"kind"`
	Client  string     `json:"client,omitempty"`  // the client's id; "" for the person
	Session int64      `json:"session,omitempty"` // filled in by the store; 0 for the person

	// Process tells apart several runs of one client and several windows of the
	// person: each window undoes its own acts. Opaque, chosen by the caller.
	Process string `json:"-"`

	// Token is the id of the token that a client came with over HTTP; 0 if it did
	// not. It narrows what the client may do.
	Token int64 `json:"-"`

	// Parent is the process of the client that started this one: what its hooks
	// and its server have in common. Opaque; "" if it is not known.
	Parent string `json:"-"`
}

// Limit of [Author.Process].
const MaxProcess = 128 // characters

var clientID = regexp.MustCompile(`^[a-z0-9_-]{1,64}$`)

// ValidClient reports whether id may name a client: 1 to 64 of a-z, 0-9, - and _.
func ValidClient(id string) bool { return clientID.MatchString(id) }

// Act is one thing done by one author. Every changed row carries its act and a
// full image of what it was before, so an act can be undone.
type Act struct {
	ID     int64  `json:"id"`
	Author Author `json:"author"`
	At     Millis `json:"at"`
	Kind   string `json:"kind"` // save, edit, trash, restore, pin, keep, undo, …
	Reason string `json:"reason,omitempty"`
	Count  int    `json:"count"`            // rows it changed
	Undoes int64  `json:"undoes,omitempty"` // the act that this one took back
}

// Saved is the outcome of [Store.Save].
type Saved struct {
	Memory Memory
	Act    int64

	// Known says that an equal memory (after folding case, width and white
	// space) was already in the project: Memory is that one, counted once more,
	// and nothing else was stored.
	Known bool

	// Declined says that the person declined the same text of the same client
	// before: Memory is that one, in the trash, and nothing was stored.
	Declined bool

	// Revived says that the known memory was archived or had expired: it is active
	// again, as the act, and the person has yet to review it. Expired says that it
	// had expired; it holds as long now as the draft says.
	Revived, Expired bool

	// Similar are those of the draft's for which a proposal was made: not those
	// that the person declined for this pair before, or that changed meanwhile.
	Similar []Near

	// Newer, if not zero, leads from the known memory to the one that is given
	// instead: Target supersedes it, or it was merged into Target.
	Newer Link
}

// Change asks for the same patch on one or more memories, as one act.
type Change struct {
	IDs    []int64 // 1 to [MaxSelected]
	Patch  Patch
	Reason string

	// Revision, if not 0, must be the memory's revision (one id only); otherwise
	// the change fails with [Conflict] and the current memory.
	Revision int64

	// Similar are memories that say the same as the changed text or contradict it,
	// as in a [Draft] (one id only).
	Similar []Near
}

// StaleMessage is the message of a [Conflict] on a stale revision.
const StaleMessage = "the memory was changed since it was read; look at it again"

// Validate returns an [Invalid] error for the first rule that c breaks.
func (c Change) Validate() error {
	if n := len(c.IDs); n == 0 || n > MaxSelected {
		return Errorf(Invalid, "1 to %d ids are allowed, %d were given", MaxSelected, n)
	}
	if err := checkReason(c.Reason); err != nil {
		return err
	}
	if c.Revision != 0 && len(c.IDs) != 1 {
		return Errorf(Invalid, "a revision can be given for one id only")
	}
	if len(c.Similar) != 0 && len(c.IDs) != 1 {
		return Errorf(Invalid, "similar memories can be given for one id only")
	}
	if err := checkNear(c.Similar); err != nil {
		return err
	}
	return c.Patch.Validate()
}

// Changed is the outcome of [Store.Change].
type Changed struct {
	Act     int64   // 0 if nothing differed
	IDs     []int64 // the memories that differ now
	Missing []int64 // ids that name no memory (or one already purged)
	Similar []Near  // as in [Saved]
}

// Undone is the outcome of [Store.Undo].
type Undone struct {
	Act      int64   // the new act; 0 if nothing could be restored
	Restored []int64 // memories that are back to what they were
	Projects []int64 // projects that are back to what they were
	Kept     []Kept  // left alone, with why

	Documents []string // names of documents that are back to what they were
	Notes     []int64  // notes that are

	// Purged is how many memories, documents and notes of the act were deleted for
	// good since. They are not known any more.
	Purged int
}

// Purged is the outcome of deleting for good.
type Purged struct {
	IDs  []int64 // of which nothing is left
	Left []int64 // that are not in the trash, or do not exist
}

// Kept is a memory, project, document or note that an undo left alone.
type Kept struct {
	ID int64 `json:"id"` // of the memory; 0 for anything else

	// Project, Document or Note, if not zero, is what was left alone.
	Project  int64  `json:"project,omitempty"`
	Document string `json:"document,omitempty"`
	Note     int64  `json:"note,omitempty"`

	// By changed it after the act that was to be undone, or undid that act
	// already. For Duplicate it is the author of the equal memory.
	By Author `json:"by"`

	// Duplicate, if not 0, is an equal memory that was saved meanwhile.
	Duplicate int64 `json:"duplicate,omitempty"`
}

// Version is a memory as one act left it.
type Version struct {
	Revision int64 `json:"revision"`
	Act      Act   `json:"act"`
	Image    Image `json:"image"`
}

// Image is what a revision keeps: the fields that a person or client can set.
type Image struct {
	Kind         Kind     `json:"kind"`
	Title        string   `json:"title"`
	TitleDerived bool     `json:"title_derived"`
	Body         string   `json:"body"`
	ProjectID    int64    `json:"project_id"`
	Project      string   `json:"project"` // display name now; not part of what is restored
	Tags         []string `json:"tags"`
	Files        []string `json:"files"`
	Links        []Link   `json:"links"`
	State        State    `json:"state"`
	Pinned       bool     `json:"pinned"`
	Private      bool     `json:"private"`
	ReviewedAt   Millis   `json:"reviewed_at,omitempty"`
	SnoozedUntil Millis   `json:"snoozed_until,omitempty"`
	ExpiresAt    Millis   `json:"expires_at,omitempty"`
}
