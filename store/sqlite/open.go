package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"time"

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
	s := &Store{home: home, path: filepath.Join(home, FileName), patience: busyTimeout, now: o.Now}
	if s.now == nil {
		s.now = time.Now
	}
	if o.Existing {
		if err := s.enterExisting(ctx); err != nil {
			return nil, fmt.Errorf("open store: %w", s.explain(err))
		}
		return s, nil
	}
	if err := os.MkdirAll(filepath.Join(s.home, runDir), 0o700); err != nil {
		return nil, fmt.Errorf("open store: %w", s.unusable(err))
	}
	if err := s.enter(ctx); err != nil {
		return nil, fmt.Errorf("open store: %w", s.explain(err))
	}
	s.pruneChanges(ctx)
	return s, nil
}

// prepareFiles makes an empty file if there is none, for the person only.
// SQLite gives its side files the mode of the main file.
func (s *Store) prepareFiles() error {
	f, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return s.unusable(err)
	}
	defer f.Close()
	if s.file, err = f.Stat(); err != nil {
		return s.unusable(err)
	}
	return checkHeader(f, s.path)
}

// unusable is the error of a data folder in which no file can be kept.
func (s *Store) unusable(err error) error {
	return &store.Error{Code: store.Internal, Err: err,
		Message: fmt.Sprintf("the data folder %s cannot be used; check it and its permissions, or choose another with --home or MEMTRAY_HOME", s.home)}
}

// connect opens writer and readers and brings a new file to the present schema.
// It is tried again for as long as a write waits: while others do the same,
// since the switch of a new file to WAL does not consult the busy timeout, and
// while another program keeps the file for itself.
func (s *Store) connect(ctx context.Context) error {
	for start := time.Now(); ; {
		err := s.connectOnce(ctx)
		if err == nil || !isBusy(err) {
			return err
		}
		if time.Since(start) >= s.patience {
			return s.kept(err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Duration(5+rand.IntN(21)) * time.Millisecond):
		}
	}
}

func (s *Store) connectOnce(ctx context.Context) error {
	db, err := sql.Open("sqlite", writerDSN(s.path))
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	w, err := newWriter(ctx, db)
	if err != nil {
		db.Close()
		return err
	}
	if err := s.migrate(ctx, w); err != nil {
		w.close()
		return err
	}
	readers, err := sql.Open("sqlite", readerDSN(s.path))
	if err != nil {
		w.close()
		return err
	}
	readers.SetMaxOpenConns(maxReaders)
	readers.SetMaxIdleConns(maxReaders)
	readers.SetConnMaxIdleTime(time.Minute)
	s.writer, s.readers = w, readers
	// From here on the log stays until this process closes the file.
	s.log, _ = os.Stat(s.path + "-wal")
	return nil
}

// disconnect closes all connections.
func (s *Store) disconnect() error {
	s.watch.close()
	return errors.Join(s.readers.Close(), s.writer.close())
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
