package sqlite

import (
	"context"
	"time"

	"memtray/store/text"
)

const (
	reindexStep  = 100                  // memories of one transaction
	writingStep  = 10                   // documents and notes of one transaction: they may be long
	reindexPause = 5 * time.Millisecond // between two, in which others can write
)

// reindexOlder makes anew what an older tokeniser made, so that questions of
// this program meet it: after an update, or when an older program that still
// runs has saved something. Rows of a newer tokeniser are left to the newer
// program, or two programs would undo each other's work without end. Until it is
// done a search finds by the tokens there are. One that is stopped half-way is
// gone on with the next time.
func (s *Store) reindexOlder(ctx context.Context) error {
	err := s.reindexAll(ctx, (*transaction).reindex, func(ctx context.Context, q queryer) ([]int64, error) {
		return column[int64](q.QueryContext(ctx, `select memory_id from memory_tokens
			where version < ? order by version desc, memory_id desc limit ?`, text.Version, reindexStep))
	})
	if err != nil {
		return err
	}
	return s.reindexAll(ctx, (*transaction).reindexWritings, olderWritings)
}

// reindexAll indexes anew what next returns, step by step, until it returns
// nothing.
func (s *Store) reindexAll(ctx context.Context, reindex func(*transaction, context.Context, []int64) error,
	next func(context.Context, queryer) ([]int64, error)) error {
	for {
		var older []int64
		err := s.read(ctx, func(ctx context.Context, q queryer) (err error) {
			older, err = next(ctx, q)
			return err
		})
		if err != nil || len(older) == 0 {
			return err
		}
		if err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error { return reindex(t, ctx, older) }); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(reindexPause):
		}
	}
}

// reindex makes tokens and index of these memories anew, and takes out of both
// what is not to be found.
func (t *transaction) reindex(ctx context.Context, ids []int64) error {
	found, err := loadMemories(ctx, t, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, ok := found[id]
		if !ok {
			err = t.unindex(ctx, id)
		} else {
			err = t.index(ctx, m)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
