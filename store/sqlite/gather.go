package sqlite

import (
	"cmp"
	"context"
	"slices"

	"memtray/store"
)

// Gather returns for each group of q its first rows and how many it has.
func (s *Store) Gather(ctx context.Context, q store.GatherQuery) ([]store.Gathered, error) {
	if err := q.Validate(); err != nil {
		return nil, err
	}
	out := make([]store.Gathered, len(q.Limits))
	err := s.read(ctx, func(ctx context.Context, r queryer) error {
		gone, err := gone(ctx, r, q.At)
		if err != nil {
			return err
		}
		groups, err := sortOutlines(ctx, r, q, gone)
		if err != nil {
			return err
		}
		for i, g := range groups {
			out[i] = store.Gathered{Total: len(g)}
			if out[i].Rows, err = gatherRows(ctx, r, best(g, q.Limits[i]), q.Start); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

const (
	goneStatement = `select l.target_id from links l join memories m on m.id = l.memory_id
			where l.relation = 'supersedes' and m.state in ('active', 'archived')
		union all select memory_id from links where relation = 'merged_into'
		union all select id from memories where expires_at > 0 and expires_at <= ?`

	outlineStatement = `select id, project_id, kind, pinned, fetched_count, created_at
		from memories indexed by memories_filter
		where project_id in (select value from json_each(?)) and state = 'active' and private = 0`
)

// gone returns the memories that have expired or whose place another one takes. One that is only pending takes no place yet.
func gone(ctx context.Context, r queryer, at store.Millis) (map[int64]bool, error) {
	ids, err := column[int64](r.QueryContext(ctx, goneStatement, at))
	if err != nil {
		return nil, err
	}
	out := make(map[int64]bool, len(ids))
	for _, id := range ids {
		out[id] = true
	}
	return out, nil
}

// ranked is a memory in its group.
type ranked struct {
	id   int64
	rank float64
}

// sortOutlines puts the memories that may be told into their groups. What it
// reads of them is all in the index.
func sortOutlines(ctx context.Context, r queryer, q store.GatherQuery, gone map[int64]bool) ([][]ranked, error) {
	groups := make([][]ranked, len(q.Limits))
	rows, err := r.QueryContext(ctx, outlineStatement, jsonList(q.Projects))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var o store.Outline
		if err := rows.Scan(&o.ID, &o.ProjectID, &o.Kind, &o.Pinned, &o.Fetched, &o.CreatedAt); err != nil {
			return nil, err
		}
		if gone[o.ID] {
			continue
		}
		if g, rank := q.Sort(o); g >= 0 && g < len(groups) {
			groups[g] = append(groups[g], ranked{o.ID, rank})
		}
	}
	return groups, rows.Err()
}

// best returns the ids of the n highest, highest first.
func best(g []ranked, n int) []int64 {
	slices.SortFunc(g, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.id, a.id))
	})
	ids := make([]int64, min(n, len(g)))
	for i := range ids {
		ids[i] = g[i].id
	}
	return ids
}

// gatherRows reads memories in the order of ids.
func gatherRows(ctx context.Context, r queryer, ids []int64, start int) ([]store.GatheredRow, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	rows, err := r.QueryContext(ctx, `select m.id, m.kind, m.title, m.title_derived, substr(m.body, 1, ?), length(m.body) <= ?, m.tokens, m.created_at
		from json_each(?) j cross join memories m on m.id = j.value order by j.key`, start, start, jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := make([]store.GatheredRow, 0, len(ids))
	for rows.Next() {
		var m store.GatheredRow
		if err := rows.Scan(&m.ID, &m.Kind, &m.Title, &m.TitleDerived, &m.Start, &m.Whole, &m.Tokens, &m.CreatedAt); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, rows.Err()
}
