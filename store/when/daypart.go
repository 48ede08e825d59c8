package when

import (
	"fmt"
	"strings"
	"time"
)

// part is a part of a day, in hours; a night ends on the next day.
type part struct{ from, to int }

var (
	morning   = part{0, 12}
	noon      = part{11, 14}
	afternoon = part{12, 18}
	evening   = part{18, 24}
	night     = part{18, 30}
)

var parts = spread(map[string]part{
	"morning 早上 早晨 上午 朝":         morning,
	"noon 中午":                    noon,
	"afternoon 下午 午后 午後":         afternoon,
	"evening 傍晚 夕方":              evening,
	"night 晚上 夜里 夜裡 夜间 半夜 晚 夜 晩": night,
	"凌晨": {0, 6},
})

var (
	partForm   = compile(`^(?:on )?(.*?) ?(?:in the |at )?(morning|noon|afternoon|evening|night)$`)
	zhPartForm = compile(`^(.*?)的? ?(早上|早晨|上午|中午|下午|午后|午後|傍晚|晚上|夜里|夜裡|夜间|半夜|凌晨|夕方)$`)
)

// partOf returns a part of the day that is shift days after t.
func partOf(t time.Time, shift int, p part) Span {
	y, m, d := t.Date()
	at := func(hour int) time.Time { return time.Date(y, m, d+shift, hour, 0, 0, 0, t.Location()) }
	s := Span{at(p.from), at(p.to)}
	if p.from == 0 {
		s.Start = midnight(y, m, d+shift, t.Location())
	}
	if p.to == 24 {
		s.End = midnight(y, m, d+shift+1, t.Location())
	}
	return s
}

// dayPart reads "yesterday morning", "friday night" and 昨天下午.
func dayPart(s string, now time.Time) (Span, bool) {
	m := partForm.FindStringSubmatch(s)
	if m == nil {
		m = zhPartForm.FindStringSubmatch(s)
	}
	if m == nil {
		return Span{}, false
	}
	d, ok := dayNamed(m[1], now)
	if !ok {
		return Span{}, false
	}
	return partOf(d.Start.Add(12*time.Hour), 0, parts[m[2]]), true
}

// dayNamed reads what names a day, today if it is "".
func dayNamed(s string, now time.Time) (Span, bool) {
	if s == "" || s == "this" {
		return days(now, 0, 1), true
	}
	for _, read := range []func(string, time.Time) (Span, bool){iso, word, english, chinese} {
		span, ok := read(s, now)
		// Only a day has hours: 23 to 25 of them.
		if l := span.End.Sub(span.Start); ok {
			return span, l >= 20*time.Hour && l <= 28*time.Hour
		}
	}
	return Span{}, false
}

var (
	pmForm = compile(`^(.*?\b)(\d{1,2})(:\d{2})? ?([ap])\.?m\.?$`)
	zhHour = compile(`^(.*?)(凌晨|早上|早晨|上午|中午|下午|午后|傍晚|晚上|夜里|晚)?的? ?(\d{1,2}|[零一二两三四五六七八九十]{1,3}) ?点(半|钟|\d{1,2}分?)?$`)
)

// shortNights are the parts of a day that have a name with it.
var shortNights = strings.NewReplacer("昨晚", "昨天晚上", "昨夜", "昨天晚上", "今晚", "今天晚上", "今早", "今天早上")

// clock24 brings hours as people say them, such as 3pm and 下午3点半, to those of
// a clock: 15:00, 15:30.
func clock24(s string) string {
	if m := pmForm.FindStringSubmatch(s); m != nil {
		h := number(m[2])
		if h < 1 || h > 12 {
			return s
		}
		h %= 12
		if m[4] == "p" {
			h += 12
		}
		if m[3] == "" {
			m[3] = ":00"
		}
		return fmt.Sprintf("%s%d%s", m[1], h, m[3])
	}
	m := zhHour.FindStringSubmatch(shortNights.Replace(s))
	if m == nil {
		return s
	}
	h, minute := zhNumber(m[3]), strings.TrimSuffix(m[4], "分")
	switch m[2] {
	case "下午", "午后", "傍晚", "晚上", "夜里", "晚":
		if h < 12 {
			h += 12
		}
	case "中午":
		if h < 3 {
			h += 12
		}
	}
	switch minute {
	case "", "钟":
		minute = "0"
	case "半":
		minute = "30"
	}
	return fmt.Sprintf("%s %d:%02d", strings.TrimSpace(m[1]), h, number(minute))
}
