package sqlite

import (
	"context"
	"slices"

	"memtray/store"
)

// Decide accepts or declines a proposal. See [store.Store].
func (s *Store) Decide(ctx context.Context, by store.Author, id int64, verdict store.Verdict) (store.Decided, error) {
	switch err := checkAuthor(by); {
	case err != nil:
		return store.Decided{}, err
	case by.Kind != store.Person:
		return store.Decided{}, store.Errorf(store.Invalid, "only the person decides over proposals")
	case verdict != store.Accept && verdict != store.Decline:
		return store.Decided{}, store.Errorf(store.Invalid, "verdict must be accept or decline")
	}
	out := store.Decided{IDs: []int64{}}
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		p, err := loadProposal(ctx, t, id)
		if err != nil {
			return err
		}
		if verdict == store.Decline {
			return t.decided(ctx, p, "declined", 0)
		}
		if !p.sensible {
			return store.Errorf(store.Conflict, "the memories are not what they were when this was proposed; look at them again")
		}
		if err := t.accept(ctx, by, p, &out); err != nil {
			return err
		}
		return t.decided(ctx, p, "accepted", out.Act)
	})
	if err != nil {
		return store.Decided{}, err
	}
	return out, nil
}

// accept does what a proposal proposes, as one act.
func (t *transaction) accept(ctx context.Context, by store.Author, p proposal, out *store.Decided) error {
	found, err := loadMemories(ctx, t, []int64{p.new, p.old})
	if err != nil {
		return err
	}
	if out.Act, err = t.beginAct(ctx, by, string(p.kind)); err != nil {
		return err
	}
	kept, other := found[p.old], found[p.new]
	if p.keepNew {
		kept, other = other, kept
	}
	if p.kind == store.SupersedeProposal {
		err = t.supersede(ctx, found[p.new], p.old, out.Act)
	} else {
		next := *other
		err = t.join(ctx, other, &next, kept.ID, out.Act)
	}
	if err != nil {
		return err
	}
	out.IDs, err = column[int64](t.QueryContext(ctx, `select memory_id from revisions where act_id = ? order by memory_id`, out.Act))
	if err != nil {
		return err
	}
	return t.countRevisions(ctx, out.Act)
}

func (t *transaction) supersede(ctx context.Context, m *store.Memory, old, act int64) error {
	next := *m
	patch(&next, store.Patch{Links: ptr(append(slices.Clone(m.Links), store.Link{Relation: store.Supersedes, Target: old}))})
	return t.revise(ctx, m, &next, act)
}

// join puts memory m, as next is, into the trash, merged into another one.
func (t *transaction) join(ctx context.Context, m, next *store.Memory, into, act int64) error {
	next.State = store.Trashed
	patch(next, store.Patch{Links: ptr(append(slices.Clone(m.Links), store.Link{Relation: store.MergedInto, Target: into}))})
	if err := t.revise(ctx, m, next, act); err != nil {
		return err
	}
	return t.strengthen(ctx, into, m, act)
}

// decided notes the verdict. Both memories are noted as changed, since what is
// shown of them holds the proposals.
func (t *transaction) decided(ctx context.Context, p proposal, state string, act int64) error {
	_, err := t.ExecContext(ctx, `update proposals set state = ?, decided_at = ?, act_id = nullif(?, 0) where id = ?`, state, t.at, act, p.id)
	if err != nil {
		return err
	}
	for _, id := range []int64{p.new, p.old} {
		if err := t.logMemory(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// reopen opens the proposals again whose acceptance an undo of act takes back. If
// act is an undo itself, it goes on to what that took back: undone twice is accepted.
func (t *transaction) reopen(ctx context.Context, act int64) error {
	open := true
	for {
		_, err := t.ExecContext(ctx, `update proposals set state = iif(?1, 'open', 'accepted'), decided_at = iif(?1, 0, ?2)
			where act_id = ?3 and state in ('open', 'accepted')`, open, t.at, act)
		if err != nil {
			return err
		}
		var undoes int64
		if err := t.QueryRowContext(ctx, `select coalesce(undoes, 0) from acts where id = ?`, act).Scan(&undoes); err != nil {
			return err
		}
		if undoes == 0 {
			return nil
		}
		act, open = undoes, !open
	}
}
