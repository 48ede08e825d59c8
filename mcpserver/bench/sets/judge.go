package sets

import (
	"math"
	"slices"
)

// Depth is how many of the units found are judged.
const Depth = 200

// Verdict says how well an answer met a question, or on average a number of
// them: each figure is a fraction of 1.
type Verdict struct {
	R1, R5, R10, R20 float64 // share of the relevant units among the first k
	MRR              float64 // 1 / rank of the first relevant unit; 0 below [Depth]
	NDCG10           float64 // with gain 1 for each relevant unit
}

// Judge judges the units that were found, best first and each once, by those
// that are relevant.
func Judge(found, relevant []int) Verdict {
	var v Verdict
	var gain, ideal float64
	for i, u := range found[:min(len(found), Depth)] {
		if !slices.Contains(relevant, u) {
			continue
		}
		rank := i + 1
		for _, r := range []struct {
			share *float64
			depth int
		}{{&v.R1, 1}, {&v.R5, 5}, {&v.R10, 10}, {&v.R20, 20}} {
			if rank <= r.depth {
				*r.share += 1 / float64(len(relevant))
			}
		}
		if v.MRR == 0 {
			v.MRR = 1 / float64(rank)
		}
		if rank <= 10 {
			gain += discount(rank)
		}
	}
	for rank := 1; rank <= min(len(relevant), 10); rank++ {
		ideal += discount(rank)
	}
	v.NDCG10 = gain / ideal
	return v
}

func discount(rank int) float64 { return 1 / math.Log2(float64(rank)+1) }

// Mean returns the average of verdicts, and zeros for none.
func Mean(verdicts []Verdict) Verdict {
	var sum Verdict
	for _, v := range verdicts {
		sum.R1 += v.R1
		sum.R5 += v.R5
		sum.R10 += v.R10
		sum.R20 += v.R20
		sum.MRR += v.MRR
		sum.NDCG10 += v.NDCG10
	}
	n := float64(max(len(verdicts), 1))
	return Verdict{sum.R1 / n, sum.R5 / n, sum.R10 / n, sum.R20 / n, sum.MRR / n, sum.NDCG10 / n}
}
