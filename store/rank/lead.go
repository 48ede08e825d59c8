package rank

import (
	"memtray/store"
	"memtray/store/text"
)

// leading is how many words at the start of a text say what it is about: whose
// words follow, or the name of what is described.
const leading = 3

// leads reports whether a text begins with a word of the question, however many
// others hold that word.
func (l *lookup) leads(t store.Tokens) bool {
	start := t.Title
	if start == "" {
		start = t.Body
	}
	n := 0
	for token := range text.Each(start) {
		if l.term(token) >= 0 {
			return true
		}
		if n++; n == leading {
			break
		}
	}
	return false
}
