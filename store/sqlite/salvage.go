package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	lib "modernc.org/sqlite/lib"

	"memtray/store"
)

// salvageLimit bounds the numbers that are tried one by one, since the last one
// may itself be damaged.
const salvageLimit = 10_000_000

// salvaged are the tables that a restore reads. Those with numbers are read row by
// row, so that a page that cannot be read costs the rows in it alone; the others
// from both ends.
var salvaged = []struct {
	name     string
	numbered bool
}{
	{"projects", true}, {"project_keys", false}, {"project_aliases", false},
	{"clients", false}, {"client_projects", false}, {"sessions", true}, {"acts", true},
	{"memories", true}, {"tags", false}, {"files", false}, {"links", false}, {"revisions", false},
	{"writings", true}, {"writing_revisions", false},
	{"settings", false}, {"registrations", false}, {"purged", false}, {"saved_views", true},
}

// salvage is a sound copy of what can still be read of a damaged one.
type salvage struct {
	*sql.DB
	dir  string
	lost int // memories, documents and notes that cannot be read
}

func (v *salvage) Close() error { return errors.Join(v.DB.Close(), os.RemoveAll(v.dir)) }

// salvageCopy reads a damaged copy into a file of its own in the data folder. It
// fails if neither a memory nor a document or note can be read.
func salvageCopy(ctx context.Context, home, path string, from *sql.DB) (*salvage, error) {
	sweepSalvage(home)
	dir, err := os.MkdirTemp(home, salvagePattern) // mode 0700
	if err != nil {
		return nil, store.Errorf(store.Internal, "%s cannot be read into %s; check the folder and its permissions", path, home)
	}
	db, err := sql.Open("sqlite", dsn(filepath.Join(dir, FileName), "deferred", "foreign_keys(0)", "journal_mode(off)", "synchronous(off)"))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	db.SetMaxOpenConns(1)
	v := &salvage{DB: db, dir: dir}
	if err := v.fill(ctx, path, from); err != nil {
		_ = v.Close()
		return nil, err
	}
	return v, nil
}

// salvagePattern names the folder of a salvage while it lasts.
const salvagePattern = ".salvage-*"

// sweepSalvage removes what restores that were killed left behind.
func sweepSalvage(home string) {
	left, _ := filepath.Glob(filepath.Join(home, salvagePattern)) // a folder that Glob misreads keeps them
	for _, dir := range left {
		if i, err := os.Stat(dir); err == nil && time.Since(i.ModTime()) > time.Hour {
			_ = os.RemoveAll(dir)
		}
	}
}

func (v *salvage) fill(ctx context.Context, path string, from *sql.DB) error {
	tx, err := v.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := createSchema(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `delete from projects`); err != nil { // those of the copy go before
		return err
	}
	for _, table := range salvaged {
		lost, err := salvageTable(ctx, tx, from, table.name, table.numbered)
		if err != nil {
			return fmt.Errorf("read what is left of %s: %w", path, err)
		}
		if table.name == "memories" || table.name == "writings" {
			v.lost += lost
		}
	}
	var read int
	if err := tx.QueryRowContext(ctx, `select (select count(*) from memories) + (select count(*) from writings)`).Scan(&read); err != nil {
		return err
	}
	if read == 0 {
		return store.Errorf(store.Damaged, "%s is damaged, and no memory, document or note in it can be read; choose a backup", path)
	}
	if err := mend(ctx, tx); err != nil {
		return fmt.Errorf("mend what is left of %s: %w", path, err)
	}
	return tx.Commit()
}

// salvageTable copies the rows of a table that can be read, and returns how many
// numbers cannot.
func salvageTable(ctx context.Context, tx *sql.Tx, from *sql.DB, table string, numbered bool) (lost int, err error) {
	names, err := column[string](tx.QueryContext(ctx, `select name from pragma_table_info(?)`, table))
	if err != nil {
		return 0, err
	}
	key, err := column[string](tx.QueryContext(ctx, `select name || ' desc' from pragma_table_info(?) where pk > 0 order by pk`, table))
	if err != nil {
		return 0, err
	}
	list := strings.Join(names, ", ")
	insert := `insert or ignore into `
	if numbered {
		insert = `insert into ` // what the table does not take is lost, and counted
	}
	put, err := tx.PrepareContext(ctx, insert+table+` (`+list+`) values (?`+strings.Repeat(", ?", len(names)-1)+`)`)
	if err != nil {
		return 0, err
	}
	defer put.Close()
	all := `select ` + list + ` from ` + table + ` not indexed`
	if !numbered {
		for _, query := range []string{all, all + ` order by ` + strings.Join(key, ", ")} {
			if err = salvageRows(ctx, put, len(names), from, query); err == nil || !isUnreadableRow(err) {
				return 0, err
			}
		}
		return 0, nil
	}
	last, err := lastNumber(ctx, from, table)
	for id := int64(1); id <= last && err == nil; id++ {
		err = salvageRows(ctx, put, len(names), from, all+` where rowid = ?`, id)
		if isUnreadableRow(err) {
			lost++
			err = nil
		}
	}
	return lost, err
}

// salvageRows copies the rows of a query until one cannot be read.
func salvageRows(ctx context.Context, put *sql.Stmt, width int, from *sql.DB, query string, args ...any) error {
	rows, err := from.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	values, into := make([]any, width), make([]any, width)
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if _, err := put.ExecContext(ctx, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// isUnreadableRow reports whether a row could not be read, or holds what no row of
// its table can.
func isUnreadableRow(err error) bool {
	code := primaryCode(err)
	return isDamage(err) || code == lib.SQLITE_CONSTRAINT || code == lib.SQLITE_IOERR || code == lib.SQLITE_TOOBIG || code == lib.SQLITE_NOMEM
}

// lastNumber returns the last number that a table of a damaged copy gave, by
// whichever of its two places can be read.
func lastNumber(ctx context.Context, from *sql.DB, table string) (int64, error) {
	var last int64
	for _, query := range []string{
		`select coalesce(max(seq), 0) from sqlite_sequence where name = '` + table + `'`,
		`select coalesce(max(rowid), 0) from ` + table + ` not indexed`,
	} {
		var one int64
		if err := from.QueryRowContext(ctx, query).Scan(&one); err != nil && !isUnreadableRow(err) {
			return 0, err
		}
		last = max(last, one)
	}
	return min(last, salvageLimit), nil
}
