package text

import "memtray/store"

// maxTerms is the greatest number of terms of a question. What comes after them
// in a long one hardly changes what is found.
const maxTerms = 64

// Terms returns what to look for when someone asks query: at most 64 terms, each
// token once, in the order of the question. It returns none if the query holds
// nothing but white space and punctuation of prose.
//
// A single character of a script without blanks matches every token that begins
// with it. With typing, the query is still being typed: its last word, if it is
// not followed by anything, also matches words that begin with it.
func Terms(query string, typing bool) []store.Term {
	query = unify(query)
	var terms termList
	for r := range runs(query) {
		if len(terms) == maxTerms {
			break
		}
		if r.kind == pairs {
			terms.addPairs(r.text)
			continue
		}
		tokens := appendTokens(nil, r)
		for i, t := range tokens {
			last := i == len(tokens)-1 && r.kind == word && r.end == len(query)
			terms.add(store.Term{Token: t, Prefix: typing && last})
		}
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

// addPairs adds the pairs of a run. Its last character alone would find too
// much; where there is no pair it stands for every pair that begins with it.
func (l *termList) addPairs(s string) {
	tokens := appendPairs(nil, s)
	if len(tokens) == 1 {
		l.add(store.Term{Token: tokens[0], Prefix: true})
		return
	}
	for _, t := range tokens[:len(tokens)-1] {
		l.add(store.Term{Token: t})
	}
}
