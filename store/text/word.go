package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words with more than fewParts parts, shorter on average than shortPart bytes,
// are hashes and the like: their parts say nothing.
const (
	fewParts  = 8
	shortPart = 3
)

// appendWord appends the tokens of a word: the stems of its parts if there are
// several, and of the whole without what joins them, each once. A stop word has
// none unless it is written as code. The joined form has its stem as well, since
// it may be asked for, or stored, in small letters.
func appendWord(dst []string, s string, code bool) []string {
	s = dropInvisible(s)
	if partEnd(s) == len(s) {
		w := foldCase(s)
		if !code && stopWords[w] && !shouts(s) {
			return dst // thé is none
		}
		return append(dst, stem(clip(foldMarks(w))))
	}
	if isStop(s) && !code { // don't
		return dst
	}
	if s = dropPossessive(s); partEnd(s) == len(s) {
		return append(dst, stem(foldWord(s)))
	}
	before := len(dst)
	dst = appendParts(dst, s)
	if n := len(dst) - before; n > fewParts && len(s) < n*shortPart {
		dst = dst[:before]
	}
	if whole := stem(joinedForm(s)); !slices.Contains(dst[before:], whole) {
		dst = append(dst, whole)
	}
	return dst
}

// isStop reports whether a word is one that is not indexed.
func isStop(s string) bool {
	if len(s) > 10 || shouts(s) {
		return false
	}
	return stopWords[strings.ReplaceAll(foldCase(s), "’", "'")]
}

// dropPossessive returns the word to which 's is appended.
func dropPossessive(s string) string {
	end, cut := strings.CutSuffix(s, "s")
	if !cut {
		return s
	}
	r, size := utf8.DecodeLastRuneInString(end)
	if base := end[:len(end)-size]; base != "" && classOf(r) == apostrophe && !strings.ContainsFunc(base, joins) {
		return base
	}
	return s
}

// joinedForm returns a word without what joins its parts, folded.
func joinedForm(s string) string {
	return foldWord(strings.Map(func(r rune) rune {
		if joins(r) {
			return -1
		}
		return r
	}, s))
}

// appendParts appends the parts of a word, as a programmer would read it: split
// at joiners, between letters and digits, between scripts, before a capital that
// follows a small letter (camelCase) and before the last of several capitals if
// a small letter follows (HTTPServer). The s of a plural (URLs), a single letter
// behind an apostrophe (it's, don't) and stop words are no parts.
func appendParts(dst []string, s string) []string {
	quoted := false // behind an apostrophe
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if joins(r) {
			quoted = r != '_'
			s = s[size:]
			continue
		}
		end := partEnd(s)
		if part := s[:end]; (!quoted || end > size) && !isStop(part) {
			dst = append(dst, stem(foldWord(part)))
		}
		quoted = false
		if s = s[end:]; end > size && shapeOf(r) == upper && pluralS(s) {
			s = s[1:]
		}
	}
	return dst
}

// partEnd returns the length of the first part of a word that begins with one.
func partEnd(s string) int {
	r, size := utf8.DecodeRuneInString(s)
	first := shapeOf(r)
	end := extent(s, first)
	if first != upper || end == len(s) || pluralS(s[end:]) && end > size {
		return end
	}
	small := extent(s[end:], lower)
	if small == 0 {
		return end
	}
	if last := lastUpper(s[:end]); last > 0 {
		return last
	}
	return end + small
}

// extent returns how many bytes at the start of s are of one shape, with marks.
func extent(s string, of shape) int {
	for i, r := range s {
		if shapeOf(r) != of && (i == 0 || !unicode.IsMark(r)) {
			return i
		}
	}
	return len(s)
}

// lastUpper returns where the last capital of s begins.
func lastUpper(s string) int {
	return strings.LastIndexFunc(s, func(r rune) bool { return shapeOf(r) == upper })
}

// pluralS reports whether s begins with an s that ends a word or part.
func pluralS(s string) bool {
	return strings.HasPrefix(s, "s") && extent(s, lower) == 1
}

// joins reports whether r joins the parts of a word without belonging to one.
func joins(r rune) bool {
	c := classOf(r)
	return c == underscore || c == apostrophe
}

// foldWord returns a part of a word as a token.
func foldWord(s string) string {
	return clip(foldMarks(foldCase(s)))
}

// shape is what a character is to the split of a word into parts.
type shape uint8

const (
	joiner shape = iota
	lower        // Latin, also without case
	upper        // Latin
	digit
	foreign // any other script: never split by case
)

func shapeOf(r rune) shape {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return digit
	case joins(r):
		return joiner
	case unicode.IsNumber(r):
		return digit
	case !unicode.Is(unicode.Latin, r):
		return foreign
	case unicode.IsUpper(r):
		return upper
	}
	return lower
}
