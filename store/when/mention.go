package when

import (
	"regexp"
	"slices"
	"strings"
)

var mentionForms = []*regexp.Regexp{
	regexp.MustCompile(`\b(?:\d{1,3}|an?|one|two|three|four|five|six|several|a few|a couple of) (?:hours?|days?|weeks?|months?|years?) ago\b`),
	regexp.MustCompile(`\b(?:in|within|over|during) the (?:last|past) (?:(?:\d{1,3}|two|three|four|five|six|few|couple of) )?(?:hours?|days?|weeks?|months?)\b`),
	regexp.MustCompile(`\b(?:yesterday|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:morning|afternoon|evening|night)\b`),
	regexp.MustCompile(`(?:昨天|前天|今天)(?:早上|上午|中午|下午|晚上)`),
	regexp.MustCompile(`(?:\d{1,3}|[一二两三四五六七八九十]{1,3}|几) ?个?(?:小时|天|周|星期|月|年)(?:以)?前`),
}

// mentions are the words that mean a time wherever they stand, longest first:
// in each script those that are no part of another word there.
var latinMentions, hanMentions = mentions()

func mentions() (latin, han []string) {
	for w := range words {
		switch {
		case w == "now" || w == "just now" || len([]rune(w)) == 1:
		case w[0] < 0x80:
			latin = append(latin, w)
		default:
			han = append(han, w)
		}
	}
	for _, list := range [][]string{latin, han} {
		slices.SortFunc(list, func(a, b string) int {
			if len(a) != len(b) {
				return len(b) - len(a)
			}
			return strings.Compare(a, b)
		})
	}
	return latin, han
}

// Mention returns a time that a question speaks of, in a form that [Parse]
// understands, or "". Only what can mean nothing else counts: yesterday, last
// week, 3 days ago, 上周.
func Mention(question string) string {
	s := simplify(question)
	for _, form := range mentionForms {
		if m := form.FindString(s); m != "" {
			return m
		}
	}
	spaced := " " + strings.Map(func(r rune) rune {
		if strings.ContainsRune(".?!;:()\"'’", r) {
			return ' '
		}
		return r
	}, s) + " "
	for _, w := range latinMentions {
		if strings.Contains(spaced, " "+w+" ") {
			return w
		}
	}
	for _, w := range hanMentions {
		if strings.Contains(s, w) {
			return w
		}
	}
	return ""
}
