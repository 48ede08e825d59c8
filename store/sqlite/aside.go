package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memtray/store"
)

// asideMark stands in the name of a file that was set aside, before the time.
const asideMark = ".damaged-"

// setAside raises the notice of a file that cannot be read and renames what there
// is of it. In this order, so that neither a full disk nor a kill hides it: where
// no notice can be written all stays as it is.
func (s *Store) setAside(ctx context.Context, real string, cause error) error {
	n := store.Notice{Code: store.NoticeDamaged, Severity: store.Failure, At: s.millis(),
		Cause: cause.Error(), Actions: []store.NoticeAction{store.ActionDismiss}}
	there := lookAt(real)
	if there[0] == nil {
		n.Code = store.NoticeMissing
	}
	if b, ok := s.offered(ctx); ok {
		n.Backup = &b
		n.Actions = []store.NoticeAction{store.ActionRestore, store.ActionDismiss}
	}
	aside := sides
	if there[0] == nil && !hasFrames(real+sides[1]) {
		aside = nil // nothing is left of it
	} else {
		n.File = s.asideName(real)
	}
	if err := Raise(s.home, n); err != nil {
		return &store.Error{Code: store.Internal, Err: errors.Join(err, cause),
			Message: fmt.Sprintf("%s cannot be read and has to be set aside, but no notice of it can be written in %s; free some space and check its permissions", s.path, s.home)}
	}
	if err := rename(real, n.File, aside...); err != nil {
		return s.unusable(err)
	}
	if err := removeSides(real); err != nil {
		return s.unusable(err)
	}
	return errors.Join(Clear(s.home, store.NoticeCorrupt), Clear(s.home, store.NoticeIndex))
}

// setLogAside renames the log and index beside a file which are not that file's.
func (s *Store) setLogAside(real string) error {
	if !hasFrames(real + sides[1]) {
		if err := removeSides(real); err != nil {
			return s.unusable(err)
		}
		return nil
	}
	n := store.Notice{Code: store.NoticeLog, Severity: store.Warning, At: s.millis(), File: s.asideName(real),
		Actions: []store.NoticeAction{store.ActionDismiss}}
	if err := Raise(s.home, n); err != nil {
		return s.unusable(err)
	}
	if err := rename(real, n.File, sides[1:]...); err != nil {
		return s.unusable(err)
	}
	return nil
}

// hasFrames reports whether a log has anything in it.
func hasFrames(log string) bool {
	info, err := os.Stat(log)
	return err == nil && info.Size() > 0
}

// removeSides removes an empty log and an index, which hold nothing.
func removeSides(real string) error {
	for _, side := range sides[1:] {
		if err := os.Remove(real + side); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// rename gives what there is of a file another name beside it.
func rename(real, name string, sides ...string) error {
	for _, side := range sides {
		err := os.Rename(real+side, filepath.Join(filepath.Dir(real), name+side))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// asideName returns a name that is not taken, with the time in it. A log without
// its file gets the name of that file, if it was set aside before, as by a process
// that was killed in between.
func (s *Store) asideName(real string) string {
	dir := filepath.Dir(real)
	if _, err := os.Lstat(real); errors.Is(err, fs.ErrNotExist) {
		if n, ok := noticeOf(s.home, store.NoticeDamaged); ok && n.File != "" && belongs(filepath.Join(dir, n.File), real+sides[1]) {
			return n.File
		}
	}
	base := FileName + asideMark + s.now().UTC().Format(stampLayout)
	for n := 1; ; n++ {
		name := base
		if n > 1 {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		if lookAt(filepath.Join(dir, name)) == (found{}) {
			return name
		}
	}
}

// belongs reports whether a log is provably that of a file which has none.
func belongs(file, log string) bool {
	main, n, err := mainHeader(file)
	inLog, ok := logHeader(log)
	_, taken := os.Lstat(file + sides[1])
	return err == nil && ok && n == len(main) && main.file() != 0 && main.file() == inLog.file() && taken != nil
}

// SetAside returns the paths of the files that were set aside in a data folder,
// oldest first. The path of a log without its file ends in -wal.
func SetAside(home string) []string {
	dir := filepath.Dir(follow(filepath.Join(home, FileName)))
	var paths []string
	all, _ := os.ReadDir(dir) // none can be read: there are none
	for _, one := range all {
		name := one.Name()
		if !strings.HasPrefix(name, FileName+asideMark) || strings.HasSuffix(name, sides[2]) {
			continue
		}
		path := filepath.Join(dir, name)
		if file, isLog := strings.CutSuffix(path, sides[1]); isLog && slices.Contains(paths, file) {
			continue
		}
		paths = append(paths, path)
	}
	return paths
}

// offered returns the backup to restore: that of a notice which waits, since a
// newer one has only what was saved after it, else the newest that can be read.
func (s *Store) offered(ctx context.Context) (store.Backup, bool) {
	for _, code := range []store.NoticeCode{store.NoticeDamaged, store.NoticeMissing} {
		if n, ok := noticeOf(s.home, code); ok && n.Backup != nil {
			if _, err := Inspect(ctx, n.Backup.File); err == nil {
				return *n.Backup, true
			}
		}
	}
	return Newest(ctx, s.home, s.now())
}

// idGap is what an empty store leaves free above the last id that it knows of: ids
// that were given after it are in people's notes and clients' sessions.
const idGap = 1000

// leaveIDs makes a new store begin above the ids of all that may come back into
// it: the newest backup and what was set aside. What of that cannot be read gave
// ids too, after the others.
func (s *Store) leaveIDs(ctx context.Context, tx execer) error {
	former := SetAside(s.home)
	if b, ok := Newest(ctx, s.home, s.now()); ok {
		former = append(former, b.File)
	}
	if len(former) == 0 {
		return nil
	}
	last, unread := int64(0), int64(0)
	for _, path := range former {
		id, err := lastID(ctx, path)
		if err != nil {
			unread++
		}
		last = max(last, id)
	}
	return keepFree(ctx, tx, (last/idGap+1+max(unread, 1))*idGap)
}

// lastID returns the last id that a copy of a store gave.
func lastID(ctx context.Context, path string) (id int64, err error) {
	c, err := openCopy(ctx, path)
	if err != nil {
		return 0, err
	}
	defer c.Close()
	err = c.QueryRowContext(ctx, `select coalesce(max(seq), 0) from sqlite_sequence where name = 'memories'`).Scan(&id)
	return id, err
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
