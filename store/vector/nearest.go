package vector

// Nearest returns the positions of the n codes that differ least from query, of
// codes that stand one after another in all, each as long as query. Of equally
// near ones the last stand first. Only positions that pass are looked at; nil
// lets all pass.
func Nearest(query, all []uint64, n int, pass func(at int) bool) []int {
	words := len(query)
	if words == 0 || n <= 0 {
		return nil
	}
	// Distances are small whole numbers, so they are counted instead of sorted.
	distances := make([]uint16, len(all)/words)
	counts := make([]int, 64*words+1)
	for at := range distances {
		if pass != nil && !pass(at) {
			distances[at] = skipped
			continue
		}
		d := Distance(query, all[at*words:(at+1)*words])
		distances[at] = uint16(d)
		counts[d]++
	}
	limit, total := 0, 0 // what is nearer than limit is all taken
	for limit < len(counts) && total+counts[limit] <= n {
		total += counts[limit]
		limit++
	}
	places := make([]int, limit+1) // where those of one distance begin
	for d := 1; d <= limit; d++ {
		places[d] = places[d-1] + counts[d-1]
	}
	out := make([]int, min(n, total+atMost(counts, limit)))
	for at := len(distances) - 1; at >= 0; at-- {
		d := int(distances[at])
		if d > limit || places[d] == len(out) {
			continue
		}
		out[places[d]] = at
		places[d]++
	}
	return out
}

// skipped is farther than any two codes can be.
const skipped = 1<<16 - 1

func atMost(counts []int, d int) int {
	if d < len(counts) {
		return counts[d]
	}
	return 0
}
