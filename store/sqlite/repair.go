package sqlite

import (
	"context"
	"fmt"
	"slices"

	"memtray/store"
	"memtray/store/text"
)

// Repair makes tokens and index true again: row by row in small steps, so that
// others can write and search meanwhile, or, where the index is damaged, by
// filling it again from the tokens. That is one transaction, for which others
// wait to write, and in which no search sees half an index. Returns
// [store.Damaged] if more than the index is damaged.
func (s *Store) Repair(ctx context.Context) error {
	var wrong, texts []int64
	damaged := false
	err := s.readAnew(ctx, func(ctx context.Context, q queryer) error {
		f, err := integrity(ctx, q)
		if err != nil {
			return err
		}
		if len(f.file) > 0 {
			s.raise(store.NoticeCorrupt)
			return s.damaged(fmt.Errorf("%w: %s", errUnreadable, f.file[0]))
		}
		damaged = len(f.index) > 0
		if wrong, err = wrongIDs(ctx, q); err != nil {
			return err
		}
		texts, err = wrongWritingIDs(ctx, q)
		return err
	})
	if err != nil {
		return err
	}
	mend := (*transaction).reindex
	if damaged {
		mend = (*transaction).retoken
	}
	for step := range slices.Chunk(wrong, reindexStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return mend(t, ctx, step) }); err != nil {
			return err
		}
	}
	if damaged {
		texts = nil // all are indexed anew
	}
	for step := range slices.Chunk(texts, writingStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return t.reindexWritings(ctx, step) }); err != nil {
			return err
		}
	}
	err = s.write(ctx, func(ctx context.Context, t *transaction) error {
		if damaged {
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
	rows, err := t.QueryContext(ctx, `select m.id, m.project_id, m.kind, m.client, m.state, m.private, k.title, k.body, k.meta
		from memory_tokens k join memories m on m.id = k.memory_id
		where k.memory_id in (select value from json_each(?))`, jsonList(ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	type row struct {
		store.Memory
		tokens
	}
	var all []row
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.ID, &r.ProjectID, &r.Kind, &r.Client, &r.State, &r.Private, &r.title, &r.body, &r.meta); err != nil {
			return err
		}
		all = append(all, r)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, r := range all {
		if err := t.putIndex(ctx, &r.Memory, r.tokens); err != nil {
			return err
		}
	}
	return nil
}
