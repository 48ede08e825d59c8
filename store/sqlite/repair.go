package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"memtray/store"
	"memtray/store/text"
)

// manyWrong is from which share of the memories on the whole index is filled
// again instead of row by row.
const manyWrong = 10 // one of so many

// Repair makes tokens and index true again: row by row in small steps, so that
// others can write and search meanwhile, or, where the index is damaged or much
// of it is wrong, by filling it again from the tokens. That is one transaction,
// for which others wait to write, and in which no search sees half an index.
// Returns [store.Damaged] if more than the index is damaged.
func (s *Store) Repair(ctx context.Context) error {
	wrong, whole, err := s.toMend(ctx)
	if err != nil {
		return err
	}
	if !whole {
		if err = s.eachStep(ctx, wrong, (*transaction).reindex); isIndexDamage(err) {
			whole = true // it does not let itself be mended in place
		} else if err != nil {
			return err
		}
	}
	if whole {
		if err := s.eachStep(ctx, wrong, (*transaction).retoken); err != nil {
			return err
		}
	}
	if !whole && len(wrong) > 0 {
		// Where a row was put into the index twice, to replace it leaves the first.
		wrong, whole, err = s.toMend(ctx)
		if err != nil {
			return err
		}
		whole = whole || len(wrong) > 0
	}
	if !whole {
		if err := s.mendWritings(ctx); err != nil {
			return err
		}
	}
	err = s.write(ctx, func(ctx context.Context, t *transaction) error {
		if whole {
			if err := t.refill(ctx); err != nil {
				return err
			}
			if err := t.refillWritings(ctx); err != nil {
				return err
			}
		}
		return t.log(ctx, subjectSetting, 0)
	})
	if err != nil {
		return err
	}
	return Clear(s.home, store.NoticeIndex)
}

// mendWritings indexes documents and notes anew at which something is wrong.
func (s *Store) mendWritings(ctx context.Context) error {
	var wrong []int64
	err := s.readAnew(ctx, func(ctx context.Context, q *sql.Tx) (err error) {
		wrong, err = wrongWritingIDs(ctx, q)
		return err
	})
	if err != nil {
		return err
	}
	for step := range slices.Chunk(wrong, writingStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return t.reindexWritings(ctx, step) }); err != nil {
			return err
		}
	}
	return nil
}

// eachStep does something with memories in small transactions.
func (s *Store) eachStep(ctx context.Context, ids []int64, do func(t *transaction, ctx context.Context, ids []int64) error) error {
	for step := range slices.Chunk(ids, reindexStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return do(t, ctx, step) }); err != nil {
			return err
		}
	}
	return nil
}

// toMend returns the ids at which tokens or index are wrong, and whether the
// whole index has to be filled again.
func (s *Store) toMend(ctx context.Context) (wrong []int64, whole bool, err error) {
	err = s.readAnew(ctx, func(ctx context.Context, q *sql.Tx) error {
		f, err := integrity(ctx, q)
		if err != nil {
			return err
		}
		if len(f.file) > 0 {
			s.raise(store.NoticeCorrupt)
			return s.damaged(fmt.Errorf("%w: %s", errUnreadable, f.file[0]))
		}
		wrong, err = wrongIDs(ctx, q)
		if whole = len(f.index) > 0; whole || err != nil {
			return err
		}
		other, flaw, err := indexContents(ctx, q)
		if err != nil {
			return err
		}
		var all int
		if err := q.QueryRowContext(ctx, `select count(*) from search_docsize`).Scan(&all); err != nil {
			return err
		}
		whole = flaw != "" || len(other) > 1 && len(other) > all/manyWrong
		wrong = append(wrong, other...)
		slices.Sort(wrong)
		wrong = slices.Compact(wrong)
		return nil
	})
	return wrong, whole, err
}

// wrongIDs returns the ids at which tokens or index are not what they should be.
func wrongIDs(ctx context.Context, q queryer) ([]int64, error) {
	wrong, err := staleIDs(ctx, q)
	if err != nil {
		return nil, err
	}
	more, err := column[int64](q.QueryContext(ctx, `select memory_id from memory_tokens where version < ?
		union select id from memories where state <> 'trashed' and id not in (select id from search_docsize)
		union select id from search_docsize where id not in (select id from memories where state <> 'trashed')
		union select memory_id from memory_tokens where memory_id not in (select id from memories where state <> 'trashed')`, text.Version))
	if err != nil {
		return nil, err
	}
	wrong = append(wrong, more...)
	slices.Sort(wrong)
	return slices.Compact(wrong), nil
}

// wrongWritingIDs is wrongIDs for documents and notes.
func wrongWritingIDs(ctx context.Context, q queryer) ([]int64, error) {
	w, err := checkWritings(ctx, q)
	if err != nil {
		return nil, err
	}
	older, err := column[int64](q.QueryContext(ctx, `select id from writings where token_version < ?`, text.Version))
	return distinctSorted(append(w.ids(), older...)), err
}

// retoken makes the tokens of memories anew; the index gets them later.
func (t *transaction) retoken(ctx context.Context, ids []int64) error {
	found, err := loadMemories(ctx, t, ids)
	if err != nil {
		return err
	}
	for _, m := range found {
		if m.State == store.Trashed {
			continue
		}
		if err := t.putTokens(ctx, m, tokensOf(m)); err != nil {
			return err
		}
	}
	return nil
}

// refill empties the index and fills it from the tokens.
func (t *transaction) refill(ctx context.Context) error {
	for _, query := range []string{
		`delete from memory_tokens where memory_id not in (select id from memories where state <> 'trashed')`,
		`insert into search (search) values ('delete-all')`,
	} {
		if _, err := t.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	return t.fillIndex(ctx)
}

// fillIndex puts all tokens into the index, which is empty.
func (t *transaction) fillIndex(ctx context.Context) error {
	ids, err := column[int64](t.QueryContext(ctx, `select memory_id from memory_tokens order by memory_id`))
	if err != nil {
		return err
	}
	for step := range slices.Chunk(ids, loadStep) {
		if err := t.fillStep(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

func (t *transaction) fillStep(ctx context.Context, ids []int64) error {
	all, err := keptRows(ctx, t, ids)
	if err != nil {
		return err
	}
	for _, r := range all {
		if err := t.putIndex(ctx, &r.Memory, r.tokens); err != nil {
			return err
		}
	}
	return nil
}

// keptRow is what is kept of a memory for the index: its tokens, and of the
// memory itself what its scope is made of.
type keptRow struct {
	store.Memory
	tokens
	version int // of the tokeniser
}

func keptRows(ctx context.Context, q queryer, ids []int64) ([]keptRow, error) {
	rows, err := q.QueryContext(ctx, `select m.id, m.project_id, m.kind, m.client, m.state, m.private, k.title, k.body, k.meta, k.version
		from memory_tokens k join memories m on m.id = k.memory_id
		where k.memory_id in (select value from json_each(?))`, jsonList(ids))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []keptRow
	for rows.Next() {
		var r keptRow
		if err := rows.Scan(&r.ID, &r.ProjectID, &r.Kind, &r.Client, &r.State, &r.Private, &r.title, &r.body, &r.meta, &r.version); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}
