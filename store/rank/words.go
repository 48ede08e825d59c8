package rank

import (
	"math"
	"strings"

	"memtray/store"
)

// counts are how often each term stands in a memory, and how long it is.
type counts struct {
	title, body, meta, opening []uint16 // by term
	titleLen, bodyLen, metaLen int      // tokens
}

// any reports whether a memory holds any term.
func (c *counts) any() bool {
	for _, fields := range [][]uint16{c.title, c.body, c.meta} {
		for _, n := range fields {
			if n > 0 {
				return true
			}
		}
	}
	return false
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

// opening is how many tokens at the start of a body stand for the title where
// it has none of its own.
const opening = 16

func (l *lookup) countAll(t store.Tokens) counts {
	c := counts{
		title: l.count(t.Title), body: l.count(t.Body), meta: l.count(t.Meta),
		titleLen: len(t.Title), bodyLen: len(t.Body), metaLen: len(t.Meta),
	}
	if c.opening = make([]uint16, len(l.terms)); len(t.Title) == 0 {
		c.opening = l.count(t.Body[:min(len(t.Body), opening)])
	}
	return c
}

// count counts the words of the question in all members and what lies beside
// them. Many neighbours are members too.
func (r *Prepared) count(terms []store.Term) {
	l := lookupOf(terms)
	known := make(map[int64]*counts, len(r.members))
	r.counts = make([]counts, len(r.members))
	for i, c := range r.members {
		r.counts[i] = l.countAll(c.Tokens)
		known[c.ID] = &r.counts[i]
	}
	for i := range r.pool.Neighbours {
		if n := &r.pool.Neighbours[i]; known[n.ID] == nil {
			counted := l.countAll(n.Tokens)
			known[n.ID] = &counted
		}
	}
	r.around = make([]pair, len(r.members))
	for i, c := range r.members {
		r.around[i] = pair{known[c.Previous], known[c.Next]}
	}
}

// rarities returns for each term how much finding it says.
func rarities(pool *store.Pool, terms []store.Term) []float64 {
	out := make([]float64, len(terms))
	for i := range out {
		holding := 1
		if i < len(pool.Holding) {
			holding = pool.Holding[i]
		}
		out[i] = rarity(pool.Documents, holding)
	}
	return out
}

// rarity is how much finding a term says that some of the documents hold.
func rarity(documents, holding int) float64 {
	n, h := float64(max(documents, 1)), float64(max(holding, 1))
	return math.Log(1 + max(0, n-h+.5)/(h+.5))
}

// wordScores returns how well each candidate and its neighbours hold the words
// of the question: BM25F, divided by the most that is possible.
func (r *Prepared) wordScores(w *Weights) []float64 {
	out := make([]float64, len(r.counts))
	rarity := make([]float64, len(r.rarity))
	most := 0.0
	for t, v := range r.rarity {
		rarity[t] = math.Pow(v, w.Rarity)
		most += rarity[t]
	}
	if most == 0 {
		return out
	}
	for i := range r.counts {
		own, previous, next := r.lengths(&r.counts[i], w), r.lengths(r.around[i].previous, w), r.lengths(r.around[i].next, w)
		sum := 0.0
		for t, v := range rarity {
			n := own.own(t, w) + w.Previous*previous.beside(t, w) + w.Next*next.beside(t, w)
			if n > 0 {
				sum += v * (n / (n + w.Saturation))
			}
		}
		out[i] = sum / most
	}
	return out
}

// weighed are the counts of a memory with what each is worth by the length of
// its field.
type weighed struct {
	*counts
	perTitle, perBody, perMeta float64
}

func (r *Prepared) lengths(c *counts, w *Weights) weighed {
	if c == nil {
		return weighed{}
	}
	worth := func(length int, average float64) float64 {
		return 1 / (1 - w.Shortness + w.Shortness*float64(length)/max(average, 1))
	}
	a := &r.pool.Average
	return weighed{c, worth(c.titleLen, a.Title), worth(c.bodyLen, a.Body), worth(c.metaLen, a.Meta)}
}

// own is how often a term stands in a memory, the more the shorter the text.
func (c weighed) own(term int, w *Weights) float64 {
	return c.beside(term, w) + w.Meta*float64(c.meta[term])*c.perMeta
}

// beside is the same for a neighbour, whose tags and kind say nothing here.
func (c weighed) beside(term int, w *Weights) float64 {
	if c.counts == nil {
		return 0
	}
	return w.Title*float64(c.title[term])*c.perTitle + (float64(c.body[term])+w.Opening*float64(c.opening[term]))*c.perBody
}

// sessionScores returns the best words of the session of each member; one
// without a session is a session by itself.
func (r *Prepared) sessionScores(words []float64) []float64 {
	best := map[int64]float64{}
	for i, c := range r.members {
		best[c.Session] = max(best[c.Session], words[i])
	}
	out := make([]float64, len(words))
	for i, c := range r.members {
		if out[i] = words[i]; c.Session != 0 {
			out[i] = best[c.Session]
		}
	}
	return out
}

// length grows slowly with the length of a text: 0 for none, 1 for some hundred
// words and more.
func length(t store.Tokens) float64 {
	return min(1, math.Log1p(float64(len(t.Title)+len(t.Body)))/math.Log1p(300))
}
