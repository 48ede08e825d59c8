package rank

import (
	"iter"
	"math"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// counts are how often each term stands in a memory, and how long it is.
type counts struct {
	title, body, meta, opening []uint16 // by term
	titleLen, bodyLen, metaLen int      // tokens
	pairs                      uint64   // which pairs of the question stand in title or body
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
	likely [256]bool      // the traits of these tokens; nearly all others have none of them
	prefix []int          // terms that match as a beginning
	terms  []store.Term
	pairs  pairs
}

// traits is a number that equal tokens share. It is much cheaper than to look for
// a token in vain.
func traits(token string) uint8 {
	n := len(token)
	return token[0] + 3*token[n-1] + 5*token[n/2] + 7*uint8(n)
}

func lookupOf(q Question) *lookup {
	terms := q.Terms
	l := &lookup{exact: make(map[string]int, len(terms)), terms: terms}
	for i, t := range terms {
		if t.Prefix {
			l.prefix = append(l.prefix, i)
		} else if _, ok := l.exact[t.Token]; !ok {
			l.exact[t.Token] = i
			l.likely[traits(t.Token)] = true
		}
	}
	l.pairs = pairsOf(q, l)
	return l
}

// term returns the number of the term that a token stands for, or begins with if
// it stands for none; -1 if there is none.
func (l *lookup) term(token string) int {
	if l.likely[traits(token)] {
		if i, ok := l.exact[token]; ok {
			return i
		}
	}
	for _, i := range l.prefix {
		if strings.HasPrefix(token, l.terms[i].Token) {
			return i
		}
	}
	return -1
}

// count counts the terms among the first tokens of a text, at most so many, and
// returns which pairs stand there and how many tokens these are.
func (l *lookup) count(compact string, most int) (n []uint16, pairs uint64, length int) {
	n = make([]uint16, len(l.terms))
	before := -1 // the term of the token before
	for t := range first(compact, most) {
		length++
		here := -1
		if l.likely[traits(t)] {
			if i, ok := l.exact[t]; ok {
				here = i
				n[i] = oneMore(n[i])
			}
		}
		for _, i := range l.prefix {
			if strings.HasPrefix(t, l.terms[i].Token) {
				n[i] = oneMore(n[i])
				if here < 0 {
					here = i
				}
			}
		}
		if before >= 0 && here >= 0 {
			pairs |= l.pairs.bit(before, here)
		}
		before = here
	}
	return n, pairs, length
}

func oneMore(n uint16) uint16 {
	if n < math.MaxUint16 {
		n++
	}
	return n
}

// first yields the first tokens of a text.
func first(compact string, most int) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := 0
		for t := range text.Each(compact) {
			if n++; n > most || !yield(t) {
				return
			}
		}
	}
}

// lengths are numbers by field.
type lengths struct{ title, body, meta float64 }

// measure returns how long the candidates are on average: what a short or long
// text is differs from project to project.
func (r *Prepared) measure() lengths {
	var title, body, meta int
	n := len(r.pool.Candidates)
	for i := range n {
		c := &r.counts[i]
		title, body, meta = title+c.titleLen, body+c.bodyLen, meta+c.metaLen
	}
	part := func(sum int) float64 { return float64(sum) / float64(max(n, 1)) }
	return lengths{part(title), part(body), part(meta)}
}

// opening is how many tokens at the start of a body stand for the title where
// it has none of its own.
const opening = 16

func (l *lookup) countAll(t store.Tokens) counts {
	var c counts
	var more uint64
	c.title, c.pairs, c.titleLen = l.count(t.Title, math.MaxInt)
	c.body, more, c.bodyLen = l.count(t.Body, store.MaxCandidateTokens)
	c.pairs |= more
	c.meta, _, c.metaLen = l.count(t.Meta, math.MaxInt)
	if c.opening = make([]uint16, len(l.terms)); t.Title == "" {
		c.opening, _, _ = l.count(t.Body, opening)
	}
	return c
}

// around are the places of the neighbours' counts; -1 where there is none.
type around struct {
	previous, next, before, after int
	answers                       bool // the previous one asks, and it does not
}

// count counts the words of the question in all members and in what is only
// read beside them.
func (r *Prepared) count(l *lookup) {
	at := make(map[int64]int, len(r.members))
	beside := make([]*store.Candidate, 0, len(r.members)+len(r.pool.Neighbours))
	add := func(c *store.Candidate) {
		at[c.ID] = len(r.counts)
		r.counts = append(r.counts, l.countAll(c.Tokens))
		beside = append(beside, c)
	}
	for _, c := range r.members {
		add(c)
	}
	for i := range r.pool.Neighbours {
		c := &r.pool.Neighbours[i].Candidate
		if _, known := at[c.ID]; !known {
			add(c)
		}
	}
	find := func(id int64) int {
		if i, ok := at[id]; ok {
			return i
		}
		return -1
	}
	r.around = make([]around, len(r.members))
	for i, c := range r.members {
		a := around{previous: find(c.Previous), next: find(c.Next), before: -1, after: -1}
		if a.previous >= 0 {
			a.answers = beside[a.previous].Asks && !c.Asks
			a.before = find(beside[a.previous].Previous)
		}
		if a.next >= 0 {
			a.after = find(beside[a.next].Next)
		}
		r.around[i] = a
	}
}

// exactly is how much more finding a number says than another word that is as rare:
// it has no other forms, and nothing means the same.
const exactly = 2

// isNumberToken reports whether a token is a number of two digits or more; a single one
// is mostly a part of something.
func isNumberToken(token string) bool {
	return len(token) > 1 && strings.Trim(token, "0123456789") == ""
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
		if isNumberToken(terms[i].Token) {
			out[i] *= exactly
		}
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
	out := make([]float64, len(r.members))
	rarity := make([]float64, len(r.rarity))
	most := 0.0
	for t, v := range r.rarity {
		rarity[t] = math.Pow(v, w.Rarity)
		most += rarity[t]
	}
	if most == 0 {
		return out
	}
	worth := r.worths(w)
	for i := range out {
		sum := 0.0
		for t, v := range rarity {
			if n := r.weighed(i, t, w, worth); n > 0 {
				sum += v * n / (n + w.Saturation)
			}
		}
		out[i] = sum / most
	}
	return out
}

// weighed is how often a term stands in a member and around it, each place with
// its weight.
func (r *Prepared) weighed(i, term int, w *Weights, worth []lengths) float64 {
	in := func(k int) float64 {
		if k < 0 {
			return 0
		}
		c := &r.counts[k]
		body := float64(c.body[term]) + w.Opening*float64(c.opening[term])
		return w.Title*float64(c.title[term])*worth[k].title + body*worth[k].body
	}
	a := r.around[i]
	previous := w.Previous
	if a.answers {
		previous += w.Answer
	}
	return in(i) + w.Meta*float64(r.counts[i].meta[term])*worth[i].meta +
		previous*in(a.previous) + w.Next*in(a.next) + w.Further*(in(a.before)+in(a.after))
}

// worths returns what a word is worth in each field of all that was counted: the
// less the longer the field.
func (r *Prepared) worths(w *Weights) []lengths {
	worth := func(length int, average float64) float64 {
		return 1 / (1 - w.Shortness + w.Shortness*float64(length)/max(average, 1))
	}
	out := make([]lengths, len(r.counts))
	for i := range r.counts {
		c := &r.counts[i]
		out[i] = lengths{worth(c.titleLen, r.average.title), worth(c.bodyLen, r.average.body), worth(c.metaLen, r.average.meta)}
	}
	return out
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
