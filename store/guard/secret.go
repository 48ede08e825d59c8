package guard

import (
	"slices"
	"strings"
	"sync"
)

// SecretMark stands where a secret was taken out.
const SecretMark = "[secret removed]"

// span is a piece of a text, in bytes.
type span struct{ start, end int }

// dropSecrets puts [SecretMark] in the place of each secret and counts them.
func dropSecrets(s string) (string, int) {
	count := 0
	for {
		found := findSecrets(s)
		if len(found) == 0 {
			return s, count
		}
		count += len(found)
		var b strings.Builder
		kept := 0
		for _, at := range found {
			b.WriteString(s[kept:at.start])
			b.WriteString(SecretMark)
			kept = at.end
		}
		b.WriteString(s[kept:])
		s = b.String()
	}
}

// findSecrets returns where the secrets of s are, in order and apart from each
// other.
func findSecrets(s string) []span {
	plain := foldKeys(s)
	var found []span
	table := byFirst()
	free := 0 // nothing before belongs to a secret or can
	for i := 0; i < len(plain.s); i++ {
		for _, c := range table[plain.s[i]] {
			if !strings.HasPrefix(plain.s[i:], c.prefix) {
				continue
			}
			if at, ok := c.shape.at(plain.s, i, len(c.prefix)); ok && at.start >= free {
				found = append(found, plain.origin(at))
				free, i = at.end, at.end-1
				break
			}
		}
	}
	return found
}

// candidate is a shape that may begin with a prefix.
type candidate struct {
	prefix string
	shape  *shape
}

// byFirst lists candidates by the first byte of their prefix: nearly all of a
// text is passed over by one look at this table.
var byFirst = sync.OnceValue(func() *[256][]candidate {
	var table [256][]candidate
	for _, group := range shapes {
		for i := range group {
			for _, p := range group[i].prefixes {
				table[p[0]] = append(table[p[0]], candidate{p, &group[i]})
			}
		}
	}
	return &table
})

// at returns the secret of this shape whose prefix of n bytes stands at byte i.
func (sh *shape) at(s string, i, n int) (span, bool) {
	start := i - sh.before.length(s[:i])
	if i-start < sh.before.min {
		return span{}, false
	}
	if isKeyByte(s[start]) && !beginsWord(s, start) {
		return span{}, false
	}
	m := sh.match(s[i+n:])
	if m == nil {
		return sh.broken(s, start, i, n)
	}
	if !sh.accepts(s[start:i+n+m[1]], i-start, n) {
		return span{}, false
	}
	if len(m) > 2 && m[2] >= 0 {
		return span{i + n + m[2], i + n + m[3]}, true
	}
	return span{start, sh.goesOn(s, i+n, i+n+m[1])}, true
}

// match finds the tail that s begins with. It looks at the whole of a long text
// only if the beginning does not decide: a look at it costs more the longer it is.
func (sh *shape) match(s string) []int {
	const enough = 512
	if len(s) <= enough {
		return sh.tail().FindStringSubmatchIndex(s)
	}
	m := sh.tail().FindStringSubmatchIndex(s[:enough])
	if m == nil && !sh.long || m != nil && m[1] < enough {
		return m
	}
	return sh.tail().FindStringSubmatchIndex(s)
}

// length returns how many bytes of the kind s ends with, at most max.
func (r run) length(s string) int {
	n := 0
	for n < r.max && n < len(s) && r.of(s[len(s)-1-n]) {
		n++
	}
	return n
}

// accepts takes the last look at a match, whose prefix of n bytes stands behind
// the first bytes.
func (sh *shape) accepts(match string, first, n int) bool {
	if sh.accept != nil {
		return sh.accept(match[first:])
	}
	return !isPlaceholder(match[:first] + match[first+n:])
}

// beginsWord reports whether a word begins at byte i. In the source of a string
// that is also so behind \n or %3D.
func beginsWord(s string, i int) bool {
	switch {
	case i == 0 || !isKeyByte(s[i-1]):
		return true
	case i >= 2 && s[i-2] == '\\':
		return strings.IndexByte("nrt", s[i-1]) >= 0
	case i >= 3 && s[i-3] == '%':
		return isHex(s[i-2]) && isHex(s[i-1])
	case i >= 6 && s[i-6] == '\\' && s[i-5] == 'u':
		return isHex(s[i-1]) && isHex(s[i-2]) && isHex(s[i-3]) && isHex(s[i-4])
	}
	return false
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isHex(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'f' || b >= 'A' && b <= 'F'
}

// isKeyByte reports whether b is a byte of words, in the sense of \b.
func isKeyByte(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_'
}

// isPlaceholder reports whether what follows a prefix only stands for a key:
// ghp_your_token_here, AKIAXXXXXXXXXXXXXXXX.
func isPlaceholder(tail string) bool {
	lower := strings.ToLower(tail)
	for _, w := range []string{"xxxx", "your", "example", "placeholder", "changeme", "redacted", "0000000000", "1234567890abcdef1234567890abcdef"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	var seen []byte
	spoken := true // small letters and marks alone, as in a name
	for _, b := range []byte(tail) {
		if !slices.Contains(seen, b) {
			seen = append(seen, b)
		}
		spoken = spoken && (b < '0' || b > '9') && (b < 'A' || b > 'Z')
	}
	return spoken || len(seen) < 6
}
