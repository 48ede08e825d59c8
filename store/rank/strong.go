package rank

import "memtray/store"

// What makes a memory strong. A prompt is no search: most of its words are no
// question at all, and who wrote it did not ask for memories.
const (
	strongShare = .4 // of what the known words of the prompt say
	strongWords = 2  // rare ones
)

// Strong returns those of [Order] that say enough about a question to be told
// unasked. A memory is strong if its text holds two rare words of the question,
// which are in less than about the square root of the number of memories, and
// words that say two fifths of what those say together that any memory holds. One
// that another memory supersedes is not.
func Strong(pool store.Pool, q Question, now store.Millis) []Hit {
	r := Prepare(pool, q, now)
	strong := map[int64]bool{}
	for i := range pool.Candidates {
		c := &pool.Candidates[i]
		rare, share := r.telling(i)
		strong[c.ID] = rare >= strongWords && share >= strongShare && len(c.NewerIDs) == 0
	}
	var out []Hit
	for _, h := range r.Order(Full()) {
		if strong[h.ID] {
			out = append(out, h)
		}
	}
	return out
}

// telling returns how many rare words of the question a candidate's text holds, and
// which share all that it holds have in what the known words say.
func (r *Prepared) telling(candidate int) (rare int, share float64) {
	c := &r.counts[candidate]
	least := rarity(r.pool.Documents, 1) / 2
	says, known := 0.0, 0.0
	seen := map[int]bool{}
	for _, a := range r.words {
		last := -2 // place in the word of the last rare term that was counted
		for i, t := range a.terms {
			if seen[t] || t >= len(r.pool.Holding) || r.pool.Holding[t] == 0 {
				continue
			}
			seen[t] = true
			known += r.rarity[t]
			if c.title[t]+c.body[t] == 0 {
				continue
			}
			says += r.rarity[t]
			// Pairs of characters side by side overlap; other words count once.
			if r.rarity[t] >= least && i > last+1 && (last < 0 || a.inPairs()) {
				rare, last = rare+1, i
			}
		}
	}
	if known == 0 {
		return 0, 0
	}
	return rare, says / known
}
