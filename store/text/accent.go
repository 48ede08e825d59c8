package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plain are the small letters that are written without their marks, too, but
// that Unicode does not take apart. ё is here, since most texts have е for it; й
// is a letter of its own.
var plain = map[rune]string{
	'ı': "i", 'đ': "d", 'ð': "d", 'ħ': "h", 'ł': "l", 'ø': "o", 'ŧ': "t", 'þ': "th",
	'æ': "ae", 'œ': "oe", 'ё': "е",
}

// foldMarks returns s, whose case is folded, with the letters of Latin and Greek
// without their marks: café and cafe, Hà Nội and ha noi, İstanbul and istanbul,
// λόγος and λογος are one. Of Cyrillic only ё and the marks of stress are folded.
// Marks of other scripts make other words of them and stay.
func foldMarks(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	bare, stressed := false, false // which marks of the letter before count nothing
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) && (bare || stressed && (r == '\u0300' || r == '\u0301')) {
			continue
		}
		bare, stressed = r < utf8.RuneSelf || unicode.In(r, unicode.Latin, unicode.Greek), unicode.Is(unicode.Cyrillic, r)
		switch as, ok := plain[r]; {
		case ok:
			b.WriteString(as)
		case bare && r >= utf8.RuneSelf:
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			b.WriteRune(base)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
