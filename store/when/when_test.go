package when

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tables, on any machine

	"memtray/store"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

const layout = "2006-01-02T15:04"

// spanText writes a span by the clock of its zone.
func spanText(s Span) string { return s.Start.Format(layout) + " " + s.End.Format(layout) }

// TestParse: it is Thursday, 26 November 2026, half past midnight, which in UTC
// is still, or already, another day.
func TestParse(t *testing.T) {
	day := func(d string) string {
		at, err := time.Parse("2006-01-02", d)
		if err != nil {
			t.Fatal(err)
		}
		return d + "T00:00 " + at.AddDate(0, 0, 1).Format(layout)
	}
	week := func(d string) string {
		at, _ := time.Parse("2006-01-02", d)
		return d + "T00:00 " + at.AddDate(0, 0, 7).Format(layout)
	}
	month := func(m string) string {
		at, _ := time.Parse("2006-01", m)
		return m + "-01T00:00 " + at.AddDate(0, 1, 0).Format(layout)
	}
	cases := []struct{ forms, want string }{
		{"2026-11-30|2026/11/30|2026.11.30|２０２６-１１-３０|30 november 2026|November 30, 2026|Nov. 30th 2026|30th of Nov 2026|2026年11月30日|2026年11月30號", day("2026-11-30")},
		{"2026-1-5|2026-01-05|5 jan|january 5th|1月5日|1月5号|一月五日", day("2026-01-05")},
		{"2026-11-20T14:00|2026-11-20 14:00|2026-11-20t14:00|20 nov 14:00|nov 20 at 14:00|last friday 14:00|11月20日14点|11月20日 14:00|2026年11月20日14点00分", "2026-11-20T14:00 2026-11-20T14:01"},
		{"today|Today|TODAY |今天|今日", day("2026-11-26")},
		{"yesterday|昨天|昨日|1 day ago|a day ago|1d|一天前", day("2026-11-25")},
		{"yesterday 9:05|yesterday at 9:05|昨天9:05|昨天 9点05分", "2026-11-25T09:05 2026-11-25T09:06"},
		{"the day before yesterday|day before yesterday|前天|2 days ago|two days ago|2d|2 d|两天前|兩天前|2天前|2天以前", day("2026-11-24")},
		{"大前天|3 days ago|3天前|三天前", day("2026-11-23")},
		{"this week|本周|这周|這週|这个星期|本禮拜", week("2026-11-23")},
		{"last week|previous week|上周|上週|上星期|上个礼拜", week("2026-11-16")},
		{"the week before last|上上周", week("2026-11-09")},
		{"this month|本月|这个月|這個月|november|nov|in november|11月|2026-11|nov 2026|November 2026|2026年11月|今年11月|十一月|11月份", month("2026-11")},
		{"last month|上个月|上個月|上月|october|oct|10月|2026-10|十月", month("2026-10")},
		{"december|dec|last december|12月|dec 2025|2025年12月|去年12月|2025-12", month("2025-12")},
		{"last november|november 2025|nov 2025|去年11月", month("2025-11")},
		{"this year|今年|2026|2026年", "2026-01-01T00:00 2027-01-01T00:00"},
		{"last year|去年|2025|2025年", "2025-01-01T00:00 2026-01-01T00:00"},
		{"the year before last|前年|2024", "2024-01-01T00:00 2025-01-01T00:00"},
		{"thursday|thu|thurs|on thursday|周四|星期四|礼拜四|这周四|本周四|this thursday", day("2026-11-26")},
		{"last thursday|上周四|上个星期四|a week ago|1 week ago|1w|7d|7 days ago|一周前|1个星期前|7天前", day("2026-11-19")},
		{"monday|mon|last monday|周一|星期一|这周一|週一", day("2026-11-23")},
		{"friday|last friday|fri|周五|上周五", day("2026-11-20")},
		{"this friday|这周五|本周五", day("2026-11-27")},
		{"sunday|周日|周天|星期天|上周日", day("2026-11-22")},
		{"2 weeks ago|two weeks ago|2w|两周前|两个星期前|2周前|十四天前", day("2026-11-12")},
		{"a month ago|1 month ago|1mo|一个月前", day("2026-10-26")},
		{"a year ago|1y|12 months ago|一年前|12个月前", day("2025-11-26")},
		{"半年前|6 months ago|六个月前", day("2026-05-26")},
		{"29 february|2月29日", day("2024-02-29")},
		{"30 november|11月30日|nov 30", day("2025-11-30")},
		{"last 7 days|past 7 days|the past week|最近7天|过去一周|近7日", "2026-11-20T00:00 2026-11-27T00:00"},
		{"this morning|今早|今天早上|今天上午|今朝|今晨|morning|上午", "2026-11-26T00:00 2026-11-26T12:00"},
		{"this afternoon|today afternoon|今天下午|下午", "2026-11-26T12:00 2026-11-26T18:00"},
		{"last night|yesterday night|昨晚|昨天晚上|昨夜|昨晩", "2026-11-25T18:00 2026-11-26T06:00"},
		{"tonight|今晚", "2026-11-26T18:00 2026-11-27T06:00"},
		{"friday afternoon|on friday afternoon|last friday afternoon|上周五下午|2026-11-20 afternoon|11月20日下午", "2026-11-20T12:00 2026-11-20T18:00"},
		{"yesterday evening|昨天傍晚", "2026-11-25T18:00 2026-11-26T00:00"},
		{"yesterday 3pm|yesterday at 3 pm|yesterday 3:00 p.m.|昨天下午3点|昨天下午三点|昨天 15点|昨天15:00|昨天下午3点钟|昨天下午3點", "2026-11-25T15:00 2026-11-25T15:01"},
		{"昨天下午三点半|yesterday 3:30pm|昨天 下午3点30分", "2026-11-25T15:30 2026-11-25T15:31"},
		{"12am|0:00|今天 0点", "2026-11-26T00:00 2026-11-26T00:01"},
		{"friday 12pm|周五中午12点", "2026-11-20T12:00 2026-11-20T12:01"},
		{"昨晚9点|昨天晚上九点|yesterday 9pm", "2026-11-25T21:00 2026-11-25T21:01"},
		{"in the last 3 days|within the past three days|over the last 3 days|last couple of days|3天内|三天之内|最近三天|这3天|过去3天内", "2026-11-24T00:00 2026-11-27T00:00"},
		{"两周内|兩週內|两个星期内|past 2 weeks|in the past two weeks", "2026-11-13T00:00 2026-11-27T00:00"},
		{"in the last few days|这几天|最近几天|近几天|最近幾天", "2026-11-20T00:00 2026-11-27T00:00"},
		{"a few days ago|several days ago|几天前|前几天|前幾天|前些天|the other day|先日", "2026-11-19T00:00 2026-11-26T00:00"},
		{"a couple of days ago|a couple days ago|前两天", "2026-11-23T00:00 2026-11-26T00:00"},
		{"a couple of hours ago", "2026-11-25T21:30 2026-11-25T23:30"},
		{"先週", week("2026-11-16")},
		{"今週", week("2026-11-23")},
		{"先月", month("2026-10")},
		{"一昨日|おととい", day("2026-11-24")},
		{"3日前", day("2026-11-23")},
		{"2週間前", day("2026-11-12")},
		{"2時間前", "2026-11-25T22:30 2026-11-25T22:30"},
		{"1ヶ月前|1か月前", day("2026-10-26")},
		{"now|刚才", "2026-11-26T00:30 2026-11-26T00:30"},
		{"20 minutes ago|20 min|20分钟前", "2026-11-26T00:10 2026-11-26T00:10"},
		{"2h|2 hours ago|2小时前|两个小时前|two hours ago", "2026-11-25T22:30 2026-11-25T22:30"},
	}
	for _, name := range []string{"UTC", "Asia/Tokyo", "America/Los_Angeles", "Asia/Kathmandu"} {
		now := time.Date(2026, 11, 26, 0, 30, 0, 0, zone(t, name))
		for _, c := range cases {
			for form := range strings.SplitSeq(c.forms, "|") {
				got, ok := Parse(form, now)
				if !ok || spanText(got) != c.want {
					t.Errorf("%s: %q is %s (%v), want %s", name, form, spanText(got), ok, c.want)
				}
			}
		}
	}
}

