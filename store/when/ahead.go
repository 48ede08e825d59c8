package when

import (
	"strings"
	"time"
)

// comingWords are the terms for what is ahead that need no pattern.
var comingWords = spread(map[string]func(now time.Time) Span{
	"tomorrow 明天 明日 あした":                                          func(t time.Time) Span { return days(t, 1, 1) },
	"the_day_after_tomorrow day_after_tomorrow 后天 後天 明後日 あさって":    func(t time.Time) Span { return days(t, 2, 1) },
	"大后天 大後天":                                                     func(t time.Time) Span { return days(t, 3, 1) },
	"周末 这周末 本周末 weekend the_weekend this_weekend":                 func(t time.Time) Span { return week(t, 0) },
	"next_week 下周 下个周 下周末 下星期 下个星期 下礼拜 下个礼拜 来周":                   func(t time.Time) Span { return week(t, 1) },
	"the_week_after_next week_after_next 下下周 下下个星期 下下星期 下下礼拜 再来周": func(t time.Time) Span { return week(t, 2) },
	"月底 本月底 这个月底 月末":                                              func(t time.Time) Span { return month(t.Year(), t.Month(), t.Location()) },
	"next_month 下个月 下月 下个月底 下月底 来月":                               func(t time.Time) Span { return month(t.Year(), t.Month()+1, t.Location()) },
	"the_month_after_next month_after_next 下下个月 下下月":              func(t time.Time) Span { return month(t.Year(), t.Month()+2, t.Location()) },
	"年底 今年底 今年年底 年末":                                              func(t time.Time) Span { return year(t.Year(), t.Location()) },
	"next_year 明年 来年 明年底 明年年底":                                    func(t time.Time) Span { return year(t.Year()+1, t.Location()) },
	"the_year_after_next year_after_next 后年 後年":                   func(t time.Time) Span { return year(t.Year()+2, t.Location()) },
})

var (
	untilForm     = compile(`^(?:until |till |by |through |到|直到|截至)(.+)$`)
	endForm       = compile(`^(?:the )?end of (?:the )?(.+)$`)
	aheadForm     = compile(`^(?:in |for |within |the next |next )?(?:a (couple of|few)|(\d{1,4}|[a-z]+)) ?([a-z]+)(?: from now| from today| later)?$`)
	nextForm      = compile(`^(?:on |in )?next ([a-z]+)\.?$`)
	zhAheadForm   = compile(`^(` + zhCount + `|半)` + zhUnit + `(?:以|之)?(?:后|後|内)$`)
	zhNextWeekday = compile(`^(下下|下)个?(?:周|星期|礼拜)([一二三四五六日天])$`)
)

// Ahead is [Parse] for what is about to come, such as the last day on which
// something holds: tomorrow, next week, in 3 days, 2 weeks, end of the month,
// 明天, 三天后, 下周五. A word that could mean several times means the first one
// that is not over; what can only be past is understood too.
func Ahead(s string, now time.Time) (Span, bool) {
	if len(s) > maxLength {
		return Span{}, false
	}
	span, ok := coming(simplify(s), now)
	return span, ok && inYears(span)
}

func coming(s string, now time.Time) (Span, bool) {
	if m := untilForm.FindStringSubmatch(s); m != nil {
		s = m[1]
	}
	if m := endForm.FindStringSubmatch(s); m != nil {
		switch s = m[1]; s {
		case "day":
			s = "today"
		case "week", "month", "year":
			s = "this " + s
		}
	}
	if span, ok := comingWords[s]; ok {
		return span(now), true
	}
	for _, read := range []func(string, time.Time) (Span, bool){recurring, next, counting} {
		if span, ok := read(s, now); ok {
			return span, true
		}
	}
	return Parse(s, now)
}

// counting reads counts of units from now on. A minute or an hour is a moment, of
// all others it is the day.
func counting(s string, now time.Time) (Span, bool) {
	ahead := func(n int, u unit, now time.Time) (Span, bool) { return ago(-n, u, now) }
	if m := aheadForm.FindStringSubmatch(s); m != nil {
		return counted(m[1]+m[2], m[3], now, ahead)
	}
	m := zhAheadForm.FindStringSubmatch(s)
	switch {
	case m == nil:
		return Span{}, false
	case m[1] != "半":
		return zhCounted(m[1], zhUnits[m[2]], now, ahead)
	case zhUnits[m[2]] == years:
		return ahead(6, months, now)
	case zhUnits[m[2]] == months:
		return ahead(15, dayUnit, now)
	}
	return Span{}, false
}

// next reads "next friday" and 下周五, which are of the week after this one, and
// "next march".
func next(s string, now time.Time) (Span, bool) {
	if m := zhNextWeekday.FindStringSubmatch(s); m != nil {
		return days(zhDay("本", m[2], now).Start, 7*strings.Count(m[1], "下"), 1), true
	}
	m := nextForm.FindStringSubmatch(s)
	if m == nil {
		return Span{}, false
	}
	if d, ok := weekdayNamed(m[1]); ok {
		return days(now, 7+(int(d)+6)%7-sinceMonday(now), 1), true
	}
	return recurring(m[1], now)
}

// recurring reads what comes again: weekdays, months and days without a year. It
// is the first of them that is not over.
func recurring(s string, now time.Time) (Span, bool) {
	if !comesAgain(s) {
		return Span{}, false
	}
	later := []time.Time{now, now.AddDate(0, 0, 7)}
	for n := range 8 { // a leap day comes again within eight years
		later = append(later, now.AddDate(n+1, 0, 0))
	}
	for _, then := range later {
		if span, ok := Parse(s, then); ok && span.End.After(now) {
			return span, true
		}
	}
	return Span{}, false
}

func comesAgain(s string) bool {
	if m := dayForm.FindStringSubmatch(s); m != nil && m[1] != "last" {
		_, isDay := weekdayNamed(m[2])
		_, isMonth := monthNamed(m[2])
		return isDay || isMonth
	}
	if m := dateForm.FindStringSubmatch(s); m != nil {
		_, isMonth := monthNamed(m[1] + m[4])
		return isMonth && m[5] == ""
	}
	if m := zhWeekday.FindStringSubmatch(s); m != nil {
		return m[1] == "" || m[1] == "这" || m[1] == "本"
	}
	m := zhDate.FindStringSubmatch(s)
	return m != nil && m[1]+m[2] == ""
}

// Day returns the day that s names at now, such as 2026-11-30 for itself, today
// or 昨天, and false for what names no single day.
func Day(s string, now time.Time) (string, bool) {
	key := simplify(s)
	if len(s) > maxLength || key == "" {
		return "", false
	}
	span, ok := dayNamed(key, now)
	return span.Start.Format(time.DateOnly), ok && inYears(span)
}
