package when

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first needed: most
// processes are asked for no time, and all of them would wait for it when they start.
type pattern func() *regexp.Regexp

func compile(expression string) pattern {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// FindStringSubmatch is [regexp.Regexp.FindStringSubmatch].
func (p pattern) FindStringSubmatch(s string) []string { return p().FindStringSubmatch(s) }
