package sqlite

import (
	"context"

	"memtray/store"
)

// listRows returns the rows of these memories in the same order, as a reader
// sees them; "" is the person.
func listRows(ctx context.Context, r queryer, ids []int64, reader string) ([]store.Row, error) {
	out, linked, err := readRows(ctx, r, ids)
	if err != nil {
		return nil, err
	}
	for _, i := range linked {
		link, err := newer(ctx, r, store.Author{Client: reader}, out[i].ID)
		if err != nil {
			return nil, err
		}
		out[i].Newer = link.Target
	}
	return out, nil
}

// readRows returns rows, and the places of those that links lead on from.
func readRows(ctx context.Context, r queryer, ids []int64) (out []store.Row, linked []int, err error) {
	rows, err := r.QueryContext(ctx, `select m.id, m.kind, m.title, m.project_id, p.name, m.client, coalesce(m.session_id, 0),
		m.state, m.pinned, m.private, m.reviewed_at <> 0, m.tokens, m.seen, m.fetched_count, m.created_at, m.updated_at, m.revision,
		exists (select 1 from links where target_id = m.id and relation = 'supersedes')
			or exists (select 1 from links where memory_id = m.id and relation = 'merged_into')
		from json_each(?) j cross join memories m on m.id = j.value join projects p on p.id = m.project_id
		order by j.key`, jsonList(ids))
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	out = make([]store.Row, 0, len(ids))
	for rows.Next() {
		var m store.Row
		var leadsOn bool
		err := rows.Scan(&m.ID, &m.Kind, &m.Title, &m.ProjectID, &m.Project, &m.Client, &m.Session,
			&m.State, &m.Pinned, &m.Private, &m.Reviewed, &m.Tokens, &m.Seen, &m.Fetched, &m.CreatedAt, &m.UpdatedAt, &m.Revision,
			&leadsOn)
		if err != nil {
			return nil, nil, err
		}
		if leadsOn {
			linked = append(linked, len(out))
		}
		out = append(out, m)
	}
	return out, linked, rows.Err()
}
