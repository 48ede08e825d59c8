// Package when reads dates as people write them: 2026-11-30, yesterday, last
// week, 3 days ago, friday 3pm, last night, nov 2025, 昨天下午, 上周五, 两周内, 11月30日. Days are those of a time zone,
// also where the clocks change.
package when

import (
	"strings"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// Span is a stretch of time: Start belongs to it, End does not. A day is one of
// 23 to 25 hours; what names a moment is as long as it is exact.
type Span struct{ Start, End time.Time }

// Forms names some of the forms that are understood, for messages.
const Forms = "a date such as 2026-11-30, 2026-11-30T14:00, yesterday, last week, 3 days ago, friday, november 2025 or 上周"

// The years that are understood. Earlier ones would not be told from a time that
// is not set.
const firstYear, lastYear = 1970, 9999

// maxLength is more bytes than any form needs.
const maxLength = 80

// Parse returns what s means at now, in the time zone of now, and false for what
// it does not understand. A word that could mean several times, such as a
// weekday or a month without a year, means the last one that has begun. Weeks
// begin on Monday.
func Parse(s string, now time.Time) (Span, bool) {
	if len(s) > maxLength {
		return Span{}, false
	}
	key := simplify(s)
	for _, read := range []func(string, time.Time) (Span, bool){iso, word, english, chinese, dayPart, hour} {
		if span, ok := read(key, now); ok {
			return span, inYears(span)
		}
	}
	return Span{}, false
}

func inYears(s Span) bool {
	return s.Start.Year() >= firstYear && s.Start.Year() <= lastYear
}

// simplify brings spelling variants together: case, width, white space,
// punctuation between words, and the Traditional characters that dates use.
func simplify(s string) string {
	s = strings.NewReplacer("週", "周", "這", "这", "禮", "礼", "個", "个", "兩", "两", "號", "日", "号", "日", "點", "点",
		"時", "时", "鐘", "钟", "間", "间", "幾", "几", "內", "内", "裡", "里", ",", " ", "，", " ", "、", " ").Replace(text.Fold(s))
	return strings.Join(strings.Fields(s), " ")
}

// Range returns the half-open range from the start of since to the end of until,
// each 0 if it is "" or blank. Errors are [store.Invalid], one sentence without
// the value.
func Range(since, until string, now time.Time) (from, to store.Millis, err error) {
	read := func(name, s string) (Span, error) {
		if strings.TrimSpace(s) == "" {
			return Span{}, nil
		}
		span, ok := Parse(s, now)
		if !ok {
			return span, store.Errorf(store.Invalid, "%s must be %s", name, Forms)
		}
		return span, nil
	}
	first, err := read("since", since)
	if err != nil {
		return 0, 0, err
	}
	last, err := read("until", until)
	if err != nil {
		return 0, 0, err
	}
	from, to = store.MillisOf(first.Start), store.MillisOf(last.End)
	if !first.Start.IsZero() && !last.End.IsZero() && from >= to {
		return 0, 0, store.Errorf(store.Invalid, "since must not be later than until")
	}
	return from, to, nil
}
