package text

import (
	"strings"
	"sync"
)

//go:generate go run gen_simplified.go

// simplify returns s with each Traditional Chinese character as its Simplified
// form. Tokens are made of that, so either spelling finds the other; words that
// differ in more than their characters (軟體, 软件) do not meet. Japanese and
// Korean texts pass through it too: what is stored and what is asked change
// alike. [Fold] leaves characters as they are, since two spellings of a text are
// two texts to whoever wrote them.
func simplify(s string) string {
	forms := simplified()
	return strings.Map(func(r rune) rune {
		if i := int(r) - firstSimplified; i >= 0 && i < len(forms) && forms[i] != 0 {
			return rune(forms[i])
		}
		return r
	}, s)
}

const firstSimplified, lastSimplified = 0x3400, 0x9FFF

// simplified is the table of all forms, 0 where there is no other. It is made
// when it is first needed, in some ten microseconds.
var simplified = sync.OnceValue(func() *[lastSimplified - firstSimplified + 1]uint16 {
	var forms [lastSimplified - firstSimplified + 1]uint16
	var from rune
	for _, r := range simplifiedPairs {
		if from == 0 {
			from = r
			continue
		}
		forms[from-firstSimplified], from = uint16(r), 0
	}
	return &forms
})
