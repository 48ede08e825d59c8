package rank

import (
	"math"
	"strings"

	"memtray/store"
)

// counts are how often each term stands in a memory, and how long it is.
type counts struct {
	title, body, meta          []uint16 // by term
	titleLen, bodyLen, metaLen int
}

// lookup finds the terms that a token stands for.
type lookup struct {
	exact  map[string]int // by token: its number
	prefix []int          // terms that match as a beginning
	terms  []store.Term
}

func lookupOf(terms []store.Term) *lookup {
	l := &lookup{exact: make(map[string]int, len(terms)), terms: terms}
	for i, t := range terms {
		if t.Prefix {
			l.prefix = append(l.prefix, i)
		} else if _, ok := l.exact[t.Token]; !ok {
			l.exact[t.Token] = i
		}
	}
	return l
}

func (l *lookup) count(tokens []string) []uint16 {
	n := make([]uint16, len(l.terms))
	for _, t := range tokens {
		if i, ok := l.exact[t]; ok && n[i] < math.MaxUint16 {
			n[i]++
		}
		for _, i := range l.prefix {
			if strings.HasPrefix(t, l.terms[i].Token) && n[i] < math.MaxUint16 {
				n[i]++
			}
		}
	}
	return n
}

func (l *lookup) countAll(t store.Tokens) counts {
	return counts{
		title: l.count(t.Title), body: l.count(t.Body), meta: l.count(t.Meta),
		titleLen: len(t.Title), bodyLen: len(t.Body), metaLen: len(t.Meta),
	}
}

// count counts the words of the question in all candidates and neighbours. Many
// neighbours are candidates too.
func (r *ranker) count() {
	l := lookupOf(r.question.Terms)
	known := make(map[int64]*counts, len(r.pool.Candidates))
	r.counts = make([]counts, len(r.pool.Candidates))
	for i := range r.pool.Candidates {
		c := &r.pool.Candidates[i]
		r.counts[i] = l.countAll(c.Tokens)
		known[c.ID] = &r.counts[i]
	}
	neighbour := func(id int64) *counts {
		if n, ok := known[id]; ok || id == 0 {
			return n
		}
		t, ok := r.pool.Neighbours[id]
		if !ok {
			return nil
		}
		n := l.countAll(t)
		known[id] = &n
		return &n
	}
	r.around = make([]pair, len(r.counts))
	for i := range r.pool.Candidates {
		c := &r.pool.Candidates[i]
		r.around[i] = pair{neighbour(c.Previous), neighbour(c.Next)}
	}
}

// textScores returns how well each candidate and its neighbours hold the words
// of the question: BM25F, divided by the most that is possible.
func (r *ranker) textScores() []float64 {
	w := r.weights
	rarity := r.rarities()
	most := 0.0
	for _, v := range rarity {
		most += v
	}
	out := make([]float64, len(r.counts))
	if most == 0 {
		return out
	}
	for i := range r.counts {
		sum := 0.0
		for t, v := range rarity {
			n := r.own(&r.counts[i], t) + w.Previous*r.beside(r.around[i].previous, t) + w.Next*r.beside(r.around[i].next, t)
			if n > 0 {
				sum += v * n / (n + w.Saturation)
			}
		}
		out[i] = sum / most
	}
	return out
}

// own is how often a term stands in a memory, the more the shorter the text.
func (r *ranker) own(c *counts, term int) float64 {
	w, average := r.weights, &r.pool.Average
	return w.Title*r.relative(c.title[term], c.titleLen, average.Title) +
		r.relative(c.body[term], c.bodyLen, average.Body) +
		w.Meta*r.relative(c.meta[term], c.metaLen, average.Meta)
}

// beside is the same for a neighbour, whose tags and kind say nothing here.
func (r *ranker) beside(c *counts, term int) float64 {
	if c == nil {
		return 0
	}
	return r.weights.Title*r.relative(c.title[term], c.titleLen, r.pool.Average.Title) +
		r.relative(c.body[term], c.bodyLen, r.pool.Average.Body)
}

func (r *ranker) relative(n uint16, length int, average float64) float64 {
	if n == 0 {
		return 0
	}
	b := r.weights.Shortness
	return float64(n) / (1 - b + b*float64(length)/max(average, 1))
}

// rarities returns for each term how much finding it says.
func (r *ranker) rarities() []float64 {
	out := make([]float64, len(r.question.Terms))
	n := float64(max(r.pool.Documents, 1))
	for i := range out {
		holding := 1.0
		if i < len(r.pool.Holding) {
			holding = float64(max(r.pool.Holding[i], 1))
		}
		out[i] = math.Pow(math.Log(1+max(0, n-holding+.5)/(holding+.5)), r.weights.Rarity)
	}
	return out
}

// sessionScores returns the best text of the session of each candidate; one
// without a session is a session by itself.
func (r *ranker) sessionScores(text []float64) []float64 {
	best := map[int64]float64{}
	for i := range text {
		id := r.pool.Candidates[i].Session
		best[id] = max(best[id], text[i])
	}
	out := make([]float64, len(text))
	for i := range text {
		out[i] = text[i]
		if id := r.pool.Candidates[i].Session; id != 0 {
			out[i] = best[id]
		}
	}
	return out
}

// length grows slowly with the length of a text: 0 for none, 1 for some hundred
// words and more.
func length(t store.Tokens) float64 {
	return min(1, math.Log1p(float64(len(t.Title)+len(t.Body)))/math.Log1p(300))
}
