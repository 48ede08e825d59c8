package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	lib "modernc.org/sqlite/lib"

	"memtray/store"
)

// openLock is held while a process opens the file: shared, or alone by the one
// that sets a damaged file aside. Nobody then takes a file that is being made
// for a damaged one, and two do not set the same one aside.
const openLock = "open.lock"

// errUnreadable marks what cannot be a store, nor another program's database.
var errUnreadable = errors.New("the file cannot be read as a database")

func isDamage(err error) bool {
	code := primaryCode(err)
	return code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB || errors.Is(err, errUnreadable)
}

// enter opens the file. One that is damaged or gone is set aside, with a notice,
// and an empty one begun: clients go on saving, and nothing is deleted.
func (s *Store) enter(ctx context.Context) error {
	lock := flock.New(filepath.Join(s.home, runDir, openLock), flock.SetPermissions(0o600))
	if err := s.hold(ctx, lock.TryRLockContext); err != nil {
		return err
	}
	err := s.attempt(ctx, false)
	_ = lock.Unlock()
	if !isDamage(err) {
		return err
	}
	if err := s.hold(ctx, lock.TryLockContext); err != nil {
		return err
	}
	defer lock.Unlock()
	if err = s.attempt(ctx, false); !isDamage(err) {
		return err // another process was first
	}
	if err := s.setAside(ctx, err); err != nil {
		return fmt.Errorf("set the damaged file aside: %w", err)
	}
	return s.attempt(ctx, true)
}

// hold takes the lock of opening in one of its two ways.
func (s *Store) hold(ctx context.Context, try func(context.Context, time.Duration) (bool, error)) error {
	wait, cancel := context.WithTimeout(ctx, busyTimeout)
	defer cancel()
	_, err := try(wait, 10*time.Millisecond)
	switch {
	case err == nil, ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return busy(err)
	}
	return s.unusable(err)
}

// attempt prepares the files and connects. A new file is refused with
// [errUnreadable] where there are signs that it should not be new, unless that
// is known.
func (s *Store) attempt(ctx context.Context, known bool) error {
	if !known {
		if err := s.suspectNew(); err != nil {
			return err
		}
	}
	if err := s.prepareFiles(); err != nil {
		return err
	}
	if err := s.connect(ctx); err != nil {
		return err
	}
	return s.lookCloser(ctx)
}

// suspectNew fails if the file is empty or gone though there was one: its
// write-ahead log, which SQLite would delete, or its backups are still there.
func (s *Store) suspectNew() error {
	if info, err := os.Stat(s.path); err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if info, err := os.Stat(s.path + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%w: it is empty beside its write-ahead log", errUnreadable)
	}
	if len(Backups(s.home)) > 0 {
		return fmt.Errorf("%w: it is empty though there are backups", errUnreadable)
	}
	return nil
}

// lookCloser checks a file in which damage was met by a process that had it
// open. Where only the search index is damaged, the memories can be used.
func (s *Store) lookCloser(ctx context.Context) error {
	if !raised(s.home, store.NoticeCorrupt) {
		return nil
	}
	found, err := integrity(ctx, s.readers)
	if err == nil && len(found.file) > 0 {
		err = fmt.Errorf("%w: %s", errUnreadable, found.file[0])
	}
	if isDamage(err) {
		s.disconnect()
		return err
	}
	if err == nil && len(found.index) > 0 {
		s.raise(store.NoticeIndex)
	}
	if err == nil {
		err = Clear(s.home, store.NoticeCorrupt)
	}
	if err != nil {
		s.disconnect()
	}
	return err
}

// raise notes damage that was met while running. That it cannot be noted, as on
// a full disk, is no reason to hide the failure itself.
func (s *Store) raise(code store.NoticeCode) {
	if raised(s.home, code) {
		return
	}
	n := store.Notice{Code: code, Severity: store.Failure, At: s.millis(), Actions: []store.NoticeAction{}}
	if code == store.NoticeIndex {
		n.Actions = append(n.Actions, store.ActionRepair)
	}
	_ = Raise(s.home, n)
}
