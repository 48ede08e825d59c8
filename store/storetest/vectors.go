package storetest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memtray/store"
)

var (
	flat    = store.VectorModel{Name: "flat", Dimensions: 2}
	flatAll = store.VectorScope{Model: flat, Private: true}
)

// at is a vector of two dimensions at an angle in degrees.
func at(m store.Memory, degrees float64) store.Vector {
	return store.Vector{ID: m.ID, Revision: m.Revision, Values: direction(degrees)}
}

func direction(degrees float64) []float32 {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return []float32{float32(cos), float32(sin)}
}

func (f *fixture) putVectors(all ...store.Vector) int {
	f.t.Helper()
	n, err := f.PutVectors(ctx, flat, all)
	f.ok(err)
	return n
}

func (f *fixture) missing(of store.VectorScope) []int64 {
	f.t.Helper()
	all, err := f.VectorsMissing(ctx, of, 0, store.MaxVectors)
	f.ok(err)
	ids := []int64{}
	for _, v := range all {
		ids = append(ids, v.ID)
	}
	return ids
}

func (f *fixture) near(degrees float64, filter store.Filter) []int64 {
	f.t.Helper()
	all, err := f.NearestVectors(ctx, flat, direction(degrees), filter, 10)
	f.ok(err)
	ids := []int64{}
	for i, n := range all {
		ids = append(ids, n.ID)
		if i > 0 && n.Similarity > all[i-1].Similarity {
			f.t.Errorf("not the best first: %+v", all)
		}
	}
	return ids
}

