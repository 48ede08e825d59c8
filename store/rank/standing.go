package rank

import (
	"math"

	"memtray/store"
)

// halfLife is after how long the age of a memory counts half.
const halfLife = 30 * 24 * 60 * 60 * 1000 // milliseconds

// age is 1 for what was saved or changed now.
func age(at, now store.Millis) float64 {
	return math.Exp2(-max(0, float64(now)-float64(at)) / halfLife)
}

// fetched grows slowly with how often a memory was read, and no more from 31 on.
func fetched(n int) float64 {
	return min(1, math.Log2(1+float64(max(0, n)))/5)
}
