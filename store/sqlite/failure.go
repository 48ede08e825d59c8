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
	return ok && e.Code() == lib.SQLITE_CORRUPT_VTAB
}

func isBusy(err error) bool {
	code := primaryCode(err)
	return code == lib.SQLITE_BUSY || code == lib.SQLITE_LOCKED
}

// busy is the error of a write that has waited too long.
func busy(err error) error {
	return &store.Error{Code: store.Busy, Err: err,
		Message: "another process kept the memory file locked; nothing was changed, try again"}
}

// kept is the error of a file that another program keeps for itself.
func (s *Store) kept(err error) error {
	return &store.Error{Code: store.Busy, Err: err,
		Message: s.path + " is kept locked by another program, such as a database browser or a backup tool; nothing was changed, close that program and try again"}
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
	code, message := store.Code(""), ""
	switch primaryCode(err) {
	case lib.SQLITE_BUSY, lib.SQLITE_LOCKED:
		return busy(err)
	case lib.SQLITE_CORRUPT, lib.SQLITE_NOTADB:
		if isIndexDamage(err) {
			s.raise(store.NoticeIndex)
			code, message = store.Damaged, "the search index is damaged, the memories are not; run memtray-mcp doctor --repair"
			break
		}
		s.raise(store.NoticeCorrupt)
		code, message = store.Damaged, s.path+" is damaged; nothing was changed. Restart Memtray and the clients: the file is then set aside, not deleted"
	case lib.SQLITE_FULL:
		code, message = store.Internal, "the disk is full; nothing was stored, free some space and try again"
	case lib.SQLITE_IOERR:
		code, message = store.Internal, s.path+" could not be read or written; nothing was changed, check the disk and its free space"
	case lib.SQLITE_READONLY, lib.SQLITE_CANTOPEN, lib.SQLITE_PERM:
		code, message = store.Internal, s.path+" cannot be opened for writing; check its permissions"
	default:
		return err
	}
	return &store.Error{Code: code, Message: message, Err: err}
}
