package sqlite

import (
	"context"
	"strings"

	"memtray/store"
)

const (
	sharingLooked = 250 // of the newest memories that hold one term
	sharingSpare  = 8   // times as many as are asked for, since the filter takes some out
)

// Sharing returns the memories that hold the most of q's terms. See [store.Store].
//
// It counts instead of asking for bm25, which for each term of the expression,
// marks of scope too, goes through the whole index, and reads a row for each match.
func (s *Store) Sharing(ctx context.Context, q store.Query, n int) ([]store.Memory, error) {
	if n < 1 || n > store.MaxCandidates {
		return nil, store.Errorf(store.Invalid, "between 1 and %d memories can be asked for", store.MaxCandidates)
	}
	if err := q.Filter.Validate(); err != nil {
		return nil, err
	}
	out := []store.Memory{}
	if len(q.Terms) == 0 {
		return out, nil
	}
	query, args := sharing(q, n)
	err := s.read(ctx, func(ctx context.Context, r queryer) error {
		ids, err := column[int64](r.QueryContext(ctx, query, args...))
		if err != nil {
			return err
		}
		found, err := loadMemories(ctx, r, ids)
		for _, id := range ids {
			if m, ok := found[id]; ok {
				out = append(out, *m)
			}
		}
		return err
	})
	return out, err
}

func sharing(q store.Query, n int) (string, []any) {
	var each []string
	var args []any
	for _, t := range q.Terms {
		each = append(each, `select * from (select rowid from search where search match ? order by rowid desc limit ?)`)
		args = append(args, narrow(expression(t), q.Filter.Projects, projectMark), sharingLooked)
	}
	args = append(args, sharingSpare*n)
	states := q.Filter.States
	if len(states) == 0 {
		states = []store.State{store.Pending, store.Active}
	}
	var rest selection
	rest.in(`m.state`, jsonList(states))
	rest.scope(q.Filter)
	rest.rest(q.Filter)
	return `select m.id from (select rowid as id, count(*) as terms from (` + strings.Join(each, ` union all `) + `)
			group by rowid order by count(*) desc, rowid desc limit ?) g
		cross join memories m on m.id = g.id
		where ` + strings.Join(rest.where, ` and `) + `
		and not exists (select 1 from links l join memories h on h.id = l.memory_id
			where l.target_id = m.id and l.relation = 'supersedes' and h.state <> 'trashed')
		and not exists (select 1 from links where memory_id = m.id and relation = 'merged_into')
		order by g.terms desc, m.id desc limit ?`, append(append(args, rest.args...), n)
}
