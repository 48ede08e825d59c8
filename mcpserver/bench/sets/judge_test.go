package sets_test

import (
	"math"
	"testing"

	"memtray/mcpserver/bench/sets"
)

// TestJudge compares with values worked out by hand. With two relevant units the
// best order gains 1/log2(2) + 1/log2(3) = 1.63093.
func TestJudge(t *testing.T) {
	at := func(rank int, u int) []int { // u at rank, something else before it
		found := make([]int, rank)
		for i := range found {
			found[i] = 1000 + i
		}
		found[rank-1] = u
		return found
	}
	for _, c := range []struct {
		name            string
		found, relevant []int
		want            sets.Verdict
	}{
		{"nothing found", nil, []int{1}, sets.Verdict{}},
		{"something else", []int{2, 3}, []int{1}, sets.Verdict{}},
		{"first", []int{1, 2}, []int{1}, sets.Verdict{R1: 1, R5: 1, R10: 1, R20: 1, MRR: 1, NDCG10: 1}},
		{"second", []int{2, 1}, []int{1}, sets.Verdict{R5: 1, R10: 1, R20: 1, MRR: .5, NDCG10: .63093}},
		{"fifth", at(5, 1), []int{1}, sets.Verdict{R5: 1, R10: 1, R20: 1, MRR: .2, NDCG10: .38685}},
		{"sixth", at(6, 1), []int{1}, sets.Verdict{R10: 1, R20: 1, MRR: .16667, NDCG10: .35621}},
		{"tenth", at(10, 1), []int{1}, sets.Verdict{R10: 1, R20: 1, MRR: .1, NDCG10: .28906}},
		{"eleventh", at(11, 1), []int{1}, sets.Verdict{R20: 1, MRR: .09091}},
		{"twentieth", at(20, 1), []int{1}, sets.Verdict{R20: 1, MRR: .05}},
		{"last that is judged", at(200, 1), []int{1}, sets.Verdict{MRR: .005}},
		{"too far down", at(201, 1), []int{1}, sets.Verdict{}},
		{"first and third of two", []int{1, 3, 2}, []int{1, 2}, sets.Verdict{R1: .5, R5: 1, R10: 1, R20: 1, MRR: 1, NDCG10: 1.5 / 1.63093}},
		{"one of two", []int{3, 2}, []int{1, 2}, sets.Verdict{R5: .5, R10: .5, R20: .5, MRR: .5, NDCG10: .63093 / 1.63093}},
		{"one of four", []int{4}, []int{1, 2, 3, 4}, sets.Verdict{R1: .25, R5: .25, R10: .25, R20: .25, MRR: 1, NDCG10: 1 / 2.56161}},
	} {
		same(t, c.name, sets.Judge(c.found, c.relevant), c.want)
	}
}

func TestMean(t *testing.T) {
	same(t, "none", sets.Mean(nil), sets.Verdict{})
	same(t, "two", sets.Mean([]sets.Verdict{
		{R1: 1, R5: 1, R10: 1, R20: 1, MRR: 1, NDCG10: 1}, {R10: .5, R20: 1, MRR: .2, NDCG10: .3},
	}), sets.Verdict{R1: .5, R5: .5, R10: .75, R20: 1, MRR: .6, NDCG10: .65})
}

func same(t *testing.T, name string, got, want sets.Verdict) {
	t.Helper()
	for _, f := range []struct {
		what      string
		got, want float64
	}{
		{"R@1", got.R1, want.R1}, {"R@5", got.R5, want.R5}, {"R@10", got.R10, want.R10}, {"R@20", got.R20, want.R20},
		{"MRR", got.MRR, want.MRR}, {"nDCG@10", got.NDCG10, want.NDCG10},
	} {
		if math.Abs(f.got-f.want) > 1e-5 {
			t.Errorf("%s: %s is %.5f, want %.5f", name, f.what, f.got, f.want)
		}
	}
}
