package guard

import (
	"regexp"
	"strings"
	"sync"
)

// rule is one way in which a text speaks to a model instead of telling something.
type rule struct {
	code    Code
	hints   [][]string // every match holds one of each; other texts are not gone through
	pattern func() *regexp.Regexp
	unless  func() *regexp.Regexp // what makes the sentence around a match harmless; nil: nothing
	only    func() *regexp.Regexp // what the text must hold somewhere for a match to count; nil: nothing
}

// separated matches what may stand between two words of a phrase.
const separated = `[\s"'*_,~` + "`" + `-]+`

// phrase is a rule for languages that put blanks between words: each blank of the
// pattern stands for anything that separates words, " ?" also for nothing.
func phrase(code Code, hints, pattern string) rule {
	return rule{code: code, hints: hintsOf(hints), pattern: spaced(pattern)}
}

// hintsOf reads "a|b&c|d": a or b, and c or d.
func hintsOf(s string) [][]string {
	var all [][]string
	for group := range strings.SplitSeq(s, "&") {
		all = append(all, strings.Split(group, "|"))
	}
	return all
}

func spaced(pattern string) func() *regexp.Regexp {
	return lazy(strings.NewReplacer(" ?", separated[:len(separated)-1]+"*", " ", separated).Replace(pattern))
}

// sentence is a rule for languages without blanks.
func sentence(code Code, hints, pattern string) rule {
	return rule{code: code, hints: hintsOf(hints), pattern: lazy(pattern)}
}

// except returns the rule with an exception that is looked for in the sentence
// around a match.
func (r rule) except(pattern string) rule {
	r.unless = spaced(pattern)
	return r
}

// with returns the rule for texts that also hold another pattern.
func (r rule) with(pattern func() *regexp.Regexp) rule {
	r.only = pattern
	return r
}

// find returns the first match in s that counts, "" if there is none.
func (r *rule) find(s string) string {
	if !r.hinted(s) {
		return ""
	}
	for at := 0; at < len(s); {
		m := r.pattern().FindStringIndex(s[at:])
		if m == nil || m[0] == m[1] {
			return ""
		}
		start, end := at+m[0], at+m[1]
		if !r.harmless(s, start, end) {
			return s[start:end]
		}
		at = end
	}
	return ""
}

func (r *rule) hinted(s string) bool {
	for _, group := range r.hints {
		if !containsAny(s, group) {
			return false
		}
	}
	return true
}

func (r *rule) harmless(s string, start, end int) bool {
	if r.unless != nil && r.unless().MatchString(around(s, start, end)) {
		return true
	}
	if r.only != nil && !r.only().MatchString(s) {
		return true
	}
	return mentioned(s, start, end)
}

// around returns the sentence that the bytes from start to end are in.
func around(s string, start, end int) string {
	const stops, reach = ".!?\n。", 300
	from := max(0, start-reach)
	if i := strings.LastIndexAny(s[from:start], stops); i >= 0 {
		from += i + 1
	}
	to := min(len(s), end+reach)
	if i := strings.IndexAny(s[end:to], stops); i >= 0 {
		to = end + i
	}
	return strings.ToValidUTF8(s[from:to], "")
}

// speaksOf matches texts about attacks and about telling them.
var speaksOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`inject|attack|jailbr|phrase|detect|filter|block|malicious|test ?(?:case|data|set)|fixture|payload|poison|suspicious|guard|held|adversar|red.?team|hostile|regex|matches|pattern|` +
		`注入|攻击|越狱|检测|拦截|过滤|测试|恶意|可疑|投毒|识别|样本|规则库`)
})

// mentioned reports whether a text about attacks quotes, reports or denies what
// stands from start to end.
func mentioned(s string, start, end int) bool {
	return speaksOf().MatchString(s[:start]+"\n"+s[end:]) && (quoted(s, start, end) || reported(s, start))
}

// reports matches what stands before words that are told or denied.
var reports = lazy(`(?:\b(?:to|like|as|says?|said|asks?|asking|told|tells?|tries|trying|containing|contains|with|of|not|never|cannot|can't|phrase|text|string|words|payload)|[:：]|(?:如|说|写|类似|包含|含有|出现|诱导|要求|试图|让)(?:了|有|模型|它|ai|助手)?)[\s"'“‘「『(-]*$`)

func reported(s string, start int) bool {
	return reports().MatchString(s[max(0, start-40):start])
}

// quoted reports whether what stands from start to end is in quotation marks that
// end on the same line.
func quoted(s string, start, end int) bool {
	from := strings.LastIndexByte(s[:start], '\n') + 1
	to := len(s)
	if i := strings.IndexByte(s[end:], '\n'); i >= 0 {
		to = end + i
	}
	before, after := s[from:start], s[end:to]
	for _, mark := range []string{`"`, "`"} {
		if strings.Count(before, mark)%2 == 1 && strings.Contains(after, mark) {
			return true
		}
	}
	for _, pair := range []string{"“”", "「」", "『』", "«»", "‘’", "《》"} {
		marks := []rune(pair)
		if strings.LastIndex(before, string(marks[0])) > strings.LastIndex(before, string(marks[1])) && strings.Contains(after, string(marks[1])) {
			return true
		}
	}
	open := max(strings.LastIndex(before, " '"), strings.LastIndex(before, "('"))
	if strings.HasPrefix(before, "'") {
		open = max(open, 0)
	}
	return open >= 0 && !strings.Contains(before[open:], "' ") && strings.Contains(after, "'")
}
