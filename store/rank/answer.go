package rank

import "math"

// behindQuestions sets what follows a question behind it where the question holds
// every word that was asked and its likely answer does not: then the question
// itself may be what is looked for, such as one that was left open.
func (r *Prepared) behindQuestions(scores []float64) {
	for i := range scores {
		p := r.around[i].previous
		if r.around[i].answers && p >= 0 && p < len(scores) && scores[i] >= scores[p] && r.holdsAll(p) && !r.holdsAll(i) {
			scores[i] = math.Nextafter(scores[p], math.Inf(-1))
		}
	}
}

// holdsAll reports whether a member holds every term of the question.
func (r *Prepared) holdsAll(i int) bool {
	c := &r.counts[i]
	for t := range r.rarity {
		if c.title[t] == 0 && c.body[t] == 0 && c.meta[t] == 0 {
			return false
		}
	}
	return true
}
