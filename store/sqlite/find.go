package sqlite

import (
	"context"
	"slices"

	"memtray/store"
)

// Find returns one page of the memories that match q, and their total.
func (s *Store) Find(ctx context.Context, q store.Query) (store.Listing, error) {
	if err := checkQuery(q); err != nil {
		return store.Listing{}, err
	}
	out := store.Listing{Rows: []store.Row{}}
	sel := selectionOf(q)
	err := s.read(ctx, func(ctx context.Context, r queryer) error {
		if sel.scanned != nil {
			return sel.findScanned(ctx, r, q, &out)
		}
		count, args := sel.count()
		if err := r.QueryRowContext(ctx, count, args...).Scan(&out.Total); err != nil {
			return err
		}
		if out.Total == 0 && sel.match != "" {
			return claimsNothing(ctx, r)
		}
		if q.Offset >= out.Total {
			return nil
		}
		page, args := sel.page(q)
		ids, err := column[int64](r.QueryContext(ctx, page, args...))
		if err != nil {
			return err
		}
		out.Rows, err = listRows(ctx, r, ids, q.Filter.Reader)
		return err
	})
	if err != nil {
		return store.Listing{}, err
	}
	return out, nil
}

// findScanned is the Find of a selection that reads memories one by one.
func (s *selection) findScanned(ctx context.Context, r queryer, q store.Query, out *store.Listing) error {
	all := q
	all.Offset, all.Limit = 0, -1
	page, args := s.page(all)
	ids, err := column[int64](r.QueryContext(ctx, page, args...))
	if err != nil {
		return err
	}
	out.Total = len(ids)
	if out.Partial, err = s.isPartial(ctx, r); err != nil || q.Offset >= len(ids) {
		return err
	}
	ids = ids[q.Offset:]
	out.Rows, err = listRows(ctx, r, ids[:min(q.Limit, len(ids))], q.Filter.Reader)
	return err
}

func checkQuery(q store.Query) error {
	switch {
	case q.Limit < 1 || q.Limit > store.MaxPage:
		return store.Errorf(store.Invalid, "limit must be 1 to %d", store.MaxPage)
	case q.Offset < 0:
		return store.Errorf(store.Invalid, "offset must not be negative")
	case q.Sort != "" && !slices.Contains(store.Sorts(), q.Sort):
		return store.Errorf(store.Invalid, "sort must be one of newest, oldest, updated, used, relevance")
	}
	return q.Filter.Validate()
}

// score is lower for better rows. A word of the title counts twice, a mark of
// scope nothing.
const score = `bm25(search, 2.0, 1.0, 0.5, 0.0)`

const byRelevance = ` order by ` + score + `, search.rowid desc`

// orders are the other ways to sort; ties are broken by id, newest first.
var orders = map[store.Sort]string{
	store.Newest:  ` order by m.created_at desc, m.id desc`,
	store.Oldest:  ` order by m.created_at, m.id desc`,
	store.Updated: ` order by m.updated_at desc, m.id desc`,
	store.Used:    ` order by m.fetched_count desc, m.id desc`,
}

// count returns the statement that counts the selection.
func (s *selection) count() (string, []any) {
	from, args := s.from(false)
	return `select count(*)` + from, args
}

// page returns the statement for the ids of one page, in order.
func (s *selection) page(q store.Query) (string, []any) {
	id := `m.id`
	order, given := orders[q.Sort]
	switch {
	case !given && s.match == "":
		order = orders[store.Newest]
	case !given:
		id, order = `search.rowid`, byRelevance
	}
	from, args := s.from(given)
	return `select ` + id + from + order + ` limit ? offset ?`, append(slices.Clone(args), q.Limit, q.Offset)
}
