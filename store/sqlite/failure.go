package sqlite

import (
	"context"
	"errors"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"memtray/store"
)

// primaryCode returns the primary result code of a driver's error, or 0.
func primaryCode(err error) int {
	if e, ok := errors.AsType[*sqlite.Error](err); ok {
		return e.Code() & 0xff
	}
	return 0
}

// isIndexDamage reports whether damage was met in the search index.
func isIndexDamage(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	switch {
	case errors.Is(err, errIndex):
		return true
	case ok && e.Code() == lib.SQLITE_CONSTRAINT_PRIMARYKEY:
		return errors.Is(err, errCommit) // the index writes then, into places that it takes for free
	}
	return ok && e.Code() == lib.SQLITE_CORRUPT_VTAB
}

func isBusy(err error) bool {
	code := primaryCode(err)
	return code == lib.SQLITE_BUSY || code == lib.SQLITE_LOCKED
}

// isTorn reports whether a file ended where it must not, as when its side files are
// taken away in the middle of a call.
func isTorn(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code() == lib.SQLITE_IOERR_SHORT_READ
}

// busy is the error of a write that has waited too long.
func busy(err error) error {
	return &store.Error{Code: store.Busy, Err: err,
		Message: "another process kept the memory file locked; nothing was changed, try again"}
}

// kept is the error of a file that could not be opened for long: another program
// keeps it for itself, or uses it with side files that are gone.
func (s *Store) kept(err error) error {
	message := s.path + " is kept locked by another program, such as a database browser or a backup tool; nothing was changed, close that program and try again"
	if errors.Is(err, errFormer) {
		message = "the -wal or -shm file of " + s.path + " was moved, deleted or replaced while Memtray had it open, and a process that still uses it does not answer; nothing was changed, end all clients and Memtray and try again"
	}
	return &store.Error{Code: store.Busy, Err: err, Message: message}
}

// damaged is the error of a file in which damage was met.
func (s *Store) damaged(err error) error {
	return &store.Error{Code: store.Damaged, Err: err,
		Message: s.path + " is damaged; nothing was changed. Restart Memtray and the clients, or run memtray-mcp doctor --repair: the file is then set aside, not deleted"}
}

// explain turns a driver's error that people can act on into an [store.Error];
// others it returns as they are.
func (s *Store) explain(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	if isIndexDamage(err) {
		s.raise(store.NoticeIndex)
		return &store.Error{Code: store.Damaged, Err: err, Message: "damage was met in the search index; run memtray-mcp doctor --repair"}
	}
	code, message := store.Code(""), ""
	switch primaryCode(err) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return busy(err)
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		s.raise(store.NoticeCorrupt)
		return s.damaged(err)
	case lib.SQLITE_FULL:
		code, message = store.Internal, "the disk is full; nothing was stored, free some space and try again"
	case lib.SQLITE_IOERR:
		code, message = store.Internal, s.path+" could not be read or written; nothing was changed, check the disk and its free space"
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		code, message = store.Internal, s.path+" cannot be written; check its permissions and those of its folder"
	default:
		return err
	}
	return &store.Error{Code: code, Message: message, Err: err}
}
