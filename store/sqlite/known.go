package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"memtray/store"
)

// saveKnown counts a memory that is equal to m once more and says in saved what
// became of it. It returns 0 if there is none.
func (t *transaction) saveKnown(ctx context.Context, by store.Author, m *store.Memory, saved *store.Saved) (int64, error) {
	if m.Private {
		return 0, nil
	}
	id, err := equalHeld(ctx, t, m, "")
	if err == nil && id == 0 && m.Client != "" {
		id, err = equalHeld(ctx, t, m, m.Client)
	}
	if err == nil && id == 0 {
		id, err = archivedEqual(ctx, t, m)
	}
	if err != nil || id == 0 {
		return 0, err
	}
	known, err := loadMemory(ctx, t, id)
	if err != nil {
		return 0, err
	}
	expired := known.State != store.Pending && known.ExpiresAt != 0 && known.ExpiresAt <= t.at
	if (known.State == store.Archived || expired) && m.State == store.Pending {
		return 0, nil // it would be active again without anybody's review
	}
	saved.Known = true
	if saved.Newer, err = newer(ctx, t, by, id); err != nil {
		return 0, err
	}
	if (known.State == store.Archived || expired) && saved.Newer.Target == 0 {
		saved.Revived, saved.Expired = true, expired
		if saved.Act, err = t.revive(ctx, by, &known, m.ExpiresAt); err != nil {
			return 0, err
		}
	}
	return id, t.countAgain(ctx, id)
}

// archivedEqual returns the id of the newest archived memory with an equal text,
// or 0.
func archivedEqual(ctx context.Context, q queryer, m *store.Memory) (int64, error) {
	var id int64
	err := q.QueryRowContext(ctx, `select id from memories
		where project_id = ? and state = 'archived' and fold_hash = ? and private = 0
		order by id desc limit 1`, m.ProjectID, foldHash(m)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// revive makes an archived or expired memory active again, for the person to
// review unless it is the person who saved it. One that had expired holds until
// then from now on.
func (t *transaction) revive(ctx context.Context, by store.Author, m *store.Memory, until store.Millis) (int64, error) {
	next, kind := *m, "edit"
	if m.ExpiresAt <= t.at {
		next.ExpiresAt = until
	}
	if next.ReviewedAt = 0; m.State == store.Archived {
		next.State, kind = store.Active, "unarchive"
	}
	var err error
	if by.Kind == store.Person {
		next.ReviewedAt = t.at
	}
	if by.Session, err = t.session(ctx, by, m.ProjectID); err != nil {
		return 0, err
	}
	act, err := t.insertAct(ctx, store.Act{Author: by, Kind: kind, Count: 1})
	if err != nil {
		return 0, err
	}
	return act, t.revise(ctx, m, &next, act)
}

// newer returns where the memory that is given instead of id is found, at the
// end of the chain, and a zero link if by sees none.
func newer(ctx context.Context, q queryer, by store.Author, id int64) (store.Link, error) {
	var last store.Link
	for seen := []int64{id}; ; seen = append(seen, id) {
		var link store.Link
		err := q.QueryRowContext(ctx, `select l.relation, m.id from
			(select relation, memory_id as other from links where target_id = ?1 and relation = 'supersedes'
			 union all select relation, target_id from links where memory_id = ?1 and relation = 'merged_into') l
			join memories m on m.id = l.other
			where m.state <> 'trashed' and (?2 = '' or m.private = 0 and (m.state <> 'pending' or m.client = ?2))
			order by m.id desc limit 1`, id, by.Client).Scan(&link.Relation, &link.Target)
		if errors.Is(err, sql.ErrNoRows) || err == nil && slices.Contains(seen, link.Target) {
			return last, nil
		}
		if err != nil {
			return last, err
		}
		last, id = link, link.Target
	}
}

func (t *transaction) countAgain(ctx context.Context, id int64) error {
	if _, err := t.ExecContext(ctx, `update memories set seen = seen + 1 where id = ?`, id); err != nil {
		return err
	}
	return t.logMemory(ctx, id)
}
