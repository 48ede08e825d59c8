package sqlite

import (
	"bytes"
	"context"
	"slices"

	"memtray/store"
)

// revise makes memory m what next is, as a part of an act, and keeps what it
// was before.
func (t *transaction) revise(ctx context.Context, m, next *store.Memory, act int64) error {
	next.Revision = m.Revision + 1
	_, err := t.ExecContext(ctx, `update memories set kind = ?, title = ?, title_derived = ?, body = ?, project_id = ?,
		state = ?, pinned = ?, private = ?, tokens = ?, revision = ?, act_id = ?, updated_at = ?,
		reviewed_at = ?, snoozed_until = ?, expires_at = ?, fold_hash = ? where id = ?`,
		next.Kind, next.Title, next.TitleDerived, next.Body, next.ProjectID,
		next.State, next.Pinned, next.Private, next.Tokens, next.Revision, act, t.at,
		next.ReviewedAt, next.SnoozedUntil, next.ExpiresAt, foldHash(next), m.ID)
	if err != nil {
		return err
	}
	if err := t.replaceLists(ctx, m, next); err != nil {
		return err
	}
	if err := t.moveCount(ctx, m, next); err != nil {
		return err
	}
	before := imageOf(m)
	if err := t.insertRevision(ctx, m.ID, next.Revision, act, &before); err != nil {
		return err
	}
	if !bytes.Equal(sourceHash(m), sourceHash(next)) {
		if err := t.index(ctx, next); err != nil {
			return err
		}
	}
	if next.Title != m.Title || next.TitleDerived != m.TitleDerived || next.Body != m.Body || next.State == store.Trashed {
		if err := t.dropVector(ctx, m.ID); err != nil {
			return err
		}
	}
	return t.logMemory(ctx, m.ID)
}

func (t *transaction) replaceLists(ctx context.Context, m, next *store.Memory) error {
	if slices.Equal(m.Tags, next.Tags) && slices.Equal(m.Files, next.Files) && slices.Equal(m.Links, next.Links) {
		return nil
	}
	for _, query := range []string{
		`delete from tags where memory_id = ?`,
		`delete from files where memory_id = ?`,
		`delete from links where memory_id = ?`,
	} {
		if _, err := t.ExecContext(ctx, query, m.ID); err != nil {
			return err
		}
	}
	return t.putLists(ctx, next)
}

// countRevisions notes how many memories, documents and notes an act changed.
func (t *transaction) countRevisions(ctx context.Context, act int64) error {
	_, err := t.ExecContext(ctx, `update acts set count = (select count(*) from revisions where act_id = acts.id)
		+ (select count(*) from writing_revisions where act_id = acts.id) where id = ?`, act)
	return err
}

// moveCount gives how often m was saved to what it is merged into now, and takes
// it back from what it no longer is.
func (t *transaction) moveCount(ctx context.Context, m, next *store.Memory) error {
	add := func(links, others []store.Link, seen int) error {
		for _, l := range links {
			if l.Relation != store.MergedInto || slices.Contains(others, l) {
				continue
			}
			if _, err := t.ExecContext(ctx, `update memories set seen = max(1, seen + ?) where id = ?`, seen, l.Target); err != nil {
				return err
			}
			if err := t.logMemory(ctx, l.Target); err != nil {
				return err
			}
		}
		return nil
	}
	if err := add(next.Links, m.Links, m.Seen); err != nil {
		return err
	}
	return add(m.Links, next.Links, -m.Seen)
}

// countAct notes how many rows an act changed; act 0 changed none.
func (t *transaction) countAct(ctx context.Context, act int64, count int) error {
	_, err := t.ExecContext(ctx, `update acts set count = ? where id = ?`, count, act)
	return err
}
