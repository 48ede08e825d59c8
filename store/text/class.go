package text

import (
	"unicode"
	"unicode/utf8"
)

// class says which part a character plays in a run.
type class uint8

const (
	separator  class = iota // ends every run and is nothing itself
	letter                  // a letter or digit of a word
	pair                    // a character of a script that is indexed in pairs
	mark                    // combines with the character before it
	symbol                  // an ASCII symbol
	underscore              // joins words, else a symbol
	apostrophe              // joins words, else a separator
	invisible               // belongs to whatever is around it
	emoji                   // any other visible character
)

// ascii holds the classes of ASCII. Quotes and brackets are separators, since
// they stand beside other symbols without belonging to them.
var ascii = func() (t [utf8.RuneSelf]class) {
	for c := range t {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
			t[c] = letter
		}
	}
	for _, c := range "!#$%&*+-./:<=>?@\\^|~" {
		t[c] = symbol
	}
	t['_'], t['\''] = underscore, apostrophe
	return t
}()

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		return ascii[r]
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7A3, r >= 0x3041 && r <= 0x3096:
		return pair
	case r == '\u2019' || r == '\u02BC' || r == '\uFF07':
		return apostrophe
	case isInvisible(r):
		return invisible
	case unicode.IsPunct(r), unicode.IsSpace(r), unicode.IsControl(r):
		return separator
	case inPairs(r):
		return pair
	case unicode.IsLetter(r), unicode.IsNumber(r):
		return letter
	case unicode.IsMark(r):
		return mark
	}
	return emoji
}

// inPairs reports whether r is of a script that is indexed in pairs. Marks that
// Japanese shares between its scripts count too.
func inPairs(r rune) bool {
	return r >= 0x0E00 && (r == 'ー' || r == '〆' || r >= 0x3031 && r <= 0x3035 ||
		unicode.In(r, unicode.Han, unicode.Katakana, unicode.Hiragana, unicode.Hangul, unicode.Bopomofo,
			unicode.Yi, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

// isInvisible reports whether r shows nothing by itself: format characters such
// as joiners and the soft hyphen, variation selectors, the key cap around a digit.
func isInvisible(r rune) bool {
	return r == '\u034F' || r == '\u20E3' || isVariation(r) || unicode.Is(unicode.Cf, r)
}

func isVariation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}
