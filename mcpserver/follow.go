package mcpserver

import (
	"context"

	"memtray/store"
	"memtray/store/recall"
)

// follower tells what was written to a store, by whichever process, since it was
// last asked. Asking costs some microseconds while nothing was.
type follower struct {
	store        *recall.Recall // the one that version and seq are of
	version, seq int64
}

// changes returns what was written since the last time. It says to reload if that is
// not known, as at the first time and for another store.
func (f *follower) changes(ctx context.Context, r *recall.Recall) (store.ChangeSet, error) {
	version, err := r.Store().DataVersion(ctx)
	if err != nil || r == f.store && version == f.version {
		return store.ChangeSet{}, err
	}
	after := f.seq
	if r != f.store {
		after = -1
	}
	set, err := r.Store().Changes(ctx, after)
	if err != nil {
		return store.ChangeSet{}, err
	}
	set.Reload = set.Reload || r != f.store
	f.store, f.version, f.seq = r, version, set.Seq
	return set, nil
}

// letIn reports whether changes concern who is let in over HTTP, and where.
func letIn(set store.ChangeSet) bool { return set.Reload || anyOf(set.Other, "token", "setting") }
