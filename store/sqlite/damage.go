package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	lib "modernc.org/sqlite/lib"

	"memtray/store"
)

// openLock is held alone by the process that opens the file, or sets a damaged
// one aside, for as long as one attempt takes. Nobody then takes a file that is
// being made for a damaged one, and two do not set the same one aside.
const openLock = "open.lock"

// errUnreadable marks what cannot be a store, nor another program's database.
var errUnreadable = errors.New("the file cannot be read as a database")

func isDamage(err error) bool {
	code := primaryCode(err)
	return code == lib.SQLITE_CORRUPT || code == lib.SQLITE_NOTADB || errors.Is(err, errUnreadable)
}

// errFormer says that somebody still uses the file with side files that are no
// longer beside it.
var errFormer = errors.New("others use the file with former side files")

// enter opens the file. One that is damaged or gone is set aside, with a notice,
// and an empty one begun: clients go on saving, and nothing is deleted. Had says
// that this process had a file open, so that one must be there. It is tried again
// for as long as a write waits: while others do the same, since the switch of a
// new file to WAL does not consult the busy timeout, while another program keeps
// the file for itself, and until all have left side files that are gone.
func (s *Store) enter(ctx context.Context, had bool) (*connection, error) {
	if err := s.notMoved(); err != nil {
		return nil, err
	}
	if s.existing {
		if err := s.mustExist(); err != nil {
			return nil, err
		}
	} else if err := os.MkdirAll(filepath.Join(s.home, runDir), 0o700); err != nil {
		return nil, s.unusable(err)
	}
	for start := time.Now(); ; {
		c, err := s.attempt(ctx, had)
		waits := isBusy(err) || errors.Is(err, errFormer)
		if err == nil || !waits && !isTorn(err) {
			return c, err
		}
		if time.Since(start) >= s.patience {
			if waits {
				err = s.kept(err)
			}
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(5+rand.IntN(21)) * time.Millisecond):
		}
	}
}

// attempt opens the file under the lock of opening.
func (s *Store) attempt(ctx context.Context, had bool) (*connection, error) {
	lock := flock.New(filepath.Join(s.home, runDir, openLock), flock.SetPermissions(0o600))
	if err := s.waitFor(ctx, lock); err != nil {
		return nil, err
	}
	defer lock.Close()
	if err := s.notMoved(); err != nil { // while this waited
		return nil, err
	}
	real := follow(s.path)
	c, err := s.join(ctx, real, had)
	if !isDamage(err) {
		return c, err
	}
	if s.existing {
		return nil, store.Errorf(store.Damaged, "the memory file is damaged")
	}
	if err := s.setAside(ctx, real, err); err != nil {
		return nil, err
	}
	return s.join(ctx, real, false)
}

// waitFor takes the lock of opening.
func (s *Store) waitFor(ctx context.Context, lock *flock.Flock) error {
	wait, cancel := context.WithTimeout(ctx, busyTimeout)
	defer cancel()
	_, err := lock.TryLockContext(wait, 10*time.Millisecond)
	switch {
	case err == nil, ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return busy(err)
	}
	return s.unusable(err)
}

// join opens the three files: as the first one, or the same ones that others have
// open. The caller holds the lock of opening.
func (s *Store) join(ctx context.Context, real string, had bool) (*connection, error) {
	there, theirs := lookAt(real).names(), nobodys
	if !s.unused() {
		had = true
		var err error
		if theirs, err = s.filesOfOthers(); err != nil {
			return nil, errFormer // they have lost it
		}
	}
	first := theirs[0] != there[0] // or nobody has anything open
	switch {
	case first:
		if err := s.suspectNew(real, had); err != nil {
			return nil, err
		}
		if err := s.clearSides(real, there, theirs); err != nil {
			return nil, err
		}
	case theirs != there:
		return nil, errFormer
	}
	main, err := s.prepareFile(real)
	if err != nil {
		return nil, err
	}
	doubtful, err := checkHeader(real)
	if err != nil {
		return nil, err
	}
	c, err := s.connect(ctx, real)
	if err != nil {
		return nil, err
	}
	now := lookAt(real)
	if !now.whole() || !sameFile(now[0], main) || !first && now.names() != theirs {
		err = errFormer // it happened just now
	} else if err = s.lookCloser(ctx, c, doubtful); err == nil {
		err = s.hold(c, now)
	}
	if err != nil {
		_ = c.close()
		return nil, err
	}
	return c, nil
}

// clearSides takes away the log and the index that are not this file's, before its
// first process opens it: those of others who have another file open, and a log
// that is provably another file's.
func (s *Store) clearSides(real string, there, theirs names) error {
	if foreignLog(real) || there[1] == theirs[1] && there[1] != none {
		if s.existing {
			return errUnreadable
		}
		if err := s.setLogAside(real); err != nil {
			return err
		}
	}
	if there[2] == theirs[2] {
		_ = os.Remove(real + sides[2]) // an index holds nothing that is not in the log
	}
	return nil
}

// suspectNew fails if the file is empty or gone though there was one: its
// write-ahead log, which SQLite would delete, or its backups are still there, or
// somebody had it open. A notice that waits already tells of an empty file.
func (s *Store) suspectNew(real string, had bool) error {
	info, err := os.Stat(real)
	if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if hasFrames(real + sides[1]) {
		return fmt.Errorf("%w: it is empty beside its write-ahead log", errUnreadable)
	}
	if raised(s.home, store.NoticeDamaged) || raised(s.home, store.NoticeMissing) {
		return nil
	}
	if had { // by this process or others
		return fmt.Errorf("%w: it was moved, emptied or deleted while it was in use", errUnreadable)
	}
	if len(Backups(s.home)) > 0 {
		return fmt.Errorf("%w: it is empty though there are backups", errUnreadable)
	}
	return nil
}

// lookCloser checks a file that is doubtful, or in which damage was met by a
// process that had it open. Where only the search index is damaged, the memories
// can be used.
func (s *Store) lookCloser(ctx context.Context, c *connection, doubtful bool) error {
	if !doubtful && !raised(s.home, store.NoticeCorrupt) && !s.indexUnchecked() {
		return nil
	}
	if s.existing {
		return errUnreadable
	}
	found, err := integrity(ctx, c.readers)
	if err == nil && len(found.file) > 0 {
		err = fmt.Errorf("%w: %s", errUnreadable, found.file[0])
	}
	if err == nil && (len(found.index) > 0 || s.indexUnchecked()) {
		err = Raise(s.home, s.indexNotice(append(found.index, "the rest of the file is sound")[0]))
	}
	if err == nil {
		err = Clear(s.home, store.NoticeCorrupt)
	}
	return err
}

// indexUnchecked reports whether damage was met in the search index, and the rest
// of the file was not looked at since.
func (s *Store) indexUnchecked() bool {
	n, ok := noticeOf(s.home, store.NoticeIndex)
	return ok && n.Cause == ""
}

func (s *Store) indexNotice(cause string) store.Notice {
	return store.Notice{Code: store.NoticeIndex, Severity: store.Failure, At: s.millis(),
		Cause: cause, Actions: []store.NoticeAction{store.ActionRepair}}
}

// raise notes damage that was met while running. That it cannot be noted, as on
// a full disk, is no reason to hide the failure itself.
func (s *Store) raise(code store.NoticeCode) {
	if raised(s.home, code) {
		return
	}
	n := s.indexNotice("")
	if code != store.NoticeIndex {
		n = store.Notice{Code: code, Severity: store.Failure, At: s.millis(), Actions: []store.NoticeAction{}}
	}
	_ = Raise(s.home, n)
}
