package recall

import (
	"context"
	"slices"
	"strings"

	"memtray/store"
)

// toldBy is the reason of what a client itself says to supersede.
const toldBy = "said by the client"

// superseding settles what a draft supersedes at once, and what of it waits for
// the person.
func (r *Recall) superseding(ctx context.Context, by store.Author, in Input, d *store.Draft, out *Saved) error {
	if len(in.Supersedes) == 0 {
		return nil
	}
	if len(in.Supersedes) > store.MaxSupersedes {
		return store.Errorf(store.Invalid, "%d memories to supersede were given; at most %d are allowed", len(in.Supersedes), store.MaxSupersedes)
	}
	for _, id := range in.Supersedes {
		m, err := r.target(ctx, by, id)
		if err != nil {
			return err
		}
		if by.Kind == store.Agent && len(protected(m)) > 0 {
			d.Similar = append(d.Similar, store.Near{ID: m.ID, Title: m.Title, Kind: store.SupersedeProposal, Reason: toldBy, Revision: m.Revision})
			out.Asked = append(out.Asked, m.ID)
		} else {
			d.Supersedes = append(d.Supersedes, m.ID)
		}
	}
	return nil
}

// target returns a memory that a link may lead to.
func (r *Recall) target(ctx context.Context, by store.Author, id int64) (store.Memory, error) {
	got, err := r.Get(ctx, by, []int64{id})
	if err != nil {
		return store.Memory{}, err
	}
	if len(got.Memories) == 0 || got.Memories[0].State == store.Trashed {
		return store.Memory{}, noMemory(id)
	}
	return got.Memories[0], nil
}

// supersedeKnown lets a memory that was known already take the places that it was
// saved for.
func (r *Recall) supersedeKnown(ctx context.Context, by store.Author, in Input, out *Saved) error {
	if !out.Known {
		return nil
	}
	out.Asked = nil
	for _, id := range in.Supersedes {
		if id == out.Memory.ID {
			continue
		}
		changed, err := r.Change(ctx, by, Change{IDs: []int64{id}, SupersededBy: out.Memory.ID})
		if err != nil {
			return err
		}
		out.Asked = append(out.Asked, changed.Proposed...)
	}
	return nil
}

// lead lets another memory take the place of one: superseding it, or taking it
// over so that it goes to the trash.
func (r *Recall) lead(ctx context.Context, by store.Author, g *gate, ch Change) (Changed, error) {
	to, kind := ch.SupersededBy, store.SupersedeProposal
	if ch.MergeInto != 0 {
		to, kind = ch.MergeInto, store.MergeProposal
	}
	if err := ch.checkLead(); err != nil {
		return Changed{}, err
	}
	old, err := r.target(ctx, by, ch.IDs[0])
	if err != nil {
		return Changed{}, err
	}
	next, err := r.target(ctx, by, to)
	if err != nil {
		return Changed{}, err
	}
	if ch.Revision != 0 && ch.Revision != old.Revision {
		return Changed{}, &store.Error{Code: store.Conflict, Current: &old, Message: store.StaleMessage}
	}
	var c cleaner
	reason := c.line(ch.Reason)
	holds, err := g.holdsOfLead(ch, old, next)
	if err != nil {
		return Changed{}, err
	}
	if len(holds) > 0 {
		filed, err := r.store.Propose(ctx, by, store.ProposalDraft{
			Kind: kind, IDs: []int64{next.ID, old.ID}, Keep: next.ID, Reason: reason, Holds: holds,
		})
		return proposed(Changed{}, old.ID, filed), err
	}
	change := store.Change{IDs: []int64{next.ID}, Revision: next.Revision, Reason: reason}
	link := store.Link{Relation: store.Supersedes, Target: old.ID}
	links := slices.Concat(next.Links, []store.Link{link})
	if kind == store.MergeProposal {
		change.IDs, change.Revision = []int64{old.ID}, old.Revision
		links = slices.Concat(old.Links, []store.Link{{Relation: store.MergedInto, Target: next.ID}})
		trashed := store.Trashed
		change.Patch.State = &trashed
	}
	change.Patch.Links = &links
	done, err := r.store.Change(ctx, by, change)
	return Changed{Changed: done}, unseen(by, err)
}

// holdsOfLead is [gate.holdsOf] for a memory that gives way to another one. The
// link of what supersedes belongs to that one, which so changes as well.
func (g *gate) holdsOfLead(ch Change, old, next store.Memory) ([]store.Hold, error) {
	holds, err := g.holdsOf(ch, old)
	if err != nil || g.by.Kind != store.Agent {
		return holds, err
	}
	level, err := g.level(next.ProjectID, "changed")
	if err != nil {
		return nil, err
	}
	if ch.MergeInto != 0 && next.State == store.Pending {
		return nil, store.Errorf(store.Invalid, "#%d is held for review: nothing is merged into it before the user has released it", next.ID)
	}
	if level == store.ReviewTrust {
		holds = append(holds, store.Hold{Code: store.HoldReview})
	}
	if ch.SupersededBy != 0 {
		holds = append(holds, protected(next)...)
	}
	slices.SortFunc(holds, func(a, b store.Hold) int { return strings.Compare(a.Code, b.Code) })
	return slices.Compact(holds), nil
}

// checkLead refuses what cannot be asked for together with another memory.
func (ch Change) checkLead() error {
	alone := ch
	alone.SupersededBy, alone.MergeInto, alone.IDs, alone.Revision, alone.Reason, alone.Propose = 0, 0, nil, 0, "", false
	switch {
	case len(ch.IDs) != 1:
		return store.Errorf(store.Invalid, "one memory at a time can give way to another")
	case ch.SupersededBy != 0 && ch.MergeInto != 0 || !alone.empty():
		return store.Errorf(store.Invalid, "superseded_by and merge_into are given alone")
	case ch.SupersededBy == ch.IDs[0] || ch.MergeInto == ch.IDs[0]:
		return store.Errorf(store.Invalid, "a memory cannot give way to itself")
	}
	return nil
}

func (ch Change) empty() bool {
	return ch.Title == nil && ch.Body == nil && ch.Kind == nil && ch.Tags == nil && ch.Files == nil && ch.Related == nil &&
		ch.ProjectID == nil && ch.Project == nil && ch.Pinned == nil && ch.Private == nil && ch.State == nil &&
		ch.Reviewed == nil && ch.ExpiresAt == nil
}
