package text

import (
	"hash/maphash"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// stem returns what all forms of a word have in common: connect of connection,
// go of went. It is made for English; a word that is not of three or more small
// letters from a to z is its own stem.
func stem(w string) string {
	if !stemmable(w) {
		return w
	}
	slot := &stems[maphash.String(seed, w)%uint64(len(stems))]
	if known := slot.Load(); known != nil && known.word == w {
		return known.stem
	}
	s := porter(w)
	if forms := irregularFrom(w); len(forms) > 0 && forms[0].form == w {
		s = forms[0].stem
	}
	slot.Store(&stemmed{w, s})
	return s
}

func stemmable(w string) bool {
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return false
		}
	}
	return len(w) >= 3
}

// porter cuts the endings of a word by the rules of Porter2.
func porter(w string) string { return english.Stem(w, true) }

// stems remembers stems, since texts repeat their words and the rules are slow.
// Each word has one place, which the last one with that place holds, so it stays
// small and needs no lock.
var (
	stems [4096]atomic.Pointer[stemmed]
	seed  = maphash.MakeSeed()
)

type stemmed struct{ word, stem string }
