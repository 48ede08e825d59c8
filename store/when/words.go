package when

import (
	"strings"
	"time"
)

// words are the terms that need no pattern.
var words = spread(map[string]func(now time.Time) Span{
	"today earlier_today 今天 今日 今 きょう":                              func(t time.Time) Span { return days(t, 0, 1) },
	"yesterday 昨天 昨日 きのう":                                          func(t time.Time) Span { return days(t, -1, 1) },
	"the_day_before_yesterday day_before_yesterday 前天 前日 一昨日 おととい": func(t time.Time) Span { return days(t, -2, 1) },
	"this_morning 今早 今晨 今朝":                                        func(t time.Time) Span { return partOf(t, 0, morning) },
	"tonight 今晚 今夜 今晩":                                             func(t time.Time) Span { return partOf(t, 0, night) },
	"last_night 昨晚 昨夜 昨晩":                                          func(t time.Time) Span { return partOf(t, -1, night) },
	"the_other_day 前几天 前些天 前幾天 前些日子 先日":                            func(t time.Time) Span { s, _ := some(few, dayUnit, t); return s },
	"前两天 前两日":                                                      func(t time.Time) Span { s, _ := some(couple, dayUnit, t); return s },
	"这几天 这些天":                                                      func(t time.Time) Span { s, _ := past(few, dayUnit, t); return s },
	"大前天":                                                          func(t time.Time) Span { return days(t, -3, 1) },
	"this_week earlier_this_week 今周 本周 这周 这个周 本星期 这星期 这个星期 本礼拜 这礼拜 这个礼拜": func(t time.Time) Span { return week(t, 0) },
	"last_week previous_week 先周 上周 上个周 上星期 上个星期 上礼拜 上个礼拜":                func(t time.Time) Span { return week(t, -1) },
	"the_week_before_last week_before_last 先々周 上上周 上上星期 上上个星期 上上礼拜":      func(t time.Time) Span { return week(t, -2) },
	"this_month 今月 本月 这个月 这月":                                            func(t time.Time) Span { return month(t.Year(), t.Month(), t.Location()) },
	"last_month previous_month 先月 上个月 上月":                                func(t time.Time) Span { return month(t.Year(), t.Month()-1, t.Location()) },
	"the_month_before_last month_before_last 上上个月 上上月":                   func(t time.Time) Span { return month(t.Year(), t.Month()-2, t.Location()) },
	"this_year 今年 本年":                          func(t time.Time) Span { return year(t.Year(), t.Location()) },
	"last_year previous_year 昨年 去年":            func(t time.Time) Span { return year(t.Year()-1, t.Location()) },
	"the_year_before_last year_before_last 前年": func(t time.Time) Span { return year(t.Year()-2, t.Location()) },
	"now just_now 现在 刚才 刚刚":                    func(t time.Time) Span { return moment(t, time.Second) },
})

// spread gives each of the words of a key, which have _ for blanks, its value.
func spread[V any](lists map[string]V) map[string]V {
	out := map[string]V{}
	for list, v := range lists {
		for _, w := range strings.Fields(list) {
			out[strings.ReplaceAll(w, "_", " ")] = v
		}
	}
	return out
}

func word(s string, now time.Time) (Span, bool) {
	if span, ok := words[s]; ok {
		return span(now), true
	}
	return Span{}, false
}

var units = map[string]unit{
	"min": minutes, "mins": minutes, "minute": minutes, "minutes": minutes,
	"h": hours, "hr": hours, "hrs": hours, "hour": hours, "hours": hours,
	"d": dayUnit, "day": dayUnit, "days": dayUnit,
	"w": weeks, "wk": weeks, "week": weeks, "weeks": weeks,
	"mo": months, "month": months, "months": months,
	"y": years, "yr": years, "year": years, "years": years,
}

// counts are the numbers that are written as words.
var counts = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"couple of": couple, "few": few, "several": few,
}

