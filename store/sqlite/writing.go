package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/google/uuid"

	"memtray/store"
	"memtray/store/text"
)

// writing is a document or a note of the journal. One without a text is deleted.
type writing struct {
	id        int64
	uid       string
	document  string // name, or ""
	day       string // or ""
	body      string
	tokens    int
	revision  int64
	client    string // who began it
	session   int64
	createdAt store.Millis
	updatedAt store.Millis
	by        store.Author // who changed it last
}

const writingColumns = `w.id, w.uid, coalesce(w.document, ''), coalesce(w.day, ''), w.body, w.tokens, w.revision, w.client,
	coalesce(w.session_id, 0), w.created_at, w.updated_at, a.author_kind, a.client, coalesce(a.session_id, 0), a.process`

const fromWritings = ` from writings w join acts a on a.id = w.act_id `

func (w *writing) fields() []any {
	return []any{&w.id, &w.uid, &w.document, &w.day, &w.body, &w.tokens, &w.revision, &w.client,
		&w.session, &w.createdAt, &w.updatedAt, &w.by.Kind, &w.by.Client, &w.by.Session, &w.by.Process}
}

// oneWriting returns the writing that a condition selects; its id is 0 if there
// is none.
func oneWriting(ctx context.Context, q queryer, where string, arg any) (writing, error) {
	var w writing
	err := q.QueryRowContext(ctx, `select `+writingColumns+fromWritings+where, arg).Scan(w.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return writing{}, nil
	}
	return w, err
}

func documentNamed(ctx context.Context, q queryer, name string) (writing, error) {
	return oneWriting(ctx, q, `where w.document = ?`, name)
}

func noteByID(ctx context.Context, q queryer, id int64) (writing, error) {
	return oneWriting(ctx, q, `where w.id = ? and w.day is not null`, id)
}

func writings(ctx context.Context, q queryer, where string, args ...any) ([]writing, error) {
	rows, err := q.QueryContext(ctx, `select `+writingColumns+fromWritings+where, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []writing
	for rows.Next() {
		var w writing
		if err := rows.Scan(w.fields()...); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, rows.Err()
}

// addWriting stores a new writing.
func (t *transaction) addWriting(ctx context.Context, by store.Author, w *writing, reason string) (act int64, err error) {
	if w.session, err = t.lastSession(ctx, by); err != nil {
		return 0, err
	}
	uid, err := uuid.NewV7()
	if err != nil {
		return 0, err
	}
	by.Session = w.session
	if act, err = t.insertAct(ctx, store.Act{Author: by, Kind: w.kind(), Reason: reason, Count: 1}); err != nil {
		return 0, err
	}
	w.uid, w.client, w.revision, w.by = uid.String(), by.Client, 1, by
	w.createdAt, w.updatedAt, w.tokens = t.at, t.at, cost(w.body)
	if err := t.insertWriting(ctx, w, act); err != nil {
		return 0, err
	}
	return act, t.insertWritingRevision(ctx, w.id, 1, act, nil)
}

// insertWriting stores a writing as it is, and indexes it.
func (t *transaction) insertWriting(ctx context.Context, w *writing, act int64) (err error) {
	w.id, err = t.exec(ctx, `insert into writings (uid, document, day, client, session_id, tokens, revision, act_id,
		created_at, updated_at, token_version, token_hash, body)
		values (?, nullif(?, ''), nullif(?, ''), ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?)`,
		w.uid, w.document, w.day, w.client, w.session, w.tokens, w.revision, act,
		w.createdAt, w.updatedAt, text.Version, w.hash(), w.body)
	if err != nil {
		return err
	}
	if err := t.indexWriting(ctx, w); err != nil {
		return err
	}
	return t.logWriting(ctx, w)
}

// reviseWriting gives a writing another text, as a part of an act, and keeps the
// one before. Whoever did it is to be set by the caller.
func (t *transaction) reviseWriting(ctx context.Context, w *writing, body string, act int64) error {
	before := w.body
	w.body, w.tokens, w.updatedAt = body, cost(body), t.at
	w.revision++
	_, err := t.ExecContext(ctx, `update writings set body = ?, tokens = ?, revision = ?, act_id = ?, updated_at = ?,
		token_version = ?, token_hash = ? where id = ?`,
		w.body, w.tokens, w.revision, act, w.updatedAt, text.Version, w.hash(), w.id)
	if err != nil {
		return err
	}
	if err := t.insertWritingRevision(ctx, w.id, w.revision, act, &before); err != nil {
		return err
	}
	if err := t.indexWriting(ctx, w); err != nil {
		return err
	}
	return t.logWriting(ctx, w)
}

func (t *transaction) insertWritingRevision(ctx context.Context, id, revision, act int64, before *string) error {
	_, err := t.ExecContext(ctx, `insert into writing_revisions (writing_id, revision, act_id, before) values (?, ?, ?, ?)`,
		id, revision, act, before)
	return err
}

func (t *transaction) logWriting(ctx context.Context, w *writing) error {
	return t.log(ctx, w.subject(), w.id)
}

func (w *writing) subject() string { return either(w.document != "", subjectDocument, subjectJournal) }

// kind names the act that makes w.
func (w *writing) kind() string { return either(w.document != "", "document", "note") }

// changeWriting gives a writing another text as an act of its own.
func (t *transaction) changeWriting(ctx context.Context, by store.Author, w *writing, body, reason string) (act int64, err error) {
	if by.Session, err = t.lastSession(ctx, by); err != nil {
		return 0, err
	}
	kind := w.kind()
	if body == "" {
		kind = "delete"
	} else if w.document == "" {
		kind = "edit"
	}
	if act, err = t.insertAct(ctx, store.Act{Author: by, Kind: kind, Reason: reason, Count: 1}); err != nil {
		return 0, err
	}
	w.by = by
	return act, t.reviseWriting(ctx, w, body, act)
}

// cost is what a text costs a model; only of none it is 0.
func cost(body string) int {
	if body == "" {
		return 0
	}
	return max(1, text.Count(body))
}
