// Package rank puts the candidates of a search into the order in which they are
// shown, and says of each in a few words why it is there. It is pure: it knows
// no engine, reads no clock, and the same input always gives the same order.
//
// An engine scores each memory by itself ([store.Store.Candidates]). Ranking
// reads the best of them once more with what lies around them: the memories
// before and after in the same session, how good the session is as a whole, how
// alike question and text are below the level of words and, where a model says
// so, in meaning, and what a memory has besides its text: kind, age, use, whether
// it is pinned or superseded. What each counts is said in [Weights].
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

	// Termless says that it holds no term of the question: it was found through a
	// memory beside it, or by its meaning.
	Termless bool
}

// Order returns all candidates of a pool and, for a question of three words or
// more, the neighbours that the filter selects, best first; of equal scores the
// newer one (by id) comes first. A memory that another one supersedes comes
// behind it. Weights that give nothing for neighbours leave them out.
func Order(pool store.Pool, q Question, now store.Millis, w Weights) []Hit {
	return Prepare(pool, q, now).Order(w)
}

// Prepared is what ranking has read of a pool, before anything is weighed. It
// lets many weights be tried on one pool.
type Prepared struct {
	pool     *store.Pool
	members  []*store.Candidate // the candidates, and behind them the neighbours that may be hits
	counts   []counts           // of the members, and behind them of what is only read
	average  lengths            // of the candidates
	around   []around           // of the members
	rarity   []float64          // of each term
	features []features
	words    []asking // of the question
}

// spoken is how many words make a question of which an answer may hold none,
// because the memory beside it does. Who asks for one or two words wants to see
// them.
const spoken = 3

// features are what a candidate has besides the words, each from 0 to 1.
type features struct {
	grams, time, kind, pinned, fetched, age, meaning float64
}

// Prepare reads a pool for a question that is asked now.
func Prepare(pool store.Pool, q Question, now store.Millis) *Prepared {
	r := &Prepared{pool: &pool, words: q.words()}
	for i := range pool.Candidates {
		r.members = append(r.members, &pool.Candidates[i])
	}
	for i := range pool.Neighbours {
		if n := &pool.Neighbours[i]; n.Within && r.asked() >= spoken {
			r.members = append(r.members, &n.Candidate)
		}
	}
	r.count(q.Terms)
	r.average = r.measure()
	r.rarity = rarities(&pool, q.Terms)
	grams, asked := gramsOf(q.Text), askedBy(q.Text)
	r.features = make([]features, len(r.members))
	near := meanings(r.members)
	for i, c := range r.members {
		f := features{meaning: near[i], grams: grams.share(c.Tokens), fetched: fetched(c.Fetched), age: age(c.UpdatedAt, now)}
		f.time, f.kind, f.pinned = one(asked.time && namesTime(c.Tokens)), one(slices.Contains(asked.kinds, c.Kind)), one(c.Pinned)
		r.features[i] = f
	}
	return r
}

// Order is [Order] with these weights.
func (r *Prepared) Order(w Weights) []Hit {
	scores := r.scores(&w)
	r.supersede(scores, w.Older)
	hits := make([]Hit, len(scores))
	for i, why := range r.reasons(&w) {
		hits[i] = Hit{ID: r.members[i].ID, Score: scores[i], Why: why, Termless: i >= r.pool.ByTerms && !r.counts[i].any()}
	}
	if w.alone() {
		hits = hits[:len(r.pool.Candidates)]
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(b.ID, a.ID))
	})
	return hits
}

// scores returns the score of each candidate, before any is set behind another.
func (r *Prepared) scores(w *Weights) []float64 {
	words := r.wordScores(w)
	session := r.sessionScores(words)
	out := make([]float64, len(words))
	for i, f := range r.features {
		out[i] = w.Words*words[i] + w.Session*session[i] + w.Grams*f.grams + w.Time*f.time +
			w.Kind*f.kind + w.Pinned*f.pinned + w.Fetched*f.fetched + w.Age*f.age + w.Meaning*f.meaning
	}
	return out
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
