package guard

import (
	"encoding/base64"
	"strings"
)

// connection is the password in an address: postgres://user:password@host. An
// address without one, or with one that only fills its place, is left alone.
var connection = shape{
	prefixes: []string{"://"},
	before:   run{1, 32, func(b byte) bool { return isKeyByte(b) || b == '+' || b == '-' || b == '.' }},
	tail:     lazy(`^[^\s/?#:@"'<>` + "`" + `]*:([^\s/?#"'<>` + "`" + `]+)@[A-Za-z0-9$\[{_%-]`),
	accept: func(s string) bool {
		user, rest, _ := strings.Cut(strings.TrimPrefix(s, "://"), ":")
		password := rest[:strings.LastIndexByte(rest, '@')]
		return !strings.EqualFold(user, password) && !filler().MatchString(password)
	},
}

// filler matches passwords of examples and of databases on the developer's own
// machine, variables and format verbs.
var filler = lazy(`(?i)^(?:(?:my|your|the|db|user)?[-_]?(?:pass(?:word|wd|phrase)?|pwd?|secret|token)|changeme|change-me|example|root|admin|guest|test|postgres|` +
	`x+|\*+|\.+|…|x-oauth-basic|密码|口令|\$[a-z_]\w*|\$?[{(<\[].*|%[a-z])$`)

// discordBot is a number in base64, a time and a signature.
var discordBot = shape{
	prefixes: []string{"M", "N", "O"},
	tail:     lazy(`^` + word + `{22,27}\.` + dashed + `{6}\.` + dashed + `{27,40}`),
	accept: func(s string) bool {
		id, _, _ := strings.Cut(s, ".")
		number, err := base64.RawStdEncoding.DecodeString(id)
		return err == nil && !strings.ContainsFunc(string(number), func(r rune) bool { return r < '0' || r > '9' })
	},
}

// webToken is a JSON Web Token: parts of any length, the first of which begins
// with an object in base64.
func webToken(tail string) shape {
	return shape{prefixes: []string{"eyJ"}, tail: lazy(`^` + tail), long: true}
}
