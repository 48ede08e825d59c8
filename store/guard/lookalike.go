package guard

import (
	"strings"
	"unicode"
)

// findLookalike returns the first word that is Latin to the eye but holds letters
// of another script before a Latin one. A Latin stem with an ending of another
// script, as Russian writes them, is none.
func findLookalike(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return lookalikes[r] != 0 && unicode.IsLetter(r) }) {
		return ""
	}
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if n := len([]rune(w)); n < 4 {
			continue
		}
		latin, foreign, woven, other := false, false, false, false
		for _, r := range w {
			switch {
			case r < 0x250:
				latin = true
				woven = woven || foreign
			case lookalikes[r] != 0:
				foreign = true
			default:
				other = true
			}
		}
		if latin && foreign && woven && !other {
			return w
		}
	}
	return ""
}
