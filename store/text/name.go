package text

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Name returns s as a name is stored and looked for: without white space around
// it, in small letters, of one width and composition.
func Name(s string) string {
	return norm.NFKC.String(strings.ToLower(norm.NFKC.String(strings.TrimSpace(s))))
}
