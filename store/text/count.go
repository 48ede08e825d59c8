package text

import (
	"unicode"
	"unicode/utf8"
)

// Count estimates how many tokens s costs a language model, on the safe side:
// models differ, and a budget that is kept by this estimate should be kept for
// each of them. Prose and code come out up to a third above what current
// vocabularies need, other scripts about even with the least fitting of them.
// It is never more than the bytes of s, the most that a byte-level tokenizer can
// make of it.
func Count(s string) int {
	var sum weight
	for at := 0; at < len(s); {
		end := at + 1
		switch c := s[at]; {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[at:])
			sum += weigh(r, size)
			end = at + size
		case ascii[c] == letter:
			for end < len(s) && s[end] < utf8.RuneSelf && ascii[s[end]] == letter {
				end++
			}
			sum += weighWord(s[at:end])
		default:
			for end < len(s) && s[end] == c {
				end++
			}
			sum += weighRepeated(c, weight(end-at))
		}
		at = end
	}
	return min(int((sum+token-1)/token), len(s))
}

// weight is a number of tokens in twelfths.
type weight int

const token weight = 12

// weighWord weighs a run of ASCII letters and digits: a small word is one token,
// a longer one costs more, as do digits and capitals inside. Keys, hashes and
// other data, which no vocabulary holds, cost almost a token a character.
func weighWord(s string) weight {
	var digits, inner, humps weight
	for i := range len(s) {
		switch c := s[i]; {
		case c <= '9':
			digits++
		case c <= 'Z' && i > 0:
			inner++
			if s[i-1] >= 'a' {
				humps++
			}
		}
	}
	n := weight(len(s))
	if n > 40 || n > 12 && digits > 0 && digits < n {
		return n * token * 3 / 4
	}
	sum := digits*token*2/3 + inner*token/6 + humps*token/2
	if small := n - digits; small > 0 {
		sum += token + max(small-5, 0)*token/4
	}
	return sum
}

// weighRepeated weighs n times the ASCII character c. A single blank belongs to
// the word behind it.
func weighRepeated(c byte, n weight) weight {
	if c == ' ' {
		return (n - 1) * token / 8
	}
	return token + (n-1)*token/4
}

// weigh weighs one character outside ASCII of size bytes.
func weigh(r rune, size int) weight {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3:
		return token * 3 / 2
	case r >= 0x3000 && r <= 0x30FF:
		return token * 4 / 3
	case unicode.In(r, unicode.Cyrillic):
		return token * 2 / 3
	case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai):
		return token * 4 / 3
	}
	return token * weight(size) * 3 / 4
}
