package store

import (
	"slices"
	"unicode/utf8"
)

// ProposalKind says what accepting a [Proposal] does.
type ProposalKind string

// The kinds of proposal that a save can make. The first memory is always the one
// that was saved or edited, the second the one that was there.
const (
	MergeProposal     ProposalKind = "merge"     // both say the same: one stays, the other goes to the trash
	SupersedeProposal ProposalKind = "supersede" // both cannot be true: the first takes the place of the second
)

// ProposalKinds returns all kinds.
func ProposalKinds() []ProposalKind { return []ProposalKind{MergeProposal, SupersedeProposal} }

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

// MaxNear is how many memories one save may be near to.
const MaxNear = 3

// Verdict is what the person says to a [Proposal].
type Verdict string

// The verdicts.
const (
	Accept  Verdict = "accept"
	Decline Verdict = "decline"
)

// Proposal is a change of two memories that waits for the person's verdict.
type Proposal struct {
	ID        int64        `json:"id"`
	Kind      ProposalKind `json:"kind"`
	Reason    string       `json:"reason,omitempty"`
	Client    string       `json:"client"` // whose save made it; "" for the person's
	CreatedAt Millis       `json:"created_at"`

	New  Row   `json:"new"`  // what was saved or edited
	Old  Row   `json:"old"`  // what was there
	Keep int64 `json:"keep"` // which of the two stays what recall gives
}

// Proposed is one page of proposals and how many there are in all.
type Proposed struct {
	Proposals []Proposal `json:"proposals"`
	Total     int        `json:"total"`
}

// Decided is the outcome of [Store.Decide].
type Decided struct {
	Act int64   // 0 for a proposal that was declined
	IDs []int64 // the memories that differ now
}

// checkNear returns an [Invalid] error for the first rule that what a text is
// near to breaks.
func checkNear(all []Near) error {
	if n := len(all); n > MaxNear {
		return Errorf(Invalid, "%d similar memories were given; at most %d are allowed", n, MaxNear)
	}
	for _, n := range all {
		if !slices.Contains(ProposalKinds(), n.Kind) {
			return Errorf(Invalid, "a similar memory must be given as one of %s", join(ProposalKinds()))
		}
		if c := utf8.RuneCountInString(n.Reason); c > MaxReason {
			return Errorf(Invalid, "reason is %d characters long; at most %d are allowed", c, MaxReason)
		}
	}
	return nil
}
