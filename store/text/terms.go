package text

import (
	"strings"
	"unicode/utf8"

	"memtray/store"
)

// maxTerms is the greatest number of terms of a question. What comes after them
// in a long one hardly changes what is found.
const maxTerms = 64

// maxPiece is how many characters of a question may be a piece of a text, such
// as 用Re of 用React, of which each is needed.
const maxPiece = 4

// Terms returns what to look for when someone asks query: at most 64 terms, each
// token once, in the order of the question. It returns none if the query holds
// nothing but stop words, white space and punctuation of prose.
//
// A single character of a script without blanks matches every token that begins
// with it. With typing, the query is still being typed: its last word, if it is
// not followed by anything, also matches words that begin with it. A stop word
// is such a beginning only while it is alone.
func Terms(query string, typing bool) []store.Term {
	query = unify(query)
	var terms, stops termList // stops are of stop words that are indexed
	piece := utf8.RuneCountInString(query) <= maxPiece
	for r := range runs(query) {
		if len(terms) == maxTerms {
			break
		}
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
	if len(terms) == 0 {
		return stops
	}
	return terms
}

type termList []store.Term

// add adds a term unless it is there; matching as a prefix includes matching whole.
func (l *termList) add(t store.Term) {
	for i := range *l {
		if (*l)[i].Token == t.Token {
			(*l)[i].Prefix = (*l)[i].Prefix || t.Prefix
			return
		}
	}
	if len(*l) < maxTerms {
		*l = append(*l, t)
	}
}

func (l *termList) addAll(all []store.Term) {
	for _, t := range all {
		l.add(t)
	}
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
	if !alone && isStop(s) {
		return
	}
	for _, t := range appendWord(nil, s, isCode(query, r)) {
		l.add(store.Term{Token: t})
	}
	whole := joinedForm(dropPossessive(s))
	l.add(store.Term{Token: whole, Prefix: alone || len(whole) > 1})
	for _, t := range completions(whole) {
		l.add(store.Term{Token: t})
	}
}
