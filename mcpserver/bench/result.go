package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// result is one row of the table.
type result struct {
	what  string
	value string
	ratio float64 // 0: a value without a ratio
	most  float64 // bound from above; 0: none
	least float64 // bound from below; 0: none
}

func (r result) out() bool {
	return r.most > 0 && r.ratio > r.most || r.least > 0 && r.ratio < r.least
}

func (r result) bound() string {
	switch {
	case r.most > 0:
		return fmt.Sprintf("<= %g", r.most)
	case r.least > 0:
		return fmt.Sprintf(">= %g", r.least)
	}
	return ""
}

// print writes the table and then the rows that are out of their bounds. It
// reports whether there is none.
func print(w io.Writer, results []result) (ok bool) {
	fmt.Fprintf(w, "%-60s %12s %8s %8s\n", "", "value", "ratio", "bound")
	var out []result
	for _, r := range results {
		ratio := ""
		if r.ratio > 0 {
			ratio = fmt.Sprintf("%.2f", r.ratio)
		}
		fmt.Fprintf(w, "%-60s %12s %8s %8s\n", r.what, r.value, ratio, r.bound())
		if r.out() {
			out = append(out, r)
		}
	}
	for _, r := range out {
		fmt.Fprintf(w, "\nout of its bound: %s: %.2f, bound %s\n", r.what, r.ratio, r.bound())
	}
	return len(out) == 0
}

const rounds = 3

// series are durations of the same thing, by round.
type series [rounds][]time.Duration

// timed adds to a round how long do takes.
func (s *series) timed(round int, do func() error) error {
	start := time.Now()
	err := do()
	s[round] = append(s[round], time.Since(start))
	return err
}

// p50 is the median of all.
func (s *series) p50() time.Duration { return median(slices.Concat(s[:]...)) }

// over is the median of the rounds' ratios, each of the medians of one round.
func (s *series) over(reference *series) float64 {
	ratios := make([]float64, rounds)
	for i := range ratios {
		ratios[i] = float64(median(s[i])) / float64(median(reference[i]))
	}
	return median(ratios)
}

func median[T int64 | float64 | time.Duration](values []T) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func (s *series) row(what string) result {
	return result{what: what, value: fmt.Sprintf("%.2f ms", s.p50().Seconds()*1000)}
}

func (s *series) rowOver(what string, reference *series, most float64) result {
	r := s.row(what)
	r.ratio, r.most = s.over(reference), most
	return r
}
