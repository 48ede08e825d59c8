package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"

	"memtray/store"
)

// plainTables is what one would write first: a table for inserts and a
// full-text table with SQLite's own tokenizer, in the store's mode. The driver
// is the one that store/sqlite registers.
type plainTables struct {
	ctx context.Context
	db  *sql.DB
}

func openPlain(ctx context.Context, path string, rows []store.Memory) (*plainTables, error) {
	db, err := openFile(path)
	if err != nil {
		return nil, err
	}
	p := &plainTables{ctx, db}
	if err := p.fill(rows); err != nil {
		db.Close()
		return nil, fmt.Errorf("fill plain tables: %w", err)
	}
	return p, nil
}

// openFile opens a file of SQLite in the mode in which the store writes.
func openFile(path string) (*sql.DB, error) {
	dsn := url.URL{Scheme: "file", Path: path, RawQuery: url.Values{
		"_pragma": {"journal_mode(wal)", "synchronous(full)"}, "_txlock": {"immediate"},
	}.Encode()}
	return sql.Open("sqlite", dsn.String())
}

func (p *plainTables) fill(rows []store.Memory) error {
	_, err := p.db.ExecContext(p.ctx, `create table bare (id integer primary key, title text, body text);
		create virtual table plain using fts5(title, body, tokenize = 'unicode61')`)
	if err != nil {
		return err
	}
	tx, err := p.db.BeginTx(p.ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	insert, err := tx.PrepareContext(p.ctx, `insert into plain (title, body) values (?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, m := range rows {
		if _, err := insert.ExecContext(p.ctx, m.Title, m.Body); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (p *plainTables) insert(title, body string) error {
	_, err := p.db.ExecContext(p.ctx, `insert into bare (title, body) values (?, ?)`, title, body)
	return err
}

// search reads the best rows for any of the words.
func (p *plainTables) search(words []string) error {
	match := `"` + strings.Join(words, `" OR "`) + `"`
	rows, err := p.db.QueryContext(p.ctx, `select rowid, title from plain where plain match ? order by rank limit ?`, match, shown)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var title string
		if err := rows.Scan(&id, &title); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (p *plainTables) close() { p.db.Close() }
