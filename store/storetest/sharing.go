package storetest

import (
	"slices"
	"testing"

	"memtray/store"
)

// sharing returns the ids of the memories that share most of some words.
func (f *fixture) sharing(words string, filter store.Filter, n int) []int64 {
	f.t.Helper()
	found, err := f.Sharing(ctx, store.Query{Terms: terms(words), Filter: filter}, n)
	f.ok(err)
	ids := []int64{}
	for _, m := range found {
		if whole := f.get(m.ID); whole.Body != m.Body || whole.Revision != m.Revision {
			f.t.Errorf("found %+v of %+v", m, whole)
		}
		ids = append(ids, m.ID)
	}
	return ids
}

func testSharing(t *testing.T, f *fixture) {
	p := f.project("p").ID
	one := f.note(claude, "zebra")
	three := f.note(claude, "zebra lemon quartz")
	two := f.note(cursor, "zebra lemon")
	again := f.note(cursor, "lemon quartz")
	private := f.save(you, store.Draft{Body: "zebra lemon quartz private", Private: true})
	elsewhere := f.save(claude, store.Draft{Body: "zebra lemon quartz elsewhere", ProjectID: p})
	held := f.note(cursor, "zebra lemon quartz held")
	f.change(you, store.Patch{State: ptr(store.Pending)}, held.ID)
	archived := f.note(cursor, "zebra lemon quartz archived")
	f.change(you, store.Patch{State: ptr(store.Archived)}, archived.ID)
	old, merged := f.note(claude, "zebra lemon quartz old"), f.note(claude, "zebra lemon quartz merged")
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.MergedInto, Target: three.ID}}}, merged.ID)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: old.ID}}}, one.ID)

	const words = "zebra lemon quartz"
	here := store.Filter{Projects: []int64{store.Unfiled}, Reader: claude.Client}
	for name, c := range map[string]struct {
		filter store.Filter
		n      int
		want   []int64
	}{
		"a client":       {here, 9, []int64{three.ID, again.ID, two.ID, one.ID}},
		"the first":      {here, 2, []int64{three.ID, again.ID}},
		"who holds it":   {store.Filter{Projects: []int64{store.Unfiled}, Reader: cursor.Client}, 2, []int64{held.ID, three.ID}},
		"the person":     {store.Filter{}, 4, []int64{held.ID, elsewhere.ID, private.ID, three.ID}},
		"archived":       {store.Filter{States: []store.State{store.Archived}}, 9, []int64{archived.ID}},
		"other projects": {store.Filter{Projects: []int64{p, store.Global}}, 9, []int64{elsewhere.ID}},
	} {
		if got := f.sharing(words, c.filter, c.n); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if got := f.sharing("", here, 9); len(got) != 0 {
		t.Errorf("without terms: %v", got)
	}
	_, err := f.Sharing(ctx, store.Query{Terms: terms(words)}, 0)
	f.fails(err, store.Invalid)
}
