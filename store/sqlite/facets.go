package sqlite

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"memtray/store"
)

// cell is how many memories of one state have one combination of what can be
// filtered by.
type cell struct {
	kind    store.Kind
	project int64
	label   string
	client  string
	count   int
}

// Facets counts the memories that match q. They are read once, ignoring the
// fields that are counted; which cells a facet sees is decided afterwards.
func (s *Store) Facets(ctx context.Context, q store.Query) (store.Facets, error) {
	if err := q.Filter.Validate(); err != nil {
		return store.Facets{}, err
	}
	var cells []cell
	err := s.read(ctx, func(ctx context.Context, r queryer) (err error) {
		cells, err = countCells(ctx, r, q)
		return err
	})
	if err != nil {
		return store.Facets{}, err
	}
	return facetsOf(cells, q.Filter), nil
}

func countCells(ctx context.Context, r queryer, q store.Query) ([]cell, error) {
	statement, args := facetsStatement(q)
	rows, err := r.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var cells []cell
	for rows.Next() {
		var c cell
		if err := rows.Scan(&c.kind, &c.project, &c.label, &c.client, &c.count); err != nil {
			return nil, err
		}
		cells = append(cells, c)
	}
	return cells, rows.Err()
}

func facetsStatement(q store.Query) (string, []any) {
	q.Filter.Kinds, q.Filter.Projects, q.Filter.Clients = nil, nil, nil
	sel := selectionOf(q)
	from, args := sel.from(true)
	// Grouped in the order of the index, state and all, nothing is sorted.
	return `select c.kind, c.project_id, p.name, c.client, c.memories from
		(select m.kind, m.project_id, m.client, count(*) as memories` + from + ` group by m.project_id, m.state, m.kind, m.client) c
		join projects p on p.id = c.project_id`, args
}

func facetsOf(cells []cell, f store.Filter) store.Facets {
	kinds, projects, clients := tally{}, tally{}, tally{}
	for _, c := range cells {
		kind, project, client := wanted(f.Kinds, c.kind), wanted(f.Projects, c.project), wanted(f.Clients, c.client)
		if project && client {
			kinds.add(string(c.kind), "", c.count)
		}
		if kind && client {
			projects.add(strconv.FormatInt(c.project, 10), c.label, c.count)
		}
		if kind && project {
			clients.add(c.client, "", c.count)
		}
	}
	return store.Facets{Kinds: kinds.sorted(), Projects: projects.sorted(), Clients: clients.sorted()}
}

func wanted[T comparable](values []T, v T) bool {
	return len(values) == 0 || slices.Contains(values, v)
}

// tally counts by value.
type tally map[string]*store.Facet

func (t tally) add(value, label string, n int) {
	if t[value] == nil {
		t[value] = &store.Facet{Value: value, Label: label}
	}
	t[value].Count += n
}

func (t tally) sorted() []store.Facet {
	out := make([]store.Facet, 0, len(t))
	for _, f := range t {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b store.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Label, b.Label), cmp.Compare(a.Value, b.Value))
	})
	return out
}
