package when

import (
	"regexp"
	"slices"
	"strings"
)

var agoMention = regexp.MustCompile(`\b(?:\d{1,3}|an?|one|two|three|four|five|six) (?:hours?|days?|weeks?|months?|years?) ago\b`)

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
	if m := agoMention.FindString(s); m != "" {
		return m
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