var (
	someForm  = compile(`^(a couple(?: of)?|a few|some|several) ([a-z]+) (?:ago|back)$`)
	agoForm   = compile(`^(\d{1,4}|[a-z]+) ?([a-z]+) (?:ago|back)$`)
	shortForm = compile(`^(\d{1,4}) ?([a-z]+)$`)
	pastForm  = compile(`^(?:(?:in|within|over|during|for) )?(?:the )?(?:last|past|previous) (?:(\d{1,4}|couple of|[a-z]+) )?([a-z]+)$`)
	dayForm   = compile(`^(?:on |in )?(?:(last|this) )?([a-z]+)\.?$`)
	monthForm = compile(`^(?:in )?([a-z]+)\.? (\d{4})$`)
	dateForm  = compile(`^(?:on )?(?:([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)? (?:of )?([a-z]+)\.?)(?: (\d{4}))?$`)
)

// english reads counts, weekdays and months by their names.
func english(s string, now time.Time) (Span, bool) {
	if m := someForm.FindStringSubmatch(s); m != nil {
		u, ok := units[m[2]]
		if !ok {
			return Span{}, false
		}
		most := few
		if strings.HasPrefix(m[1], "a couple") {
			most = couple
		}
		return some(most, u, now)
	}
	if m := agoForm.FindStringSubmatch(s); m != nil {
		return counted(m[1], m[2], now, ago)
	}
	if m := shortForm.FindStringSubmatch(s); m != nil {
		if u, ok := units[m[2]]; ok {
			return ago(number(m[1]), u, now)
		}
	}
	if m := dayForm.FindStringSubmatch(s); m != nil {
		if span, ok := named(m[1], m[2], now); ok {
			return span, true
		}
	}
	if m := pastForm.FindStringSubmatch(s); m != nil {
		return counted(m[1], m[2], now, past)
	}
	if m := monthForm.FindStringSubmatch(s); m != nil {
		which, ok := monthNamed(m[1])
		return month(number(m[2]), which, now.Location()), ok
	}
	if m := dateForm.FindStringSubmatch(s); m != nil {
		which, ok := monthNamed(m[1] + m[4])
		d := number(m[2] + m[3])
		switch {
		case !ok:
		case m[5] == "":
			return lastDay(which, d, now)
		default:
			return day(number(m[5]), which, d, now.Location())
		}
	}
	return Span{}, false
}

// counted reads a number and a unit; without a number it is one.
func counted(count, name string, now time.Time, of func(int, unit, time.Time) (Span, bool)) (Span, bool) {
	n, ok := counts[count]
	if !ok {
		n = number(count)
	}
	if count == "" {
		n = 1
	}
	u, ok := units[name]
	if !ok || n == 0 {
		return Span{}, false
	}
	return of(n, u, now)
}

// named reads "friday", "last friday", "november" and the like.
func named(which, name string, now time.Time) (Span, bool) {
	if d, ok := weekdayNamed(name); ok {
		if which == "this" {
			return days(now, (int(d)+6)%7-sinceMonday(now), 1), true
		}
		return weekday(d, now, which == ""), true
	}
	m, ok := monthNamed(name)
	span := lastMonth(m, now)
	if which == "last" && m == now.Month() {
		span = month(now.Year()-1, m, now.Location())
	}
	return span, ok
}

// minName is how many letters of a name are written at least.
const minName = 3

func weekdayNamed(s string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if abbreviates(s, d.String()) {
			return d, true
		}
	}
	return 0, false
}

func monthNamed(s string) (time.Month, bool) {
	for m := time.January; m <= time.December; m++ {
		if abbreviates(s, m.String()) {
			return m, true
		}
	}
	return 0, false
}

// abbreviates reports whether s is the whole of a name or its first three to
// five letters (mon, tues, thurs, sept).
func abbreviates(s, name string) bool {
	name = strings.ToLower(name)
	return s == name || len(s) >= minName && len(s) <= minName+2 && strings.HasPrefix(name, s)
}
