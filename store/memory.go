package store

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Millis is a point in time as unix milliseconds UTC. Zero means not set.
type Millis int64

// MillisOf returns t in milliseconds, and 0 for the zero time.
func MillisOf(t time.Time) Millis {
	if t.IsZero() {
		return 0
	}
	return Millis(t.UnixMilli())
}

// Time returns m in UTC, and the zero time for 0.
func (m Millis) Time() time.Time {
	if m == 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(m)).UTC()
}

// Kind says what a memory is. What it is about is said by tags.
type Kind string

// The kinds, in the order in which they are offered.
const (
	Decision   Kind = "decision"
	Preference Kind = "preference"
	Fact       Kind = "fact"
	Howto      Kind = "howto"
	Gotcha     Kind = "gotcha"
	Bugfix     Kind = "bugfix"
	ChangeKind Kind = "change"
	Discovery  Kind = "discovery"
	Note       Kind = "note"
	Summary    Kind = "summary"
)

// Kinds returns all kinds in the order in which they are offered.
func Kinds() []Kind {
	return []Kind{Decision, Preference, Fact, Howto, Gotcha, Bugfix, ChangeKind, Discovery, Note, Summary}
}

// Valid reports whether k is one of [Kinds].
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// State says where a memory is in its life.
type State string

// The states. Recall gives active memories only, unless asked for archived ones.
const (
	Pending  State = "pending"  // held for review; of the clients only its own may see it
	Active   State = "active"   // recalled
	Archived State = "archived" // found only on request
	Trashed  State = "trashed"  // deleted; the person can restore it for [TrashKept]
)

// States returns all states.
func States() []State { return []State{Pending, Active, Archived, Trashed} }

// Valid reports whether s is one of [States].
func (s State) Valid() bool { return slices.Contains(States(), s) }

// Memory is one thing worth remembering, with where it came from.
type Memory struct {
	ID        int64    `json:"id"`  // never reused; shown as #123
	UID       string   `json:"uid"` // UUIDv7, the same in every export
	Kind      Kind     `json:"kind"`
	Title     string   `json:"title"`
	Body      string   `json:"body"` // Markdown, shown as text
	ProjectID int64    `json:"project_id"`
	Project   string   `json:"project"` // display name of ProjectID
	Tags      []string `json:"tags"`
	Files     []string `json:"files"`
	Links     []Link   `json:"links"`

	Client  string `json:"client"`            // who saved it: a client's id, "" for the person
	Session int64  `json:"session,omitempty"` // 0 for the person

	State    State `json:"state"`
	Pinned   bool  `json:"pinned"`
	Private  bool  `json:"private"` // only the person sees it; no client ever does
	Tokens   int   `json:"tokens"`  // what title and body cost a model, on the safe side
	Revision int64 `json:"revision"`
	Seen     int   `json:"seen"` // how often the same text was saved

	CreatedAt    Millis `json:"created_at"`
	UpdatedAt    Millis `json:"updated_at"`
	ReviewedAt   Millis `json:"reviewed_at,omitempty"`
	SnoozedUntil Millis `json:"snoozed_until,omitempty"`
	ExpiresAt    Millis `json:"expires_at,omitempty"`

	Listed   Usage `json:"listed"`   // shown as a row of a search
	Injected Usage `json:"injected"` // put into a context unasked
	Fetched  Usage `json:"fetched"`  // asked for by id: the only count that says it was useful

	// TitleDerived says that the title is the start of the body, so it is not
	// indexed a second time.
	TitleDerived bool `json:"title_derived"`
}

// Usage is how often something happened to a memory, and when last.
type Usage struct {
	Count int    `json:"count"`
	Last  Millis `json:"last,omitempty"`
}

// Relation says what a [Link] means, read from the memory that holds it.
type Relation string

// The relations.
const (
	Supersedes Relation = "supersedes" // recall gives the holder instead of the target
	MergedInto Relation = "merged_into"
	Related    Relation = "related"
)

// Link points from one memory to another.
type Link struct {
	Relation Relation `json:"relation"`
	Target   int64    `json:"target"`
}

// TrashKept is how long a memory stays in the trash, counted from its last
// change. Then nothing is left of it but its uid.
const TrashKept = 30 * 24 * time.Hour

// Limits of what may be stored. A refusal names the limit; nothing is ever cut.
const (
	MaxTitle    = 200       // characters
	MaxBody     = 64 << 10  // bytes
	MaxTags     = 32        // tags of a memory
	MaxTag      = 64        // characters of a tag
	MaxFiles    = 64        // files of a memory
	MaxFile     = 1024      // characters of a file's path
	MaxReason   = 500       // characters of an act's reason
	MaxID       = 1<<53 - 1 // greatest id that survives JSON numbers
	MaxClient   = 64        // characters of a client's id
	MaxProject  = 200       // characters of a project's name
	TitleCut    = 120       // characters after which a derived title ends in …
	MaxSelected = 10_000    // memories in one [Change]
)

