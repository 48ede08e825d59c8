package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold returns s for comparison: texts that differ only in case, width,
// composition and white space fold to the same string. Folding twice changes
// nothing more.
func Fold(s string) string {
	if isASCII(s) {
		return strings.Join(strings.Fields(strings.ToLower(s)), " ")
	}
	return strings.Join(strings.Fields(foldCase(unify(s))), " ")
}

// foldCase folds the case of s, which is NFKC, and leaves it NFKC.
func foldCase(s string) string {
	if lowerFolds(s) {
		return strings.ToLower(s)
	}
	// A Caser must not be shared between goroutines; making one is cheap.
	return norm.NFKC.String(strings.Map(foldCherokee, cases.Fold().String(s)))
}

// foldCherokee returns the capital of a small Cherokee letter. In Unicode these
// fold to capitals; the library turns capitals into small letters as well.
func foldCherokee(r rune) rune {
	switch {
	case r >= 0xAB70 && r <= 0xABBF:
		return r - 0xAB70 + 0x13A0
	case r >= 0x13F8 && r <= 0x13FD:
		return r - 8
	}
	return r
}

// lowerFolds reports whether folding s is the same as lower-casing it, which is
// ten times faster: so it is for ASCII, western European letters but ß, and
// Cyrillic.
func lowerFolds(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf && (r < 0xC0 || r > 0xFF || r == 'ß') && (r < 0x400 || r > 0x52F) {
			return false
		}
	}
	return true
}
