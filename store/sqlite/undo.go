package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"memtray/store"
)

// left is what an act left behind on one memory, and what was before.
type left struct {
	id, revision int64
	before       *image // nil: the act created the memory
}

// Undo takes back an act, as a new act. See [store.Store].
func (s *Store) Undo(ctx context.Context, by store.Author, act int64) (store.Undone, error) {
	if err := checkAuthor(by); err != nil {
		return store.Undone{}, err
	}
	var out store.Undone
	err := s.write(ctx, func(ctx context.Context, t *transaction) (err error) {
		out, err = t.undo(ctx, by, act)
		return err
	})
	if err != nil {
		return store.Undone{}, err
	}
	return out, nil
}

func (t *transaction) undo(ctx context.Context, by store.Author, act int64) (store.Undone, error) {
	out := store.Undone{Restored: []int64{}, Projects: []int64{}, Kept: []store.Kept{}, Documents: []string{}, Notes: []int64{}}
	count, err := actCount(ctx, t, act)
	if err != nil {
		return out, err
	}
	if err := t.touchClient(ctx, by); err != nil {
		return out, err
	}
	all, err := leftBy(ctx, t, act)
	if err != nil {
		return out, err
	}
	texts, err := writingsLeftBy(ctx, t, act)
	if err != nil {
		return out, err
	}
	out.Purged = count - len(all) - len(texts)
	u := undoing{t: t, by: by, undoes: act, out: &out}
	if err := u.projects(ctx); err != nil {
		return out, err
	}
	// A text that is taken may be free once others are what they were.
	for stuck := false; len(all) > 0 && !stuck; all = u.taken {
		u.taken, u.kept = nil, nil
		for step := range slices.Chunk(all, loadStep) {
			if err := u.step(ctx, step); err != nil {
				return out, err
			}
		}
		stuck = len(u.taken) == len(all)
	}
	out.Kept = append(out.Kept, u.kept...)
	slices.Sort(out.Restored)
	if err := u.followMerges(ctx); err != nil {
		return out, err
	}
	if err := u.writings(ctx, texts); err != nil {
		return out, err
	}
	if err := u.reopen(ctx, len(all)+len(texts)); err != nil {
		return out, err
	}
	return out, t.countRevisions(ctx, out.Act)
}

// actCount returns how many memories, documents and notes an act changed.
func actCount(ctx context.Context, q queryer, id int64) (int, error) {
	var n int
	err := q.QueryRowContext(ctx, `select count from acts where id = ?`, id).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, store.Errorf(store.NotFound, "there is no act %d", id)
	}
	return n, err
}

func leftBy(ctx context.Context, q queryer, act int64) ([]left, error) {
	rows, err := q.QueryContext(ctx, `select memory_id, revision, coalesce(before, '') from revisions
		where act_id = ? order by memory_id`, act)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []left
	for rows.Next() {
		var l left
		var before string
		if err := rows.Scan(&l.id, &l.revision, &before); err != nil {
			return nil, err
		}
		if before != "" {
			if err := json.Unmarshal([]byte(before), &l.before); err != nil {
				return nil, err
			}
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

// undoing is one undo under way.
type undoing struct {
	t      *transaction
	by     store.Author
	undoes int64
	out    *store.Undone
	taken  []left       // not restored yet, since another has the text
	kept   []store.Kept // the same, as it is said
}

func (u *undoing) step(ctx context.Context, all []left) error {
	ids := make([]int64, len(all))
	for i, l := range all {
		ids[i] = l.id
	}
	found, err := loadMemories(ctx, u.t, ids)
	if err != nil {
		return err
	}
	for _, l := range all {
		if m, ok := found[l.id]; ok {
			if err := u.restore(ctx, m, l); err != nil {
				return err
			}
		}
	}
	return nil
}

func (u *undoing) restore(ctx context.Context, m *store.Memory, l left) error {
	kept, next, err := u.t.undoOne(ctx, m, l)
	if err != nil {
		return err
	}
	if kept != nil && kept.Duplicate != 0 {
		u.taken, u.kept = append(u.taken, l), append(u.kept, *kept)
		return nil
	}
	if kept != nil {
		u.out.Kept = append(u.out.Kept, *kept)
		return nil
	}
	if err := u.begin(ctx); err != nil {
		return err
	}
	u.out.Restored = append(u.out.Restored, m.ID)
	return u.t.revise(ctx, m, next, u.out.Act)
}

// begin makes the act of this undo, once there is something to restore.
func (u *undoing) begin(ctx context.Context) (err error) {
	if u.out.Act != 0 {
		return nil
	}
	if u.by.Session, err = u.t.lastSession(ctx, u.by); err != nil {
		return err
	}
	u.out.Act, err = u.t.insertAct(ctx, store.Act{Author: u.by, Kind: "undo", Undoes: u.undoes})
	return err
}

// reopen takes back the verdict over a proposal that the act was. One that changed
// nothing else is taken back by that alone.
func (u *undoing) reopen(ctx context.Context, changed int) error {
	if u.out.Act == 0 && changed > 0 {
		return nil
	}
	root, open, err := u.t.decision(ctx, u.undoes)
	if err != nil || root == 0 {
		return err
	}
	if err := u.begin(ctx); err != nil {
		return err
	}
	return u.t.reopen(ctx, root, open)
}

// undoOne returns what a memory is restored to, or why it is left alone.
func (t *transaction) undoOne(ctx context.Context, m *store.Memory, l left) (*store.Kept, *store.Memory, error) {
	by, stands, err := standing(ctx, t, m, l.revision)
	if err != nil {
		return nil, nil, err
	}
	if !stands {
		return &store.Kept{ID: m.ID, By: by}, nil, nil
	}
	next := *m
	if l.before == nil {
		next.State = store.Trashed
	} else {
		l.before.put(&next)
		if next.Links, err = linksLeft(ctx, t, next.Links); err != nil {
			return nil, nil, err
		}
		if next.ProjectID, err = liveProject(ctx, t, next.ProjectID); err != nil {
			return nil, nil, err
		}
	}
	equal, err := equalMemory(ctx, t, &next)
	if err != nil || equal == 0 {
		return nil, &next, err
	}
	by, err = authorOf(ctx, t, equal)
	return &store.Kept{ID: m.ID, By: by, Duplicate: equal}, nil, err
}

// linksLeft returns the links whose targets still exist.
func linksLeft(ctx context.Context, q queryer, all []store.Link) ([]store.Link, error) {
	out := []store.Link{}
	for _, l := range all {
		var there bool
		if err := q.QueryRowContext(ctx, `select exists (select 1 from memories where id = ?)`, l.Target).Scan(&there); err != nil {
			return nil, err
		}
		if there {
			out = append(out, l)
		}
	}
	return out, nil
}

// authorOf returns who changed a memory last.
func authorOf(ctx context.Context, q queryer, id int64) (store.Author, error) {
	var a store.Author
	err := q.QueryRowContext(ctx, `select a.author_kind, a.client, coalesce(a.session_id, 0), a.process
		from memories m join acts a on a.id = m.act_id where m.id = ?`, id).
		Scan(&a.Kind, &a.Client, &a.Session, &a.Process)
	return a, err
}