// Draft is a memory that is about to be saved. Text fields are expected to be
// clean (package guard) and the title filled in (package recall).
type Draft struct {
	Kind         Kind // "" means Note
	Title        string
	TitleDerived bool
	Body         string
	Tags         []string
	Files        []string
	ProjectID    int64 // 0 means [Unfiled]
	Private      bool
	Pinned       bool
	Tokens       int

	ExpiresAt Millis // 0: never

	// Supersedes are memories whose place a new memory takes at once.
	Supersedes []int64

	// Similar are memories that say the same or contradict the draft, at most
	// [MaxNear] and [MaxSupersedes]. They become proposals if the draft becomes a
	// new memory.
	Similar []Near

	// Holds, if any, are why a new memory is [Pending], with a [NewProposal].
	Holds []Hold
}

// Validate returns an [Invalid] error for the first rule that d breaks.
func (d Draft) Validate() error {
	if d.Kind != "" && !d.Kind.Valid() {
		return invalidKind()
	}
	if strings.TrimSpace(d.Body) == "" {
		return Errorf(Invalid, "body is required")
	}
	if err := checkTitle(d.Title); err != nil {
		return err
	}
	if err := checkBody(d.Body); err != nil {
		return err
	}
	if err := checkTags(d.Tags); err != nil {
		return err
	}
	if err := checkFiles(d.Files); err != nil {
		return err
	}
	if len(d.Supersedes) > MaxSupersedes {
		return Errorf(Invalid, "%d memories to supersede were given; at most %d are allowed", len(d.Supersedes), MaxSupersedes)
	}
	if d.ExpiresAt < 0 {
		return Errorf(Invalid, "a time must not be negative")
	}
	if err := checkHolds(d.Holds); err != nil {
		return err
	}
	return checkNear(d.Similar)
}

// Patch is a change to memories: only fields that are not nil are set.
type Patch struct {
	Kind         *Kind     `json:"kind,omitempty"`
	Title        *string   `json:"title,omitempty"`
	TitleDerived *bool     `json:"title_derived,omitempty"`
	Body         *string   `json:"body,omitempty"`
	Tags         *[]string `json:"tags,omitempty"`
	Files        *[]string `json:"files,omitempty"`
	Links        *[]Link   `json:"links,omitempty"`
	ProjectID    *int64    `json:"project_id,omitempty"`
	Pinned       *bool     `json:"pinned,omitempty"`
	Private      *bool     `json:"private,omitempty"`
	State        *State    `json:"state,omitempty"`
	ReviewedAt   *Millis   `json:"reviewed_at,omitempty"` // 0 takes a review back; one that was given keeps its time, and makes a held memory active
	ExpiresAt    *Millis   `json:"expires_at,omitempty"`  // 0: never
	Tokens       *int      `json:"tokens,omitempty"`
}

// Empty reports whether p sets nothing.
func (p Patch) Empty() bool { return p == Patch{} }

// Validate returns an [Invalid] error for the first rule that p breaks.
func (p Patch) Validate() error {
	if p.Empty() {
		return Errorf(Invalid, "nothing to change was given")
	}
	if p.Kind != nil && !p.Kind.Valid() {
		return invalidKind()
	}
	if p.State != nil && !p.State.Valid() {
		return Errorf(Invalid, "state must be one of %s", join(States()))
	}
	if p.Title != nil {
		if err := checkTitle(*p.Title); err != nil {
			return err
		}
	}
	if p.Body != nil {
		if strings.TrimSpace(*p.Body) == "" {
			return Errorf(Invalid, "body must not be empty; delete the memory instead")
		}
		if err := checkBody(*p.Body); err != nil {
			return err
		}
	}
	if p.Tags != nil {
		if err := checkTags(*p.Tags); err != nil {
			return err
		}
	}
	if p.Files != nil {
		return checkFiles(*p.Files)
	}
	return nil
}

func invalidKind() error {
	return Errorf(Invalid, "kind must be one of %s", join(Kinds()))
}

func checkTitle(s string) error {
	if n := utf8.RuneCountInString(s); n > MaxTitle {
		return Errorf(Invalid, "title is %d characters long; at most %d are allowed", n, MaxTitle)
	}
	if strings.ContainsAny(s, "\n\r") {
		return Errorf(Invalid, "title must be one line")
	}
	return nil
}

func checkBody(s string) error {
	if len(s) > MaxBody {
		return Errorf(Invalid, "body is %d bytes long; at most %d are allowed: split it into several memories", len(s), MaxBody)
	}
	return nil
}

func checkTags(tags []string) error {
	if len(tags) > MaxTags {
		return Errorf(Invalid, "%d tags were given; at most %d are allowed", len(tags), MaxTags)
	}
	for _, t := range tags {
		if strings.TrimSpace(t) == "" {
			return Errorf(Invalid, "a tag must not be empty")
		}
		if n := utf8.RuneCountInString(t); n > MaxTag {
			return Errorf(Invalid, "a tag is %d characters long; at most %d are allowed", n, MaxTag)
		}
	}
	return nil
}

func checkFiles(files []string) error {
	if len(files) > MaxFiles {
		return Errorf(Invalid, "%d files were given; at most %d are allowed", len(files), MaxFiles)
	}
	for _, f := range files {
		if strings.TrimSpace(f) == "" {
			return Errorf(Invalid, "a file's path must not be empty")
		}
		if n := utf8.RuneCountInString(f); n > MaxFile {
			return Errorf(Invalid, "a file's path is %d characters long; at most %d are allowed", n, MaxFile)
		}
	}
	return nil
}

func join[T ~string](all []T) string {
	s := make([]string, len(all))
	for i, v := range all {
		s[i] = string(v)
	}
	return strings.Join(s, ", ")
}
