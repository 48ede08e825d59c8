package rank

import "memtray/store"

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
