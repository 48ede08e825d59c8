package guard

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const blackFlag = '\U0001F3F4' // begins the flags that are spelled with tag characters

// dropControls takes out control characters and invisible ones, and turns every
// line break into \n. It returns how many characters it took out; a changed line
// break is none.
//
// Soft hyphens stay: they come with text from the web, show up where a line is
// broken and carry nothing. Direction marks (U+200E, U+200F, U+061C) stay too:
// right-to-left text needs them, and unlike overrides they reorder no letters.
func dropControls(s string) (string, int) {
	if !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && (r < ' ' || r >= 0x7F) }) {
		return s, 0
	}
	var b strings.Builder
	b.Grow(len(s))
	dropped := 0
	var last rune // the last one kept
	for at := 0; at < len(s); {
		r, size := utf8.DecodeRuneInString(s[at:])
		if r == blackFlag {
			size += flagTags(s[at+size:])
		}
		piece := s[at : at+size]
		at += size
		switch {
		case r == '\r':
			if strings.HasPrefix(s[at:], "\n") {
				continue
			}
			r, piece = '\n', "\n"
		case r == '\v' || r == '\f' || r == '\u0085':
			r, piece = '\n', "\n"
		case r != '\n' && r != '\t' && unicode.IsControl(r), hides(r),
			isJoiner(r) && !takesJoiner(last), isVariation(r) && !takesVariation(last, r):
			dropped++
			continue
		}
		b.WriteString(piece)
		last = r
	}
	return b.String(), dropped
}

// flagTags returns the length of the tag characters that s begins with if they
// spell a flag: up to six and an end mark. More of them would be a hidden text.
func flagTags(s string) int {
	tags := 0
	for i, r := range s {
		switch {
		case r == 0xE007F && tags > 0:
			return i + utf8.RuneLen(r)
		case r < 0xE0030 || r > 0xE007A || tags == 6:
			return 0
		}
		tags++
	}
	return 0
}

// hides reports whether r is invisible and of use only to hide text, or to show
// it in another order than it is read.
func hides(r rune) bool {
	switch {
	case r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x206F: // direction overrides and isolates
		return true
	case r >= 0x2060 && r <= 0x2065, r == 0xFEFF, r == 0x180E: // blanks without width
		return true
	case r >= 0xFFF9 && r <= 0xFFFB: // annotations
		return true
	}
	return r >= 0xE0000 && r <= 0xE0FFF && !isVariation(r) // tags and what is reserved beside them
}

// isJoiner reports whether r is a character without width that tells its
// neighbours to join, not to join, or that a line may be broken here.
func isJoiner(r rune) bool { return r >= 0x200B && r <= 0x200D }

// takesJoiner reports whether a joiner may follow r: in emoji and in scripts
// whose letters take other shapes or that put no blanks between words. Elsewhere,
// and one behind another, it only hides.
func takesJoiner(r rune) bool {
	return r >= utf8.RuneSelf && !isJoiner(r) && !unicode.IsSpace(r) && !unicode.IsPunct(r) &&
		!unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

func isVariation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

// takesVariation reports whether the selector v may follow r: one behind a
// visible character, the supplementary ones behind an ideograph. Rows of them
// can spell a hidden text.
func takesVariation(r, v rune) bool {
	if v >= 0xE0100 {
		return unicode.Is(unicode.Han, r)
	}
	return r > ' ' && !isVariation(r) && !isJoiner(r) && !unicode.IsSpace(r)
}
