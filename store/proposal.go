package store

import (
	"slices"
	"unicode/utf8"
)

// ProposalKind says what accepting a [Proposal] does.
type ProposalKind string

// The kinds of proposal. Those that a save finds are of two memories: the first
// is always the one that was saved or edited, the second the one that was there.
// All others are of one memory, document or note.
const (
	NewProposal       ProposalKind = "new"       // a held memory becomes active
	EditProposal      ProposalKind = "edit"      // a memory is changed
	DeleteProposal    ProposalKind = "delete"    // a memory goes to the trash
	ArchiveProposal   ProposalKind = "archive"   // a memory is archived
	MergeProposal     ProposalKind = "merge"     // both say the same: one stays, the other goes to the trash
	SupersedeProposal ProposalKind = "supersede" // both cannot be true: the first takes the place of the second
	DocumentProposal  ProposalKind = "document"  // a document is written
	NoteProposal      ProposalKind = "note"      // a note is added to the journal
)

// nearKinds are the kinds of two memories.
func nearKinds() []ProposalKind { return []ProposalKind{MergeProposal, SupersedeProposal} }

// Near is a memory that says the same as a text that is saved, or contradicts it.
type Near struct {
	ID     int64
	Title  string // for whoever saves; the engine does not store it
	Kind   ProposalKind
	Reason string // a few words for the person, at most [MaxReason] characters

	// Revision is that of the memory as it was compared. If it is another one by
	// the time of the save, nothing is proposed.
	Revision int64

	// KeepNew says that the new text holds all that the memory says and more, so
	// that a merge keeps the new one. Otherwise it keeps the one that was there.
	KeepNew bool
}

// Limits of what a save may be near to.
const (
	MaxNear       = 3  // memories that are found similar
	MaxSupersedes = 10 // memories that it is said to supersede
)

// Hold is one reason why something waits for the person instead of being done.
type Hold struct {
	Code  string `json:"code"`            // one of the constants below, or one of package guard
	Field string `json:"field,omitempty"` // where it was found: title, body, tags, files, project, reason, …
	Found string `json:"found,omitempty"` // what was found there, as a person can see it
}

// Codes of a [Hold] that do not come from the text.
const (
	HoldReview   = "review"   // the client's level of trust is [ReviewTrust]
	HoldHourly   = "hourly"   // the client saved more than its limit in this hour
	HoldPinned   = "pinned"   // the memory is pinned
	HoldPerson   = "person"   // the memory is the person's own
	HoldAsked    = "asked"    // the client asked for a review
	HoldDocument = "document" // a client's writes to documents always wait
)

// Limits of a [Hold].
const (
	MaxHolds = 32
	MaxHold  = 200 // characters of each of its texts
)

// Writing is what a [DocumentProposal] or [NoteProposal] would write.
type Writing struct {
	Document string       `json:"document,omitempty"` // name
	Mode     DocumentMode `json:"mode,omitempty"`
	Day      string       `json:"day,omitempty"` // of a note: 2026-11-30
	Text     string       `json:"text"`
}

// ProposalDraft is a change that is to wait for the person's verdict.
type ProposalDraft struct {
	Kind ProposalKind // any but [NewProposal], which [Draft.Holds] makes

	IDs      []int64 // the memory; for merge and supersede two
	Revision int64   // of the first memory, or of the document, as the author saw it; 0: as it is now
	Patch    Patch   // of an edit, as the author gave it
	Keep     int64   // of a merge: which of the two stays
	Writing  *Writing

	Reason string
	Holds  []Hold
}

// Validate returns an [Invalid] error for the first rule that d breaks.
func (d ProposalDraft) Validate() error {
	want := 1
	switch d.Kind {
	case EditProposal:
		if err := d.Patch.Validate(); err != nil {
			return err
		}
	case DeleteProposal, ArchiveProposal:
	case MergeProposal, SupersedeProposal:
		want = 2
	case DocumentProposal, NoteProposal:
		want = 0
		if err := d.checkWriting(); err != nil {
			return err
		}
	default:
		return Errorf(Invalid, "nothing of the kind %q can be proposed", d.Kind)
	}
	if len(d.IDs) != want {
		return Errorf(Invalid, "a proposal of kind %s is of %d memories", d.Kind, want)
	}
	if want == 2 && d.IDs[0] == d.IDs[1] {
		return Errorf(Invalid, "a memory cannot take its own place")
	}
	if d.Kind == MergeProposal && !slices.Contains(d.IDs, d.Keep) {
		return Errorf(Invalid, "a merge keeps one of its two memories")
	}
	if err := checkReason(d.Reason); err != nil {
		return err
	}
	return checkHolds(d.Holds)
}

