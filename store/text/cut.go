package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Cut returns s if it has at most max characters (code points), else as many
// whole characters as people see them (grapheme clusters) as fit into max,
// without blanks at the end, and "…".
func Cut(s string, max int) string {
	if len(s) <= max || utf8.RuneCountInString(s) <= max {
		return s
	}
	kept, count := 0, 0
	for rest, state := s, -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if count += utf8.RuneCountInString(cluster); count > max {
			break
		}
		kept += len(cluster)
	}
	return strings.TrimRightFunc(s[:kept], unicode.IsSpace) + "…"
}
