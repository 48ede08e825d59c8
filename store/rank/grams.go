package rank

import (
	"unicode/utf8"

	"memtray/store"
	"memtray/store/text"
)

// grams are the groups of three characters of a question's words. They find what
// words miss: other endings, compounds, misspelt names.
type grams struct {
	at     map[[3]rune]int
	known  map[string][]int // which of them a token holds
	likely [1024]bool       // by the low bits of the characters in them
}

func gramsOf(question string) *grams {
	g := &grams{at: map[[3]rune]int{}, known: map[string][]int{}}
	for _, token := range text.Tokens(question) {
		eachGram(token, func(three [3]rune) {
			if _, ok := g.at[three]; !ok {
				g.at[three] = len(g.at)
			}
			for _, c := range three {
				g.likely[c%1024] = true
			}
		})
	}
	return g
}

// eachGram yields the groups of a token, with a blank before and behind it.
func eachGram(token string, yield func([3]rune)) {
	a, b := rune(0), ' '
	for _, c := range token + " " {
		if a != 0 {
			yield([3]rune{a, b, c})
		}
		a, b = b, c
	}
}

// share returns which part of the question's groups a text holds.
func (g *grams) share(t store.Tokens) float64 {
	if len(g.at) == 0 {
		return 0
	}
	found := make([]bool, len(g.at))
	n := 0
	look := func(token string) {
		for _, i := range g.in(token) {
			if !found[i] {
				found[i] = true
				n++
			}
		}
	}
	for token := range text.Each(t.Title) {
		look(token)
	}
	for token := range first(t.Body, store.MaxCandidateTokens) {
		look(token)
	}
	return float64(n) / float64(len(g.at))
}

// in returns which groups a token holds. Texts repeat their words, so it is
// remembered.
func (g *grams) in(token string) []int {
	if g.without(token) {
		return nil
	}
	list, ok := g.known[token]
	if !ok {
		eachGram(token, func(three [3]rune) {
			if i, ok := g.at[three]; ok {
				list = append(list, i)
			}
		})
		g.known[token] = list
	}
	return list
}

// without reports whether a token of two characters holds none for sure, as
// nearly all pairs of a Chinese text do: each group of it has both.
func (g *grams) without(token string) bool {
	a, size := utf8.DecodeRuneInString(token)
	if size == 1 {
		return false
	}
	b, more := utf8.DecodeRuneInString(token[size:])
	return size+more == len(token) && more > 0 && !(g.likely[a%1024] && g.likely[b%1024])
}
