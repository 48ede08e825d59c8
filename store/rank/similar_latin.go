package rank

import (
	"slices"
	"strings"
	"unicode"

	"memtray/store/text"
)

// word reads the word from i to end and returns where what belongs to it ends.
func (r *reader) word(s []rune, i, end int) int {
	shown := string(s[i:end])
	w := strings.ReplaceAll(text.Fold(shown), "’", "'")
	n, spelt := numbersInWords[w]
	switch {
	case r.isLetter(s, i, end):
		r.add(unit{form: nameMark + w, shown: shown, weight: 1, value: r.cue, name: true})
		r.cue, r.label = false, false
	case spelt || w == "one" && r.isCount(s, end):
		if w == "one" {
			n = "1"
		}
		return r.number(s, i, end, n)
	case isQuantity(w):
		return r.number(s, i, end, w)
	case strings.HasSuffix(w, "n't") || w == "cannot":
		r.negated = negationReach
	case w == "on" && (r.turning || stateBefore[r.last] && r.endsState(s, end)):
		r.add(unit{form: w, shown: shown, weight: 1, value: r.cue}) // "turn on" has an opposite
	default:
		r.turning = slices.Contains([]string{"turn", "turned", "turns", "switch", "switched"}, w)
		bare := strings.TrimSuffix(w, "'s")
		before := len(r.s.units)
		r.put(bare, stem(bare), shown, 1)
		if bare != w && len(r.s.units) > before {
			r.s.units[before].mark = "of"
		}
	}
	r.last = w
	return end
}

// isLetter reports whether a word is a letter or a Roman numeral that names
// something, such as appendix A. The article and the pronoun are none.
func (r *reader) isLetter(s []rune, i, end int) bool {
	w := string(s[i:end])
	if r.label && end-i <= 4 && strings.Trim(w, "IVX") == "" {
		return true
	}
	if end-i > 1 || s[i] > unicode.MaxASCII || !unicode.IsLetter(s[i]) {
		return false
	}
	switch w {
	case "i":
		return false
	case "a", "I":
		return r.label && follows(s, end) == "" || besideCJK(s, i, end)
	case "A":
		return r.label || len(r.s.units) > r.clause || besideCJK(s, i, end)
	}
	return true
}

// besideCJK reports whether Chinese or Japanese stands around a word.
func besideCJK(s []rune, i, end int) bool {
	for i > 0 && s[i-1] == ' ' {
		i--
	}
	for end < len(s) && s[end] == ' ' {
		end++
	}
	return i > 0 && isCJK(s[i-1]) || end < len(s) && isCJK(s[end])
}

var (
	stateBefore = wordSet("is are was be stay stays keep kept leave left remain remains")
	stateBehind = wordSet("by in for at when during and until unless if only since everywhere now again")
	notCount    = wordSet("the this that each no any which every some another only")
	notCounted  = wordSet("of another by thing more time day who that is")
)

func wordSet(words string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		all[w] = true
	}
	return all
}

// follows returns the word at i, "" if the clause ends before it.
func follows(s []rune, i int) string {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	if i == len(s) || !unicode.IsLetter(s[i]) {
		return ""
	}
	return strings.ToLower(string(s[i:wordEnd(s, i)]))
}

// endsState reports whether an "on" that ends at i is a state, as in "is on by
// default", and not a place.
func (r *reader) endsState(s []rune, i int) bool {
	next := follows(s, i)
	return next == "" || stateBehind[next]
}

// isCount reports whether a "one" that ends at i is a number.
func (r *reader) isCount(s []rune, i int) bool {
	next := follows(s, i)
	return next != "" && !notCounted[next] && !notCount[r.last]
}
