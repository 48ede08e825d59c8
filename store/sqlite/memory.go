package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"

	"memtray/store"
)

// Memories returns the memories with these ids in the order asked for.
func (s *Store) Memories(ctx context.Context, ids []int64) ([]store.Memory, error) {
	var out []store.Memory
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		found, err := loadMemories(ctx, q, ids)
		if err != nil {
			return err
		}
		out = make([]store.Memory, 0, len(found))
		for _, id := range ids {
			if m, ok := found[id]; ok {
				out = append(out, *m)
			}
		}
		return nil
	})
	return out, err
}

func loadMemory(ctx context.Context, q queryer, id int64) (store.Memory, error) {
	found, err := loadMemories(ctx, q, []int64{id})
	if err != nil {
		return store.Memory{}, err
	}
	m, ok := found[id]
	if !ok {
		return store.Memory{}, noMemory(id)
	}
	return *m, nil
}

func noMemory(id int64) error {
	return store.Errorf(store.NotFound, "there is no memory #%d", id)
}

// loadMemories returns the memories that exist by their ids.
func loadMemories(ctx context.Context, q queryer, ids []int64) (map[int64]*store.Memory, error) {
	list := jsonList(ids)
	found, err := loadRows(ctx, q, list)
	if err != nil || len(found) == 0 {
		return found, err
	}
	if err := loadTexts(ctx, q, list, `select memory_id, tag from tags`, func(id int64, v string) {
		found[id].Tags = append(found[id].Tags, v)
	}); err != nil {
		return nil, err
	}
	if err := loadTexts(ctx, q, list, `select memory_id, path from files`, func(id int64, v string) {
		found[id].Files = append(found[id].Files, v)
	}); err != nil {
		return nil, err
	}
	return found, loadLinks(ctx, q, list, found)
}

const memoryColumns = `m.id, m.uid, m.kind, m.title, m.body, m.project_id, p.name, m.client, coalesce(m.session_id, 0),
	m.state, m.pinned, m.private, m.tokens, m.revision, m.seen, m.created_at, m.updated_at,
	m.reviewed_at, m.snoozed_until, m.expires_at, m.listed_count, m.listed_at,
	m.injected_count, m.injected_at, m.fetched_count, m.fetched_at, m.title_derived`

func loadRows(ctx context.Context, q queryer, list string) (map[int64]*store.Memory, error) {
	rows, err := q.QueryContext(ctx, `select `+memoryColumns+`
		from memories m join projects p on p.id = m.project_id
		where m.id in (select value from json_each(?))`, list)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[int64]*store.Memory{}
	for rows.Next() {
		m := &store.Memory{Tags: []string{}, Files: []string{}, Links: []store.Link{}}
		err := rows.Scan(&m.ID, &m.UID, &m.Kind, &m.Title, &m.Body, &m.ProjectID, &m.Project, &m.Client, &m.Session,
			&m.State, &m.Pinned, &m.Private, &m.Tokens, &m.Revision, &m.Seen, &m.CreatedAt, &m.UpdatedAt,
			&m.ReviewedAt, &m.SnoozedUntil, &m.ExpiresAt, &m.Listed.Count, &m.Listed.Last,
			&m.Injected.Count, &m.Injected.Last, &m.Fetched.Count, &m.Fetched.Last, &m.TitleDerived)
		if err != nil {
			return nil, err
		}
		found[m.ID] = m
	}
	return found, rows.Err()
}

func loadTexts(ctx context.Context, q queryer, list, query string, add func(id int64, v string)) error {
	rows, err := q.QueryContext(ctx, query+` where memory_id in (select value from json_each(?)) order by memory_id, position`, list)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var v string
		if err := rows.Scan(&id, &v); err != nil {
			return err
		}
		add(id, v)
	}
	return rows.Err()
}

func loadLinks(ctx context.Context, q queryer, list string, found map[int64]*store.Memory) error {
	rows, err := q.QueryContext(ctx, `select memory_id, relation, target_id from links
		where memory_id in (select value from json_each(?)) order by memory_id, relation, target_id`, list)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var l store.Link
		if err := rows.Scan(&id, &l.Relation, &l.Target); err != nil {
			return err
		}
		found[id].Links = append(found[id].Links, l)
	}
	return rows.Err()
}

// jsonList is how a list is handed to SQLite as one value.
func jsonList[T any](all []T) string {
	if all == nil {
		return "[]"
	}
	b, _ := json.Marshal(all) // numbers and strings always can be
	return string(b)
}

// column reads the only column of a query's rows.
func column[T any](rows *sql.Rows, err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		var v T
		if err := rows.Scan(&v); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, rows.Err()
}
