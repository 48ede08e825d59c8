package vector_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"memtray/store/vector"
)

func TestNormalise(t *testing.T) {
	v := []float32{3, 0, -4}
	if err := vector.Normalise(v); err != nil || !slices.Equal(v, []float32{.6, 0, -.8}) {
		t.Errorf("%v, %v", v, err)
	}
	large := []float32{math.MaxFloat32, math.MaxFloat32}
	if err := vector.Normalise(large); err != nil || math.Abs(float64(large[0])-math.Sqrt(.5)) > 1e-6 {
		t.Errorf("%v, %v", large, err)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		v    []float32
		want error
	}{
		{nil, vector.ErrLength},
		{make([]float32, vector.MaxDimensions+1), vector.ErrLength},
		{[]float32{0, 0}, vector.ErrNumber},
		{[]float32{1, nan}, vector.ErrNumber},
		{[]float32{inf, 1}, vector.ErrNumber},
	} {
		if err := vector.Normalise(c.v); err != c.want {
			t.Errorf("%v: %v, want %v", c.v[:min(len(c.v), 3)], err, c.want)
		}
	}
}

func TestDot(t *testing.T) {
	for _, n := range []int{1, 2, 3, 64, 65, 768} {
		a, b := random(n, 1), random(n, 2)
		var want float64
		for i := range a {
			want += float64(a[i]) * float64(b[i])
		}
		if got := vector.Dot(a, vector.Bytes(b)); math.Abs(got-want) > 1e-5 {
			t.Errorf("%d dimensions: %v, want %v", n, got, want)
		}
		if got := vector.Dot(a, vector.Bytes(a)); math.Abs(got-1) > 1e-5 {
			t.Errorf("%d dimensions: with itself %v", n, got)
		}
	}
	if got := vector.Dot([]float32{1}, vector.Bytes([]float32{1, 0})); got != -1 {
		t.Errorf("of other dimensions: %v", got)
	}
}

func TestCode(t *testing.T) {
	v := make([]float32, 70)
	v[0], v[1], v[63], v[64], v[69] = 1, -1, .1, .5, 2
	code := vector.Code(v)
	if !slices.Equal(code, []uint64{1 | 1<<63, 1 | 1<<5}) {
		t.Errorf("code %x", code)
	}
	if back := vector.AppendCode(nil, vector.CodeBytes(code)); !slices.Equal(back, code) {
		t.Errorf("stored and read: %x", back)
	}
	if d := vector.Distance(code, []uint64{0, 0}); d != 4 {
		t.Errorf("distance %d", d)
	}
}

// TestNearest compares with sorting.
func TestNearest(t *testing.T) {
	const count, dimensions = 700, 100
	var all []uint64
	for i := range count {
		all = append(all, vector.Code(random(dimensions, uint64(i%400)))...) // some are equal
	}
	query := vector.Code(random(dimensions, 9999))
	words := vector.Words(dimensions)
	odd := func(at int) bool { return at%2 == 1 }
	for _, pass := range []func(int) bool{nil, odd, func(int) bool { return false }} {
		var order []int
		for at := range count {
			if pass == nil || pass(at) {
				order = append(order, at)
			}
		}
		slices.Reverse(order)
		slices.SortStableFunc(order, func(a, b int) int {
			return vector.Distance(query, all[a*words:(a+1)*words]) - vector.Distance(query, all[b*words:(b+1)*words])
		})
		for _, n := range []int{-1, 0, 1, 2, 50, 349, 350, count, count + 5} {
			want := order[:min(max(n, 0), len(order))]
			if got := vector.Nearest(query, all, n, pass); !slices.Equal(got, want) {
				t.Errorf("nearest %d: %v, want %v", n, got, want)
			}
		}
	}
	if got := vector.Nearest(query, nil, 3, nil); len(got) != 0 {
		t.Errorf("of none: %v", got)
	}
	if got := vector.Nearest(nil, nil, 3, nil); len(got) != 0 {
		t.Errorf("to nothing: %v", got)
	}
}

// random is a vector of length one; the same seed gives the same.
func random(dimensions int, seed uint64) []float32 {
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
