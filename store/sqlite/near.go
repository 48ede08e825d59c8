package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"reflect"
	"slices"

	"memtray/store"
	"memtray/store/vector"
)

// rescored is of how many memories, the nearest by their codes, the vectors
// themselves are compared.
const rescored = 500

// NearestVectors returns the memories whose vectors are most like one. See
// [store.Store].
func (s *Store) NearestVectors(ctx context.Context, model store.VectorModel, to []float32, f store.Filter, n int) ([]store.VectorHit, error) {
	if err := model.Validate(); err != nil {
		return nil, err
	}
	switch {
	case n < 1 || n > store.MaxVectorHits:
		return nil, store.Errorf(store.Invalid, "1 to %d of the nearest can be asked for, not %d", store.MaxVectorHits, n)
	case len(to) != model.Dimensions:
		return nil, store.Errorf(store.Invalid, "a vector has %d dimensions, its model has %d", len(to), model.Dimensions)
	}
	if err := f.Validate(); err != nil {
		return nil, err
	}
	near := []store.VectorHit{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		id, err := vectorModelID(ctx, q, model)
		if err != nil || id == 0 {
			return err
		}
		near, err = s.nearest(ctx, q, id, to, f, n)
		return err
	})
	return near[:min(n, len(near))], err
}

// nearest goes through all codes where the filter lets nearly everything pass,
// and else, or if that proves wrong, only through those of the filter.
func (s *Store) nearest(ctx context.Context, q queryer, model int64, to []float32, f store.Filter, n int) ([]store.VectorHit, error) {
	code := vector.Code(to)
	if !narrows(f) {
		ids, err := s.codes.nearest(ctx, q, model, code, nil)
		if err != nil {
			return nil, err
		}
		near, err := compare(ctx, q, model, to, f, ids)
		if err != nil || len(near) >= n || len(ids) < rescored {
			return near, err
		}
	}
	sel := selectionOf(store.Query{Filter: f})
	from, args := sel.from(true)
	all, err := column[int64](q.QueryContext(ctx, `select m.id`+from, args...))
	if err != nil {
		return nil, err
	}
	within := make(map[int64]bool, len(all))
	for _, id := range all {
		within[id] = true
	}
	ids, err := s.codes.nearest(ctx, q, model, code, within)
	if err != nil {
		return nil, err
	}
	return compare(ctx, q, model, to, f, ids)
}

// narrows reports whether a filter asks for a small part of all memories.
func narrows(f store.Filter) bool {
	if len(f.States) > 0 && !slices.Contains(f.States, store.Active) {
		return true
	}
	f.States, f.Reader = nil, ""
	return !reflect.DeepEqual(f, store.Filter{})
}

// compare reads and compares the vectors of those of ids that are of the filter, best first.
func compare(ctx context.Context, q queryer, model int64, to []float32, f store.Filter, ids []int64) ([]store.VectorHit, error) {
	sel := selectionOf(store.Query{Filter: f})
	sel.add(`m.id = v.memory_id`)
	from, args := sel.from(true)
	rows, err := q.QueryContext(ctx, `select v.memory_id, v.vector from json_each(?) j cross join vectors v on v.memory_id = j.value
		where exists (select 1 from vector_codes c where c.memory_id = v.memory_id and c.model_id = ?)
		and exists (select 1`+from+`)`, append([]any{jsonList(ids), model}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	near := make([]store.VectorHit, 0, len(ids))
	var one store.VectorHit
	var stored sql.RawBytes
	for rows.Next() {
		if err := rows.Scan(&one.ID, &stored); err != nil {
			return nil, err
		}
		one.Similarity = vector.Dot(to, stored)
		near = append(near, one)
	}
	slices.SortFunc(near, func(a, b store.VectorHit) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(b.ID, a.ID))
	})
	return near, rows.Err()
}
