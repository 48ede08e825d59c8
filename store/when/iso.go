package when

import (
	"strconv"
	"strings"
	"time"
)

var (
	isoForm  = compile(`^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[t ](\S.*))?)?)?$`)
	clock    = compile(`^(\d{1,2})[:点时](?:(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?分?(z| ?[+-]\d{2}:?(?:\d{2})?)?$`)
	hourForm = compile(`^(.*?)(?: at)? ?(\d{1,2}[:点时].*)$`)
)

// iso reads 2026, 2026-11, 2026-11-30 and 2026-11-30T14:00:05+09:00.
func iso(s string, now time.Time) (Span, bool) {
	m := isoForm.FindStringSubmatch(s)
	switch {
	case m == nil:
		return Span{}, false
	case m[2] == "":
		return year(number(m[1]), now.Location()), true
	}
	which := time.Month(number(m[2]))
	if which < time.January || which > time.December {
		return Span{}, false
	}
	if m[3] == "" {
		return month(number(m[1]), which, now.Location()), true
	}
	d, ok := day(number(m[1]), which, number(m[3]), now.Location())
	if !ok || m[4] == "" {
		return d, ok
	}
	return at(d, m[4], number(m[1]), which, number(m[3]))
}

// hour reads a time of a day, as in "yesterday 14:00", "friday at 3pm" and
// 昨天下午3点.
func hour(s string, now time.Time) (Span, bool) {
	m := hourForm.FindStringSubmatch(strings.TrimSpace(clock24(s)))
	if m == nil {
		return Span{}, false
	}
	d, ok := dayNamed(strings.TrimSpace(m[1]), now)
	if !ok {
		return Span{}, false
	}
	y, mo, da := d.Start.Date()
	return at(d, m[2], y, mo, da)
}

// at returns the minute or second of a day that a clock shows, in the zone of
// the day unless it names one.
func at(d Span, s string, y int, mo time.Month, da int) (Span, bool) {
	m := clock.FindStringSubmatch(s)
	if m == nil {
		return Span{}, false
	}
	h, mi, sec := number(m[1]), number(m[2]), number(m[3])
	if h > 23 || mi > 59 || sec > 59 {
		return Span{}, false
	}
	zone, ok := zoneOf(m[4], d.Start.Location())
	if !ok {
		return Span{}, false
	}
	exact := time.Minute
	if m[3] != "" {
		exact = time.Second
	}
	t := time.Date(y, mo, da, h, mi, sec, 0, zone)
	return moment(t.In(d.Start.Location()), exact), true
}

var offset = compile(`^ ?([+-])(\d{2}):?(\d{2})?$`)

func zoneOf(s string, local *time.Location) (*time.Location, bool) {
	switch s {
	case "":
		return local, true
	case "z":
		return time.UTC, true
	}
	m := offset.FindStringSubmatch(s)
	if m == nil || number(m[2]) > 14 || number(m[3]) > 59 {
		return nil, false
	}
	seconds := number(m[2])*3600 + number(m[3])*60
	if m[1] == "-" {
		seconds = -seconds
	}
	return time.FixedZone("", seconds), true
}

// number reads digits; "" and what is too long for any use is 0.
func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}
