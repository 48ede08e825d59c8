package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memtray/store"
)

// maxTerms is the greatest number of terms of a question. Of a longer one, such
// as a pasted log, the first and the last ones count: what is asked about it
// stands before or behind it.
const maxTerms = 128

// maxPiece is how many characters of a question may be a piece of a text, such
// as 用Re of 用React, of which each is needed.
const maxPiece = 4

// Terms returns what to look for when someone asks query: at most 128 terms, each
// token once, in the order of the question; of more, those at its start and its
// end. It returns none if the query holds
// nothing but stop words, white space and punctuation of prose.
//
// A single character of a script without blanks matches every token that begins
// with it. With typing, the query is still being typed: its last word, if it is
// not followed by anything, also matches words that begin with it. A stop word
// is such a beginning only while it is alone, and a contraction (it's) never.
func Terms(query string, typing bool) []store.Term {
	return allTerms(query, typing).ends(maxTerms)
}

// Overlong reports whether query has more terms than [Terms] returns.
func Overlong(query string) bool {
	return len(query) > maxTerms && len(allTerms(query, false).terms) > maxTerms
}

func allTerms(query string, typing bool) *termList {
	query = unify(query)
	var terms, stops termList // stops are of stop words that are indexed
	piece := utf8.RuneCountInString(query) <= maxPiece
	for r := range runs(query) {
		switch {
		case r.kind == pairs && piece:
			terms.addAll(pairTerms(simplify(dropInvisible(r.text))))
		case r.kind == pairs:
			addPairs(&terms, &stops, simplify(dropInvisible(r.text)))
		case typing && r.kind == word && r.end == len(query):
			terms.addTyped(query, r, strings.TrimSpace(query[:r.start]) == "")
		default:
			for _, t := range appendPieces(nil, query, r) {
				terms.add(store.Term{Token: t})
			}
		}
	}
	if len(terms.terms) == 0 {
		return &stops
	}
	return &terms
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// termList holds terms in the order in which they came first.
type termList struct {
	terms []store.Term
	last  []int // when each came last
	where map[string]int
	added int
}

// add adds a term unless it is there; matching as a prefix includes matching whole.
func (l *termList) add(t store.Term) {
	l.added++
	if i, ok := l.where[t.Token]; ok {
		l.terms[i].Prefix = l.terms[i].Prefix || t.Prefix
		l.last[i] = l.added
		return
	}
	if l.where == nil {
		l.where = map[string]int{}
	}
	l.where[t.Token] = len(l.terms)
	l.terms, l.last = append(l.terms, t), append(l.last, l.added)
}

func (l *termList) addAll(all []store.Term) {
	for _, t := range all {
		l.add(t)
	}
}

// ends returns at most n of the terms: half of them those that came first, and
// of the others those that came last, again.
func (l *termList) ends(n int) []store.Term {
	if len(l.terms) <= n {
		return l.terms
	}
	latest := slices.Clone(l.last[n/2:])
	slices.Sort(latest)
	since := latest[len(latest)-(n-n/2)]
	out := slices.Clone(l.terms[:n/2])
	for i, t := range l.terms[n/2:] {
		if l.last[n/2+i] >= since {
			out = append(out, t)
		}
	}
	return out
}

// addPairs adds the pairs of a run to terms, and all of them to stops if they are
// of stop words alone. The last character alone would find too much; where there
// is no pair it stands for every pair that begins with it.
func addPairs(terms, stops *termList, s string) {
	found := false
	for _, t := range pairTerms(unframe(s)) {
		if !stopPairs[t.Token] {
			terms.add(t)
			found = true
		}
	}
	if found {
		return
	}
	stops.addAll(pairTerms(s))
}

// pairTerms returns the terms of a run.
func pairTerms(s string) []store.Term {
	tokens := appendPairs(nil, s)
	if len(tokens) == 1 {
		return []store.Term{{Token: tokens[0], Prefix: true}}
	}
	var terms []store.Term
	for _, t := range tokens[:max(len(tokens)-1, 0)] {
		terms = append(terms, store.Term{Token: t})
	}
	return terms
}

// addTyped adds the word that is being typed, which may be the beginning of
// another. A single letter behind other words would begin too many.
func (l *termList) addTyped(query string, r run, alone bool) {
	s := dropInvisible(r.text)
	contraction := strings.ContainsFunc(s, func(r rune) bool { return classOf(r) == apostrophe })
	if isStop(s) && (!alone || contraction) {
		return // no longer word begins with it's
	}
	for _, t := range appendWord(nil, s, isCode(query, r)) {
		l.add(store.Term{Token: t})
	}
	whole := joinedForm(dropPossessive(s))
	l.add(store.Term{Token: whole, Prefix: len(whole) > 1 || !strings.ContainsFunc(query[:r.start], isLetter)})
	for _, t := range completions(whole) {
		l.add(store.Term{Token: t})
	}
}
