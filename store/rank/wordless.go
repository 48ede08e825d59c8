package rank

import "math"

// Neighbours that hold no word of the question are guesses. They must not push
// away what holds its words.
const (
	// half is which part of a question, by what finding its words says, a memory
	// holds that no such neighbour stands above.
	half = .5

	// oneOf says that of so many rows one may be such a neighbour.
	oneOf = 3
)

// isGuess reports whether a member is there only because of those beside it. One
// that takes the place of another that was found is there for that.
func (r *Prepared) isGuess(i int) bool {
	return i >= len(r.pool.Candidates) && r.wordless(i) && len(r.older[r.members[i].ID]) == 0
}

// lower sets neighbours without a word behind each memory that holds half of the
// question, but for those that are superseded.
func (r *Prepared) lower(scores []float64) {
	least := math.Inf(1)
	for i, c := range r.members {
		if len(c.NewerIDs) == 0 && r.holding(i) >= half {
			least = min(least, scores[i])
		}
	}
	for i := range scores {
		if r.isGuess(i) && scores[i] >= least {
			scores[i] = math.Nextafter(least, math.Inf(-1))
		}
	}
}

// holding returns which part of the question a member holds: its terms, each as
// much as finding it says.
func (r *Prepared) holding(i int) float64 {
	var sum, all float64
	c := &r.counts[i]
	for t, v := range r.rarity {
		all += v
		if c.title[t] > 0 || c.body[t] > 0 || c.meta[t] > 0 {
			sum += v
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// spread puts off neighbours without a word until enough others stand before
// them. What is put off takes the score of the one it then follows.
func (r *Prepared) spread(places []int, scores []float64) []int {
	out := make([]int, 0, len(places))
	var waiting []int
	guesses := 0
	put := func(i int) {
		if n := len(out); n > 0 {
			scores[i] = min(scores[i], scores[out[n-1]])
		}
		out = append(out, i)
	}
	for _, i := range places {
		if r.isGuess(i) {
			waiting = append(waiting, i)
		} else {
			put(i)
		}
		for len(waiting) > 0 && oneOf*(guesses+1) <= len(out)+2 {
			put(waiting[0])
			waiting = waiting[1:]
			guesses++
		}
	}
	for _, i := range waiting {
		put(i)
	}
	return out
}
