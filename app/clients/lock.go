package clients

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"memtray/store"
)

// acquireOwn takes the lock of everything that is registered in a data folder
// and returns how to release it. It goes with its holder, however that ends. A
// held lock is waited for, at most ownWait; then it is a [store.Busy] error.
func acquireOwn(ctx context.Context, home string) (release func(), err error) {
	lock := flock.New(filepath.Join(home, "run", "clients.lock"), flock.SetPermissions(0o600))
	short, cancel := context.WithTimeout(ctx, ownWait)
	defer cancel()
	switch _, err := lock.TryLockContext(short, lockPoll); {
	case err == nil:
		return func() { _ = lock.Unlock() }, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case short.Err() != nil:
		return nil, store.Errorf(store.Busy, "another Memtray is changing the files of clients; try again in a moment")
	default:
		return nil, fmt.Errorf("lock the files of clients: %w", err)
	}
}

// A client's lock is a folder FILE.lock beside the path that the client uses. The
// client renews its time every few seconds, so that an old one has lost its
// holder.
const (
	lockStale = 10 * time.Second // as the client itself takes over
	lockWait  = 5 * time.Second
	lockPoll  = 50 * time.Millisecond
	ownWait   = 20 * time.Second // in which a hundred others get done
)

// acquire takes the lock of a file and returns how to release it. A held lock
// is waited for, at most lockWait; then it is a [store.Busy] error. Where the
// file's folder does not exist there is nothing to lock.
func acquire(ctx context.Context, path string) (release func(), err error) {
	lock := path + ".lock"
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	for {
		err := os.Mkdir(lock, 0o700)
		switch {
		case err == nil:
			return func() { os.Remove(lock) }, nil
		case errors.Is(err, fs.ErrNotExist):
			return func() {}, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, store.Errorf(store.Invalid, "%s cannot be made (%s); check its folder, then try again", lock, reason(err))
		}
		if stale(lock) && os.Remove(lock) == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil, store.Errorf(store.Busy, "%s is held by another program; close it and try again, or remove the folder if nothing uses it", lock)
		case <-time.After(lockPoll):
		}
	}
}

func stale(lock string) bool {
	info, err := os.Stat(lock)
	return err == nil && info.IsDir() && time.Since(info.ModTime()) > lockStale
}
