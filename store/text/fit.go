package text

import (
	"sort"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// sparsest is how many bytes a token holds at most: blanks cost least.
const sparsest = 8

// Fit returns the longest start of s, in whole characters as people see them
// (grapheme clusters), that costs at most so many tokens. It adds nothing.
func Fit(s string, tokens int) string {
	if tokens < 0 {
		return ""
	}
	if len(s) > (tokens+1)*sparsest {
		end := (tokens + 1) * sparsest
		for end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end] // all of it costs too much
	}
	if Count(s) <= tokens {
		return s
	}
	var ends []int
	for rest, state, end := s, -1, 0; rest != ""; ends = append(ends, end) {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		end += len(cluster)
	}
	n := sort.Search(len(ends), func(i int) bool { return Count(s[:ends[i]]) > tokens })
	if n == 0 {
		return ""
	}
	return s[:ends[n-1]]
}
