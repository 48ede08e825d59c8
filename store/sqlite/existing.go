package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"memtray/store"
)

// enterExisting opens the file if it is a store that other processes keep whole.
func (s *Store) enterExisting(ctx context.Context) error {
	none := store.Errorf(store.NotFound, "there is no store in %s", s.home)
	// Without the folder of the locks no process of ours has opened the file yet.
	if _, err := os.Stat(filepath.Join(s.home, runDir)); errors.Is(err, fs.ErrNotExist) {
		return none
	}
	lock := flock.New(filepath.Join(s.home, runDir, openLock), flock.SetPermissions(0o600))
	if err := s.hold(ctx, lock.TryRLockContext); err != nil {
		return err
	}
	defer lock.Unlock()
	f, err := os.OpenFile(s.path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return none
	}
	if err != nil {
		return s.unusable(err)
	}
	defer f.Close()
	if s.file, err = f.Stat(); err != nil {
		return s.unusable(err)
	}
	if s.file.Size() == 0 {
		return none
	}
	if err = checkHeader(f, s.path); err == nil {
		err = s.connect(ctx)
	}
	if err == nil && raised(s.home, store.NoticeCorrupt) {
		s.disconnect()
		err = errUnreadable
	}
	if isDamage(err) {
		return store.Errorf(store.Damaged, "the memory file is damaged")
	}
	return err
}
