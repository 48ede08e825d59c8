package storetest

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"memtray/store"
)

func testFindFilters(t *testing.T, f *fixture) {
	api, web := f.project("api"), f.project("web")
	a := f.save(claude, store.Draft{Kind: store.Fact, Body: "word a", ProjectID: api.ID, Tags: []string{"go", "db", "Ärger"}})
	b := f.save(cursor, store.Draft{Kind: store.Howto, Body: "word b", ProjectID: web.ID, Tags: []string{"go"}, Pinned: true})
	c := f.save(you, store.Draft{Kind: store.Fact, Body: "word c", ProjectID: web.ID, Private: true})
	d := f.save(claude, store.Draft{Body: "word d"})
	e := f.save(claude, store.Draft{Body: "word e"})
	f.change(you, store.Patch{ReviewedAt: ptr(store.Millis(1))}, a.ID)
	f.change(you, store.Patch{State: ptr(store.Pending)}, d.ID)
	f.change(you, store.Patch{State: ptr(store.Archived)}, e.ID)
	many := make([]int64, 1000)
	for i := range many {
		many[i] = int64(10_000 + i)
	}
	for _, x := range []struct {
		name   string
		filter store.Filter
		want   []int64
	}{
		{"none", store.Filter{}, []int64{d.ID, c.ID, b.ID, a.ID}},
		{"project", store.Filter{Projects: []int64{web.ID}}, []int64{c.ID, b.ID}},
		{"projects", store.Filter{Projects: []int64{web.ID, api.ID}}, []int64{c.ID, b.ID, a.ID}},
		{"many projects", store.Filter{Projects: append(many, api.ID)}, []int64{a.ID}},
		{"kind", store.Filter{Kinds: []store.Kind{store.Fact}}, []int64{c.ID, a.ID}},
		{"client", store.Filter{Clients: []string{"claude-code"}}, []int64{d.ID, a.ID}},
		{"the person", store.Filter{Clients: []string{""}}, []int64{c.ID}},
		{"a client and the person", store.Filter{Clients: []string{"", "cursor"}}, []int64{c.ID, b.ID}},
		{"tag", store.Filter{Tags: []string{"go"}}, []int64{b.ID, a.ID}},
		{"tags", store.Filter{Tags: []string{"go", "db"}}, []int64{a.ID}},
		{"tags in another case, width and form", store.Filter{Tags: []string{"ＧＯ", "a\u0308rger"}}, []int64{a.ID}},
		{"pinned", store.Filter{Pinned: ptr(true)}, []int64{b.ID}},
		{"not pinned", store.Filter{Pinned: ptr(false)}, []int64{d.ID, c.ID, a.ID}},
		{"reviewed, by the person too", store.Filter{Reviewed: ptr(true)}, []int64{c.ID, a.ID}},
		{"not reviewed", store.Filter{Reviewed: ptr(false)}, []int64{d.ID, b.ID}},
		{"pending", store.Filter{States: []store.State{store.Pending}}, []int64{d.ID}},
		{"active", store.Filter{States: []store.State{store.Active}}, []int64{c.ID, b.ID, a.ID}},
		{"archived", store.Filter{States: []store.State{store.Archived}}, []int64{e.ID}},
		{"archived or pending", store.Filter{States: []store.State{store.Archived, store.Pending}}, []int64{e.ID, d.ID}},
		{"except some", store.Filter{Except: []int64{c.ID, a.ID, 999}}, []int64{d.ID, b.ID}},
		{"together", store.Filter{Projects: []int64{web.ID}, Kinds: []store.Kind{store.Howto}, Clients: []string{"cursor"}, Pinned: ptr(true)}, []int64{b.ID}},
		{"together, nothing", store.Filter{Projects: []int64{web.ID}, Kinds: []store.Kind{store.Howto}, Clients: []string{""}}, []int64{}},
	} {
		// The same by the rows, by the index and by the text.
		for _, q := range []store.Query{{}, {Terms: terms("word"), Sort: store.Newest}, {Literal: "WORD"}} {
			q.Filter = x.filter
			if got := f.find(q); !slices.Equal(got, x.want) {
				t.Errorf("%s, %d terms, literal %q: %v, want %v", x.name, len(q.Terms), q.Literal, got, x.want)
			}
		}
	}
}