func TestParseZone(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, zone(t, "Asia/Tokyo"))
	for form, want := range map[string]string{
		"2026-11-20T14:00Z":             "2026-11-20T23:00 2026-11-20T23:01",
		"2026-11-20T14:00:05Z":          "2026-11-20T23:00 2026-11-20T23:00",
		"2026-11-20T14:00:05.123Z":      "2026-11-20T23:00 2026-11-20T23:00",
		"2026-11-20T14:00-08:00":        "2026-11-21T07:00 2026-11-21T07:01",
		"2026-11-20 14:00 +0900":        "2026-11-20T14:00 2026-11-20T14:01",
		"2026-11-20T14:00:00.000+05:45": "2026-11-20T17:15 2026-11-20T17:15",
	} {
		if got, ok := Parse(form, now); !ok || spanText(got) != want {
			t.Errorf("%q is %s (%v), want %s", form, spanText(got), ok, want)
		}
	}
}

// TestParseClockChanges: a day begins and ends with its own midnights, however
// many hours it has.
func TestParseClockChanges(t *testing.T) {
	for _, c := range []struct {
		zone, date string
		start, end string // in UTC
	}{
		{"America/Los_Angeles", "2026-03-08", "2026-03-08T08:00", "2026-03-09T07:00"},
		{"America/Los_Angeles", "2026-11-01", "2026-11-01T07:00", "2026-11-02T08:00"},
		{"Europe/Berlin", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00"},
		{"Europe/Berlin", "2026-10-25", "2026-10-24T22:00", "2026-10-25T23:00"},
		{"America/Havana", "2026-03-08", "2026-03-08T05:00", "2026-03-09T04:00"}, // there is no midnight
		{"America/Havana", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"}, // there are two
		{"Asia/Beirut", "2026-03-29", "2026-03-28T22:00", "2026-03-29T21:00"},
		{"Asia/Tokyo", "2026-03-29", "2026-03-28T15:00", "2026-03-29T15:00"},
	} {
		z := zone(t, c.zone)
		got, ok := Parse(c.date, time.Date(2026, 12, 1, 0, 30, 0, 0, z))
		if s := spanText(Span{got.Start.UTC(), got.End.UTC()}); !ok || s != c.start+" "+c.end {
			t.Errorf("%s in %s is %s, want %s %s", c.date, c.zone, s, c.start, c.end)
		}
		noon := time.Date(got.Start.Year(), got.Start.Month(), got.Start.Day(), 12, 0, 0, 0, z)
		for _, now := range []time.Time{noon, got.End.Add(-time.Second), got.Start} {
			if today, _ := Parse("today", now); !today.Start.Equal(got.Start) || !today.End.Equal(got.End) {
				t.Errorf("today at %s is %s", now, spanText(today))
			}
		}
		if yesterday, _ := Parse("yesterday", got.End.Add(30*time.Minute)); !yesterday.Start.Equal(got.Start) || !yesterday.End.Equal(got.End) {
			t.Errorf("yesterday half an hour after %s in %s is %s", c.date, c.zone, spanText(yesterday))
		}
	}
}

func TestParseRefuses(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, time.UTC)
	for _, s := range []string{
		"", " ", "soon", "tomorrow", "next week", "明天", "下周", "2026-13", "2026-02-30", "2026-11-31", "2026-00-10", "1969", "0001-01-01",
		"2026-11-30T25:00", "2026-11-30T14:60", "2026-11-30T14:00+99:00", "2m", "10000 days ago", "9999 years ago", "0 days ago",
		"last", "ago", "a ago", "days ago", "31 february", "february 30 2026", "13月", "2月30日", "零天前", "30日", "月", "年", "no", "ma",
		"last week 14:00", "2026 14:00", "yesterday 24:00", "2026-11-30'; drop table memories", "周八", "yesterday 13pm", "0pm", "last week morning", "next morning", "昨天下午25点", "上周下午", "a few", "a couple of eggs ago", "几天", "天内", "last night 3pm", strings.Repeat("9", 100),
	} {
		if got, ok := Parse(s, now); ok {
			t.Errorf("%q is taken for %s", s, spanText(got))
		}
	}
}

func TestRange(t *testing.T) {
	now := time.Date(2026, 11, 26, 0, 30, 0, 0, zone(t, "Asia/Tokyo"))
	from, to, err := Range("last week", "yesterday", now)
	if err != nil || from.Time().Format(layout) != "2026-11-15T15:00" || to.Time().Format(layout) != "2026-11-25T15:00" {
		t.Errorf("%s to %s, %v", from.Time(), to.Time(), err)
	}
	if from, to, err = Range("", " ", now); from != 0 || to != 0 || err != nil {
		t.Errorf("of nothing: %d, %d, %v", from, to, err)
	}
	for _, c := range []struct{ since, until, message string }{
		{"soon", "", "since must be " + Forms},
		{"", "soon", "until must be " + Forms},
		{"today", "yesterday", "since must not be later than until"},
	} {
		_, _, err := Range(c.since, c.until, now)
		if store.ErrorCode(err) != store.Invalid || store.ErrorMessage(err) != c.message {
			t.Errorf("%q to %q: %v, want %s", c.since, c.until, err, c.message)
		}
	}
}

// FuzzParse: nothing ends the program, and what is understood is a span of the
// years that count, in whatever zone.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"2026-11-30T14:00:05.5+09:00", "yesterday 9:05", "3 weeks ago", "last friday", "30th of nov 2026", "两个星期前", "上上周日", "十一月三十日", "去年11月", "半年前", "last night", "friday 3pm", "昨天下午三点半", "两周内", "a couple of days ago", "9999", "9999-12-31", "1970-01-01", "2011-12-30"} {
		f.Add(s, int64(1795651800))
	}
	zones := []*time.Location{time.UTC, zone(f, "Asia/Tokyo"), zone(f, "America/Havana"), zone(f, "Pacific/Apia"), zone(f, "Europe/London")}
	f.Fuzz(func(t *testing.T, s string, unix int64) {
		for _, z := range zones {
			now := time.Unix(unix%(1<<33), 0).In(z)
			span, ok := Parse(s, now)
			if !ok {
				continue
			}
			if span.End.Before(span.Start) || span.Start.Year() < firstYear || span.End.Year() > lastYear+1 {
				t.Errorf("%q at %s is %s", s, now, spanText(span))
			}
			if length := span.End.Sub(span.Start); length > 29*365*24*time.Hour {
				t.Errorf("%q at %s is %s long", s, now, length)
			}
		}
	})
}

