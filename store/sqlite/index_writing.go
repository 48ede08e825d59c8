package sqlite

import (
	"context"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// hash is of all that the tokens of a writing are made of.
func (w *writing) hash() []byte { return hash(w.document, w.day, w.body) }

// indexWriting puts a writing into the search index, or takes one that is
// deleted out of it.
func (t *transaction) indexWriting(ctx context.Context, w *writing) error {
	if w.body == "" {
		return t.unindexWriting(ctx, w.id)
	}
	_, err := t.ExecContext(ctx, `insert or replace into writing_search (rowid, name, body) values (?, ?, ?)`, w.id,
		strings.Join(text.Tokens(w.document+w.day), " "), strings.Join(text.Tokens(w.body), " "))
	return err
}

func (t *transaction) unindexWriting(ctx context.Context, id int64) error {
	_, err := t.ExecContext(ctx, `delete from writing_search where rowid = ?`, id)
	return err
}

// reindexWritings makes the index of these writings anew, and takes out of it
// what is not to be found.
func (t *transaction) reindexWritings(ctx context.Context, ids []int64) error {
	for _, id := range ids {
		w, err := oneWriting(ctx, t, `where w.id = ?`, id)
		if err != nil {
			return err
		}
		if w.id == 0 {
			if err := t.unindexWriting(ctx, id); err != nil {
				return err
			}
			continue
		}
		if err := t.indexWriting(ctx, &w); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `update writings set token_version = ?, token_hash = ? where id = ?`, text.Version, w.hash(), id)
		if err != nil {
			return err
		}
	}
	return nil
}

// refillWritings empties the index of writings and fills it again.
func (t *transaction) refillWritings(ctx context.Context) error {
	if _, err := t.ExecContext(ctx, `insert into writing_search (writing_search) values ('delete-all')`); err != nil {
		return err
	}
	ids, err := column[int64](t.QueryContext(ctx, `select id from writings order by id`))
	if err != nil {
		return err
	}
	return t.reindexWritings(ctx, ids)
}

// olderWritings returns some of what an older tokeniser indexed.
func olderWritings(ctx context.Context, q queryer) ([]int64, error) {
	return column[int64](q.QueryContext(ctx, `select id from writings where token_version < ?
		order by token_version desc, id desc limit ?`, text.Version, writingStep))
}

// wrongWritings are flaws in the index of writings, by kind.
type wrongWritings struct{ stale, lost, extra []int64 }

func (w wrongWritings) ids() []int64 { return append(append(w.stale, w.lost...), w.extra...) }

// checkWritings compares the index of writings with them.
func checkWritings(ctx context.Context, q queryer) (wrongWritings, error) {
	var out wrongWritings
	var err error
	out.lost, err = column[int64](q.QueryContext(ctx, `select id from writings
		where tokens > 0 and id not in (select id from writing_search_docsize)`))
	if err != nil {
		return out, err
	}
	out.extra, err = column[int64](q.QueryContext(ctx, `select id from writing_search_docsize
		where id not in (select id from writings where body <> '')`))
	if err != nil {
		return out, err
	}
	rows, err := q.QueryContext(ctx, `select id, coalesce(document, ''), coalesce(day, ''), body, token_hash from writings`)
	if err != nil {
		return out, err
	}
	defer rows.Close()
	for rows.Next() {
		var w writing
		var made []byte
		if err := rows.Scan(&w.id, &w.document, &w.day, &w.body, &made); err != nil {
			return out, err
		}
		if string(made) != string(w.hash()) {
			out.stale = append(out.stale, w.id)
		}
	}
	return out, rows.Err()
}

// FindWritings returns the best documents and days of the journal. See
// [store.Store].
func (s *Store) FindWritings(ctx context.Context, terms []store.Term, n int) ([]store.WritingHit, error) {
	if n < 1 || n > store.MaxPage {
		return nil, store.Errorf(store.Invalid, "limit must be 1 to %d", store.MaxPage)
	}
	out := []store.WritingHit{}
	if len(terms) == 0 {
		return out, nil
	}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		// With min() the id is that of the best row of each group.
		rows, err := q.QueryContext(ctx, `with
			found as materialized
				(select rowid as id, bm25(writing_search, 2.0, 1.0) as score from writing_search where writing_search match ?),
			best as materialized
				(select w.id, min(found.score) as score from found join writings w on w.id = found.id
				group by w.document, w.day order by min(found.score), w.id desc limit ?)
			select coalesce(w.document, ''), coalesce(w.day, ''), w.body, w.updated_at,
				iif(w.day is null, w.tokens, (select sum(tokens) from writings where day is not null and day = w.day))
			from best join writings w on w.id = best.id order by best.score, w.id desc`, anyOf(terms), n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var h store.WritingHit
			if err := rows.Scan(&h.Document, &h.Day, &h.Text, &h.UpdatedAt, &h.Tokens); err != nil {
				return err
			}
			out = append(out, h)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
