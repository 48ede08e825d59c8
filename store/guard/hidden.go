package guard

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Blanks and line breaks in a row that no one types; text behind them is out of
// sight.
const (
	farRight = 150
	farDown  = 40
)

// findHidden returns the first thing in a text, as it was given, that hides text
// or shows it in another order than it is read: tag characters outside flags,
// rows of characters without width, rows of variation selectors, direction
// overrides, text behind many blanks, and text that a terminal conceals. One
// stray character without width is common in text from the web and is none.
func findHidden(s string) string {
	if found := findFar(s); found != "" {
		return found
	}
	if strings.Contains(s, "\x1b[8m") {
		return "ESC[8m"
	}
	ascii := !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
	if ascii {
		return ""
	}
	rtl := strings.ContainsFunc(s, func(r rune) bool {
		return unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana)
	})
	var last rune
	row, mixed, inWord := 0, false, 0
	var before rune
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == blackFlag {
			size += flagTags(s[at+size:])
		}
		at += size
		switch {
		case r >= 0xE0000 && r <= 0xE007F:
			return name(r)
		case r == 0x202D || r == 0x202E:
			return name(r)
		case !rtl && (r == 0x202A || r == 0x202B || r >= 0x2066 && r <= 0x2068) && lettersBeforePop(s[at:]):
			return name(r)
		case noWidth(r) && !(isJoiner(r) && takesJoiner(last)) && !(isVariation(r) && takesVariation(last, r)):
			row++
			mixed = mixed || row > 1 && r != before
			before = r
			if row >= 2 && mixed || row >= 4 {
				return name(r)
			}
			if inWord++; inWord >= 3 {
				return name(r)
			}
		default:
			row, mixed = 0, false
			if !unicode.IsLetter(r) && !noWidth(r) {
				inWord = 0
			}
		}
		last = r
	}
	return ""
}

// noWidth reports whether r takes no room and is no mark on a letter.
func noWidth(r rune) bool {
	switch {
	case isJoiner(r), isVariation(r), r == 0xFEFF, r == 0x180E, r >= 0x2060 && r <= 0x2064, r == 0x034F:
		return true
	}
	return false
}

// lettersBeforePop reports whether letters stand before the mark that ends a run
// of another direction. Numbers are wrapped so by telephones.
func lettersBeforePop(s string) bool {
	for i, r := range s {
		switch {
		case r == 0x202C || r == 0x2069 || i > 200:
			return false
		case unicode.IsLetter(r):
			return true
		}
	}
	return false
}

// findFar finds text behind a long run of blanks or line breaks.
func findFar(s string) string {
	blanks, breaks := 0, 0
	for _, r := range s {
		switch {
		case r == '\n':
			breaks++
			blanks = 0
		case r == ' ' || r == '\t' || r == 0x3164 || r == 0x2800 || r == 0xFFA0 || r == 0x115F || unicode.IsSpace(r):
			blanks++
		case blanks >= farRight:
			return fmt.Sprintf("%d blanks", blanks)
		case breaks >= farDown:
			return fmt.Sprintf("%d line breaks", breaks)
		default:
			blanks, breaks = 0, 0
		}
	}
	return ""
}

// name names a character that cannot be shown.
func name(r rune) string { return fmt.Sprintf("%U", r) }
