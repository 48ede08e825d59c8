package recall_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"memtray/store/recall"
)

// operators are what the index's query language is made of, and what else could
// be taken for syntax.
var operators = strings.Fields(`AND OR NOT NEAR NEAR( NEAR(a,3) " "" ' * a* ^ ^a : title: scope: meta:x + a+b - -a { {title ( ) () ; -- /* % _ \ \\ [ ] ~ | & ?1 @p $p :p ：p1 <private> & ; null`)

// stops make texts of nothing that is indexed.
var stops = strings.Fields(`it is a to be or not to be who are you that's the you're I don't at all of what is it then`)

// randomText is a text of words from all of Unicode, operators and stop words.
func randomText(rnd *rand.Rand) string {
	var words []string
	for range 3 + rnd.IntN(12) {
		switch rnd.IntN(4) {
		case 0:
			words = append(words, operators[rnd.IntN(len(operators))])
		case 1:
			words = append(words, stops[rnd.IntN(len(stops))])
		default:
			var b strings.Builder
			for range 1 + rnd.IntN(6) {
				r := rune(rnd.IntN([]int{0x80, 0x600, 0x3000, 0xA000, utf8.MaxRune + 1}[rnd.IntN(5)]))
				b.WriteRune(r)
			}
			words = append(words, b.String())
		}
	}
	return strings.Join(words, " ")
}

// TestSearch_AnyText: whatever is asked is no error, and a text is found by any
// three of its neighbouring words.
func TestSearch_AnyText(t *testing.T) {
	f := open(t)
	rnd := rand.New(rand.NewPCG(1, 4))
	texts := []string{"to be or not to be", "It is a dog’s life; who are you?", strings.Join(stops, " "), strings.Join(operators, " ")}
	for len(texts) < 100 {
		texts = append(texts, randomText(rnd))
	}
	for _, s := range texts {
		saved, err := f.Recall.Save(t.Context(), person, recall.Input{Body: s})
		if err != nil {
			continue // nothing is left of it
		}
		f.found(recall.Request{Query: s, Typing: true})
		words := strings.Fields(saved.Memory.Body)
		for i := range max(len(words)-2, 1) {
			q := strings.Join(words[i:min(i+3, len(words))], " ")
			for _, typing := range []bool{false, true} {
				if got := f.found(recall.Request{Query: q, Typing: typing, Limit: 100}); !slices.Contains(got, saved.Memory.ID) {
					t.Errorf("%q does not find %q (typing %v)", q, saved.Memory.Body, typing)
				}
			}
		}
	}
}
