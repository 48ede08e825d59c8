package when

import "time"

// midnight returns the first instant of a day in a zone. Where the clocks skip
// midnight that is when the day begins all the same; where they strike it twice
// it is the first time. Month and day may be out of range, as in [time.Date].
func midnight(year int, month time.Month, day int, zone *time.Location) time.Time {
	noon := time.Date(year, month, day, 12, 0, 0, 0, zone)
	start := noon.Add(-12 * time.Hour) // by the clock of noon
	changed, _ := noon.ZoneBounds()
	if changed.IsZero() || noon.Sub(changed) > 24*time.Hour {
		return start
	}
	// The clocks changed not long before: midnight may be by the clock before.
	_, offset := changed.Add(-time.Second).Zone()
	before := time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Add(-time.Duration(offset) * time.Second).In(zone)
	switch {
	case before.Before(changed):
		return before
	case start.Before(changed):
		return changed
	}
	return start
}

// days returns the span of count days from the one that is shift days after t.
func days(t time.Time, shift, count int) Span {
	y, m, d := t.Date()
	return Span{midnight(y, m, d+shift, t.Location()), midnight(y, m, d+shift+count, t.Location())}
}

// week returns the week of t, or another one, counted from it.
func week(t time.Time, shift int) Span {
	return days(t, 7*shift-sinceMonday(t), 7)
}

func sinceMonday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }

// month returns a month; which may be out of range.
func month(year int, which time.Month, zone *time.Location) Span {
	return Span{midnight(year, which, 1, zone), midnight(year, which+1, 1, zone)}
}

func year(which int, zone *time.Location) Span {
	return Span{midnight(which, time.January, 1, zone), midnight(which+1, time.January, 1, zone)}
}

// day returns a day, and false if there is none such in its month.
func day(y int, m time.Month, d int, zone *time.Location) (Span, bool) {
	t := time.Date(y, m, d, 12, 0, 0, 0, zone)
	if t.Month() != m || t.Day() != d {
		return Span{}, false
	}
	return days(t, 0, 1), true
}

// lastDay returns the last such day that has begun.
func lastDay(m time.Month, d int, now time.Time) (Span, bool) {
	for y := now.Year(); y > now.Year()-8; y-- { // a leap day comes again within eight years
		if s, ok := day(y, m, d, now.Location()); ok && !s.Start.After(now) {
			return s, true
		}
	}
	return Span{}, false
}

// lastMonth returns the last such month that has begun.
func lastMonth(m time.Month, now time.Time) Span {
	y := now.Year()
	if m > now.Month() {
		y--
	}
	return month(y, m, now.Location())
}

// weekday returns the last such day, today only if it may be.
func weekday(d time.Weekday, now time.Time, today bool) Span {
	back := (int(now.Weekday()) - int(d) + 7) % 7
	if back == 0 && !today {
		back = 7
	}
	return days(now, -back, 1)
}

// unit is what times are counted in.
type unit int

const (
	minutes unit = iota
	hours
	dayUnit
	weeks
	months
	years
)

// maxCount bounds how many units back anything is.
const maxCount = 9999

// ago returns the moment of so many minutes or hours ago, or the whole day of so
// many days, weeks, months or years ago.
func ago(n int, u unit, now time.Time) (Span, bool) {
	if n > maxCount {
		return Span{}, false
	}
	switch u {
	case minutes:
		return moment(now.Add(-time.Duration(n)*time.Minute), time.Second), true
	case hours:
		return moment(now.Add(-time.Duration(n)*time.Hour), time.Second), true
	case dayUnit:
		return days(now, -n, 1), true
	case weeks:
		return days(now, -7*n, 1), true
	case years:
		n *= 12
	}
	y, m, d := now.Date()
	first := time.Date(y, m-time.Month(n), 1, 12, 0, 0, 0, now.Location())
	longest := time.Date(first.Year(), first.Month()+1, 0, 12, 0, 0, 0, now.Location()).Day()
	return day(first.Year(), first.Month(), min(d, longest), now.Location())
}

// past returns the time from so many units ago until the end of today.
func past(n int, u unit, now time.Time) (Span, bool) {
	s, ok := ago(n, u, now)
	if u >= dayUnit && ok {
		s.Start = days(s.Start.Add(12*time.Hour), 1, 1).Start // today is one of them
	}
	s.End = days(now, 0, 1).End
	return s, ok
}

// some returns the time of "a couple of" or "a few" units ago: from most units ago
// to one.
func some(most int, u unit, now time.Time) (Span, bool) {
	first, ok := ago(most, u, now)
	last, _ := ago(1, u, now)
	return Span{first.Start, last.End}, ok
}

// What is meant by a couple and a few.
const (
	couple = 3
	few    = 7
)

func moment(t time.Time, exact time.Duration) Span { return Span{t, t.Add(exact)} }
