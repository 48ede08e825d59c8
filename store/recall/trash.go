package recall

import (
	"context"

	"memtray/store"
)

// Purged is the outcome of deleting for good.
type Purged struct {
	store.Purged

	// Compacted says that the bytes have left the file as well. If not, others
	// were using it, and upkeep does it later.
	Compacted bool
}

// Purge deletes memories of the trash for good; see [store.Store]. Only the
// person can do that: for a client it returns [store.Invalid].
func (r *Recall) Purge(ctx context.Context, by store.Author, ids []int64) (Purged, error) {
	return r.purge(ctx, by, func() (store.Purged, error) { return r.store.Purge(ctx, ids) })
}

// EmptyTrash deletes all that is in the trash for good, if that are count
// memories; otherwise it returns [store.Conflict]. Only the person can do that.
func (r *Recall) EmptyTrash(ctx context.Context, by store.Author, count int) (Purged, error) {
	return r.purge(ctx, by, func() (store.Purged, error) { return r.store.EmptyTrash(ctx, count) })
}

func (r *Recall) purge(ctx context.Context, by store.Author, do func() (store.Purged, error)) (Purged, error) {
	if by.Kind != store.Person {
		return Purged{}, store.Errorf(store.Invalid, "only the person can delete for good")
	}
	r.activity.used()
	done, err := do()
	if err != nil || len(done.IDs) == 0 {
		return Purged{done, true}, err
	}
	// What the person asked for is done; a failure here only puts off the rest.
	return Purged{done, r.store.Compact(ctx) == nil}, nil
}
