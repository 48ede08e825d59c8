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
	"sync"
	"sync/atomic"
	"time"

	"memtray/store"
)

// Store is an open data folder. See [store.Store] for its methods.
//
// It follows its file: where the path leads to another one, or one of the side
// files is gone, it leaves the former files and opens what is there.
type Store struct {
	home     string
	path     string
	now      func() time.Time
	patience time.Duration // for a write: its turn and the file's lock
	existing bool          // opens only what is there and whole

	going       sync.RWMutex  // held for reading by whatever is going on
	*connection               // nil while nothing is open; protected by going
	closed      bool          // protected by going
	ending      chan struct{} // closed by Close

	epoch int64 // counts reopenings; protected by going

	mu        sync.Mutex // protects what follows
	reopening *reopening
	announced map[string]store.Presence // by the names of their locks

	unannounced atomic.Bool // who is announced may be missing in the file
}

var _ store.Store = (*Store)(nil)

// Home returns the absolute path of the data folder.
func (s *Store) Home() string { return s.home }

// Close waits for what has started and releases the file. Later calls of any
// method fail; closing twice is fine.
func (s *Store) Close() error {
	s.going.Lock()
	defer s.going.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	close(s.ending)
	if s.connection == nil {
		return nil
	}
	return s.leave()
}

func (s *Store) millis() store.Millis { return store.MillisOf(s.now()) }

// queryer is what reads and writes have in common.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
