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

	// From and To are the time that it names: From belongs to it, To does not. Both
	// are 0 if it names none.
	From, To store.Millis
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

// Order returns the candidates of a pool and, for a question of three words or
// more, the neighbours that the filter selects, best first; of equal scores the
// newer one (by id) comes first. A memory that another one supersedes comes
// behind it. Weights that give nothing for neighbours leave them out. Left out is
// also what is there for its meaning alone and does not stand out by that.
//
// A neighbour without a word of the question stands behind each memory that holds
// half of it, and only every third of those that are shown is one, while there
// are others.
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
	words    []asking          // of the question
	older    map[int64][]int64 // what a member takes the place of
}

// wordless reports whether a member holds no term of the question.
func (r *Prepared) wordless(i int) bool { return i >= r.pool.ByTerms && !r.counts[i].any() }

// features are what a candidate has besides the words, each from 0 to 1.
type features struct {
	grams, pairs, lead, time, date, asks, kind, pinned, fetched, age, meaning float64
}

// Prepare reads a pool for a question that is asked now.
func Prepare(pool store.Pool, q Question, now store.Millis) *Prepared {
	r := &Prepared{pool: &pool, words: q.words()}
	said := q.spoken() >= spoken
	for i := range pool.Candidates {
		r.members = append(r.members, &pool.Candidates[i])
	}
	for i := range pool.Neighbours {
		if n := &pool.Neighbours[i]; n.Within && said {
			r.members = append(r.members, &n.Candidate)
		}
	}
	l := lookupOf(q)
	r.count(l)
	r.average = r.measure()
	r.rarity = rarities(&pool, q.Terms)
	grams, asked := gramsOf(q.Text), askedBy(q.Text)
	r.features = make([]features, len(r.members))
	r.older = replaced(r.members)
	near := meanings(r.members)
	for i, c := range r.members {
		f := features{meaning: near[i], grams: grams.share(c.Tokens), pairs: l.pairs.share(r.counts[i].pairs, r.rarity), fetched: fetched(c.Fetched), age: age(c.UpdatedAt, now)}
		f.lead, f.date, f.asks = one(l.leads(c.Tokens)), q.dated(c.CreatedAt), one(c.Asks)
		f.time, f.kind, f.pinned = one(asked.time && namesTime(c.Tokens)), one(slices.Contains(asked.kinds, c.Kind)), one(c.Pinned)
		r.features[i] = f
	}
	return r
}

// Order is [Order] with these weights.
func (r *Prepared) Order(w Weights) []Hit {
	places, scores := r.places(&w)
	hits := make([]Hit, len(places))
	for n, i := range places {
		hits[n] = Hit{ID: r.members[i].ID, Score: scores[i], Why: r.reason(i, &w), Termless: r.wordless(i)}
	}
	return hits
}

// IDs are those of the hits of [Order], without what is said of them.
func (r *Prepared) IDs(w Weights) []int64 {
	places, _ := r.places(&w)
	ids := make([]int64, len(places))
	for n, i := range places {
		ids[n] = r.members[i].ID
	}
	return ids
}

// places returns the members in their order, and the score of each.
func (r *Prepared) places(w *Weights) (places []int, scores []float64) {
	scores = r.scores(w)
	r.supersede(scores, w.Older)
	r.lower(scores)
	r.behindQuestions(scores)
	shown := len(r.members)
	if w.alone() {
		shown = len(r.pool.Candidates)
	}
	floor := r.meaningFloor()
	for i := range shown {
		if c := r.members[i]; c.Similarity == 0 || c.Similarity >= floor || !r.wordless(i) {
			places = append(places, i)
		}
	}
	slices.SortFunc(places, func(a, b int) int {
		return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(r.members[b].ID, r.members[a].ID))
	})
	return r.spread(places, scores), scores
}

// scores returns the score of each candidate, before any is set behind another.
func (r *Prepared) scores(w *Weights) []float64 {
	words := r.wordScores(w)
	session := r.sessionScores(words)
	best := 0.0
	for _, v := range words {
		best = max(best, v)
	}
	out := make([]float64, len(words))
	for i, f := range r.features {
		if best > 0 {
			f.time *= words[i] / best
		}
		out[i] = w.Words*words[i] + w.Session*session[i] + w.Grams*f.grams + w.Pairs*f.pairs + w.Lead*f.lead +
			w.Time*f.time + w.Date*f.date - w.Asks*f.asks + w.Kind*f.kind + w.Pinned*f.pinned + w.Fetched*f.fetched + w.Age*f.age + w.Meaning*f.meaning
	}
	return out
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
