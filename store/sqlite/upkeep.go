package sqlite

import (
	"context"
	"time"

	"memtray/store"
)

// What the table upkeep notes.
const (
	upkeepPurge   = "purge"
	upkeepCompact = "compact"
	upkeepLeft    = "left"
	upkeepAsked   = "asked"
)

// upkeepEvery is how long after one purge or compaction the next is due.
const upkeepEvery = store.Millis(24 * time.Hour / time.Millisecond)

// Upkeep does what is due. See [store.Store].
func (s *Store) Upkeep(ctx context.Context) error {
	if err := s.reindexOlder(ctx); err != nil {
		return err
	}
	due, err := s.due(ctx)
	if err != nil {
		return err
	}
	if due.purge {
		if err := s.purgeOld(ctx); err != nil {
			return err
		}
		if due, err = s.due(ctx); err != nil {
			return err
		}
	}
	if due.compact {
		return s.compact(ctx, 0)
	}
	return nil
}

type due struct{ purge, compact bool }

// due reports what is to be done. A mark of the future, left while the clock was
// wrong, says nothing.
func (s *Store) due(ctx context.Context) (due, error) {
	var d due
	now := s.millis()
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		return q.QueryRowContext(ctx, `select
			not exists (select 1 from upkeep where what = 'purge' and at > ?1 and at <= ?2),
			exists (select 1 from upkeep where what = 'asked') or exists (select 1 from upkeep where what = 'left')
				and not exists (select 1 from upkeep where what = 'compact' and at > ?1 and at <= ?2)`,
			now-upkeepEvery, now).Scan(&d.purge, &d.compact)
	})
	return d, err
}

// mark notes that something was done, or asked for, now.
func (t *transaction) mark(ctx context.Context, what string) error {
	_, err := t.ExecContext(ctx, `insert into upkeep (what, at) values (?, ?)
		on conflict (what) do update set at = excluded.at`, what, t.at)
	return err
}

// purgeOld purges, step by step, what has been in the trash for long enough. A
// process that is stopped half-way leaves the rest for the next.
func (s *Store) purgeOld(ctx context.Context) error {
	defer s.listPurged(context.WithoutCancel(ctx))
	for {
		more := false
		err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
			old, err := column[int64](t.QueryContext(ctx, `select id from memories indexed by memories_filter
				where state = 'trashed' and updated_at <= ? limit ?`,
				t.at-store.Millis(store.TrashKept.Milliseconds()), purgeStep))
			if err != nil {
				return err
			}
			gone, err := t.purge(ctx, old)
			if err != nil {
				return err
			}
			texts, err := t.purgeOldWritings(ctx)
			if err != nil {
				return err
			}
			declined, err := t.forgetDeclined(ctx)
			if err != nil {
				return err
			}
			if len(gone)+texts > 0 || declined > 0 {
				if err := t.mark(ctx, upkeepLeft); err != nil {
					return err
				}
			}
			cut, err := t.cutChanges(ctx)
			if err != nil {
				return err
			}
			summed, err := t.sumRecalls(ctx)
			if err != nil {
				return err
			}
			if more = len(old) == purgeStep || texts == purgeStep || cut == pruneStep || summed; more {
				return nil
			}
			if err := t.cutCalls(ctx); err != nil {
				return err
			}
			return t.mark(ctx, upkeepPurge)
		})
		if err != nil || !more {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}
