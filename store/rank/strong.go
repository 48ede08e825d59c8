package rank

import (
	"math"

	"memtray/store"
)

// What makes a memory strong. A prompt is no search: most of its words are no
// question at all, and who wrote it did not ask for memories.
const (
	strongScore = .25 // of the words alone, of which 1 is every word of the prompt
	strongWords = 2   // that it holds; in a script without blanks two characters are one
)

// Strong returns those of [Order] that say enough about a question to be told
// unasked: they hold at least two of its words, these say together more than one
// word that stands in a single memory, and by the words alone they score at least
// a quarter. What another memory supersedes is left out.
func Strong(pool store.Pool, q Question, now store.Millis) []Hit {
	r := Prepare(pool, q, now)
	plain := Plain()
	scores := r.wordScores(&plain)
	strong := map[int64]bool{}
	for i := range pool.Candidates {
		c := &pool.Candidates[i]
		words, says := r.holds(i)
		strong[c.ID] = scores[i] >= strongScore && words >= strongWords && says > math.Log(float64(1+pool.Documents)) && len(c.NewerIDs) == 0
	}
	var out []Hit
	for _, h := range r.Order(Full()) {
		if strong[h.ID] {
			out = append(out, h)
		}
	}
	return out
}

// holds returns how many words of the question the text of a member has, and how
// much these say.
func (r *Prepared) holds(member int) (words int, says float64) {
	c := &r.counts[member]
	seen := map[int]bool{}
	for _, a := range r.words {
		held := 0
		for _, t := range a.terms {
			if c.title[t]+c.body[t] == 0 {
				continue
			}
			held++
			if !seen[t] {
				says += r.rarity[t]
				seen[t] = true
			}
		}
		words += a.worth(held)
	}
	return words, says
}
