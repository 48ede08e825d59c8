package sqlite

import (
	"context"

	"memtray/store"
)

// writeIfFree is write for what is not worth waiting for: it gives up soon when
// somebody else writes, with [store.Busy], and does not wait for the disk.
func (s *Store) writeIfFree(ctx context.Context, do func(ctx context.Context, t *transaction) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	short, cancel := context.WithTimeout(ctx, attempt)
	defer cancel()
	if err := s.writer.take(short); err != nil {
		return store.Errorf(store.Busy, "another write is going on")
	}
	defer s.writer.give()
	// Not interrupted, or the next save might not wait for the disk either.
	lasting := context.WithoutCancel(ctx)
	if _, err := s.writer.conn.ExecContext(lasting, "pragma synchronous = normal"); err != nil {
		return s.explain(err)
	}
	err = s.transact(ctx, 0, do)
	if _, e := s.writer.conn.ExecContext(lasting, "pragma synchronous = full"); err == nil {
		err = e
	}
	return s.explain(err)
}

// NoteRecall adds to the recall log and to the usage counts, unless the file is
// busy.
func (s *Store) NoteRecall(ctx context.Context, r store.Recall) error {
	if err := checkAuthor(r.Author); err != nil {
		return err
	}
	count, ok := usageUpdates[r.Kind]
	if !ok {
		return store.Errorf(store.Invalid, "a recall must be listed, injected or fetched")
	}
	if r.Project.Name != "" || len(r.Project.Keys) > 0 {
		r.Project.Create = len(r.Project.Keys) > 0
		if err := checkRef(r.Project); err != nil {
			return err
		}
	}
	err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		if err := t.touchClient(ctx, r.Author); err != nil {
			return err
		}
		session, err := t.recallSession(ctx, r)
		if err != nil {
			return err
		}
		ids := jsonList(r.IDs)
		_, err = t.ExecContext(ctx, `insert into recall_log (at, client, session_id, kind, query, memory_ids)
			values (?, ?, nullif(?, 0), ?, ?, ?)`, t.at, r.Author.Client, session, r.Kind, r.Query, ids)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, count, t.at, ids)
		return err
	})
	if store.ErrorCode(err) == store.Busy {
		return nil
	}
	return err
}

// recallSession begins or continues the session that a recall belongs to. A
// recall that does not say where it comes from belongs to the running session.
func (t *transaction) recallSession(ctx context.Context, r store.Recall) (int64, error) {
	if r.Project.Name == "" && len(r.Project.Keys) == 0 {
		if id, err := t.lastSession(ctx, r.Author); id != 0 || err != nil {
			return id, err
		}
	}
	project, complete, err := findProject(ctx, t, r.Project)
	if err != nil {
		return 0, err
	}
	if project == 0 && len(r.Project.Keys) > 0 {
		if project, err = t.createProject(ctx, r.Project); err != nil {
			return 0, err
		}
	}
	if project == 0 {
		project = store.Unfiled
	} else if !complete {
		if err := t.settleKeys(ctx, r.Project.Keys, project); err != nil {
			return 0, err
		}
	}
	return t.session(ctx, r.Author, project)
}

// usageUpdates counts a recall on each of its memories, by its kind.
var usageUpdates = map[store.RecallKind]string{
	store.ListedRecall: `update memories set listed_count = listed_count + 1, listed_at = ?
		where id in (select value from json_each(?))`,
	store.InjectedRecall: `update memories set injected_count = injected_count + 1, injected_at = ?
		where id in (select value from json_each(?))`,
	store.FetchedRecall: `update memories set fetched_count = fetched_count + 1, fetched_at = ?
		where id in (select value from json_each(?))`,
}
