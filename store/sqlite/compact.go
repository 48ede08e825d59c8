package sqlite

import (
	"context"
	"errors"
	"time"

	"memtray/store"
)

const (
	mergePages      = 400             // of the index, rewritten by one transaction
	compactPatience = 2 * time.Second // for each step; what is left undone can wait
)

// Compact takes out of the file what was deleted for good. See [store.Store].
func (s *Store) Compact(ctx context.Context) error {
	return s.compact(ctx, min(s.patience, compactPatience))
}

func (s *Store) compact(ctx context.Context, patience time.Duration) error {
	began := s.millis()
	for _, index := range []string{"search", "writing_search"} {
		if err := s.mergeIndex(ctx, index, patience); err != nil {
			return err
		}
	}
	err := s.alone(ctx, patience, func(ctx context.Context) error {
		_, err := s.writer.conn.ExecContext(ctx, `vacuum`)
		return err
	})
	if err != nil {
		return err
	}
	return s.alone(ctx, patience, func(ctx context.Context) error {
		if err := s.truncateLog(ctx); err != nil {
			return err
		}
		return s.transact(ctx, patience, func(ctx context.Context, t *transaction) error {
			if err := t.mark(ctx, upkeepCompact); err != nil {
				return err
			}
			// What was purged meanwhile waits for the next time; a mark of the
			// future is of a wrong clock, long before.
			_, err := t.ExecContext(ctx, `delete from upkeep where what in ('left', 'asked') and (at <= ? or at > ?)`, began, t.at)
			return err
		})
	})
}

// mergeIndex rewrites a search index as one piece: a token of a deleted text
// stays in it until then. A merge that begins negative takes in everything, the
// following ones go on with it until they find nothing to do.
func (s *Store) mergeIndex(ctx context.Context, index string, patience time.Duration) error {
	for pages := -mergePages; ; pages = mergePages {
		var before, after int64
		err := s.alone(ctx, patience, func(ctx context.Context) error {
			return s.transact(ctx, patience, func(ctx context.Context, t *transaction) error {
				const changes = `select total_changes()`
				if err := t.QueryRowContext(ctx, changes).Scan(&before); err != nil {
					return err
				}
				if _, err := t.ExecContext(ctx, `insert into `+index+` (`+index+`, rank) values ('merge', ?)`, pages); err != nil {
					return err
				}
				return t.QueryRowContext(ctx, changes).Scan(&after)
			})
		})
		if err != nil || after-before < 2 { // the insert itself counts as one
			return err
		}
	}
}

// errRead says that somebody still reads an older state of the file.
var errRead = errors.New("an older state of the file is being read")

// truncateLog moves all that the write-ahead log holds into the file and empties
// it.
func (s *Store) truncateLog(ctx context.Context) error {
	var blocked, frames, moved int
	err := s.writer.conn.QueryRowContext(ctx, `pragma wal_checkpoint(truncate)`).Scan(&blocked, &frames, &moved)
	if err == nil && blocked != 0 {
		err = errRead
	}
	return err
}

// alone runs do when it is this process's turn to write, and again while another
// process is in the way, until ctx or patience is at its end.
func (s *Store) alone(ctx context.Context, patience time.Duration, do func(ctx context.Context) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	deadline := time.Now().Add(max(patience, attempt))
	turn, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	if err := s.writer.take(turn); err != nil {
		if ctx.Err() == nil {
			err = inUse(err)
		}
		return err
	}
	defer s.writer.give()
	for {
		err := do(ctx)
		inTheWay := isBusy(err) || errors.Is(err, errRead)
		switch {
		case !inTheWay:
			return s.explain(err)
		case ctx.Err() != nil:
			return ctx.Err()
		case time.Now().After(deadline):
			return inUse(err)
		}
	}
}

func inUse(err error) error {
	return &store.Error{Code: store.Busy, Err: err,
		Message: "another program is using the memory file; what was deleted is gone for everyone, its bytes leave the file when nobody uses it"}
}
