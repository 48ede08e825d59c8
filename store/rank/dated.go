package rank

import (
	"math"

	"memtray/store"
)

// distance is how far from the time that a question names a memory counts half.
// What is told on one day happened the days before, and is spoken of again on
// the next ones.
const distance = 2 * 24 * 60 * 60 * 1000 // milliseconds

// dated is 1 for what was saved in the time that the question names, less the
// further from it, and 0 if it names none.
func (q Question) dated(at store.Millis) float64 {
	if q.From == 0 && q.To == 0 {
		return 0
	}
	away := max(0, float64(q.From)-float64(at), float64(at)-float64(q.To))
	return math.Exp2(-away / distance)
}
