package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
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

// fitted are the weights that questions without conversations can tell something
// about; judged are those for which it takes conversations, which may only check.
// The rest is judgement that nothing measures.
var (
	fitted = []string{"Opening", "Saturation", "Shortness", "Rarity", "Grams", "Pairs"}
	judged = []string{"Previous", "Next", "Further", "Session", "Time"}
)

// neutral is where the search for the weights of a left out conversation starts,
// so that it owes nothing to those that are shipped.
var neutral = map[string]float64{
	"Opening": 1, "Saturation": 1.2, "Shortness": .75, "Rarity": 1,
	"Grams": .1, "Pairs": .1, "Time": .1, "Previous": .2, "Next": .2, "Further": .2, "Session": .2,
}

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

//go:embed testdata/own
var own embed.FS

// fit prints weights that answer the questions of the own set and of a folder's
// sets better, and what they do to the sets that only check.
func fit(ctx context.Context, data string, out io.Writer) error {
	dir, err := os.MkdirTemp("", "memtray-fit")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	all, err := withOwn(dir, data)
	if err != nil {
		return err
	}
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
		compare(out, f.name, judge(f, now), judge(f, better))
	}
	leaveOneOut(out, checks)
	fmt.Fprintln(out, "\nfor store/rank/weights.go:")
	for _, name := range fitted {
		fmt.Fprintf(out, "\t%s: %.3g,\n", name, *weight(&better, name))
	}
	return nil
}

// withOwn returns the own set and those of a folder.
func withOwn(dir, data string) ([]sets.Set, error) {
	folder := filepath.Join(dir, "sets")
	if err := os.CopyFS(folder, own); err != nil {
		return nil, err
	}
	all, err := sets.Read(filepath.Join(folder, "testdata", "own"))
	if err != nil {
		return nil, err
	}
	others, err := sets.Read(data)
	if err != nil {
		return nil, err
	}
	for _, s := range others {
		if s.Name != all[0].Name {
			all = append(all, s)
		}
	}
	return all, nil
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

// judge returns the verdict on each question of a set.
func judge(f fitSet, w rank.Weights) []sets.Verdict {
	verdicts := make([]sets.Verdict, len(f.questions))
	for i, q := range f.questions {
		ids := q.pool.IDs(w)
		records := make([]int, len(ids))
		for k, id := range ids {
			records[k] = q.records[id]
		}
		verdicts[i] = sets.Judge(q.set.Found(records), q.question.Relevant)
	}
	return verdicts
}

// worth is what is made greater: each set counts the same.
func worth(all []fitSet, w rank.Weights) float64 {
	sum := 0.0
	for _, f := range all {
		v := sets.Mean(judge(f, w))
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

// leaveOneOut shows how little the weights owe to the sets that check: each is
// judged with those that the others alone would choose: all of them, also those
// that the other sets decide.
func leaveOneOut(out io.Writer, checks []fitSet) {
	if len(checks) < 2 {
		return
	}
	fmt.Fprintf(out, "\n%-24s %8s %8s %8s %8s\n", "R@10 / MRR", "now", "", "chosen by the others", "")
	var pooled [2]pool
	for i, f := range checks {
		others := append(append([]fitSet{}, checks[:i]...), checks[i+1:]...)
		start := rank.Full()
		for name, v := range neutral {
			*weight(&start, name) = v
		}
		var one [2]pool
		for k, w := range []rank.Weights{rank.Full(), search(others, start, slices.Concat(judged, fitted))} {
			one[k].add(f, judge(f, w))
			pooled[k].add(f, judge(f, w))
		}
		compare(out, f.name, one[0].all, one[1].all)
	}
	compare(out, "together", pooled[0].all, pooled[1].all)
	compare(out, "together, "+answerable, pooled[0].answerable, pooled[1].answerable)
}

// compare prints what two weights make of the same questions.
func compare(out io.Writer, name string, now, others []sets.Verdict) {
	a, b := sets.Mean(now), sets.Mean(others)
	fmt.Fprintf(out, "%-24s %8.3f %8.3f %8.3f %8.3f\n", name, a.R10, a.MRR, b.R10, b.MRR)
}

// pool are verdicts on questions, and on those that have an answer.
type pool struct{ all, answerable []sets.Verdict }

func (p *pool) add(f fitSet, verdicts []sets.Verdict) {
	p.all = append(p.all, verdicts...)
	for i, v := range verdicts {
		if f.questions[i].question.Category != adversarial {
			p.answerable = append(p.answerable, v)
		}
	}
}

// weight returns a weight by its name.
func weight(w *rank.Weights, name string) *float64 {
	return reflect.ValueOf(w).Elem().FieldByName(name).Addr().Interface().(*float64)
}