func (d ProposalDraft) checkWriting() error {
	if d.Writing == nil {
		return Errorf(Invalid, "a proposal of kind %s needs what to write", d.Kind)
	}
	w := *d.Writing
	if d.Kind == NoteProposal {
		return NoteDraft{Day: w.Day, Text: w.Text}.Validate()
	}
	return DocumentWrite{Name: w.Document, Mode: w.Mode, Text: w.Text, Revision: d.Revision}.Validate()
}

// Filed is the outcome of [Store.Propose].
type Filed struct {
	ID       int64 // of the proposal
	Known    bool  // the same was proposed before and is still open
	Declined bool  // the person declined the same before: nothing was proposed
}

// Verdict is what the person says to a [Proposal].
type Verdict string

// The verdicts.
const (
	Accept  Verdict = "accept"
	Decline Verdict = "decline"
)

// Ruling is the person's verdict over a proposal.
type Ruling struct {
	Verdict Verdict
	Reason  string // for the history; of a decline also beside the proposal

	// Patch, with [Accept], is what the person changes in what is proposed: it is
	// set over the proposed patch, in the same act. For kinds new and edit only.
	Patch Patch

	// Text, if not nil, is written instead of the proposed text of a document or
	// note.
	Text *string

	// Revision, if not 0, is that of the memory or document that the person saw
	// beside the proposal. It goes before the revision that the proposal was made
	// from, so that a stale one can be accepted knowingly.
	Revision int64
}

// Validate returns an [Invalid] error for the first rule that d breaks.
func (d Ruling) Validate() error {
	if d.Verdict != Accept && d.Verdict != Decline {
		return Errorf(Invalid, "verdict must be accept or decline")
	}
	if d.Verdict == Decline && (!d.Patch.Empty() || d.Text != nil) {
		return Errorf(Invalid, "what is declined cannot be changed")
	}
	if !d.Patch.Empty() {
		if err := d.Patch.Validate(); err != nil {
			return err
		}
	}
	return checkReason(d.Reason)
}

// Proposal is a change that waits for the person's verdict.
type Proposal struct {
	ID        int64        `json:"id"`
	Kind      ProposalKind `json:"kind"`
	Reason    string       `json:"reason,omitempty"`
	Holds     []Hold       `json:"holds"`  // why it was not done at once; none for what a save found
	Client    string       `json:"client"` // whose doing made it; "" for the person's
	CreatedAt Millis       `json:"created_at"`

	// New and Old are the memories: New what was saved or edited, Old what was
	// there. A held memory has no Old; an edit, deletion or archiving no New.
	New  *Row  `json:"new,omitempty"`
	Old  *Row  `json:"old,omitempty"`
	Keep int64 `json:"keep,omitempty"` // of the two: which stays what recall gives

	// Memory is the one memory of a proposal as it is now, to set Patch beside.
	Memory  *Memory  `json:"memory,omitempty"`
	Patch   *Patch   `json:"patch,omitempty"`
	Writing *Writing `json:"writing,omitempty"`

	// BaseRevision is that of the memory or document when it was proposed. Stale
	// says that it was changed since: accepting needs [Ruling.Revision].
	BaseRevision int64 `json:"base_revision,omitempty"`
	Stale        bool  `json:"stale,omitempty"`
}

// Proposed is one page of proposals and how many there are in all.
type Proposed struct {
	Proposals []Proposal `json:"proposals"`
	Total     int        `json:"total"`
}

// Decided is the outcome of [Store.Decide].
type Decided struct {
	Act int64   // 0 if nothing was done
	IDs []int64 // the memories that differ now
}

// checkNear returns an [Invalid] error for the first rule that what a text is
// near to breaks.
func checkNear(all []Near) error {
	if n := len(all); n > MaxNear+MaxSupersedes {
		return Errorf(Invalid, "%d similar memories were given; at most %d are allowed", n, MaxNear+MaxSupersedes)
	}
	for _, n := range all {
		if !slices.Contains(nearKinds(), n.Kind) {
			return Errorf(Invalid, "a similar memory must be given as one of %s", join(nearKinds()))
		}
		if err := checkReason(n.Reason); err != nil {
			return err
		}
	}
	return nil
}

func checkReason(s string) error {
	if n := utf8.RuneCountInString(s); n > MaxReason {
		return Errorf(Invalid, "reason is %d characters long; at most %d are allowed", n, MaxReason)
	}
	return nil
}

func checkHolds(all []Hold) error {
	if len(all) > MaxHolds {
		return Errorf(Invalid, "%d reasons to hold something were given; at most %d are allowed", len(all), MaxHolds)
	}
	for _, h := range all {
		if h.Code == "" {
			return Errorf(Invalid, "a reason to hold something needs a code")
		}
		for _, s := range []string{h.Code, h.Field, h.Found} {
			if utf8.RuneCountInString(s) > MaxHold {
				return Errorf(Invalid, "a reason to hold something is longer than %d characters", MaxHold)
			}
		}
	}
	return nil
}
