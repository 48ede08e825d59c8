package sqlite

import (
	"context"

	"memtray/store"
)

// Counts returns the figures beside the views; today begins at since.
func (s *Store) Counts(ctx context.Context, since store.Millis) (store.Counts, error) {
	var c store.Counts
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		return q.QueryRowContext(ctx, `select
			count(*) filter (where state in ('pending', 'active')),
			count(*) filter (where state in ('pending', 'active') and created_at >= ?),
			count(*) filter (where state in ('pending', 'active') and reviewed_at = 0),
			count(*) filter (where state = 'trashed')
			from memories`, since).Scan(&c.Memories, &c.Today, &c.Unreviewed, &c.Trash)
	})
	return c, err
}
