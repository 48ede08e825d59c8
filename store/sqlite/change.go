package sqlite

import (
	"context"
	"reflect"
	"slices"

	"memtray/store"
)

// loadStep is how many memories of a change are held at once.
const loadStep = 200

// Change applies a patch as one act. See [store.Store].
func (s *Store) Change(ctx context.Context, by store.Author, c store.Change) (store.Changed, error) {
	if err := checkChange(by, c); err != nil {
		return store.Changed{}, err
	}
	var out store.Changed
	err := s.write(ctx, func(ctx context.Context, t *transaction) (err error) {
		out, err = t.change(ctx, by, c)
		return err
	})
	if err != nil {
		return store.Changed{}, err
	}
	return out, nil
}

func checkChange(by store.Author, c store.Change) error {
	if err := checkAuthor(by); err != nil {
		return err
	}
	return c.Validate()
}

func (t *transaction) change(ctx context.Context, by store.Author, c store.Change) (store.Changed, error) {
	out := store.Changed{IDs: []int64{}, Missing: []int64{}}
	if err := t.checkTargets(ctx, &c.Patch); err != nil {
		return out, err
	}
	if err := t.touchClient(ctx, by); err != nil {
		return out, err
	}
	ids := slices.Clone(c.IDs)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	for step := range slices.Chunk(ids, loadStep) {
		found, err := loadMemories(ctx, t, step)
		if err != nil {
			return out, err
		}
		for _, id := range step {
			m, ok := found[id]
			if !ok {
				out.Missing = append(out.Missing, id)
				continue
			}
			if err := t.changeOne(ctx, by, c, m, &out); err != nil {
				return out, err
			}
		}
	}
	if len(out.Missing) == len(ids) {
		return out, noMemory(ids[0])
	}
	if len(c.Similar) > 0 && out.Act != 0 {
		m, err := loadMemory(ctx, t, ids[0])
		if err != nil {
			return out, err
		}
		if out.Similar, err = t.propose(ctx, by, &m, c.Similar); err != nil {
			return out, err
		}
	}
	return out, t.countAct(ctx, out.Act, len(out.IDs))
}

func (t *transaction) changeOne(ctx context.Context, by store.Author, c store.Change, m *store.Memory, out *store.Changed) (err error) {
	if c.Revision != 0 && c.Revision != m.Revision {
		return &store.Error{Code: store.Conflict, Current: m,
			Message: store.StaleMessage}
	}
	next := *m
	patch(&next, c.Patch)
	if reflect.DeepEqual(imageOf(&next), imageOf(m)) {
		return nil
	}
	if by.Kind == store.Agent {
		next.ReviewedAt = 0
	} else if m.State == store.Pending && next.State == store.Pending && next.ReviewedAt != 0 {
		next.State = store.Active // it waited for nothing else
	}
	if out.Act == 0 {
		if by.Session, err = t.lastSession(ctx, by); err != nil {
			return err
		}
		out.Act, err = t.insertAct(ctx, store.Act{Author: by, Kind: actKind(c.Patch, m.State), Reason: c.Reason})
		if err != nil {
			return err
		}
	}
	if err := t.refuseEqual(ctx, m, &next); err != nil {
		return err
	}
	out.IDs = append(out.IDs, m.ID)
	if err := t.revise(ctx, m, &next, out.Act); err != nil {
		return err
	}
	return t.followHeld(ctx, by, m, &next, out.Act)
}

// checkTargets makes sure that what a patch points to exists, and lets a project
// that was merged lead on.
func (t *transaction) checkTargets(ctx context.Context, p *store.Patch) error {
	if p.ProjectID != nil {
		id, err := liveProject(ctx, t, *p.ProjectID)
		if err != nil {
			return err
		}
		p.ProjectID = &id
	}
	if p.Links == nil {
		return nil
	}
	for _, l := range *p.Links {
		if !slices.Contains([]store.Relation{store.Supersedes, store.MergedInto, store.Related}, l.Relation) {
			return store.Errorf(store.Invalid, "a link must be one of supersedes, merged_into, related")
		}
		if _, err := loadMemory(ctx, t, l.Target); err != nil {
			return err
		}
	}
	return nil
}

// refuseEqual fails if m would become the same as another memory.
func (t *transaction) refuseEqual(ctx context.Context, m, next *store.Memory) error {
	for _, l := range next.Links {
		if l.Target == m.ID {
			return store.Errorf(store.Invalid, "a memory cannot link to itself")
		}
	}
	other, err := equalMemory(ctx, t, next)
	if err != nil || other == 0 {
		return err
	}
	return store.Errorf(store.Conflict, "the same text is already memory #%d of that project", other)
}
