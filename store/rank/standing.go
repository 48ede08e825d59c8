package rank

import (
	"math"

	"memtray/store"
)

// halfLife is after how many days the age of a memory counts half.
const halfLife = 30.0

// standing is what a memory has that its text does not say.
func (r *ranker) standing(c *store.Candidate) float64 {
	w := r.weights
	s := 0.0
	if c.Pinned {
		s += w.Pinned
	}
	if c.Fetched > 0 {
		s += w.Fetched * min(1, math.Log2(1+float64(c.Fetched))/5)
	}
	const day = 24 * 60 * 60 * 1000
	age := max(0, float64(r.now)-float64(c.UpdatedAt)) / day
	return s + w.Age*math.Exp2(-age/halfLife)
}
