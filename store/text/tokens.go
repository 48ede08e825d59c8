package text

import (
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Version is the version of the tokeniser. Whatever was indexed by another
// version has to be indexed again.
const Version = 2

// maxToken is the greatest length of a token in characters. Longer ones (data
// pasted as text) are cut, in questions as in stored texts, so they still meet.
const maxToken = 64

// Tokens returns the index tokens of s in the order of the text. A token is
// valid UTF-8, at most 64 characters, without white space, control characters
// and ASCII punctuation.
func Tokens(s string) []string { return Expand(Compact(s)) }

// Compact returns the tokens of s as they are kept: joined by blanks, with each
// run of a script without blanks as one piece instead of its pairs. [Expand]
// makes the tokens of it.
func Compact(s string) string {
	s = unify(s)
	var b strings.Builder
	b.Grow(len(s))
	var tokens []string
	for r := range runs(s) {
		tokens = appendPieces(tokens[:0], s, r)
		for _, t := range tokens {
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(t)
		}
	}
	return b.String()
}

// Expand returns the tokens of what [Compact] made, in the order of the text.
func Expand(compact string) []string {
	tokens := make([]string, 0, len(compact)/5+1)
	for t := range Each(compact) {
		tokens = append(tokens, t)
	}
	return tokens
}

// Each yields the tokens that [Expand] returns without making a list of them: a
// long Chinese text has thousands.
func Each(compact string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := compact; rest != ""; {
			piece, behind := rest, ""
			if i := strings.IndexByte(rest, ' '); i >= 0 {
				piece, behind = rest[:i], rest[i+1:]
			}
			rest = behind
			first, _ := utf8.DecodeRuneInString(piece)
			switch {
			case piece == "":
			case first >= utf8.RuneSelf && classOf(first) == pair:
				if !eachPair(piece, yield) {
					return
				}
			case !yield(piece):
				return
			}
		}
	}
}

// eachPair yields each pair of neighbouring characters and the last one, and
// reports whether it was let go on to the end.
func eachPair(s string, yield func(string) bool) bool {
	for len(s) > 0 {
		_, first := utf8.DecodeRuneInString(s)
		_, second := utf8.DecodeRuneInString(s[first:])
		if !yield(s[:first+second]) {
			return false
		}
		s = s[first:]
	}
	return true
}

// appendPieces appends what is kept of one run of text.
func appendPieces(dst []string, text string, r run) []string {
	switch r.kind {
	case word:
		return appendWord(dst, r.text, isCode(text, r))
	case pairs:
		return append(dst, simplify(dropInvisible(r.text)))
	case symbols:
		if t := symbolToken(r.text); t != "" {
			dst = append(dst, t)
		}
		return dst
	default:
		return append(dst, emojiToken(r.text))
	}
}

// isCode reports whether a word stands between the marks of code in Markdown.
func isCode(text string, r run) bool {
	return r.start > 0 && r.end < len(text) && text[r.start-1] == '`' && text[r.end] == '`'
}

// unify brings s to the one spelling that runs are found in: valid UTF-8, NFKC.
func unify(s string) string {
	if isASCII(s) {
		return s
	}
	return norm.NFKC.String(strings.ToValidUTF8(s, "\uFFFD"))
}

// appendPairs appends what [eachPair] yields.
func appendPairs(dst []string, s string) []string {
	eachPair(s, func(pair string) bool {
		dst = append(dst, pair)
		return true
	})
	return dst
}

// symbolToken returns the token of a run of ASCII symbols, "" if it is only
// punctuation of prose.
func symbolToken(s string) string {
	return clip(strings.Map(func(r rune) rune { return r + 0xFEE0 }, symbolCore(s)))
}

// symbolCore returns what counts of a run of ASCII symbols: not the marks that
// end a sentence behind it ("C++."), and nothing if it is one mark of prose.
func symbolCore(s string) string {
	s = dropInvisible(s)
	if core := strings.TrimRight(s, ".:?!"); core != "" {
		s = core
	}
	if len(s) == 1 && strings.Contains(".:?!-/*_|", s) {
		return ""
	}
	return s
}

// emojiToken returns the token of an emoji or other symbol: itself without
// variation selectors, which people's keyboards add or leave out.
func emojiToken(s string) string {
	return clip(strings.Map(func(r rune) rune {
		if isVariation(r) {
			return -1
		}
		return r
	}, s))
}

// clip cuts a token to maxToken characters.
func clip(s string) string {
	if len(s) <= maxToken {
		return s
	}
	n := 0
	for i := range s {
		if n == maxToken {
			return s[:i]
		}
		n++
	}
	return s
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
