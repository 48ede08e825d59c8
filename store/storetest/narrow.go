package storetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// found checks that the three ways to search, and the facets, see the same
// memories.
func (f *fixture) found(name string, filter store.Filter, want ...int64) {
	f.t.Helper()
	for _, q := range []store.Query{{}, {Terms: terms("word"), Sort: store.Newest}, {Literal: "WORD"}} {
		q.Filter = filter
		if got := f.find(q); !slices.Equal(got, want) && len(got)+len(want) > 0 {
			f.t.Errorf("%s, %d terms, literal %q: %v, want %v", name, len(q.Terms), q.Literal, got, want)
		}
		fc, err := f.Facets(ctx, q)
		f.ok(err)
		count := 0
		for _, one := range fc.Kinds {
			count += one.Count
		}
		if count != len(want) {
			f.t.Errorf("%s, %d terms, literal %q: facets count %d, want %d", name, len(q.Terms), q.Literal, count, len(want))
		}
	}
}

func testFindTimes(t *testing.T, f *fixture) {
	at := func(m store.Memory) store.Millis { return m.CreatedAt }
	a := f.note(claude, "word a")
	f.clock.Advance(time.Hour)
	b := f.note(claude, "word b")
	f.clock.Advance(time.Hour)
	c := f.note(claude, "word c")
	f.change(you, store.Patch{Body: ptr("word a, edited later")}, a.ID)
	f.found("since the first", store.Filter{Since: at(a)}, c.ID, b.ID, a.ID)
	f.found("since after the first", store.Filter{Since: at(a) + 1}, c.ID, b.ID)
	f.found("until the last", store.Filter{Until: at(c)}, b.ID, a.ID)
	f.found("until after the last", store.Filter{Until: at(c) + 1}, c.ID, b.ID, a.ID)
	f.found("between", store.Filter{Since: at(b), Until: at(c)}, b.ID)
	f.found("nothing between", store.Filter{Since: at(b) + 1, Until: at(c)})
	f.found("until comes before since", store.Filter{Since: at(c), Until: at(a)})
}

func testFindFiles(t *testing.T, f *fixture) {
	a := f.save(claude, store.Draft{Body: "word a", Files: []string{"store/open.go", "README.md"}})
	b := f.save(claude, store.Draft{Body: "word b", Files: []string{"/home/ada/memtray/store/open.go"}})
	c := f.save(claude, store.Draft{Body: "word c", Files: []string{`C:\work\memtray\store\sqlite\open.go`}})
	d := f.save(claude, store.Draft{Body: "word d", Files: []string{"restore/open.go", "store/open.go.bak", "存储/说明.md", `50%_off/[a]*.txt`}})
	f.note(claude, "word without files")
	for _, x := range []struct {
		path string
		want []int64
	}{
		{"store/open.go", []int64{b.ID, a.ID}},
		{"./store/open.go", []int64{b.ID, a.ID}},
		{`store\open.go`, []int64{b.ID, a.ID}},
		{"open.go", []int64{d.ID, c.ID, b.ID, a.ID}},
		{"store", []int64{d.ID, c.ID, b.ID, a.ID}},
		{"store/", []int64{d.ID, c.ID, b.ID, a.ID}},
		{"store/sqlite", []int64{c.ID}},
		{"c:/work", nil},
		{"C:/work", []int64{c.ID}},
		{`C:\work\`, []int64{c.ID}},
		{"/home/ada", []int64{b.ID}},
		{"/home/ada/memtray/store/open.go", []int64{b.ID}},
		{"/store", nil}, // from the root
		{"tore/open.go", nil},
		{"store/open", nil},
		{"Store/open.go", nil},
		{"存储", []int64{d.ID}},
		{"说明.md", []int64{d.ID}},
		{`50%_off`, []int64{d.ID}},
		{`50%`, nil},
		{"[a]*.txt", []int64{d.ID}},
		{"*", nil},
		{"%", nil},
		{`"`, nil},
	} {
		f.found(x.path, store.Filter{Files: []string{x.path}}, x.want...)
	}
	f.found("any of two", store.Filter{Files: []string{"README.md", "说明.md"}}, d.ID, a.ID)
	f.found("with others", store.Filter{Files: []string{"store"}, Clients: []string{"cursor"}})
	for _, path := range []string{"", "/", ".", "./", `\`, strings.Repeat("x", store.MaxFile+1)} {
		_, err := f.Find(ctx, store.Query{Limit: 1, Filter: store.Filter{Files: []string{path}}})
		f.fails(err, store.Invalid)
	}
}

func testFindIDs(t *testing.T, f *fixture) {
	a, b, c := f.note(claude, "word a"), f.note(claude, "word b"), f.note(cursor, "word c")
	f.change(you, store.Patch{State: ptr(store.Pending)}, c.ID)
	f.found("ids", store.Filter{IDs: []int64{a.ID, c.ID, 999, a.ID}}, c.ID, a.ID)
	f.found("ids for a reader", store.Filter{IDs: []int64{b.ID, c.ID}, Reader: "codex"}, b.ID)
	f.found("unknown ids", store.Filter{IDs: []int64{999}})
	_, err := f.Find(ctx, store.Query{Limit: 1, Filter: store.Filter{IDs: make([]int64, store.MaxPage+1)}})
	f.fails(err, store.Invalid)
}
