// Package sqlite keeps memories in one SQLite file. It is the engine behind
// [store.Store] and the only package that knows SQL.
//
// [Open] opens or creates memtray.db in a data folder. Every process opens the
// file itself: any number of them may read and write at the same time. A write
// is one transaction that holds the file's lock from its beginning and is on
// disk when the call returns. Reads never wait for a writer.
package sqlite

import (
	"context"
	"database/sql"
	"os"
	"sync"
	"time"

	"memtray/store"
)

// Store is an open data folder. See [store.Store] for its methods.
type Store struct {
	home string
	path string
	now  func() time.Time

	file     os.FileInfo   // which file was opened
	log      os.FileInfo   // its write-ahead log; nil where the system allows none
	above    string        // the backup above whose ids a new file begins; "" for none
	patience time.Duration // for a write: its turn and the file's lock

	readers *sql.DB
	writer  *writer
	watch   watch
	codes   codes

	use    sync.RWMutex // held for reading by whatever is going on; Close takes it
	closed bool         // protected by use
}

var _ store.Store = (*Store)(nil)

// Home returns the absolute path of the data folder.
func (s *Store) Home() string { return s.home }

// Close waits for what has started and releases the file. Later calls of any
// method fail; closing twice is fine.
func (s *Store) Close() error {
	s.use.Lock()
	defer s.use.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.disconnect()
}

// begin marks the store as in use until the returned function is called.
func (s *Store) begin() (end func(), err error) {
	s.use.RLock()
	if s.closed {
		err = store.Errorf(store.Internal, "the store is closed")
	} else {
		err = s.inPlace()
	}
	if err != nil {
		s.use.RUnlock()
		return nil, err
	}
	return s.use.RUnlock, nil
}

// inPlace fails if the path no longer leads to the file that was opened, or its
// log is gone: what is saved into a deleted file would be acknowledged and lost.
func (s *Store) inPlace() error {
	if !leadsTo(s.path, s.file) {
		return s.replaced(s.path)
	}
	if s.log != nil && !leadsTo(s.path+"-wal", s.log) {
		s.checkpoint()
		return s.replaced(s.path + "-wal")
	}
	return nil
}

// Replaced reports whether another file is at the place of the one that was
// opened, as after a damaged one was set aside: opening again leads to it.
func (s *Store) Replaced() bool {
	now, err := os.Stat(s.path)
	return err == nil && !os.SameFile(now, s.file)
}

func leadsTo(path string, file os.FileInfo) bool {
	now, err := os.Stat(path)
	return err == nil && os.SameFile(now, file)
}

func (s *Store) replaced(path string) error {
	return store.Errorf(store.Internal, "%s was moved, deleted or replaced while it was in use; restart the client or Memtray", path)
}

// checkpoint brings what was saved from a log that was deleted, which only open
// connections still see, into the file. If it fails, as within a transaction, the
// next call tries again.
func (s *Store) checkpoint() {
	_, _ = s.writer.conn.ExecContext(context.Background(), `pragma wal_checkpoint(passive)`)
}

func (s *Store) millis() store.Millis { return store.MillisOf(s.now()) }

// queryer is what reads and writes have in common.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
