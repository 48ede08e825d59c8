package main

import (
	"context"
	"embed"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"memtray/mcpserver/bench/sets"
	"memtray/store"
	"memtray/store/rank"
	"memtray/store/recall"
	"memtray/store/text"
)

// Fitting looks for better weights by trying one after the other. Sets that may
// only check the outcome are those whose name begins so.
const checksOnly = "locomo"

const (
	fitQuestions = 300 // of each set
	fitPasses    = 4
	fitStep      = 1.25 // what a weight is multiplied with or divided by
	fitCaution   = .01  // a step away from what is usual must bring a twentieth of a point
)

// tied are weights that are fitted as one, so that they keep their proportions.
type tied []string

// fitted are the weights that questions without conversations can tell something
// about; judged are those for which it takes conversations, which may only check.
// The rest is judgement that nothing measures.
var (
	fitted = []tied{{"Opening"}, {"Saturation"}, {"Shortness"}, {"Rarity"}, {"Grams"}, {"Pairs"}, {"Lead"}}
	judged = []tied{{"Previous", "Next", "Further"}, {"Answer"}, {"Session"}, {"Time"}, {"Date"}, {"Asks"}}
)

// usual is where each search starts and from where a weight must not go without
// need, so that what it finds owes nothing to what is shipped.
var usual = map[string]float64{
	"Opening": 1, "Saturation": 1.2, "Shortness": .75, "Rarity": 1, "Grams": .1, "Pairs": .1, "Lead": .03,
	"Previous": .2, "Next": .2, "Further": .1, "Answer": .2, "Session": .2, "Time": .1, "Date": .1, "Asks": .03,
}

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
// sets better than usual ones, and what they do to the sets that only check.
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
	better := search(fits, from(now, fitted), fitted)
	fmt.Fprintf(out, "%-24s %8s %8s %8s %8s\n", "R@10 / MRR", "now", "", "fitted", "")
	for _, f := range append(fits, checks...) {
		compare(out, f.name, judge(f, now), judge(f, better))
	}
	leaveOneOut(out, fits, checks)
	fmt.Fprintln(out, "\nfor store/rank/weights.go:")
	for _, g := range fitted {
		for _, name := range g {
			fmt.Fprintf(out, "\t%s: %.3g,\n", name, *weight(&better, name))
		}
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
		now := m.clock.Now()
		read := rank.Prepare(pool, recall.Question(q.Text, terms, now), store.MillisOf(now))
		f.questions = append(f.questions, ready{s, q, read, m.records})
	}
	return f, nil
}

// judge returns the verdict on each question of a set.
func judge(f fitSet, w rank.Weights) []sets.Verdict {
	all := make([]sets.Verdict, len(f.questions))
	for i, q := range f.questions {
		ids := q.pool.IDs(w)
		records := make([]int, len(ids))
		for k, id := range ids {
			records[k] = q.records[id]
		}
		all[i] = sets.Judge(q.set.Found(records), q.question.Relevant)
	}
	return all
}

// from returns weights of which some have their usual values.
func from(w rank.Weights, groups []tied) rank.Weights {
	for _, name := range slices.Concat(groups...) {
		*weight(&w, name) = usual[name]
	}
	return w
}

// worth is what is made greater: three measures, so that none is bought with
// another one. Each set counts the same.
func worth(all []fitSet, w rank.Weights) float64 {
	sum := 0.0
	for _, f := range all {
		v := sets.Mean(judge(f, w))
		sum += (v.R10 + v.MRR + v.NDCG10) / 3
	}
	return sum / float64(len(all))
}

// unusual is how far weights are from the usual ones.
func unusual(w rank.Weights, groups []tied) float64 {
	sum := 0.0
	for _, g := range groups {
		away := math.Log(*weight(&w, g[0]) / usual[g[0]])
		sum += away * away
	}
	return sum
}

// search goes up in small steps of one group of weights after the other.
func search(all []fitSet, w rank.Weights, groups []tied) rank.Weights {
	value := func(w rank.Weights) float64 { return worth(all, w) - fitCaution*unusual(w, groups) }
	best := value(w)
	for range fitPasses {
		before := best
		for _, g := range groups {
			start := w
			for _, factor := range []float64{fitStep, 1 / fitStep} {
				try := start
				for _, name := range g {
					*weight(&try, name) *= factor
				}
				if v := value(try); v > best && try.Shortness <= 1 {
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
// judged with those that all other sets would choose, from the usual ones on.
func leaveOneOut(out io.Writer, fits, checks []fitSet) {
	if len(checks) < 2 {
		return
	}
	fmt.Fprintf(out, "\n%-24s %8s %8s %8s %8s\n", "R@10 / MRR", "now", "", "chosen by the others", "")
	var together [2]verdicts
	groups := slices.Concat(fitted, judged)
	for i, f := range checks {
		others := slices.Concat(fits, checks[:i], checks[i+1:])
		var one [2]verdicts
		for k, w := range []rank.Weights{rank.Full(), search(others, from(rank.Full(), groups), groups)} {
			one[k].add(f, judge(f, w))
			together[k].add(f, judge(f, w))
		}
		compare(out, f.name, one[0].all, one[1].all)
	}
	compare(out, "together", together[0].all, together[1].all)
	compare(out, "together, "+answerable, together[0].answerable, together[1].answerable)
}

// compare prints what two weights make of the same questions.
func compare(out io.Writer, name string, now, others []sets.Verdict) {
	a, b := sets.Mean(now), sets.Mean(others)
	fmt.Fprintf(out, "%-24s %8.3f %8.3f %8.3f %8.3f\n", name, a.R10, a.MRR, b.R10, b.MRR)
}

// verdicts are on questions, and on those that have an answer.
type verdicts struct{ all, answerable []sets.Verdict }

func (p *verdicts) add(f fitSet, more []sets.Verdict) {
	p.all = append(p.all, more...)
	for i, v := range more {
		if f.questions[i].question.Category != adversarial {
			p.answerable = append(p.answerable, v)
		}
	}
}

// weight returns a weight by its name.
func weight(w *rank.Weights, name string) *float64 {
	return reflect.ValueOf(w).Elem().FieldByName(name).Addr().Interface().(*float64)
}
