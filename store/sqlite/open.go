package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
	_ "modernc.org/sqlite" // the driver named "sqlite"

	"memtray/store"
)

// FileName is the name of the store's file in its data folder.
const FileName = "memtray.db"

// Options say where a store is and what it is told about its surroundings.
type Options struct {
	Home string           // the data folder; created if it is not there
	Now  func() time.Time // nil means [time.Now]

	// Existing opens only what is there and whole: nothing is made, and nothing set
	// aside, so that the caller may end at any moment. Returns [store.NotFound]
	// where there is no store and [store.Damaged] for a damaged one.
	Existing bool
}

const (
	busyTimeout = 10 * time.Second // for a writer, and to open; 8 busy processes were seen to wait 2.7 s
	maxReaders  = 5                // one of them is kept for the data version
)

// Open opens the store in a data folder and creates both where needed. Returns
// [store.Newer] for a file of a newer version and [store.Damaged] for another
// program's database, and [store.Busy] after some ten seconds for a file that
// another program keeps for itself. A damaged file is set aside, with a notice,
// and an empty one begun. Many processes may open a folder at the same time.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Home == "" {
		return nil, store.Errorf(store.Invalid, "open store: no data folder was given")
	}
	home, err := filepath.Abs(o.Home)
	if err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s := &Store{home: home, path: filepath.Join(home, FileName), patience: busyTimeout, now: o.Now, existing: o.Existing,
		ending: make(chan struct{}), announced: map[string]store.Presence{}}
	if s.now == nil {
		s.now = time.Now
	}
	if s.connection, err = s.enter(ctx, false); err != nil {
		return nil, fmt.Errorf("open store: %w", s.explain(err))
	}
	if !o.Existing {
		s.pruneChanges(ctx)
	}
	go s.stay()
	return s, nil
}

// prepareFile makes an empty file if there is none, for the person only. SQLite
// gives its side files the mode of the main file.
func (s *Store) prepareFile(real string) (os.FileInfo, error) {
	if info, err := os.Stat(real); err == nil && !info.Mode().IsRegular() {
		return nil, store.Errorf(store.Internal, "%s is not a file; move it away or choose another data folder", s.path)
	}
	f, err := os.OpenFile(real, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		if info, e := os.Stat(real); e == nil && info.Mode().IsRegular() && errors.Is(err, fs.ErrPermission) {
			return nil, &store.Error{Code: store.Internal, Err: err, Message: s.path + " cannot be opened for writing; check its permissions"}
		}
		return nil, s.unusable(err)
	}
	defer f.Close()
	return f.Stat()
}

// unusable is the error of a data folder in which no file can be kept.
func (s *Store) unusable(err error) error {
	return &store.Error{Code: store.Internal, Err: err,
		Message: fmt.Sprintf("the data folder %s cannot be used; check it and its permissions, or choose another with --home or MEMTRAY_HOME", s.home)}
}

// connection is what is open of one file.
type connection struct {
	real    string // the path with its links followed
	files   []opened
	lock    *flock.Flock // says that this process uses the files
	readers *readers
	writer  *writer
	watch   watch
	codes   codes
}

// connect opens writer and readers and brings a new file to the present schema.
func (s *Store) connect(ctx context.Context, real string) (*connection, error) {
	db, err := sql.Open("sqlite", writerDSN(real))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	w, err := newWriter(ctx, db)
	if err != nil {
		db.Close()
		return nil, err
	}
	if err := s.migrate(ctx, w); err != nil {
		w.close()
		return nil, err
	}
	pool, err := sql.Open("sqlite", readerDSN(real))
	if err != nil {
		w.close()
		return nil, err
	}
	pool.SetMaxOpenConns(maxReaders)
	pool.SetMaxIdleConns(maxReaders)
	pool.SetConnMaxIdleTime(time.Minute)
	return &connection{real: real, writer: w, readers: newReaders(pool)}, nil
}

// close closes all connections, and says last that the files are not used.
func (c *connection) close() error {
	c.watch.close()
	c.codes.close()
	err := errors.Join(c.readers.Close(), c.writer.close())
	if c.lock != nil {
		_ = c.lock.Close() // the process's end would do it too
	}
	return err
}

// writerDSN holds the pragmas of the one writing connection. Synchronous FULL:
// what was acknowledged survives a loss of power, which NORMAL does not promise.
func writerDSN(path string) string {
	return dsn(path, "immediate",
		fmt.Sprintf("busy_timeout(%d)", attempt.Milliseconds()),
		"journal_mode(WAL)", "synchronous(FULL)", "fullfsync(1)", "foreign_keys(1)",
		"journal_size_limit(16777216)", "cache_size(-4000)")
}

func readerDSN(path string) string {
	return dsn(path, "deferred",
		fmt.Sprintf("busy_timeout(%d)", busyTimeout.Milliseconds()),
		"query_only(1)", "cache_size(-8000)")
}

// dsn names the file for a connection. It builds a URI, so that any character
// may occur in the path: pasted together, a folder with ? or # in its name would
// open another file.
func dsn(path, lock string, pragmas ...string) string {
	return fileURI(path, url.Values{"_txlock": {lock}, "_pragma": pragmas})
}

func fileURI(path string, q url.Values) string {
	p := filepath.ToSlash(path)
	if p[0] != '/' {
		p = "/" + p // a Windows drive
	}
	return (&url.URL{Scheme: "file", Path: p, RawQuery: q.Encode()}).String()
}
