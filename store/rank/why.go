package rank

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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
	Words  []string `json:"words,omitempty"` // of the question, as typed, that it holds
	Asked  int      `json:"asked,omitempty"` // words of the question that count
	Places []Place  `json:"places,omitempty"`

	Beside     []int64 `json:"beside,omitempty"`      // neighbours that hold more of the words
	Replaces   []int64 `json:"replaces,omitempty"`    // what it takes the place of, among what was found
	ReplacedBy []int64 `json:"replaced_by,omitempty"` // what takes its place
	Pinned     bool    `json:"pinned,omitempty"`

	// Meaning says that it is near in meaning by the person's own model.
	Meaning bool `json:"meaning,omitempty"`
}

// named is how many words are listed before they are only counted.
const named = 3

// String says it in a few English words: "title: webhook, 去重; replaces #8".
func (w Why) String() string {
	var parts []string
	switch {
	case len(w.Words) == 0 && w.Meaning:
		parts = append(parts, "close in meaning")
	case len(w.Words) == 0:
	case len(w.Words) <= named:
		place := ""
		if len(w.Places) == 1 {
			place = string(w.Places[0]) + ": "
		}
		parts = append(parts, place+strings.Join(w.Words, ", "))
	default:
		parts = append(parts, fmt.Sprintf("%d of %d words", len(w.Words), w.Asked))
	}
	for _, list := range []struct {
		what string
		ids  []int64
	}{{"beside", w.Beside}, {"replaces", w.Replaces}, {"replaced by", w.ReplacedBy}} {
		if len(list.ids) > 0 {
			parts = append(parts, list.what+" "+numbers(list.ids))
		}
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
		a := asking{word: piece}
		more := false
		for _, t := range text.Terms(piece, false) {
			if i, ok := number[t.Token]; ok {
				a.terms = append(a.terms, i)
				more = more || !taken[i]
				taken[i] = true
			}
		}
		if more {
			out = append(out, a)
		}
	}
	slices.SortStableFunc(out, func(a, b asking) int { return strings.Index(q.Text, a.word) - strings.Index(q.Text, b.word) })
	return out
}

// asked returns how many words the question has. In a script without blanks two
// characters count as one.
func (r *Prepared) asked() int {
	n := 0
	for _, a := range r.words {
		if a.inPairs() {
			n += (len(a.terms) + 1) / 2
		} else {
			n++
		}
	}
	return n
}

// inPairs reports whether the terms of a are overlapping pairs of characters.
func (a asking) inPairs() bool {
	first, _ := utf8.DecodeRuneInString(a.word)
	return first >= scriptsWithoutBlanks
}

// scriptsWithoutBlanks is where the blocks of Chinese, Japanese and Korean begin.
const scriptsWithoutBlanks = 0x2E80

// reasons returns for each candidate why it is there.
func (r *Prepared) reasons(weights *Weights) []Why {
	older := map[int64][]int64{}
	for _, c := range r.members {
		for _, id := range c.NewerIDs {
			older[id] = append(older[id], c.ID)
		}
	}
	out := make([]Why, len(r.members))
	for i, c := range r.members {
		out[i] = Why{Asked: len(r.words), Replaces: older[c.ID], ReplacedBy: c.NewerIDs, Pinned: c.Pinned, Meaning: c.Similarity > 0}
		slices.Sort(out[i].Replaces)
		r.found(&out[i], i, weights)
	}
	return out
}

// found fills in which words a candidate holds and where, and which neighbours
// hold others.
func (r *Prepared) found(w *Why, i int, weights *Weights) {
	own, around := &r.counts[i], r.around[i]
	var places [3]bool
	var previous, next bool
	for _, a := range r.words {
		title, body, meta := holds(own.title, a.terms), holds(own.body, a.terms), holds(own.meta, a.terms)
		places[0], places[1], places[2] = places[0] || title, places[1] || body, places[2] || meta
		if title || body || meta {
			w.Words = append(w.Words, a.word)
			continue
		}
		previous = previous || r.holds(around.previous, a.terms)
		next = next || r.holds(around.next, a.terms)
	}
	for p, place := range []Place{InTitle, InBody, InLabel} {
		if places[p] {
			w.Places = append(w.Places, place)
		}
	}
	c := r.members[i]
	if previous && !weights.alone() {
		w.Beside = append(w.Beside, c.Previous)
	}
	if next && !weights.alone() {
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
