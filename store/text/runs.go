package text

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// kind says how a run is turned into tokens.
type kind uint8

const (
	word    kind = iota // letters and digits, joined by _ or '
	pairs               // characters indexed in pairs
	symbols             // ASCII symbols
	sign                // one emoji or other symbol
)

// run is a piece of a text that is of one kind. Between runs are separators.
type run struct {
	kind       kind
	text       string
	start, end int // bytes
}

// runs yields the runs of s, which must be valid UTF-8.
func runs(s string) iter.Seq[run] {
	return func(yield func(run) bool) {
		for at := 0; at < len(s); {
			r, size := utf8.DecodeRuneInString(s[at:])
			end, k := at+size, word
			switch classOf(r) {
			case letter, mark:
				end = wordEnd(s, end)
			case pair:
				k, end = pairs, spanEnd(s, end, pair, mark)
			case symbol, underscore:
				k, end = symbols, spanEnd(s, end, symbol, underscore)
			case emoji:
				cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(s[at:], -1)
				k, end = sign, at+len(cluster)
			default:
				at = end
				continue
			}
			if !yield(run{k, s[at:end], at, end}) {
				return
			}
			at = end
		}
	}
}

// spanEnd returns where the characters of the two classes, from at on, end.
func spanEnd(s string, at int, a, b class) int {
	for i, r := range s[at:] {
		if c := classOf(r); c != a && c != b && c != invisible {
			return at + i
		}
	}
	return len(s)
}

// wordEnd returns where the word that is under way at byte at ends. Underscores
// and one apostrophe belong to it if it goes on behind them.
func wordEnd(s string, at int) int {
	for {
		at = spanEnd(s, at, letter, mark)
		next := at
		for next < len(s) && s[next] == '_' {
			next++
		}
		if next == at && next < len(s) {
			if r, size := utf8.DecodeRuneInString(s[at:]); classOf(r) == apostrophe {
				next += size
			}
		}
		if next == at || next == len(s) {
			return at
		}
		if r, _ := utf8.DecodeRuneInString(s[next:]); classOf(r) != letter {
			return at
		}
		at = next
	}
}

// dropInvisible returns s without invisible characters.
func dropInvisible(s string) string {
	if isASCII(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= utf8.RuneSelf && isInvisible(r) {
			return -1
		}
		return r
	}, s)
}
