package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"memtray/store"
	"memtray/store/vector"
)

// VectorsMissing returns memories of a scope that have no vector. See
// [store.Store].
func (s *Store) VectorsMissing(ctx context.Context, of store.VectorScope, below int64, n int) ([]store.VectorText, error) {
	if err := checkVectors(of.Model, n); err != nil {
		return nil, err
	}
	if below <= 0 {
		below = store.MaxID
	}
	var out []store.VectorText
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select m.id, m.revision, iif(m.title_derived, '', m.title), m.body from memories m
			where m.id < ? and m.state <> 'trashed' and (m.private = 0 or ?)
			and not exists (select 1 from vector_codes c join vector_models v on v.id = c.model_id
				where c.memory_id = m.id and v.name = ? and v.dimensions = ?)
			order by m.id desc limit ?`, below, of.Private, of.Model.Name, of.Model.Dimensions, n)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var v store.VectorText
			if err := rows.Scan(&v.ID, &v.Revision, &v.Title, &v.Body); err != nil {
				return err
			}
			out = append(out, v)
		}
		return rows.Err()
	})
	return out, err
}

func checkVectors(m store.VectorModel, n int) error {
	if n < 1 || n > store.MaxVectors {
		return store.Errorf(store.Invalid, "1 to %d vectors are allowed in one step, not %d", store.MaxVectors, n)
	}
	return m.Validate()
}

// PutVectors stores vectors. See [store.Store].
func (s *Store) PutVectors(ctx context.Context, model store.VectorModel, all []store.Vector) (int, error) {
	if err := checkVectors(model, len(all)); err != nil {
		return 0, err
	}
	for _, v := range all {
		if len(v.Values) != model.Dimensions {
			return 0, store.Errorf(store.Invalid, "a vector has %d dimensions, its model has %d", len(v.Values), model.Dimensions)
		}
	}
	stored := 0
	err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		stored = 0
		id, err := t.vectorModel(ctx, model)
		if err != nil {
			return err
		}
		for _, v := range all {
			ok, err := t.putVector(ctx, id, v)
			if err != nil {
				return err
			}
			if ok {
				stored++
			}
		}
		return nil
	})
	return stored, err
}

// vectorModel returns the number of a model, which it gets if it has none.
func (t *transaction) vectorModel(ctx context.Context, m store.VectorModel) (int64, error) {
	id, err := vectorModelID(ctx, t, m)
	if err != nil || id != 0 {
		return id, err
	}
	return t.exec(ctx, `insert into vector_models (name, dimensions) values (?, ?)`, m.Name, m.Dimensions)
}

// vectorModelID returns the number of a model, 0 if it has none.
func vectorModelID(ctx context.Context, q queryer, m store.VectorModel) (int64, error) {
	var id int64
	err := q.QueryRowContext(ctx, `select id from vector_models where name = ? and dimensions = ?`, m.Name, m.Dimensions).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// putVector stores a vector unless its memory is no longer what it was made of.
func (t *transaction) putVector(ctx context.Context, model int64, v store.Vector) (bool, error) {
	var now bool
	err := t.QueryRowContext(ctx, `select exists (select 1 from memories where id = ? and revision = ? and state <> 'trashed')`,
		v.ID, v.Revision).Scan(&now)
	if err != nil || !now {
		return false, err
	}
	_, err = t.ExecContext(ctx, `insert or replace into vector_codes (memory_id, model_id, code) values (?, ?, ?)`,
		v.ID, model, vector.CodeBytes(vector.Code(v.Values)))
	if err != nil {
		return false, err
	}
	_, err = t.ExecContext(ctx, `insert or replace into vectors (memory_id, vector) values (?, ?)`, v.ID, vector.Bytes(v.Values))
	return true, err
}

// dropVector takes away the vector of a memory whose text is another now.
func (t *transaction) dropVector(ctx context.Context, id int64) error {
	if _, err := t.ExecContext(ctx, `delete from vector_codes where memory_id = ?`, id); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `delete from vectors where memory_id = ?`, id)
	return err
}

// VectorCounts returns how far a scope has its vectors. See [store.Store].
func (s *Store) VectorCounts(ctx context.Context, of store.VectorScope) (store.VectorCounts, error) {
	var c store.VectorCounts
	if err := of.Model.Validate(); err != nil {
		return c, err
	}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		// Private memories are few: they are counted again and taken off.
		return q.QueryRowContext(ctx, `with model (id) as (select id from vector_models where name = ?1 and dimensions = ?2)
			select (select count(*) from memories where state <> 'trashed' and (private = 0 or ?3)),
				(select count(*) from vector_codes where model_id = (select id from model))
				- (select count(*) from memories m where m.private = 1 and not ?3 and exists
					(select 1 from vector_codes where memory_id = m.id and model_id = (select id from model)))`,
			of.Model.Name, of.Model.Dimensions, of.Private).Scan(&c.All, &c.Have)
	})
	return c, err
}

// DropVectors removes all vectors. Their space is given back by compaction, which
// is not hurried: they hold no text. See [store.Store].
func (s *Store) DropVectors(ctx context.Context) (int, error) {
	var n int64
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		for _, query := range []string{`delete from vectors`, `delete from vector_codes`, `delete from vector_models`} {
			res, err := t.ExecContext(ctx, query)
			if err != nil {
				return err
			}
			if query == `delete from vectors` {
				if n, err = res.RowsAffected(); err != nil || n == 0 {
					return err
				}
			}
		}
		return t.mark(ctx, upkeepLeft)
	})
	return int(n), err
}
