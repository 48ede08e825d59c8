package when

import (
	"strings"
	"testing"
	"time"
)

// TestAhead: it is Monday, 30 November 2026, half past three in the afternoon.
func TestAhead(t *testing.T) {
	for _, c := range []struct{ forms, last string }{ // the last day that belongs to it
		{"2027-01-31|31 jan 2027|2027年1月31日|until 2027-01-31|by 31 January 2027|31 jan|jan 31|1月31日|到1月31日", "2027-01-31"},
		{"today|end of day|end of the day|今天|30 nov|november 30|mon|monday|周一|11月30日", "2026-11-30"},
		{"tomorrow|Tomorrow |by tomorrow|in 1 day|in a day|1 day|明天|明日|一天后|1天之后|tuesday|tue|周二|星期二|本周二", "2026-12-01"},
		{"the day after tomorrow|in 2 days|2 days|2d|two days from now|后天|後天|两天后|2天內", "2026-12-02"},
		{"in 3 days|3 days|within 3 days|for 3 days|the next 3 days|in a couple of days|大后天|三天后|3天以後", "2026-12-03"},
		{"friday|this friday|on friday|until Friday|周五|这周五|星期五|in four days", "2026-12-04"},
		{"this week|end of the week|end of week|weekend|本周|周末|sunday|周日", "2026-12-06"},
		{"in a week|1 week|one week|in 7 days|一周后|七天后|next monday|下周一", "2026-12-07"},
		{"next friday|下周五|下个星期五", "2026-12-11"},
		{"next week|下周|下週|下个星期|end of next week|next sunday|下周日", "2026-12-13"},
		{"2 weeks|in two weeks|2w|两周后|两个星期后", "2026-12-14"},
		{"下下周五", "2026-12-18"},
		{"this month|end of the month|月底|本月底|november|nov|11月", "2026-11-30"},
		{"in a month|1 month|一个月后|1個月後", "2026-12-30"},
		{"next month|end of next month|下个月|下月|december|dec|next december|12月|this year|end of the year|年底|end of december", "2026-12-31"},
		{"in 3 months|3 months|三个月后", "2027-02-28"},
		{"march|next march|3月|march 31|31 march|3月31日", "2027-03-31"},
		{"29 november|11月29日|nov 29th", "2027-11-29"},
		{"半年后|in six months|6 months", "2027-05-30"},
		{"in a year|1 year|a year from now|一年后", "2027-11-30"},
		{"next year|2027|明年|明年底|2027年", "2027-12-31"},
		{"feb 29|2月29日", "2028-02-29"},
		{"yesterday|昨天|2026-11-29|last sunday", "2026-11-29"},
		{"3 days ago|三天前", "2026-11-27"},
	} {
		now := time.Date(2026, 11, 30, 15, 30, 0, 0, zone(t, "Asia/Shanghai"))
		for form := range strings.SplitSeq(c.forms, "|") {
			span, ok := Ahead(form, now)
			if got := span.End.Add(-time.Second).Format(time.DateOnly); !ok || got != c.last {
				t.Errorf("%q: until %s (%v), want %s", form, got, ok, c.last)
			}
		}
	}
}

func TestAhead_Not(t *testing.T) {
	now := time.Date(2026, 11, 30, 15, 30, 0, 0, time.UTC)
	for _, s := range []string{"", " ", "never", "soon", "in", "next", "end of", "until", "in 0 days", "in 99999 days", "next owl", "0天后", "feb 30", "2月30日", "9999 years", "in an owl",
		strings.Repeat("next ", 40), "3日"} {
		if span, ok := Ahead(s, now); ok {
			t.Errorf("%q: %s", s, spanText(span))
		}
	}
	if span, ok := Ahead("in 2 hours", now); !ok || spanText(span) != "2026-11-30T17:30 2026-11-30T17:30" {
		t.Errorf("in 2 hours: %s", spanText(span))
	}
}

func TestDay(t *testing.T) {
	now := time.Date(2026, 11, 30, 0, 30, 0, 0, zone(t, "Asia/Tokyo"))
	for s, want := range map[string]string{
		"2026-11-30": "2026-11-30", "2026-1-5": "2026-01-05", "today": "2026-11-30", "Yesterday": "2026-11-29", "昨天": "2026-11-29",
		"前天": "2026-11-28", "3 days ago": "2026-11-27", "last friday": "2026-11-27", "上周五": "2026-11-27", "11月28日": "2026-11-28",
		"last week": "", "2026-13-01": "", "": "", " ": "", "now": "", "nov 2026": "", "last night": "", "owl": "", "2026-11": "",
	} {
		got, ok := Day(s, now)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func FuzzAhead(f *testing.F) {
	for _, s := range []string{"tomorrow", "in 3 days", "下周五", "end of the month", "三天后", "next march"} {
		f.Add(s)
	}
	now := time.Date(2026, 11, 30, 15, 30, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		if span, ok := Ahead(s, now); ok && (!span.Start.Before(span.End) || !inYears(span)) {
			t.Errorf("%q: %s", s, spanText(span))
		}
		if day, ok := Day(s, now); ok {
			if _, err := time.Parse(time.DateOnly, day); err != nil {
				t.Errorf("%q: %q", s, day)
			}
		}
	})
}
