package rank

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/text"
)

// Place is where in a memory a word was found.
type Place string

// The places.
const (
	InTitle Place = "title"
	InBody  Place = "body"
	InLabel Place = "label" // tags or files
)

// Why says why a memory was found, so that it can be told in any language.
type Why struct {
	Words  []string `json:"words,omitempty"` // of the question, as typed, that it holds whole
	Parts  []string `json:"parts,omitempty"` // what it holds of others: pieces of a Chinese run or of an identifier
	Asked  int      `json:"asked,omitempty"` // words of the question that count
	Places []Place  `json:"places,omitempty"`

	Beside     []int64 `json:"beside,omitempty"`      // neighbours that hold more of the words
	Replaces   []int64 `json:"replaces,omitempty"`    // what it takes the place of, among what was found
	ReplacedBy []int64 `json:"replaced_by,omitempty"` // what takes its place
	Pinned     bool    `json:"pinned,omitempty"`

	// Then says that it was saved in the time that the question names.
	Then bool `json:"then,omitempty"`

	// Deep says that its words stand further down its text than is read to rank it.
	Deep bool `json:"deep,omitempty"`

	// Meaning says that it is near in meaning by the person's own model.
	Meaning bool `json:"meaning,omitempty"`
}

// named is how many words are listed before they are only counted.
const named = 3

// String says it in a few English words: "title: webhook, 去重; replaces #8".
func (w Why) String() string {
	var parts []string
	switch held := slices.Concat(w.Words, w.Parts); {
	case len(held) == 0 && w.Deep:
		parts = append(parts, "further down")
	case len(held) == 0 && w.Meaning:
		parts = append(parts, "close in meaning")
	case len(held) == 0:
	case len(w.Words) > named:
		parts = append(parts, fmt.Sprintf("%d of %d words", len(w.Words), w.Asked))
	default:
		place := ""
		if len(w.Places) == 1 {
			place = string(w.Places[0]) + ": "
		}
		parts = append(parts, place+strings.Join(held[:min(len(held), named)], ", "))
	}
	for _, list := range []struct {
		what string
		ids  []int64
	}{{"beside", w.Beside}, {"replaces", w.Replaces}, {"replaced by", w.ReplacedBy}} {
		if len(list.ids) > 0 {
			parts = append(parts, list.what+" "+numbers(list.ids))
		}
	}
	if w.Then {
		parts = append(parts, "saved then")
	}
	if w.Pinned {
		parts = append(parts, "pinned")
	}
	return strings.Join(parts, "; ")
}

// numbers writes ids as #1, #2.
func numbers(ids []int64) string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = fmt.Sprintf("#%d", id)
	}
	return strings.Join(s, ", ")
}

// asking is one word of a question and the numbers of its terms.
type asking struct {
	word  string
	terms []int
	whole int    // the term of an identifier without what joins its parts; -1: none
	parts []part // in their order; none of a word that has but one term
}

// part is a piece of a word.
type part struct {
	piece string
	term  int
}

// words returns the words of a question that count, in its order: those of which
// terms were made.
func (q Question) words() []asking {
	number := make(map[string]int, len(q.Terms))
	for i, t := range q.Terms {
		number[t.Token] = i
	}
	var out []asking
	taken := map[int]bool{} // of a longer piece; what is only its stem is no word
	for _, piece := range text.Highlights(q.Text) {
		a := asking{word: piece, whole: -1}
		more := false
		for _, t := range text.Terms(piece, false) {
			if i, ok := number[t.Token]; ok {
				a.terms = append(a.terms, i)
				more = more || !taken[i]
				taken[i] = true
			}
		}
		if more {
			a.divide(number)
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b asking) int { return strings.Index(q.Text, a.word) - strings.Index(q.Text, b.word) })
	return out
}

// divide finds the parts of a word of several terms.
func (a *asking) divide(number map[string]int) {
	if len(a.terms) < 2 {
		return
	}
	if first, _ := utf8.DecodeRuneInString(a.word); unspaced(first) {
		runes := []rune(a.word)
		for i := range len(runes) - 1 {
			pair := string(runes[i : i+2])
			if tokens := text.Tokens(pair); len(tokens) > 0 {
				if t, ok := number[tokens[0]]; ok {
					a.parts = append(a.parts, part{pair, t})
				}
			}
		}
		return
	}
	tokens := text.Tokens(a.word)
	for i, token := range tokens {
		t, ok := number[token]
		switch {
		case !ok:
		case i == len(tokens)-1 && i > 0 && isJoined(token, tokens):
			a.whole = t
		default:
			a.parts = append(a.parts, part{token, t})
		}
	}
}

// isJoined reports whether the last of the tokens of a word is all of it, in
// which the first one begins.
func isJoined(last string, tokens []string) bool {
	return len(last) > len(tokens[0]) && strings.HasPrefix(last, tokens[0])
}

