package rank

import (
	"cmp"
	"slices"
)

// supersede puts each candidate that others take the place of behind them: the
// newer one gets at least the score of the older one, which then loses of its
// own. One whose newer memories are no candidates loses too.
func (r *Prepared) supersede(scores []float64, loss float64) {
	if loss <= 0 {
		return
	}
	c := chains{r: r, at: make(map[int64]int, len(scores)), depth: make([]int, len(scores))}
	order := make([]int, len(scores))
	for i := range scores {
		order[i] = i
		c.at[r.members[i].ID] = i
	}
	// In a circle it matters where one begins.
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(r.members[a].ID, r.members[b].ID) })
	for _, i := range order {
		c.measure(i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.depth[b], c.depth[a]) })
	for _, old := range order {
		for _, id := range r.members[old].NewerIDs {
			if newer, ok := c.at[id]; ok {
				scores[newer] = max(scores[newer], scores[old])
			}
		}
	}
	for i, d := range c.depth {
		scores[i] -= float64(d) * loss
	}
}

// chains knows how many memories in a row take the place of each candidate.
type chains struct {
	r     *Prepared
	at    map[int64]int
	depth []int // 0: not measured yet, or none
}

// measure returns the depth of a candidate. Memories that supersede each other
// in a circle have some depth, too.
func (c *chains) measure(i int) int {
	newer := c.r.members[i].NewerIDs
	if c.depth[i] > 0 || len(newer) == 0 {
		return c.depth[i]
	}
	c.depth[i] = 1
	d := 1
	for _, id := range newer {
		if n, ok := c.at[id]; ok {
			d = max(d, 1+c.measure(n))
		}
	}
	c.depth[i] = d
	return d
}
