package rank_test

import (
	"math"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/rank"
)

// A question that names a time prefers what was saved then, and what was saved
// shortly before or after to what was saved long before or after. All others are
// as if it named none.
func TestDated(t *testing.T) {
	const from, to = now - 30*day, now - 29*day
	q := question("webhook timeout")
	saved := func(id int64, at store.Millis) store.Candidate {
		return with(memory(id, "the webhook timeout is long"), func(c *store.Candidate) { c.CreatedAt = at })
	}
	pool := poolOf(q, saved(1, from), saved(2, to+day), saved(3, from-2*day), saved(4, to+9*day), saved(5, 0), saved(6, math.MaxInt64))
	for _, c := range []struct {
		name     string
		from, to store.Millis
		want     []int64
	}{
		{"a day", from, to, []int64{1, 2, 3, 4, 6, 5}},
		{"none", 0, 0, []int64{6, 5, 4, 3, 2, 1}},
		{"long ago", 1, 2, []int64{5, 6, 4, 3, 2, 1}},
	} {
		q.From, q.To = c.from, c.to
		if got := idsOf(rank.Order(pool, q, now, rank.Full())); !slices.Equal(got, c.want) {
			t.Errorf("%s: order %v, want %v", c.name, got, c.want)
		}
	}
}

// The day does not outweigh the words.
func TestDatedWords(t *testing.T) {
	q := question("webhook timeout of the payment provider")
	q.From, q.To = now-day, now
	words := with(memory(1, "the webhook timeout of the payment provider is long"), func(c *store.Candidate) { c.CreatedAt = 0 })
	if got := idsOf(rank.Order(poolOf(q, memory(2, "the timeout is long"), words), q, now, rank.Full())); got[0] != 1 {
		t.Errorf("order %v", got)
	}
}