// in returns whether a text holds a word, and if not, which pieces of it.
// Neighbouring pieces of a run are one.
func (a *asking) in(held func(term int) bool) (whole bool, pieces []string) {
	if len(a.parts) == 0 {
		return slices.ContainsFunc(a.terms, held), nil
	}
	if a.whole >= 0 && held(a.whole) {
		return true, nil
	}
	// Single characters are everywhere: these of k8s make none.
	missing := a.whole >= 0 && slices.ContainsFunc(a.parts, func(p part) bool { return len(p.piece) == 1 })
	open := "" // a piece that may go on
	for _, p := range a.parts {
		if !held(p.term) {
			missing, open = true, ""
			continue
		}
		_, first := utf8.DecodeRuneInString(p.piece)
		if r, _ := utf8.DecodeRuneInString(p.piece); unspaced(r) && open != "" && strings.HasSuffix(open, p.piece[:first]) {
			open += p.piece[first:]
			pieces[len(pieces)-1] = open
			continue
		}
		open = p.piece
		pieces = append(pieces, open)
	}
	if !missing {
		return true, nil
	}
	return false, pieces
}

// spoken is how many words make a question of which an answer may hold none,
// because the memory beside it does. Who asks for one or two words wants to see
// them.
const spoken = 3

// spoken returns how many words that count a question has, as a person counts
// them: what stands between blanks is one, whatever punctuation it holds. In a
// script without blanks two characters are one.
func (q Question) spoken() int {
	left := make(map[string]bool, len(q.Terms))
	for _, t := range q.Terms {
		left[t.Token] = true
	}
	n := 0
	for _, field := range strings.Fields(q.Text) {
		pairs, other := 0, 0
		for _, t := range text.Terms(field, false) {
			if !left[t.Token] {
				continue
			}
			delete(left, t.Token)
			if first, _ := utf8.DecodeRuneInString(t.Token); unspaced(first) {
				pairs++
			} else {
				other = 1
			}
		}
		n += (pairs+1)/2 + other
	}
	return n
}

// inPairs reports whether the terms of a are overlapping pairs of characters.
func (a asking) inPairs() bool {
	first, _ := utf8.DecodeRuneInString(a.word)
	return unspaced(first)
}

// unspaced reports whether a character is of a script without blanks: Chinese,
// Japanese and Korean. Tokens of symbols stand behind these.
func unspaced(r rune) bool { return 0x2E80 <= r && r < 0xFF00 || r >= 0x20000 && r < 0x40000 }

// reason returns why a member is there.
func (r *Prepared) reason(i int, weights *Weights) Why {
	c := r.members[i]
	w := Why{Asked: len(r.words), Replaces: r.older[c.ID], ReplacedBy: c.NewerIDs, Pinned: c.Pinned, Then: r.features[i].date == 1, Meaning: c.Similarity > 0}
	w.Deep = i < r.pool.ByTerms && !r.counts[i].any()
	r.found(&w, i, weights)
	return w
}

// replaced returns what each member takes the place of, in ascending order.
func replaced(members []*store.Candidate) map[int64][]int64 {
	older := map[int64][]int64{}
	for _, c := range members {
		for _, id := range c.NewerIDs {
			older[id] = append(older[id], c.ID)
		}
	}
	for _, ids := range older {
		slices.Sort(ids)
	}
	return older
}

// found fills in which words a candidate holds and where, and which neighbours
// hold others.
func (r *Prepared) found(w *Why, i int, weights *Weights) {
	own, around := &r.counts[i], r.around[i]
	var places [3]bool
	var previous, next bool
	for _, a := range r.words {
		whole, pieces := a.in(func(t int) bool { return own.title[t] > 0 || own.body[t] > 0 || own.meta[t] > 0 })
		for p, field := range [][]uint16{own.title, own.body, own.meta} {
			places[p] = places[p] || holds(field, a.terms)
		}
		w.Parts = append(w.Parts, pieces...)
		switch {
		case whole:
			w.Words = append(w.Words, a.word)
		case len(pieces) == 0:
			previous = previous || r.holds(around.previous, a.terms)
			next = next || r.holds(around.next, a.terms)
		}
	}
	for p, place := range []Place{InTitle, InBody, InLabel} {
		if places[p] {
			w.Places = append(w.Places, place)
		}
	}
	c := r.members[i]
	if previous && !w.Deep && !weights.alone() {
		w.Beside = append(w.Beside, c.Previous)
	}
	if next && !w.Deep && !weights.alone() {
		w.Beside = append(w.Beside, c.Next)
	}
}

func holds(n []uint16, terms []int) bool {
	return slices.ContainsFunc(terms, func(t int) bool { return n[t] > 0 })
}

// holds reports whether what lies at a place of counts has one of the terms.
func (r *Prepared) holds(at int, terms []int) bool {
	return at >= 0 && (holds(r.counts[at].title, terms) || holds(r.counts[at].body, terms))
}