func TestMention(t *testing.T) {
	for question, want := range map[string]string{
		"what did we decide yesterday?":              "yesterday",
		"What broke the day before yesterday":        "the day before yesterday",
		"what changed last week, and why":            "last week",
		"the bug we fixed 3 days ago (the webhook)":  "3 days ago",
		"an idea from two weeks ago":                 "two weeks ago",
		"上周改了什么":                                     "上周",
		"昨天我們決定了什麼":                                  "昨天",
		"what broke last night?":                     "last night",
		"what did we fix in the last 3 days":         "in the last 3 days",
		"the call of yesterday afternoon":            "yesterday afternoon",
		"a couple of days ago we chose pgx":          "a couple of days ago",
		"昨天下午讨论了什么":                                  "昨天下午",
		"三天前改的配置":                                    "三天前",
		"前几天说的方案":                                    "前几天",
		"a good morning routine for the night shift": "",
		"大前天 deploy 失败":                              "大前天",
		"the yesterdays of this team":                "",
		"how long may a lease last":                  "",
		"now we use pgx; in march it was a monday":   "",
		"blast weekly digest":                        "",
		"":                                           "",
		"webhook 去重":                                 "",
		"2025 and today/yesterday.go are no times":   "",
	} {
		got := Mention(question)
		if got != want {
			t.Errorf("%q mentions %q, want %q", question, got, want)
		}
		if _, ok := Parse(got, time.Now()); got != "" && !ok {
			t.Errorf("%q is not understood", got)
		}
	}
}
