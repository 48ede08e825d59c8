package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"memtray/store"
)

// Timeline returns the memories around a point in time.
func (s *Store) Timeline(ctx context.Context, q store.TimelineQuery) (store.Timeline, error) {
	if err := checkTimeline(q); err != nil {
		return store.Timeline{}, err
	}
	var out store.Timeline
	err := s.read(ctx, func(ctx context.Context, r queryer) (err error) {
		if q.ID != 0 {
			if q.At, err = anchor(ctx, r, q); err != nil {
				return err
			}
		}
		before, earlier, err := side(ctx, r, q, true)
		if err != nil {
			return err
		}
		after, later, err := side(ctx, r, q, false)
		if err != nil {
			return err
		}
		slices.Reverse(before)
		if q.ID != 0 {
			before = append(before, q.ID)
		}
		out.Earlier, out.Later = earlier, later
		if out.Rows, err = listRows(ctx, r, append(before, after...), q.Filter.Reader); err != nil {
			return err
		}
		out.Sessions, err = sessionsOf(ctx, r, out.Rows)
		return err
	})
	if err != nil {
		return store.Timeline{}, err
	}
	return out, nil
}

func checkTimeline(q store.TimelineQuery) error {
	if q.Before < 0 || q.Before > store.MaxPage || q.After < 0 || q.After > store.MaxPage {
		return store.Errorf(store.Invalid, "before and after must be 0 to %d", store.MaxPage)
	}
	return q.Filter.Validate()
}

// anchor returns when the memory that a timeline is around was saved.
func anchor(ctx context.Context, r queryer, q store.TimelineQuery) (at store.Millis, err error) {
	err = r.QueryRowContext(ctx, `select created_at from memories where id = ?1 and state <> 'trashed'
		and (?2 = '' or private = 0 and (state <> 'pending' or client = ?2))`, q.ID, q.Filter.Reader).Scan(&at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, store.Errorf(store.NotFound, "there is no memory #%d", q.ID)
	}
	return at, err
}

// side returns the ids of one side of a timeline, nearest first, and how many
// more there are.
func side(ctx context.Context, r queryer, q store.TimelineQuery, before bool) (ids []int64, more int, err error) {
	count, page := sideStatements(q, before)
	var total int
	if err := r.QueryRowContext(ctx, count.text, count.args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	ids, err = column[int64](r.QueryContext(ctx, page.text, page.args...))
	return ids, total - len(ids), err
}

// statement is SQL with its arguments.
type statement struct {
	text string
	args []any
}

// sideStatements returns what counts one side of a timeline and what selects it.
func sideStatements(q store.TimelineQuery, before bool) (count, page statement) {
	sel := selectionOf(store.Query{Filter: q.Filter})
	created := `m.created_at`
	if len(q.Filter.Projects) > 0 {
		created = `+m.created_at` // the index by project leads: it holds all that is asked for
	}
	order, limit := ` order by m.created_at, m.id limit ?`, q.After
	switch {
	case before && q.ID != 0:
		sel.add(created+` <= ? and (m.created_at < ? or m.id < ?)`, q.At, q.At, q.ID)
	case before:
		sel.add(created+` < ?`, q.At)
	case q.ID != 0:
		sel.add(created+` >= ? and (m.created_at > ? or m.id > ?)`, q.At, q.At, q.ID)
	default:
		sel.add(created+` >= ?`, q.At)
	}
	if before {
		order, limit = ` order by m.created_at desc, m.id desc limit ?`, q.Before
	}
	from, args := sel.from(true)
	return statement{`select count(*)` + from, args}, statement{`select m.id` + from + order, append(slices.Clone(args), limit)}
}

// sessionsOf returns the sessions of rows.
func sessionsOf(ctx context.Context, r queryer, rows []store.Row) (map[int64]store.Session, error) {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.Session
	}
	found, err := r.QueryContext(ctx, `select id, client, started_at, last_at from sessions
		where id in (select value from json_each(?))`, jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer found.Close()
	out := map[int64]store.Session{}
	for found.Next() {
		var id int64
		var s store.Session
		if err := found.Scan(&id, &s.Client, &s.StartedAt, &s.LastAt); err != nil {
			return nil, err
		}
		out[id] = s
	}
	return out, found.Err()
}