func testFindReader(t *testing.T, f *fixture) {
	open := f.note(cursor, "word open")
	hidden := f.save(claude, store.Draft{Body: "word hidden", Private: true})
	own, foreign := f.note(claude, "word own"), f.note(cursor, "word foreign")
	f.change(you, store.Patch{State: ptr(store.Pending)}, own.ID, foreign.ID)
	for reader, want := range map[string][]int64{
		"":            {foreign.ID, own.ID, hidden.ID, open.ID},
		"claude-code": {own.ID, open.ID},
		"cursor":      {foreign.ID, open.ID},
		"codex":       {open.ID},
	} {
		for _, q := range []store.Query{{}, {Terms: terms("word"), Sort: store.Newest}, {Literal: "word"}} {
			q.Filter.Reader = reader
			if got := f.find(q); !slices.Equal(got, want) {
				t.Errorf("reader %q, %d terms, literal %q: %v, want %v", reader, len(q.Terms), q.Literal, got, want)
			}
			fc, err := f.Facets(ctx, q)
			f.ok(err)
			if len(fc.Kinds) != 1 || fc.Kinds[0].Count != len(want) {
				t.Errorf("reader %q counts %+v, want %d", reader, fc.Kinds, len(want))
			}
		}
	}
}

func testFacets(t *testing.T, f *fixture) {
	api, web := f.project("api"), f.project("web")
	for _, d := range []struct {
		by   store.Author
		kind store.Kind
		p    int64
		body string
	}{
		{claude, store.Fact, api.ID, "word one"},
		{claude, store.Fact, web.ID, "word two"},
		{claude, store.Howto, api.ID, "word three"},
		{you, store.Fact, api.ID, "word four"},
		{you, store.Note, api.ID, "other five"},
	} {
		f.save(d.by, store.Draft{Kind: d.kind, ProjectID: d.p, Body: d.body})
	}
	want := store.Facets{
		// Each facet ignores its own field: of the facts by Claude, or of all kinds by Claude.
		Kinds:    []store.Facet{{Value: "fact", Count: 2}, {Value: "howto", Count: 1}},
		Projects: []store.Facet{facet(api, 1), facet(web, 1)},
		Clients:  []store.Facet{{Value: "claude-code", Count: 2}, {Value: "", Count: 1}},
	}
	q := store.Query{Filter: store.Filter{Kinds: []store.Kind{store.Fact}, Clients: []string{"claude-code"}}}
	for _, ts := range [][]store.Term{nil, terms("word")} {
		q.Terms = ts
		got, err := f.Facets(ctx, q)
		f.ok(err)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("facets with %d terms\n%+v, want\n%+v", len(ts), got, want)
		}
	}
	got, err := f.Facets(ctx, store.Query{Literal: "nothing"})
	if err != nil || got.Kinds == nil || len(got.Kinds)+len(got.Projects)+len(got.Clients) != 0 {
		t.Errorf("facets of nothing: %+v, %v", got, err)
	}
}

func testCounts(t *testing.T, f *fixture) {
	old := f.note(you, "old")
	kept := f.note(claude, "kept")
	f.clock.Advance(1)
	f.clock.Set(f.clock.Now().AddDate(0, 0, 1))
	today := store.MillisOf(f.clock.Now())
	f.note(claude, "new")
	held, gone, stored := f.note(claude, "held"), f.note(claude, "gone"), f.note(claude, "stored")
	f.change(you, store.Patch{ReviewedAt: ptr(today)}, kept.ID, old.ID)
	f.change(you, store.Patch{State: ptr(store.Pending)}, held.ID)
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	f.change(you, store.Patch{State: ptr(store.Archived)}, stored.ID)
	got, err := f.Counts(ctx, today)
	f.ok(err)
	if want := (store.Counts{Memories: 4, Today: 2, Unreviewed: 2, Trash: 1}); got != want {
		t.Errorf("counts %+v, want %+v", got, want)
	}
}

func facet(p store.Project, n int) store.Facet {
	return store.Facet{Value: strconv.FormatInt(p.ID, 10), Label: p.Name, Count: n}
}