func (f *fixture) equalIDs(what string, got []int64, want ...int64) {
	f.t.Helper()
	if !slices.Equal(got, want) && len(got)+len(want) > 0 {
		f.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func testVectors(t *testing.T, f *fixture) {
	f.equalIDs("near in an empty store", f.near(0, store.Filter{}))
	a, b, c := f.note(claude, "first"), f.save(claude, store.Draft{Title: "Given", Body: "second"}), f.note(claude, "third")
	texts, err := f.VectorsMissing(ctx, flatAll, 0, 2)
	f.ok(err)
	want := []store.VectorText{{ID: c.ID, Revision: 1, Body: "third"}, {ID: b.ID, Revision: 1, Title: "Given", Body: "second"}}
	if !slices.Equal(texts, want) {
		t.Errorf("missing are %+v", texts)
	}
	if texts, err = f.VectorsMissing(ctx, flatAll, b.ID, 2); err != nil || len(texts) != 1 || texts[0].ID != a.ID {
		t.Errorf("below #%d: %+v, %v", b.ID, texts, err)
	}
	if n := f.putVectors(at(a, 0), at(b, 50), at(c, 100)); n != 3 {
		t.Errorf("%d stored", n)
	}
	f.equalIDs("missing", f.missing(flatAll))
	f.equalIDs("near 0", f.near(0, store.Filter{}), a.ID, b.ID, c.ID)
	f.equalIDs("near 90", f.near(90, store.Filter{}), c.ID, b.ID, a.ID)
	near, err := f.NearestVectors(ctx, flat, direction(0), store.Filter{}, 2)
	if err != nil || len(near) != 2 || math.Abs(near[0].Similarity-1) > 1e-6 || math.Abs(near[1].Similarity-math.Cos(50*math.Pi/180)) > 1e-6 {
		t.Errorf("similarities %+v, %v", near, err)
	}
	f.putVectors(at(a, 95)) // again
	f.equalIDs("near 90 after it was made anew", f.near(90, store.Filter{}), a.ID, c.ID, b.ID)

	// Vectors of another model are not compared with these, and take their place.
	other := store.VectorScope{Model: store.VectorModel{Name: "flat", Dimensions: 3}, Private: true}
	f.equalIDs("missing of another model", f.missing(other), c.ID, b.ID, a.ID)
	if n, err := f.PutVectors(ctx, other.Model, []store.Vector{{ID: b.ID, Revision: 1, Values: []float32{1, 0, 0}}}); n != 1 || err != nil {
		t.Errorf("%d stored, %v", n, err)
	}
	f.equalIDs("near 90 of the first model", f.near(90, store.Filter{}), a.ID, c.ID)
	if got, err := f.VectorCounts(ctx, flatAll); err != nil || got != (store.VectorCounts{Have: 2, All: 3}) {
		t.Errorf("counts %+v, %v", got, err)
	}
	if n, err := f.DropVectors(ctx); err != nil || n != 3 {
		t.Errorf("%d dropped, %v", n, err)
	}
	f.equalIDs("near after all are gone", f.near(90, store.Filter{}))
	f.equalIDs("missing after all are gone", f.missing(flatAll), c.ID, b.ID, a.ID)
	f.putVectors(at(b, 90))
	f.equalIDs("near after one is back", f.near(90, store.Filter{}), b.ID)
	if n, err := f.DropVectors(ctx); err != nil || n != 1 {
		t.Errorf("%d dropped, %v", n, err)
	}
	if n, err := f.DropVectors(ctx); err != nil || n != 0 {
		t.Errorf("of none %d dropped, %v", n, err)
	}
}

// testVectorsFollow: a vector is of the text that its memory has.
func testVectorsFollow(t *testing.T, f *fixture) {
	a, b, c := f.note(claude, "first"), f.note(claude, "second"), f.note(claude, "third")
	f.putVectors(at(a, 0), at(b, 1), at(c, 2))
	f.change(you, store.Patch{Pinned: ptr(true), Tags: &[]string{"x"}}, a.ID)
	f.equalIDs("missing after a pin", f.missing(flatAll))
	edit := f.change(claude, store.Patch{Body: ptr("another"), Title: ptr("another"), TitleDerived: ptr(true)}, a.ID)
	f.equalIDs("missing after an edit", f.missing(flatAll), a.ID)
	f.equalIDs("near after an edit", f.near(0, store.Filter{}), b.ID, c.ID)
	if n := f.putVectors(at(a, 0)); n != 0 {
		t.Error("a vector of the former text was stored")
	}
	f.putVectors(at(f.get(a.ID), 0))
	f.undo(you, edit.Act)
	f.equalIDs("missing after the undo", f.missing(flatAll), a.ID)

	f.trash(b.ID)
	trash := store.Filter{States: store.States()}
	f.equalIDs("near with the trash", f.near(0, trash), c.ID)
	f.equalIDs("missing after the trash", f.missing(flatAll), a.ID)
	if n := f.putVectors(at(f.get(b.ID), 1), store.Vector{ID: 999, Revision: 1, Values: direction(0)}); n != 0 {
		t.Error("a vector was stored for the trash")
	}
	f.change(you, store.Patch{State: ptr(store.Active)}, b.ID)
	f.equalIDs("missing after it came back", f.missing(flatAll), b.ID, a.ID)
	f.putVectors(at(f.get(b.ID), 1))
	f.trash(b.ID, c.ID)
	f.purge(b.ID, c.ID)
	f.equalIDs("near after the purge", f.near(0, trash))
	if got, err := f.VectorCounts(ctx, flatAll); err != nil || got != (store.VectorCounts{Have: 0, All: 1}) {
		t.Errorf("counts %+v, %v", got, err)
	}
}

// testVectorsFilter: what a reader may not see is not near, and what is asked for
// is found however far off it is.
func testVectorsFilter(t *testing.T, f *fixture) {
	api := f.project("api")
	open := f.save(claude, store.Draft{Body: "open", ProjectID: api.ID, Kind: store.Decision, Tags: []string{"x"}})
	private := f.save(you, store.Draft{Body: "private", Private: true})
	held, old := f.note(claude, "held"), f.note(you, "old")
	f.change(you, store.Patch{State: ptr(store.Pending)}, held.ID)
	f.change(you, store.Patch{State: ptr(store.Archived)}, old.ID)
	f.equalIDs("missing with private ones", f.missing(flatAll), old.ID, held.ID, private.ID, open.ID)
	f.equalIDs("missing without", f.missing(store.VectorScope{Model: flat}), old.ID, held.ID, open.ID)
	f.putVectors(at(private, 0), at(f.get(held.ID), 1), at(f.get(old.ID), 2), at(open, 180))
	if got, err := f.VectorCounts(ctx, store.VectorScope{Model: flat}); err != nil || got != (store.VectorCounts{Have: 3, All: 3}) {
		t.Errorf("counts without private ones %+v, %v", got, err)
	}
	for _, c := range []struct {
		name   string
		filter store.Filter
		want   []int64
	}{
		{"the person", store.Filter{}, []int64{private.ID, held.ID, open.ID}},
		{"its client", store.Filter{Reader: claude.Client}, []int64{held.ID, open.ID}},
		{"another client", store.Filter{Reader: cursor.Client}, []int64{open.ID}},
		{"a client in the archive", store.Filter{Reader: cursor.Client, States: []store.State{store.Archived}}, []int64{old.ID}},
		{"a client in all", store.Filter{Reader: cursor.Client, States: store.States()}, []int64{old.ID, open.ID}},
		{"a project", store.Filter{Projects: []int64{api.ID}}, []int64{open.ID}},
		{"a kind", store.Filter{Kinds: []store.Kind{store.Decision}}, []int64{open.ID}},
		{"a tag", store.Filter{Tags: []string{"X"}}, []int64{open.ID}},
		{"who saved it", store.Filter{Clients: []string{""}}, []int64{private.ID}},
		{"nothing", store.Filter{Kinds: []store.Kind{store.Bugfix}}, nil},
	} {
		f.equalIDs(c.name, f.near(0, c.filter), c.want...)
	}
}

// testVectorsMany: among many the nearest are found, also for a reader who may
// see few of them.
func testVectorsMany(t *testing.T, f *fixture) {
	const count, dimensions = 1500, 64
	model := store.VectorModel{Name: "many", Dimensions: dimensions}
	rng := rand.New(rand.NewPCG(1, 2))
	random := func() []float32 {
		v, length := make([]float32, dimensions), 0.0
		for i := range v {
			v[i] = float32(rng.NormFloat64())
			length += float64(v[i]) * float64(v[i])
		}
		for i := range v {
			v[i] /= float32(math.Sqrt(length))
		}
		return v
	}
	query := random()
	var all []store.Vector
	var seen []int64 // by a client
	for i := range count {
		seeable := i%50 == 7
		m := f.save(you, store.Draft{Body: fmt.Sprint("memory ", i), Private: !seeable})
		v := random()
		if seeable {
			seen = append(seen, m.ID)
			for d := range v {
				v[d] = -query[d] // as far off as can be
			}
		}
		all = append(all, store.Vector{ID: m.ID, Revision: 1, Values: v})
	}
	copy(all[70].Values, query)
	for step := range slices.Chunk(all, store.MaxVectors) {
		n, err := f.PutVectors(ctx, model, step)
		f.ok(err)
		if n != len(step) {
			t.Fatalf("%d of %d stored", n, len(step))
		}
	}
	near, err := f.NearestVectors(ctx, model, query, store.Filter{}, store.MaxVectorHits)
	f.ok(err)
	if len(near) != store.MaxVectorHits || near[0].ID != all[70].ID {
		t.Errorf("%d found, the first #%d, want #%d", len(near), near[0].ID, all[70].ID)
	}
	near, err = f.NearestVectors(ctx, model, query, store.Filter{Reader: cursor.Client}, store.MaxVectorHits)
	f.ok(err)
	got := []int64{}
	for _, n := range near {
		got = append(got, n.ID)
	}
	slices.Sort(got)
	f.equalIDs("a client's", got, seen...)
}

func testVectorsRefuse(t *testing.T, f *fixture) {
	m := f.note(you, "a")
	fine := []store.Vector{at(m, 0)}
	for name, err := range map[string]error{
		"no name":       second(f.PutVectors(ctx, store.VectorModel{Dimensions: 2}, fine)),
		"no dimensions": second(f.PutVectors(ctx, store.VectorModel{Name: "x"}, fine)),
		"none":          second(f.PutVectors(ctx, flat, nil)),
		"too many":      second(f.PutVectors(ctx, flat, make([]store.Vector, store.MaxVectors+1))),
		"other length":  second(f.PutVectors(ctx, flat, []store.Vector{{ID: m.ID, Revision: 1, Values: []float32{1}}})),
		"missing 0":     second(f.VectorsMissing(ctx, flatAll, 0, 0)),
		"counts":        second(f.VectorCounts(ctx, store.VectorScope{})),
		"near 0":        second(f.NearestVectors(ctx, flat, direction(0), store.Filter{}, 0)),
		"near too many": second(f.NearestVectors(ctx, flat, direction(0), store.Filter{}, store.MaxVectorHits+1)),
		"near other":    second(f.NearestVectors(ctx, flat, []float32{1}, store.Filter{}, 1)),
		"near state":    second(f.NearestVectors(ctx, flat, direction(0), store.Filter{States: []store.State{"x"}}, 1)),
	} {
		if store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	f.equalIDs("after refusals", f.near(0, store.Filter{}))
}

func second[T any](_ T, err error) error { return err }
