package guard

import "strings"

// What may be a secret: a word for one with something behind it that is no word.
// Ordinary text has such places, so they are only shown to a person.
var (
	namedSecret = lazy(`(?i)(?:pass(?:word|wd|phrase)|\bpwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|credentials?|密码|口令|密钥|令牌|密碼)["'` + "`" + `*]{0,2}\s{0,2}(?:=>|:=|[=:：]|是|为|\bis\b)\s{0,2}["'` + "`" + `*]{0,2}([^\s"'` + "`" + `,;<>(){}\[\]，。；]{8,})`)
	authHeader  = lazy(`(?i)\b(?:bearer|basic|token)\s+([A-Za-z0-9+/._~=-]{20,})`)
)

// maybeSecret reports whether a cleaned text may hold a secret of no known shape.
func maybeSecret(s string) bool {
	lower := strings.ToLower(s)
	if !containsAny(lower, []string{"pass", "pwd", "secret", "token", "key", "credential", "bearer", "basic ", "密码", "口令", "密钥", "令牌", "密碼"}) {
		return false
	}
	for _, m := range namedSecret().FindAllStringSubmatch(s, 100) {
		if isStrong(m[1]) {
			return true
		}
	}
	for _, m := range authHeader().FindAllStringSubmatch(s, 100) {
		if isStrong(m[1]) {
			return true
		}
	}
	return false
}

// isStrong reports whether a word looks as if made by a machine or for a lock:
// with letters and digits, varied, no path, variable, address or number of a
// version.
func isStrong(word string) bool {
	word = strings.TrimRight(word, ".:!?*")
	if len(word) < 8 || strings.HasPrefix(word, "$") || strings.HasPrefix(word, "%") || strings.Contains(word, "://") ||
		strings.HasPrefix(word, "/") || strings.HasPrefix(word, "./") || strings.HasPrefix(word, "~/") || strings.Contains(word, "...") || isPlaceholder(word) {
		return false
	}
	var lower, upper, digit, mark int
	for _, b := range []byte(word) {
		switch {
		case b >= 'a' && b <= 'z':
			lower++
		case b >= 'A' && b <= 'Z':
			upper++
		case b >= '0' && b <= '9':
			digit++
		case b >= 0x80:
			return false
		case b == '.' || b == '/' || b == '_' || b == '-':
		default:
			mark++
		}
	}
	if lower+upper == 0 || digit == 0 {
		return false
	}
	if strings.ContainsAny(word, "./") && digit < 4 && mark == 0 {
		return false // a path, a field of an object, a host
	}
	kinds := 0
	for _, n := range []int{lower, upper, digit, mark} {
		if n > 0 {
			kinds++
		}
	}
	return kinds >= 3 && digit+mark >= 2 || digit >= 3 && !strings.ContainsAny(word, "_-") || digit >= 6
}
