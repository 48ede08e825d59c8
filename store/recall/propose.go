package recall

import (
	"context"
	"slices"

	"memtray/store"
	"memtray/store/guard"
)

// holdsOf returns why a change of a memory waits for the person, nil if it does
// not. It fails if the client may not change anything there.
func (g *gate) holdsOf(ch Change, m store.Memory) ([]store.Hold, error) {
	if g.by.Kind != store.Agent {
		return nil, nil
	}
	level, err := g.level(m.ProjectID, "changed")
	if err != nil {
		return nil, err
	}
	holds := g.suspected(ch.fields(m)...)
	if level == store.ReviewTrust {
		holds = append(holds, store.Hold{Code: store.HoldReview})
	}
	if ch.Propose {
		holds = append(holds, store.Hold{Code: store.HoldAsked})
	}
	return append(holds, protected(m)...), nil
}

// proposeHeld makes proposals of what a client may not change by itself, and
// leaves the rest in want.
func (r *Recall) proposeHeld(ctx context.Context, g *gate, ch Change, want *store.Change, found []store.Memory, out *Changed) error {
	if ch.Reviewed != nil || ch.Private != nil {
		return store.Errorf(store.Invalid, "only the person reviews memories and makes them private")
	}
	if err := want.Validate(); err != nil {
		return err
	}
	moves := store.SaveTrust
	if p := want.Patch.ProjectID; p != nil {
		var err error
		if moves, err = g.level(*p, "changed"); err != nil {
			return err
		}
	}
	held := map[int64][]store.Hold{}
	for _, m := range found {
		if err := releases(m, want.Patch); err != nil {
			return err
		}
		if want.Revision != 0 && want.Revision != m.Revision {
			return &store.Error{Code: store.Conflict, Current: &m, Message: store.StaleMessage}
		}
		holds, err := g.holdsOf(ch, m)
		if err != nil {
			return err
		}
		if moves == store.ReviewTrust && !slices.Contains(holds, store.Hold{Code: store.HoldReview}) {
			holds = append(holds, store.Hold{Code: store.HoldReview})
		}
		if len(holds) > 0 {
			held[m.ID] = holds
		}
	}
	var rest []int64
	for _, m := range found {
		if held[m.ID] == nil {
			rest = append(rest, m.ID)
			continue
		}
		filed, err := r.store.Propose(ctx, g.by, proposalOf(*want, m, held[m.ID]))
		if err != nil {
			return err
		}
		*out = proposed(*out, m.ID, filed)
	}
	want.IDs = rest
	return nil
}

// releases fails if a patch would let a client decide over what is held, or bring
// back what was deleted.
func releases(m store.Memory, p store.Patch) error {
	switch {
	case m.State == store.Trashed:
		return noMemory(m.ID)
	case m.State == store.Pending && p.State != nil && *p.State != store.Trashed:
		return store.Errorf(store.Invalid, "#%d is held for review: only the user can release it", m.ID)
	case p.State != nil && *p.State == store.Pending:
		return store.Errorf(store.Invalid, "only the user holds memories; propose a change instead")
	}
	return nil
}

// proposalOf returns the proposal to change one memory.
func proposalOf(want store.Change, m store.Memory, holds []store.Hold) store.ProposalDraft {
	d := store.ProposalDraft{Kind: store.EditProposal, IDs: []int64{m.ID}, Revision: m.Revision, Reason: want.Reason, Holds: holds}
	alone := want.Patch
	alone.State = nil
	switch {
	case alone.Empty() && *want.Patch.State == store.Trashed:
		d.Kind = store.DeleteProposal
	case alone.Empty() && *want.Patch.State == store.Archived:
		d.Kind = store.ArchiveProposal
	default:
		d.Patch = want.Patch
	}
	return d
}

func proposed(out Changed, id int64, filed store.Filed) Changed {
	if filed.Declined {
		out.Declined = append(out.Declined, id)
	} else {
		out.Proposed = append(out.Proposed, id)
	}
	return out
}

// mayMove fails for a project that a client may not store in, and for a new one
// whose name would be there before the person has seen it.
func (r *Recall) mayMove(ctx context.Context, g *gate, ch Change, found []store.Memory) error {
	if err := r.mayCreate(ctx, g, *ch.Project, "changed"); err != nil || g.by.Kind != store.Agent {
		return err
	}
	known := *ch.Project
	known.Create = false
	if _, err := r.Project(ctx, known); store.ErrorCode(err) != store.NotFound {
		return err
	}
	held := len(g.suspected(guard.Field{Name: "project", Text: ch.Project.Name})) > 0
	for _, m := range found {
		holds, err := g.holdsOf(ch, m)
		if err != nil {
			return err
		}
		held = held || len(holds) > 0
	}
	if held {
		return store.Errorf(store.Invalid, "what waits for the user's review can only be moved to a project that exists")
	}
	return nil
}

// relate makes memories the only ones that another is related to.
func (r *Recall) relate(ctx context.Context, by store.Author, want *store.Change, ids []int64) error {
	if len(want.IDs) != 1 {
		return store.Errorf(store.Invalid, "links can be changed on one memory at a time")
	}
	m, err := r.target(ctx, by, want.IDs[0])
	if err != nil {
		return err
	}
	links := slices.DeleteFunc(slices.Clone(m.Links), func(l store.Link) bool { return l.Relation == store.Related })
	for _, id := range ids {
		if id == m.ID {
			return store.Errorf(store.Invalid, "a memory cannot link to itself")
		}
		if _, err := r.target(ctx, by, id); err != nil {
			return err
		}
		links = append(links, store.Link{Relation: store.Related, Target: id})
	}
	want.Patch.Links = &links
	return nil
}
