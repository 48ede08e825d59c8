package sqlite

import (
	"context"
	"database/sql"
	"sync"

	lib "modernc.org/sqlite/lib"
)

// readers are the connections that read. Reads wait for one in turns; database/sql
// alone would serve any of those who wait.
type readers struct {
	*sql.DB
	turns chan struct{} // holds a value for each read that is going on

	mu   sync.Mutex
	kept map[string]*sql.Stmt // by their text; nil: it was run once
}

// maxKept is how many statements the readers know. There are fewer: what differs
// from call to call is in arguments.
const maxKept = 200

func newReaders(db *sql.DB) *readers {
	// One connection is left for the data version, and for what is prepared.
	return &readers{DB: db, turns: make(chan struct{}, maxReaders-1), kept: map[string]*sql.Stmt{}}
}

// take waits for a turn to read, until ctx ends.
func (r *readers) take(ctx context.Context) error {
	select {
	case r.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *readers) give() { <-r.turns }

// reading is a read transaction. What is run again stays prepared for each
// connection: preparing takes a fifth of the time of a search.
type reading struct {
	*sql.Tx
	readers *readers
	again   []string // to be prepared when the transaction has ended
}

func (t *reading) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if stmt := t.prepared(query); stmt != nil {
		return t.StmtContext(ctx, stmt).QueryContext(ctx, args...)
	}
	return t.Tx.QueryContext(ctx, query, args...)
}

func (t *reading) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	if stmt := t.prepared(query); stmt != nil {
		return t.StmtContext(ctx, stmt).QueryRowContext(ctx, args...)
	}
	return t.Tx.QueryRowContext(ctx, query, args...)
}

func (t *reading) prepared(query string) *sql.Stmt {
	t.readers.mu.Lock()
	defer t.readers.mu.Unlock()
	stmt, known := t.readers.kept[query]
	if known && stmt == nil {
		t.again = append(t.again, query)
	} else if !known && len(t.readers.kept) < maxKept {
		t.readers.kept[query] = nil
	}
	return stmt
}

// end ends the transaction and prepares what was run again. It needs a connection
// for that, so it must have given back its own.
func (t *reading) end(ctx context.Context) {
	_ = t.Rollback() // nothing was changed
	for _, query := range t.again {
		stmt, err := t.readers.PrepareContext(ctx, query)
		if err != nil {
			return // the next time
		}
		t.readers.mu.Lock()
		other := t.readers.kept[query]
		if other == nil {
			t.readers.kept[query] = stmt
		}
		t.readers.mu.Unlock()
		if other != nil {
			stmt.Close()
		}
	}
}

// read runs do on one consistent state of the file.
func (s *Store) read(ctx context.Context, do func(ctx context.Context, q queryer) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := s.readers.take(ctx); err != nil {
		return err
	}
	defer s.readers.give()
	tx, err := s.readers.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	t := &reading{Tx: tx, readers: s.readers}
	defer t.end(ctx)
	return s.explainRead(do(ctx, t))
}

// explainRead is explain for a read: what looks like damage, or like a bad disk, is
// neither if the files were taken away meanwhile.
func (s *Store) explainRead(err error) error {
	if isDamage(err) || primaryCode(err) == lib.SQLITE_IOERR {
		if moved := s.moved(); moved != "" {
			return movedError(moved)
		}
	}
	return s.explain(err)
}
