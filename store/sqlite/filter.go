package sqlite

import (
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// selection is what a query selects, as the end of a SELECT over the table m
// (memories) and, with a match, the index.
type selection struct {
	match string // expression for the index; "" without terms
	byID  bool   // rows are looked up by ids and the rest is checked on each
	where []string
	args  []any

	// scanned, if not nil, are the memories that are read one by one. What is found
	// among them is read at once: to count it would be to read them again.
	scanned *newest
}

// selectionOf turns a query into a selection. With terms the index goes first
// and narrows by everything it knows, and only the rest of the filter needs the
// rows themselves.
func selectionOf(q store.Query) selection {
	states := q.Filter.States
	if len(states) == 0 {
		states = []store.State{store.Pending, store.Active}
	}
	var s selection
	trash := slices.Contains(states, store.Trashed)
	switch {
	case isLetter(q.Terms) && !trash:
		s.begin(q, states)
		s.rest(q.Filter)
		return s
	case len(q.Terms) > 0 && !trash:
		s.match = matchOf(q.Terms, q.Filter, states)
		s.rest(q.Filter)
		return s
	case len(q.Terms) > 0:
		s.mixed(q, states)
	case q.Literal != "":
		s.scan(q, states)
		s.rest(q.Filter)
		return s
	}
	s.in(`m.state`, jsonList(states))
	s.scope(q.Filter)
	s.rest(q.Filter)
	return s
}

// checksOf returns the conditions of a filter for rows that are at hand.
func checksOf(f store.Filter) selection {
	s := selection{byID: true}
	states := f.States
	if len(states) == 0 {
		states = []store.State{store.Pending, store.Active}
	}
	s.in(`m.state`, jsonList(states))
	s.scope(f)
	s.rest(f)
	return s
}

// mixed finds by the index what is in it, and the trash by reading it.
func (s *selection) mixed(q store.Query, states []store.State) {
	indexed := slices.DeleteFunc(slices.Clone(states), func(st store.State) bool { return st == store.Trashed })
	if len(indexed) == 0 {
		indexed = []store.State{store.Active} // none is left after the filter by state
	}
	trash := `0`
	args := []any{matchOf(q.Terms, q.Filter, indexed)}
	if q.Literal != "" {
		var words []any
		trash, words = holds(q.Literal, false)
		args = append(args, words...)
	}
	s.add(`(m.id in (select rowid from search where search match ?) or (m.state = 'trashed' and `+trash+`))`, args...)
}

func (s *selection) add(condition string, args ...any) {
	s.where = append(s.where, condition)
	s.args = append(s.args, args...)
}

// in asks for one of a list, given as JSON so that its length does not matter.
func (s *selection) in(column, list string) {
	s.add(column+` in (select value from json_each(?))`, list)
}

// scope adds what the index could have narrowed by.
func (s *selection) scope(f store.Filter) {
	if len(f.Projects) > 0 {
		s.in(`m.project_id`, jsonList(f.Projects))
	}
	if len(f.Kinds) > 0 {
		s.in(`m.kind`, jsonList(f.Kinds))
	}
	if len(f.Clients) > 0 {
		s.in(`m.client`, jsonList(f.Clients))
	}
	if f.Reader != "" {
		s.add(`m.private = 0 and (m.state <> 'pending' or m.client = ?)`, f.Reader)
	}
}

// rest adds what the index does not know.
func (s *selection) rest(f store.Filter) {
	if f.Pinned != nil {
		s.add(`m.pinned = ?`, *f.Pinned)
	}
	if f.Reviewed != nil {
		s.add(`(m.reviewed_at <> 0) = ?`, *f.Reviewed)
	}
	for _, tag := range f.Tags {
		s.add(`m.id in (select memory_id from tags where tag_key = ?)`, text.Fold(tag))
	}
	if len(f.Apart) > 0 {
		s.add(`m.project_id not in (select value from json_each(?))`, jsonList(f.Apart))
	}
	if f.Expired != nil {
		s.add(`(m.expires_at > 0 and m.expires_at <= ?) = ?`, f.At, *f.Expired)
	}
	if f.Since != 0 {
		s.add(`m.created_at >= ?`, f.Since)
	}
	if f.Until != 0 {
		s.add(`m.created_at < ?`, f.Until)
	}
	if len(f.IDs) > 0 {
		s.byID = true
		s.in(`m.id`, jsonList(f.IDs))
	}
	if len(f.Files) > 0 {
		s.files(f.Files, s.match != "" || s.byID || len(f.Projects) > 0)
	}
	if len(f.Except) > 0 {
		s.add(`m.id not in (select value from json_each(?))`, jsonList(f.Except))
	}
}

// files asks for a memory one of whose files holds one of the paths as whole
// names. A path from the root begins with a second slash here, so that it is
// found at the beginning only. Where no question or project leaves fewer, it is
// cheaper to go through all files once than to look at those of each memory.
func (s *selection) files(paths []string, each bool) {
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = `/` + wholeNames(p) + `/`
	}
	holds := `from files f join json_each(?) j on instr('/' || replace(f.path, '\', '/') || '/', j.value) > 0`
	if each {
		s.add(`exists (select 1 `+holds+` where f.memory_id = m.id)`, jsonList(names))
	} else {
		s.add(`m.id in (select f.memory_id `+holds+`)`, jsonList(names))
	}
}

// wholeNames returns a path as it is looked for: with slashes, and without what
// says no more than here.
func wholeNames(path string) string {
	path = strings.TrimRight(strings.ReplaceAll(path, `\`, `/`), `/`)
	for strings.HasPrefix(path, `./`) {
		path = strings.TrimLeft(path[1:], `/`)
	}
	return path
}

// from returns the FROM and WHERE clauses. Rows of memories are read if they
// are asked for or needed. A cross join keeps its order: the index first.
func (s *selection) from(rows bool) (string, []any) {
	if s.match == "" {
		from := ` from memories m`
		if s.byID {
			from += ` not indexed`
		}
		return from + ` where ` + strings.Join(s.where, ` and `), s.args
	}
	from := ` from search`
	if rows || len(s.where) > 0 {
		from += ` cross join memories m on m.id = search.rowid`
	}
	where := append([]string{`search match ?`}, s.where...)
	return from + ` where ` + strings.Join(where, ` and `), append([]any{s.match}, s.args...)
}
