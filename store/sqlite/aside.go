package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
)

// asideMark stands in the name of a file that was set aside, before the time.
const asideMark = ".damaged-"

// sides are what SQLite puts beside its file.
var sides = []string{"", "-wal", "-shm"}

// setAside renames what there is of the file and raises the notice of it.
func (s *Store) setAside(ctx context.Context, cause error) error {
	n := store.Notice{Code: store.NoticeDamaged, Severity: store.Failure, At: s.millis(),
		Cause: cause.Error(), Actions: []store.NoticeAction{store.ActionDismiss}}
	if _, err := os.Lstat(s.path); errors.Is(err, fs.ErrNotExist) {
		n.Code = store.NoticeMissing
	}
	if b, ok := Newest(ctx, s.home, s.now()); ok {
		n.Backup = &b
		n.Actions = []store.NoticeAction{store.ActionRestore, store.ActionDismiss}
		s.above = b.File
	}
	name := s.asideName()
	for _, side := range sides {
		err := os.Rename(s.path+side, filepath.Join(s.home, name+side))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return s.unusable(err)
		}
		if err == nil {
			n.File = name
		}
	}
	_ = Clear(s.home, store.NoticeCorrupt)
	_ = Clear(s.home, store.NoticeIndex)
	return Raise(s.home, n)
}

// asideName returns a name that is not taken, with the time in it.
func (s *Store) asideName() string {
	base := FileName + asideMark + s.now().UTC().Format(stampLayout)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		taken := false
		for _, side := range sides {
			_, err := os.Lstat(filepath.Join(s.home, name+side))
			taken = taken || err == nil
		}
		if !taken {
			return name
		}
	}
}

// SetAside returns the names of the files that were set aside in a data folder,
// oldest first.
func SetAside(home string) []string {
	var names []string
	all, _ := os.ReadDir(home) // none can be read: there are none
	for _, one := range all {
		name := one.Name()
		side := strings.HasSuffix(name, "-wal") || strings.HasSuffix(name, "-shm")
		if strings.HasPrefix(name, FileName+asideMark) && !side {
			names = append(names, name)
		}
	}
	return names
}

// idGap is what an empty store leaves free above the last id of the backup: ids
// that were given after it are in people's notes and clients' sessions.
const idGap = 1000

// leaveIDs makes a new store begin above the ids of the backup that may come
// back into it, so that they keep their numbers.
func (s *Store) leaveIDs(ctx context.Context, tx execer) error {
	if s.above == "" {
		return nil
	}
	c, err := openCopy(ctx, s.above)
	if err != nil {
		return nil // it could be read a moment ago; then its memories get new numbers
	}
	defer c.Close()
	var last int64
	err = c.QueryRowContext(ctx, `select seq from sqlite_sequence where name = 'memories'`).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return explainCopy(s.above, err)
	}
	return keepFree(ctx, tx, (last/idGap+2)*idGap)
}

// keepFree makes new memories begin after a number.
func keepFree(ctx context.Context, tx execer, last int64) error {
	_, err := tx.ExecContext(ctx, `update sqlite_sequence set seq = max(seq, ?) where name = 'memories'`, last)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `insert into sqlite_sequence (name, seq) select 'memories', ?
		where not exists (select 1 from sqlite_sequence where name = 'memories')`, last)
	return err
}
