package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"memtray/store"
)

// mustExist fails if there is no store that a process of ours has opened before.
func (s *Store) mustExist() error {
	_, err := os.Stat(filepath.Join(s.home, runDir))
	if err == nil {
		var info os.FileInfo
		if info, err = os.Stat(s.path); err == nil && info.Size() == 0 {
			err = fs.ErrNotExist
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return store.Errorf(store.NotFound, "there is no store in %s", s.home)
	}
	if err != nil {
		return s.unusable(err)
	}
	return nil
}
