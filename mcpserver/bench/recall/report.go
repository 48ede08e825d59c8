package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"memtray/mcpserver/bench/sets"
)

// Categories that every set has, or every set with a category of questions that
// have no answer, which published figures leave out.
const (
	everything  = "all"
	adversarial = "adversarial"
	answerable  = "1-4"
)

// ours is the method that bounds are for.
const ours = "memtray"

// key says what a figure is about.
type key struct{ set, method, category string }

// figures are the verdicts on the questions of one key.
type figures struct {
	verdicts []sets.Verdict
	took     []time.Duration
}

// report collects verdicts, and prints them.
type report struct {
	figures map[key]*figures
	order   []string // the sets, as they came
	counts  map[string]int
	misses  map[string][]string
	most    int // misses of a set to print
}

func newReport(misses int) *report {
	return &report{figures: map[key]*figures{}, counts: map[string]int{}, misses: map[string][]string{}, most: misses}
}

// records notes what a set is made of.
func (r *report) records(set string, all []sets.Set) {
	if !slices.Contains(r.order, set) {
		r.order = append(r.order, set)
	}
	for _, s := range all {
		r.counts[set] += len(s.Records)
	}
}

// add judges what a method found for a question.
func (r *report) add(set, method string, s sets.Set, q sets.Question, found []int, took time.Duration) {
	v := sets.Judge(found, q.Relevant)
	for _, category := range categories(s, q) {
		k := key{set, method, category}
		f := r.figures[k]
		if f == nil {
			f = &figures{}
			r.figures[k] = f
		}
		f.verdicts = append(f.verdicts, v)
		f.took = append(f.took, took)
	}
	if method == ours && v.R5 == 0 && len(r.misses[set]) < r.most {
		r.misses[set] = append(r.misses[set], miss(s, q, found))
	}
}

// categories returns what a question counts for.
func categories(s sets.Set, q sets.Question) []string {
	all := []string{everything}
	if q.Category != adversarial && slices.ContainsFunc(s.Questions, func(q sets.Question) bool { return q.Category == adversarial }) {
		all = append(all, answerable)
	}
	if q.Category == "" {
		return all
	}
	for i, c := range q.Category {
		if c == '/' {
			all = append(all, q.Category[:i])
		}
	}
	return append(all, q.Category)
}

// miss shows a question, what answers it and what came instead.
func miss(s sets.Set, q sets.Question, found []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s  %s\n", q.Category, q.Text)
	for _, u := range q.Relevant {
		rank := slices.Index(found, u) + 1
		fmt.Fprintf(&b, "    wanted, rank %d: %s\n", rank, line(s, u))
	}
	for i, u := range found[:min(len(found), 3)] {
		fmt.Fprintf(&b, "    %d. %s\n", i+1, line(s, u))
	}
	return b.String()
}

// line shows a unit in one line: its first record.
func line(s sets.Set, unit int) string {
	r := s.Records[slices.Index(s.Units, unit)]
	text := []rune(strings.Join(strings.Fields(r.Text), " "))
	return r.ID + " " + string(text[:min(len(text), 100)])
}

// print writes a table of each set, and then the lines for machines.
func (r *report) print(w io.Writer) {
	keys := r.sorted()
	for i, k := range keys {
		if i == 0 || keys[i-1].set != k.set {
			r.head(w, k.set)
		}
		f := r.figures[k]
		v := sets.Mean(f.verdicts)
		fmt.Fprintf(w, "%-20s %-14s %6d %6.1f %6.1f %6.1f %6.1f %6.3f %6.3f %8.2f %8.2f\n", k.category, k.method, len(f.verdicts),
			100*v.R1, 100*v.R5, 100*v.R10, 100*v.R20, v.MRR, v.NDCG10, f.ms(50), f.ms(95))
		if i == len(keys)-1 || keys[i+1].set != k.set {
			r.foot(w, k.set)
		}
	}
	for _, k := range keys {
		f := r.figures[k]
		v := sets.Mean(f.verdicts)
		fmt.Fprintf(w, "set=%s method=%s category=%s n=%d r1=%.4f r5=%.4f r10=%.4f r20=%.4f mrr=%.4f ndcg10=%.4f p50ms=%.3f\n",
			k.set, k.method, k.category, len(f.verdicts), v.R1, v.R5, v.R10, v.R20, v.MRR, v.NDCG10, f.ms(50))
	}
}

func (r *report) head(w io.Writer, set string) {
	fmt.Fprintf(w, "%s: %d records\n\n%-20s %-14s %6s %6s %6s %6s %6s %6s %6s %8s %8s\n", set, r.counts[set],
		"category", "method", "n", "R@1", "R@5", "R@10", "R@20", "MRR", "nDCG", "p50 ms", "p95 ms")
}

func (r *report) foot(w io.Writer, set string) {
	if len(r.misses[set]) > 0 {
		fmt.Fprintf(w, "\nNot among the first 5 of %s:\n%s", ours, strings.Join(r.misses[set], ""))
	}
	fmt.Fprintln(w)
}

// sorted returns all keys: sets and methods as they came, categories by name
// behind those of every set.
func (r *report) sorted() []key {
	keys := make([]key, 0, len(r.figures))
	for k := range r.figures {
		keys = append(keys, k)
	}
	place := func(c string) int { return (slices.Index([]string{everything, answerable}, c) + 3) % 3 }
	slices.SortFunc(keys, func(a, b key) int {
		return cmp.Or(
			cmp.Compare(slices.Index(r.order, a.set), slices.Index(r.order, b.set)),
			cmp.Compare(place(a.category), place(b.category)),
			cmp.Compare(a.category, b.category),
			cmp.Compare(slices.Index(methodNames, a.method), slices.Index(methodNames, b.method)),
		)
	})
	return keys
}

// ms returns a percentile of the times in milliseconds.
func (f *figures) ms(percent int) float64 {
	sorted := slices.Sorted(slices.Values(f.took))
	return sorted[(len(sorted)-1)*percent/100].Seconds() * 1000
}
