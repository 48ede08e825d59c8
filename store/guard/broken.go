package guard

import "strings"

// Keys are copied from terminals and from the source of strings, where a break
// may stand in the middle of them.

// joinReach is how far behind its prefix a broken key is looked for, in bytes.
const joinReach = 1024

// broken looks for a secret with line breaks in it. It ends at the first break
// that leaves it whole, so that the line behind it stays.
func (sh *shape) broken(s string, start, i, n int) (span, bool) {
	rest := s[i+n : min(len(s), i+n+joinReach)]
	first := 0
	for first < len(rest) && rest[first] > ' ' && rest[first] != '\\' {
		first++
	}
	if first < 4 || first == len(rest) || breakAt(rest, first) == 0 {
		return span{}, false // nothing is broken, or nothing stands before the break
	}
	joined, origin := join(rest)
	m := sh.shortest(joined, origin)
	if m == nil {
		return span{}, false
	}
	if !sh.accepts(s[start:i+n]+joined[:m[1]], i-start, n) {
		return span{}, false
	}
	from, to := 0, m[1]
	if len(m) > 2 && m[2] >= 0 {
		from, to = m[2], m[3]
		start = i + n + origin[from]
	}
	return span{start, i + n + origin[to-1] + 1}, true
}

// shortest matches the text up to its second break, up to its third, and so on.
func (sh *shape) shortest(joined string, origin []int) []int {
	breaks := 0
	for at := 1; at < len(joined); at++ {
		if origin[at] == origin[at-1]+1 {
			continue
		}
		if breaks++; breaks == 1 {
			continue
		}
		if m := sh.tail().FindStringSubmatchIndex(joined[:at]); m != nil {
			return m
		}
	}
	return sh.tail().FindStringSubmatchIndex(joined)
}

// goesOn returns where a secret ends whose tail was found from byte from to byte
// to: further on if it was broken behind what its shape asks for. What follows
// must look random, or the next line would go too.
func (sh *shape) goesOn(s string, from, to int) int {
	if to == len(s) {
		return to
	}
	n := breakAt(s, to)
	if n == 0 || to-from > joinReach || sh.accept != nil {
		return to
	}
	if longer := sh.tail().FindString(s[from:to] + "a0"); len(longer) <= to-from {
		return to // whole as it is
	}
	next := to + n
	last := next
	for last < len(s) && (isKeyByte(s[last]) || s[last] == '-') {
		last++
	}
	if !looksRandom(s[next:last]) || startsSecret(s, next) || strings.HasPrefix(s[last:], ".") {
		return to
	}
	return last
}

// looksRandom reports whether a word is no name: its small letters, capitals and
// digits change more often than in CamelCase.
func looksRandom(word string) bool {
	if len(word) < 12 || strings.ToLower(word) == word || strings.ToUpper(word) == word {
		return false
	}
	changes := 0
	for i := 1; i < len(word); i++ {
		if class(word[i]) != class(word[i-1]) {
			changes++
		}
	}
	return changes*20 >= len(word)*7
}

func class(b byte) byte {
	switch {
	case b >= 'A' && b <= 'Z':
		return 'A'
	case b >= 'a' && b <= 'z':
		return 'a'
	case b >= '0' && b <= '9':
		return '0'
	}
	return '-'
}

// startsSecret reports whether another key may begin at byte i.
func startsSecret(s string, i int) bool {
	for _, c := range byFirst()[s[i]] {
		if len(c.prefix) > 2 && strings.HasPrefix(s[i:], c.prefix) {
			return true
		}
	}
	return false
}

// join takes the line breaks out of s. origin tells for each byte where it was.
func join(s string) (joined string, origin []int) {
	b := make([]byte, 0, len(s))
	origin = make([]int, 0, len(s))
	for i := 0; i < len(s); {
		if n := breakAt(s, i); n > 0 {
			i += n
			continue
		}
		b = append(b, s[i])
		origin = append(origin, i)
		i++
	}
	return string(b), origin
}

// breakAt returns the length of the line break at byte i with the indentation
// behind it, in a text or in the source of a string; 0 if there is none.
func breakAt(s string, i int) int {
	at := i
	switch {
	case s[i] != '\\' && s[i] != '\n':
		return 0
	case strings.HasPrefix(s[at:], `\r\n`):
		at += 4
	case strings.HasPrefix(s[at:], `\n`):
		at += 2
	case strings.HasPrefix(s[at:], "\\\n"):
		at += 2
	case strings.HasPrefix(s[at:], "\n"):
		at++
	default:
		return 0
	}
	for at < len(s) && (s[at] == ' ' || s[at] == '\t') {
		at++
	}
	return at - i
}
