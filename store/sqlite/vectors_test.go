package sqlite_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/vector"
)

// direction is a vector of length one; the same seed gives the same.
func direction(dimensions int, seed uint64) []float32 {
	rng := rand.New(rand.NewPCG(seed, 1))
	v := make([]float32, dimensions)
	for i := range v {
		v[i] = float32(rng.NormFloat64())
	}
	if err := vector.Normalise(v); err != nil {
		panic(err)
	}
	return v
}

func putVector(t *testing.T, s *sqlite.Store, m store.VectorModel, id int64, v []float32) {
	t.Helper()
	found, err := s.Memories(t.Context(), []int64{id})
	if err != nil || len(found) != 1 {
		t.Fatal(err)
	}
	if n, err := s.PutVectors(t.Context(), m, []store.Vector{{ID: id, Revision: found[0].Revision, Values: v}}); err != nil || n != 1 {
		t.Fatalf("%d stored, %v", n, err)
	}
}

func nearestID(t *testing.T, s *sqlite.Store, m store.VectorModel, to []float32) int64 {
	t.Helper()
	near, err := s.NearestVectors(t.Context(), m, to, store.Filter{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(near) == 0 {
		return 0
	}
	return near[0].ID
}

// TestVectors_OtherProcess: what one process stores, changes and removes is what
// another one finds, which has searched before.
func TestVectors_OtherProcess(t *testing.T) {
	dir := t.TempDir()
	one, two := openIn(t, dir, nil), openIn(t, dir, nil)
	fill(t, one, "memory", 3)
	m := store.VectorModel{Name: "m", Dimensions: 100}
	wants := func(what string, seed uint64, id int64) {
		t.Helper()
		if got := nearestID(t, two, m, direction(100, seed)); got != id {
			t.Errorf("%s: #%d, want #%d", what, got, id)
		}
	}
	wants("none", 1, 0)
	putVector(t, one, m, 1, direction(100, 1))
	wants("one", 1, 1)
	putVector(t, one, m, 2, direction(100, 2))
	wants("another", 2, 2)
	putVector(t, one, m, 1, direction(100, 3))
	putVector(t, one, m, 3, direction(100, 1))
	wants("replaced", 1, 3)
	wants("the new one", 3, 1)
	if _, err := one.DropVectors(t.Context()); err != nil {
		t.Fatal(err)
	}
	wants("all dropped", 1, 0)
	putVector(t, one, m, 2, direction(100, 1))
	wants("begun anew", 1, 2)
	m.Dimensions = 64
	putVector(t, one, m, 1, direction(64, 1))
	if got := nearestID(t, two, m, direction(64, 1)); got != 1 {
		t.Errorf("another model: #%d", got)
	}
}

// TestVectors_Purged: no byte of the vector of what was deleted for good is left.
func TestVectors_Purged(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	fill(t, s, "memory", 20)
	m := store.VectorModel{Name: "m", Dimensions: 1500} // more than one page
	for id := range int64(20) {
		putVector(t, s, m, id+1, direction(m.Dimensions, uint64(id)))
	}
	gone := direction(m.Dimensions, 7)
	traces := [][]byte{vector.Bytes(gone)[:64], vector.Bytes(gone)[5000:5064], vector.CodeBytes(vector.Code(gone))[:64]}
	left := func() (n int) {
		files, _ := filepath.Glob(filepath.Join(dir, "memtray.db*"))
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, trace := range traces {
				n += bytes.Count(data, trace)
			}
		}
		return n
	}
	if left() < 3 {
		t.Fatal("the vector is not where it is looked for")
	}
	if _, err := s.Change(t.Context(), me, store.Change{IDs: []int64{8}, Patch: store.Patch{State: ptr(store.Trashed)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Purge(t.Context(), []int64{8}); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 0 {
		t.Errorf("%d traces are left", n)
	}
}

// TestVectors_ByCode: among more memories than are compared exactly, few of the
// nearest are missed.
func TestVectors_ByCode(t *testing.T) {
	const count, n = 1500, 60
	s := openIn(t, t.TempDir(), nil)
	fill(t, s, "memory", count)
	all := spread(count, 256)
	m := store.VectorModel{Name: "m", Dimensions: 256}
	putAll(t, s, m, all)
	var missed int
	for q := range 10 {
		to := noisy(all[q*37], uint64(q)+1e6, .8)
		near, err := s.NearestVectors(t.Context(), m, to, store.Filter{}, n)
		if err != nil || len(near) != n {
			t.Fatalf("%d found, %v", len(near), err)
		}
		if near[0].ID != int64(q*37+1) {
			t.Errorf("the nearest is #%d, want #%d", near[0].ID, q*37+1)
		}
		missed += n - shared(near, exact(all, to, n))
	}
	if missed > 10*n/20 {
		t.Errorf("%d of %d missed", missed, 10*n)
	}
}

// spread makes vectors as those of texts are: around few centres.
func spread(count, dimensions int) [][]float32 {
	all := make([][]float32, count)
	for i := range all {
		all[i] = noisy(direction(dimensions, uint64(i%40)), uint64(i)+1000, 1)
	}
	return all
}

// noisy is v and so much of another direction.
func noisy(v []float32, seed uint64, share float32) []float32 {
	out := slices.Clone(v)
	for i, x := range direction(len(v), seed) {
		out[i] += share * x
	}
	if err := vector.Normalise(out); err != nil {
		panic(err)
	}
	return out
}

func exact(all [][]float32, to []float32, n int) []int64 {
	ids := make([]int64, len(all))
	alike := make([]float64, len(all))
	for i, v := range all {
		ids[i] = int64(i) + 1
		for d := range v {
			alike[i] += float64(v[d]) * float64(to[d])
		}
	}
	slices.SortFunc(ids, func(a, b int64) int {
		if alike[a-1] > alike[b-1] {
			return -1
		}
		return 1
	})
	return ids[:n]
}

func shared(near []store.VectorHit, ids []int64) (n int) {
	for _, one := range near {
		if slices.Contains(ids, one.ID) {
			n++
		}
	}
	return n
}

// putAll stores the vectors of memories 1, 2, 3 …
func putAll(t testing.TB, s *sqlite.Store, m store.VectorModel, all [][]float32) {
	t.Helper()
	step := make([]store.Vector, 0, store.MaxVectors)
	for i, v := range all {
		step = append(step, store.Vector{ID: int64(i) + 1, Revision: 1, Values: v})
		if len(step) < store.MaxVectors && i < len(all)-1 {
			continue
		}
		if _, err := s.PutVectors(context.Background(), m, step); err != nil {
			t.Fatal(err)
		}
		step = step[:0]
	}
}

// BenchmarkNearest measures a search by meaning in the store of [BenchmarkStore],
// with vectors of MEMTRAY_BENCH_DIMENSIONS (768) dimensions.
func BenchmarkNearest(b *testing.B) {
	ctx := context.Background()
	dimensions := 768
	if n, err := strconv.Atoi(os.Getenv("MEMTRAY_BENCH_DIMENSIONS")); err == nil {
		dimensions = n
	}
	s, err := sqlite.Open(ctx, sqlite.Options{Home: benchHome(b)})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	m := store.VectorModel{Name: "bench", Dimensions: dimensions}
	scope := store.VectorScope{Model: m, Private: true}
	for {
		missing, err := s.VectorsMissing(ctx, scope, 0, store.MaxVectors)
		if err != nil {
			b.Fatal(err)
		}
		if len(missing) == 0 {
			break
		}
		var step []store.Vector
		for _, v := range missing {
			step = append(step, store.Vector{ID: v.ID, Revision: v.Revision, Values: noisy(direction(dimensions, uint64(v.ID%300)), uint64(v.ID)+1000, 1)})
		}
		if _, err := s.PutVectors(ctx, m, step); err != nil {
			b.Fatal(err)
		}
	}
	near := func(f store.Filter) func(int) error {
		return func(i int) error {
			_, err := s.NearestVectors(ctx, m, direction(dimensions, uint64(i%300)), f, 60)
			return err
		}
	}
	began := time.Now()
	if err := near(store.Filter{})(0); err != nil {
		b.Fatal(err)
	}
	b.Logf("the first search took %d ms", time.Since(began).Milliseconds())
	measure(b, "nearest scoped", near(store.Filter{Projects: []int64{4}, Reader: "codex"}))
	measure(b, "nearest unscoped", near(store.Filter{}))
	measure(b, "counts", func(int) error { _, err := s.VectorCounts(ctx, scope); return err })
}
