package sqlite

import (
	"context"

	"memtray/store"
)

// tokenDeeds are the newest acts and the newest recalls of a token's sessions, in
// one order. Of several memories the first is named.
const tokenDeeds = `
	select d.at, d.what, d.query, coalesce(d.memory, 0), coalesce(m.title, ''), coalesce(w.document, ''), coalesce(w.day, ''), d.count
	from (
		select * from (
			select at, id, case kind when 'save' then 'saved' when 'trash' then 'trashed' when 'delete' then 'trashed'
					else iif(exists (select 1 from writing_revisions where act_id = a.id and revision = 1), 'saved', 'changed') end what,
				'' query, (select min(memory_id) from revisions where act_id = a.id) memory,
				(select min(writing_id) from writing_revisions where act_id = a.id) writing, count
			from acts a where session_id in (select id from sessions where token = ?1) order by id desc limit ?2)
		union all
		select * from (
			select at, id, case kind when 'listed' then 'searched' when 'fetched' then 'read' else 'told' end,
				query, json_extract(memory_ids, '$[0]'), null, json_array_length(memory_ids)
			from recall_log where session_id in (select id from sessions where token = ?1) order by id desc limit ?2)
	) d left join memories m on m.id = d.memory left join writings w on w.id = d.writing
	order by d.at desc, d.id desc limit ?2`

// TokenDeeds returns what was last done with a token. See [store.Store].
func (s *Store) TokenDeeds(ctx context.Context, id int64, limit int) ([]store.TokenDeed, error) {
	if limit < 1 || limit > store.MaxTokenDeeds {
		return nil, store.Errorf(store.Invalid, "1 to %d things that were done with a token can be asked for", store.MaxTokenDeeds)
	}
	out := []store.TokenDeed{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		var known bool
		if err := q.QueryRowContext(ctx, `select exists (select 1 from tokens where id = ?)`, id).Scan(&known); err != nil {
			return err
		}
		if !known {
			return noToken()
		}
		rows, err := q.QueryContext(ctx, tokenDeeds, id, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var d store.TokenDeed
			if err := rows.Scan(&d.At, &d.What, &d.Query, &d.Memory, &d.Title, &d.Document, &d.Day, &d.Count); err != nil {
				return err
			}
			out = append(out, d)
		}
		return rows.Err()
	})
	return out, err
}
