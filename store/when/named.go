package when

import (
	"time"
)

// Forms of dates within a sentence that mean nothing else: a month has a year or
// a word such as "in" before it, since may and march are verbs, too, and what is
// a part of a longer name (CVE-2024-12, report-2024-05-06.csv) is no date. The
// date is the first group.
const (
	monthName = `(?:january|february|march|april|may|june|july|august|september|october|november|december)`
	monthAbbr = `(?:` + monthName + `|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?)`
	dayName   = `\d{1,2}(?:st|nd|rd|th)?`
	before    = `\b(?:in|on|of|during|since|until|till|by|before|after|around) `
)

var namedForms = []pattern{
	compile(`(?:^|[^\w./\\=#@-])(\d{4}(?:-\d{1,2}(?:-\d{1,2})?|/\d{1,2}(?:/\d{1,2})?))(?:t\d{1,2}:[\d:.+-]*z?)?(?:[^\w/\\-]|$)`),
	compile(`\b((?:` + dayName + ` (?:of )?)?` + monthAbbr + ` \d{4})\b`),
	compile(`\b(` + monthAbbr + ` ` + dayName + ` \d{4})\b`),
	compile(before + `(` + dayName + ` (?:of )?` + monthName + `|` + monthName + `(?: ` + dayName + `)?)\b`),
	compile(`((?:(?:\d{4} ?年|今年|去年|前年) ?)?\d{1,2} ?月(?:份|(?: ?\d{1,2} ?日))?)(?:[^\d前内以之]|$)`),
	compile(`((?:(?:\d{4} ?年|今年|去年|前年) ?)?[一二三四五六七八九十]{1,2}月(?:份|[一二三四五六七八九十]{1,3}日))(?:[^前内以之]|$)`),
	compile(`(\d{4} ?年)(?:[^前内以之]|$)`),
	compile(before + `((?:19|20)\d\d)(?:[^\w./\\-]|\.(?:\W|$)|$)`),
}

// Named returns the time that a question names, as a date or as one of the words
// of [Mention], at now and in its time zone; false if there is none, or if it has
// not begun. Of several dates the most exact form counts.
func Named(question string, now time.Time) (Span, bool) {
	s := simplify(question)
	for _, form := range namedForms {
		if m := form.FindStringSubmatch(s); m != nil {
			if span, ok := Parse(m[1], now); ok {
				return span, !span.Start.After(now)
			}
		}
	}
	return Parse(Mention(question), now)
}
