package rank

import (
	"math"
	"slices"

	"memtray/store"
)

// meanings returns how near each candidate is in meaning: 0 for the farthest of
// those that a model found near, and for all others; 1 for the same meaning.
// Models differ in how alike they find texts that have nothing to do with each
// other, so what counts is how far a memory stands out from the least alike.
func meanings(all []*store.Candidate) []float64 {
	out := make([]float64, len(all))
	least := 1.0
	for _, c := range all {
		if s := c.Similarity; s > 0 {
			least = min(least, s)
		}
	}
	if least == 1 {
		return out
	}
	for i, c := range all {
		out[i] = max(0, min(1, (c.Similarity-least)/(1-least)))
	}
	return out
}

// standsOut is how far from the least to the most alike of what a model finds
// near a memory must be to be shown for that alone. And few are: where a question
// means nothing, what is near lies close together.
const standsOut = .5

// alike is how near to each other the least and the most alike are where none
// stands out.
const alike = .05

// crowd is from how many on they say what is usual.
const crowd = 5

// meaningFloor returns how near a memory must be in meaning to be shown for that
// alone. Models differ in what they call near, so it is measured by the others
// that hold no word of the question: from the middle one up half of the way to
// the nearest.
func (r *Prepared) meaningFloor() float64 {
	var near []float64
	for i, c := range r.members {
		if c.Similarity != 0 && r.wordless(i) {
			near = append(near, c.Similarity)
		}
	}
	if len(near) < crowd {
		return math.Inf(-1)
	}
	slices.Sort(near)
	middle, best := near[len(near)/2], near[len(near)-1]
	if best-middle < alike {
		return math.Inf(1)
	}
	return middle + standsOut*(best-middle)
}
