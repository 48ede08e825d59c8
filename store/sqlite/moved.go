package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
)

// movedFile stays in a data folder whose content went elsewhere, and holds the
// path of that folder. Programs that were told of the former one find the new one
// by it, and none begins an empty store there.
const movedFile = "moved.txt"

// maxMoves is how many such files may lead on to one another.
const maxMoves = 8

// movedTo returns where the content of a data folder went, "" if it is there.
func movedTo(home string) string {
	text, err := os.ReadFile(filepath.Join(home, movedFile))
	if err != nil {
		return ""
	}
	if to := strings.TrimSpace(string(text)); filepath.IsAbs(to) {
		return filepath.Clean(to)
	}
	return ""
}

// whereNow follows a data folder to where its content is now. Returns
// [store.NotFound] if that folder is not there.
func whereNow(home string) (string, error) {
	now := home
	for range maxMoves {
		to := movedTo(now)
		if to == "" {
			return now, nil
		}
		note := filepath.Join(now, movedFile)
		if _, err := os.Stat(filepath.Join(to, FileName)); err != nil && movedTo(to) == "" {
			if errors.Is(err, fs.ErrNotExist) {
				return "", store.Errorf(store.NotFound, "the memories of %s were moved to %s, where they are not: connect that drive, or run memtray-mcp move again if it was interrupted; to begin anew, delete %s", home, to, note)
			}
			return "", store.Errorf(store.Internal, "the memories of %s were moved to %s, which cannot be read; check its permissions", home, to)
		}
		now = to
	}
	return "", store.Errorf(store.Invalid, "the files %s of %s and other data folders lead in a circle; run memtray-mcp move again if it was interrupted, or delete the wrong one", movedFile, home)
}

// notMoved is a [store.NotFound] error if the content of the data folder went
// elsewhere while this process had not yet opened it.
func (s *Store) notMoved() error {
	if to := movedTo(s.home); to != "" {
		return store.Errorf(store.NotFound, "the memories were moved from %s to %s: start this program, or the client that runs it, anew", s.home, to)
	}
	return nil
}
