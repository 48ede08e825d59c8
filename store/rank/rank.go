// Package rank puts the candidates of a search into the order in which they are
// shown, and says of each in a few words why it is there. It is pure: it knows
// no engine, reads no clock, and the same input always gives the same order.
//
// An engine scores each memory by itself ([store.Store.Candidates]). Ranking
// reads the best of them once more with what lies around them: the memories
// before and after in the same session, how good the session is as a whole, how
// alike question and text are below the level of words, and what a memory has
// besides its text: kind, age, use, whether it is pinned or superseded. What
// each counts is said in [Weights].
package rank

import (
	"cmp"
	"slices"

	"memtray/store"
)

// Question is what was asked.
type Question struct {
	Text  string       // as it was typed
	Terms []store.Term // what candidates were looked for by, see package text
}

// Hit is a candidate at its place.
type Hit struct {
	ID    int64
	Score float64 // never NaN; comparable within one order
	Why   Why
}

// Order returns all candidates of a pool, best first; of equal scores the newer
// one (by id) comes first. A candidate that another one supersedes comes behind
// it.
func Order(pool store.Pool, q Question, now store.Millis, w Weights) []Hit {
	if len(pool.Candidates) == 0 {
		return nil
	}
	r := &ranker{pool: &pool, question: q, now: now, weights: &w}
	scores := r.scores()
	r.supersede(scores)
	why := r.reasons()
	hits := make([]Hit, len(scores))
	for i := range scores {
		hits[i] = Hit{ID: pool.Candidates[i].ID, Score: scores[i], Why: why[i]}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	return hits
}

// ranker is one call of [Order].
type ranker struct {
	pool     *store.Pool
	question Question
	now      store.Millis
	weights  *Weights

	counts []counts // of the candidates
	around []pair   // their neighbours' counts; nil where there is none
}

type pair struct{ previous, next *counts }

// scores returns the score of each candidate, before any is set behind another.
func (r *ranker) scores() []float64 {
	w := r.weights
	r.count()
	text := r.textScores()
	session := r.sessionScores(text)
	grams := gramsOf(r.question.Text)
	asked := askedBy(r.question.Text)
	out := make([]float64, len(text))
	for i := range r.pool.Candidates {
		c := &r.pool.Candidates[i]
		out[i] = w.Text*text[i] + w.Session*session[i] + w.Grams*grams.share(c.Tokens) + w.Length*length(c.Tokens) +
			asked.score(c, w) + r.standing(c)
	}
	return out
}
