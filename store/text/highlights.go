package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Highlights returns the pieces of query to mark where a found text is shown:
// its words, runs of characters, symbols and emoji as they were typed, and what a
// word has in common with its other forms, without repetition (ignoring case),
// longest first. A word of one letter is returned together with the symbols that
// follow it (C++), or it would mark every such letter. Stop words are returned
// only if there is nothing else.
func Highlights(query string) []string {
	query = strings.ToValidUTF8(query, "\uFFFD")
	if found := highlights(query, false); len(found) > 0 {
		return found
	}
	return highlights(query, true)
}

// shortStem is the length from which a stem is marked: shorter ones are parts of
// too many words.
const shortStem = 4

func highlights(query string, stops bool) []string {
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
		case r.kind == word && isStop(r.text) && !stops && !isCode(query, r):
		case r.kind == word && utf8.RuneCountInString(r.text) == 1:
			single = r
		case r.kind == symbols:
			add(single.text + symbolCore(r.text))
			single = run{}
		default:
			add(r.text)
			add(commonPart(r))
		}
	}
	add(single.text)
	slices.SortStableFunc(found, func(a, b string) int { return len(b) - len(a) })
	return found
}

// commonPart returns the beginning that a word shares with its other forms, "" if
// that is all of it or says little.
func commonPart(r run) string {
	folded := strings.ToLower(r.text)
	if r.kind != word || len(folded) != len(r.text) {
		return ""
	}
	if s := stem(folded); len(s) >= shortStem && len(s) < len(folded) && strings.HasPrefix(folded, s) {
		return r.text[:len(s)]
	}
	return ""
}
