package sqlite

import (
	"context"
	"time"
	"unicode/utf8"

	"memtray/store"
)

// AddCalls adds to the numbers of calls, unless the file is busy. See
// [store.Store].
func (s *Store) AddCalls(ctx context.Context, counts []store.CallCount) error {
	for _, c := range counts {
		if err := checkCalls(c); err != nil {
			return err
		}
	}
	err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		for _, c := range counts {
			_, err := t.ExecContext(ctx, `insert into call_counts (day, client, tool, calls, errors) values (?, ?, ?, ?, ?)
				on conflict (day, client, tool) do update set calls = calls + excluded.calls, errors = errors + excluded.errors`,
				c.Day, c.Client, c.Tool, c.Calls, c.Errors)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if store.ErrorCode(err) == store.Busy {
		return nil
	}
	return err
}

func checkCalls(c store.CallCount) error {
	switch {
	case store.CheckDay(c.Day) != nil:
		return store.CheckDay(c.Day)
	case !store.ValidClient(c.Client):
		return store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	case c.Tool == "" || utf8.RuneCountInString(c.Tool) > store.MaxTool:
		return store.Errorf(store.Invalid, "a tool's name must have 1 to %d characters", store.MaxTool)
	case c.Calls < 0 || c.Errors < 0 || c.Errors > c.Calls:
		return store.Errorf(store.Invalid, "numbers of calls must not be negative, and errors not more than calls")
	}
	return nil
}

// CallCounts returns the numbers of calls. See [store.Store].
func (s *Store) CallCounts(ctx context.Context, since string) ([]store.CallCount, error) {
	if err := store.CheckDay(since); err != nil {
		return nil, err
	}
	out := []store.CallCount{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select day, client, tool, calls, errors from call_counts
			where day >= ? order by day desc, client, tool`, since)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c store.CallCount
			if err := rows.Scan(&c.Day, &c.Client, &c.Tool, &c.Calls, &c.Errors); err != nil {
				return err
			}
			out = append(out, c)
		}
		return rows.Err()
	})
	return out, err
}

// cutCalls removes the numbers of calls of days that are too long ago.
func (t *transaction) cutCalls(ctx context.Context) error {
	_, err := t.ExecContext(ctx, `delete from call_counts where day < ?`, t.day(store.CallsKept))
	return err
}

// day returns the UTC day so many days ago.
func (t *transaction) day(ago int) string {
	return t.at.Time().AddDate(0, 0, -ago).Format(time.DateOnly)
}

// sumRecalls adds up a step of what the recall log holds of days that are too
// long ago, and removes it. It reports whether there may be more.
func (t *transaction) sumRecalls(ctx context.Context) (bool, error) {
	old := store.MillisOf(t.at.Time().Truncate(24*time.Hour).AddDate(0, 0, -store.RecallKept))
	const step = ` from recall_log where id in (select id from recall_log where at < ? order by at, id limit ?)`
	_, err := t.ExecContext(ctx, `insert into recall_days (day, client, kind, recalls, memories)
		select date(at / 1000, 'unixepoch') as day, client, kind, count(*), sum(json_array_length(memory_ids))`+step+`
		group by day, client, kind
		on conflict (day, client, kind) do update set recalls = recalls + excluded.recalls, memories = memories + excluded.memories`, old, pruneStep)
	if err != nil {
		return false, err
	}
	res, err := t.ExecContext(ctx, `delete`+step, old, pruneStep)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == pruneStep, err
}
