package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Highlights returns the pieces of query to mark where a found text is shown:
// its words, runs of characters, symbols and emoji as they were typed, without
// repetition (ignoring case), longest first. A word of one letter is returned
// together with the symbols that follow it (C++), or it would mark every such
// letter.
func Highlights(query string) []string {
	query = strings.ToValidUTF8(query, "\uFFFD")
	var found []string
	seen := make(map[string]bool)
	add := func(s string) {
		if key := Fold(s); key != "" && !seen[key] {
			seen[key] = true
			found = append(found, s)
		}
	}
	var single run // a word of one letter that waits for its symbols
	for r := range runs(query) {
		if single.text != "" && (r.kind != symbols || r.start != single.end) {
			add(single.text)
			single = run{}
		}
		switch {
		case r.kind == word && utf8.RuneCountInString(r.text) == 1:
			single = r
		case r.kind == symbols:
			add(single.text + symbolCore(r.text))
			single = run{}
		default:
			add(r.text)
		}
	}
	add(single.text)
	slices.SortStableFunc(found, func(a, b string) int { return len(b) - len(a) })
	return found
}
