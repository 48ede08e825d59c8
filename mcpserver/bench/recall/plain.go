package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"memtray/mcpserver/bench/sets"
)

// plain is what other memory servers do, over the same texts: a table, and
// SQLite's full-text index with its own tokenizer. The driver is the one that
// store/sqlite registers.
type plain struct {
	ctx    context.Context
	db     *sql.DB
	starts []int // the row before the first of each set
}

// fillPlain makes a file of SQLite that holds the records of sets in their order.
func fillPlain(ctx context.Context, path string, all []sets.Set) (*plain, error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path}).String())
	if err != nil {
		return nil, err
	}
	p := &plain{ctx: ctx, db: db}
	if err := p.fill(all); err != nil {
		db.Close()
		return nil, fmt.Errorf("fill plain tables: %w", err)
	}
	return p, nil
}

func (p *plain) fill(all []sets.Set) error {
	tx, err := p.db.BeginTx(p.ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(p.ctx, `create table texts (id integer primary key, set_id integer, body text);
		create virtual table words using fts5(body, tokenize = 'unicode61')`); err != nil {
		return err
	}
	row := 0
	for k, s := range all {
		p.starts = append(p.starts, row)
		for _, r := range s.Records {
			row++
			if _, err := tx.ExecContext(p.ctx, `insert into texts values (?, ?, ?)`, row, k, r.Text); err != nil {
				return err
			}
			if _, err := tx.ExecContext(p.ctx, `insert into words (rowid, body) values (?, ?)`, row, r.Text); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

func (p *plain) methods() []method {
	return []method{
		{"or", func(k int, question string) ([]int, error) { return p.match(k, question, " OR ") }},
		{"and", func(k int, question string) ([]int, error) { return p.match(k, question, " AND ") }},
		{"substring", p.substring},
	}
}

// match finds what holds any, or all, of the words of a question.
func (p *plain) match(k int, question, join string) ([]int, error) {
	words := strings.FieldsFunc(question, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	if len(words) == 0 {
		return nil, nil
	}
	return p.query(k, `select words.rowid from words join texts on texts.id = words.rowid
		where words match ? and set_id = ? order by rank limit ?`, `"`+strings.Join(words, `"`+join+`"`)+`"`)
}

// substring finds what holds the question as it stands, ignoring ASCII case.
func (p *plain) substring(k int, question string) ([]int, error) {
	return p.query(k, `select id from texts where instr(lower(body), lower(?)) and set_id = ? order by id limit ?`, question)
}

func (p *plain) query(k int, query, what string) ([]int, error) {
	rows, err := p.db.QueryContext(p.ctx, query, what, k, shown)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var records []int
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		records = append(records, id-1-p.starts[k])
	}
	return records, rows.Err()
}

func (p *plain) close() { p.db.Close() }
