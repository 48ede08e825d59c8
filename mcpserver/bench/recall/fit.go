package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"

	"memtray/mcpserver/bench/sets"
	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// Fitting looks for better weights by trying one after the other. Sets that may
// only check the outcome are those whose name begins so.
const checksOnly = "locomo"

const (
	fitQuestions = 300 // of each set
	fitPasses    = 3
)

// fitted are the weights that questions can tell something about; those of
// neighbours only where a set has sessions. The rest is judgement.
var (
	fitted = []string{"Opening", "Saturation", "Shortness", "Rarity", "Grams", "Time"}
	beside = []string{"Previous", "Next", "Further", "Session"}
)

// factors are what a weight is multiplied with.
var factors = []float64{0, .5, .75, .9, 1.1, 1.33, 2}

// ready is a question whose candidates have been read.
type ready struct {
	set      sets.Set
	question sets.Question
	pool     *rank.Prepared
	records  map[int64]int
}

// fitSet is a set with its questions.
type fitSet struct {
	name      string
	questions []ready
}

// fit prints weights that answer the questions of a folder's sets better, and
// what they do to the sets that only check.
func fit(ctx context.Context, data string, out io.Writer) error {
	all, err := sets.Read(data)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "memtray-fit")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var fits, checks []fitSet
	for i, s := range all {
		f, err := prepare(ctx, filepath.Join(dir, fmt.Sprint(i)), s)
		if err != nil {
			return fmt.Errorf("set %s: %w", s.Name, err)
		}
		if strings.HasPrefix(s.Name, checksOnly) {
			checks = append(checks, f)
		} else {
			fits = append(fits, f)
		}
	}
	now := rank.Full()
	better := search(fits, now, fitted)
	fmt.Fprintf(out, "%-24s %8s %8s %8s %8s\n", "R@10 / MRR", "now", "", "fitted", "")
	for _, f := range append(fits, checks...) {
		a, b := judge(f, now), judge(f, better)
		fmt.Fprintf(out, "%-24s %8.3f %8.3f %8.3f %8.3f\n", f.name, a.R10, a.MRR, b.R10, b.MRR)
	}
	leaveOneOut(out, checks, now)
	fmt.Fprintln(out, "\nfor store/rank/weights.go:")
	for _, name := range fitted {
		fmt.Fprintf(out, "\t%s: %.3g,\n", name, *weight(&better, name))
	}
	return nil
}

// prepare saves a set and reads the candidates of its questions.
func prepare(ctx context.Context, home string, s sets.Set) (fitSet, error) {
	f := fitSet{name: s.Name}
	m, err := fill(ctx, home, []sets.Set{s})
	if err != nil {
		return f, err
	}
	defer m.close()
	step := 1 + (len(s.Questions)-1)/fitQuestions
	for i := 0; i < len(s.Questions); i += step {
		q := s.Questions[i]
		terms := text.Terms(q.Text, false)
		pool, err := m.recall.Store().Candidates(ctx, store.Query{Terms: terms, Filter: m.filter(0), Neighbours: true}, store.MaxCandidates)
		if err != nil {
			return f, err
		}
		read := rank.Prepare(pool, rank.Question{Text: q.Text, Terms: terms}, store.MillisOf(m.clock.Now()))
		f.questions = append(f.questions, ready{s, q, read, m.records})
	}
	return f, nil
}

func judge(f fitSet, w rank.Weights) sets.Verdict {
	verdicts := make([]sets.Verdict, len(f.questions))
	for i, q := range f.questions {
		hits := q.pool.Order(w)
		records := make([]int, len(hits))
		for k, h := range hits {
			records[k] = q.records[h.ID]
		}
		verdicts[i] = sets.Judge(q.set.Found(records), q.question.Relevant)
	}
	return sets.Mean(verdicts)
}

// worth is what is made greater: each set counts the same.
func worth(all []fitSet, w rank.Weights) float64 {
	sum := 0.0
	for _, f := range all {
		v := judge(f, w)
		sum += v.R10 + v.MRR
	}
	return sum
}

// search tries factors for one weight after the other and keeps what helps.
func search(all []fitSet, w rank.Weights, names []string) rank.Weights {
	best := worth(all, w)
	for range fitPasses {
		before := best
		for _, name := range names {
			start := w
			for _, factor := range factors {
				try := start
				*weight(&try, name) *= factor
				if v := worth(all, try); v > best {
					best, w = v, try
				}
			}
		}
		if best == before {
			break
		}
	}
	return w
}

// leaveOneOut shows how little the weights of neighbours owe to the sets that
// check: each is judged with those that the others alone would choose.
func leaveOneOut(out io.Writer, checks []fitSet, now rank.Weights) {
	if len(checks) < 2 {
		return
	}
	fmt.Fprintf(out, "\n%-24s %8s %8s\n", "chosen by the others", "R@10", "MRR")
	for i, f := range checks {
		others := append(append([]fitSet{}, checks[:i]...), checks[i+1:]...)
		start := now
		for _, name := range beside {
			*weight(&start, name) = .2
		}
		v := judge(f, search(others, start, beside))
		fmt.Fprintf(out, "%-24s %8.3f %8.3f\n", f.name, v.R10, v.MRR)
	}
}

// weight returns a weight by its name.
func weight(w *rank.Weights, name string) *float64 {
	return reflect.ValueOf(w).Elem().FieldByName(name).Addr().Interface().(*float64)
}
