package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"memtray/store"
)

// writer is the one connection of this process that writes. Being held for
// good, it can keep its statements prepared, which halves the time of a save.
type writer struct {
	turn chan struct{} // holds one value while nobody writes
	db   *sql.DB
	conn *sql.Conn
	kept map[string]*sql.Stmt // by their text; protected by turn

	waiting queue
}

// execer runs statements.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &writer{turn: make(chan struct{}, 1), db: db, conn: conn, kept: map[string]*sql.Stmt{}}
	w.turn <- struct{}{}
	return w, nil
}

// attempt is how long one attempt to lock the file takes. A transaction makes as
// many as it has patience for, so that its caller can give up in between: the
// busy handler of SQLite cannot be interrupted.
const attempt = 20 * time.Millisecond

// begin locks the file for a transaction. It waits for others until ctx ends or
// patience is at its end.
func (w *writer) begin(ctx context.Context, patience time.Duration) (*sql.Tx, error) {
	for start := time.Now(); ; {
		tx, err := w.conn.BeginTx(context.WithoutCancel(ctx), nil)
		if err == nil || !isBusy(err) {
			return tx, err
		}
		if e := ctx.Err(); e != nil {
			return nil, e
		}
		if time.Since(start) >= patience {
			return nil, err
		}
	}
}

func (w *writer) close() error {
	for _, stmt := range w.kept {
		stmt.Close()
	}
	w.conn.Close()
	return w.db.Close()
}

// take waits for this process's turn to write, until ctx ends.
func (w *writer) take(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *writer) give() { w.turn <- struct{}{} }

// transaction is a write transaction. Its time is that of everything in it.
type transaction struct {
	w  *writer
	at store.Millis
}

func (t *transaction) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := t.w.kept[query]; ok {
		return stmt, nil
	}
	stmt, err := t.w.conn.PrepareContext(ctx, query)
	if err == nil {
		t.w.kept[query] = stmt
	}
	return stmt, err
}

func (t *transaction) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.ExecContext(ctx, args...)
}

func (t *transaction) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

func (t *transaction) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	stmt, err := t.prepared(ctx, query)
	if err != nil {
		// Fails the same way and carries the error in the row.
		return t.w.conn.QueryRowContext(ctx, query, args...)
	}
	return stmt.QueryRowContext(ctx, args...)
}

// exec runs a statement and returns the id of the row that it inserted.
func (t *transaction) exec(ctx context.Context, query string, args ...any) (int64, error) {
	res, err := t.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return res.LastInsertId()
}

// transact runs do in a transaction. The caller has the writer's turn. Whether the
// files are in place is looked at twice: under the file's lock, and once the
// transaction is on the disk, since nothing may be acknowledged that went into a
// file which was replaced meanwhile.
func (s *Store) transact(ctx context.Context, patience time.Duration, do func(ctx context.Context, t *transaction) error) error {
	tx, err := s.writer.begin(ctx, patience)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if moved := s.moved(); moved != "" {
		return movedError(moved)
	}
	lasting := context.WithoutCancel(ctx)
	t := &transaction{w: s.writer, at: s.millis()}
	var version int
	if err := t.QueryRowContext(lasting, "pragma user_version").Scan(&version); err != nil {
		return err
	}
	if err := refuseOther(version); err != nil {
		return err
	}
	// So that each log holds the first page, by which it is known.
	if _, err := s.writer.conn.ExecContext(lasting, fmt.Sprintf("pragma user_version = %d", version)); err != nil {
		return err
	}
	if err := do(lasting, t); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errCommit, err)
	}
	if moved := s.moved(); moved != "" {
		return store.Errorf(store.Internal, "%s was moved, deleted or replaced just now; look whether this was stored, and try again", moved)
	}
	return nil
}
