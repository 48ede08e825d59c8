package when

import (
	"strings"
	"time"
)

var (
	zhAgo     = compile(`^(` + zhCount + `|半)` + zhUnit + `(?:以|之)?前$`)
	zhPast    = compile(`^(?:最近|过去|近|这) ?(` + zhCount + `)` + zhUnit + `(?:(?:以|之)?内)?$`)
	zhWithin  = compile(`^(` + zhCount + `)` + zhUnit + `(?:以|之)?内$`)
	zhSome    = compile(`^前(几|两|三)` + zhUnit + `$`)
	zhWeekday = compile(`^(上上|上|这|本)?个?(?:周|星期|礼拜)([一二三四五六日天])$`)
	zhDate    = compile(`^(?:(\d{4}) ?年|(今年|去年|前年))? ?(?:(\d{1,2}|[一二三四五六七八九十]{1,2}) ?月(?:份)?)? ?(?:(\d{1,2}|[一二三四五六七八九十]{1,3}) ?日)?$`)
)

// Counts and units, Japanese ones too.
const (
	zhCount = `\d{1,4}|[零一二两三四五六七八九十]{1,3}|几`
	zhUnit  = ` ?(?:个|か|カ|ヶ|ケ|ヵ)?(分钟|分|小时|时间|钟头|天|日|周间|周|星期|礼拜|月|年)`
)

var zhUnits = map[string]unit{
	"分钟": minutes, "分": minutes, "小时": hours, "时间": hours, "周间": weeks, "钟头": hours, "天": dayUnit, "日": dayUnit,
	"周": weeks, "星期": weeks, "礼拜": weeks, "月": months, "年": years,
}

// chinese reads counts, weekdays and dates in Chinese.
func chinese(s string, now time.Time) (Span, bool) {
	if m := zhAgo.FindStringSubmatch(s); m != nil {
		if m[1] == "半" {
			return half(zhUnits[m[2]], now)
		}
		if m[1] == "几" {
			return some(few, zhUnits[m[2]], now)
		}
		return zhCounted(m[1], zhUnits[m[2]], now, ago)
	}
	for _, form := range []pattern{zhPast, zhWithin} {
		if m := form.FindStringSubmatch(s); m != nil {
			return zhCounted(m[1], zhUnits[m[2]], now, past)
		}
	}
	if m := zhSome.FindStringSubmatch(s); m != nil {
		most := few
		if m[1] == "两" {
			most = couple
		}
		return some(most, zhUnits[m[2]], now)
	}
	if m := zhWeekday.FindStringSubmatch(s); m != nil {
		return zhDay(m[1], m[2], now), true
	}
	if m := zhDate.FindStringSubmatch(s); m != nil && s != "" {
		return zhCalendar(m[1], m[2], zhNumber(m[3]), zhNumber(m[4]), m[3] != "", m[4] != "", now)
	}
	return Span{}, false
}

func zhCounted(count string, u unit, now time.Time, of func(int, unit, time.Time) (Span, bool)) (Span, bool) {
	n := zhNumber(count)
	if count == "几" {
		n = few
	}
	if n == 0 {
		return Span{}, false
	}
	return of(n, u, now)
}

// half reads 半年前, 半个月前 and 半小时前.
func half(u unit, now time.Time) (Span, bool) {
	switch u {
	case hours:
		return ago(30, minutes, now)
	case months:
		return ago(15, dayUnit, now)
	case years:
		return ago(6, months, now)
	}
	return Span{}, false
}

const zhDigits = "零一二三四五六七八九"

// zhNumber reads a number up to 99 in Chinese, or any in digits.
func zhNumber(s string) int {
	tens, ones, ten := strings.Cut(strings.ReplaceAll(s, "两", "二"), "十")
	digit := func(s string, none int) int {
		if s == "" {
			return none
		}
		if i := strings.Index(zhDigits, s); i >= 0 && len(s) == len("一") {
			return i / len("一")
		}
		return 0
	}
	switch {
	case ten:
		return 10*digit(tens, 1) + digit(ones, 0)
	case s != "" && s[0] >= '0' && s[0] <= '9':
		return number(s)
	}
	return digit(tens, 0)
}

// zhDay reads a weekday: of a week that is named, or the last one.
func zhDay(which, name string, now time.Time) Span {
	monday := strings.Index("一二三四五六日", strings.ReplaceAll(name, "天", "日")) / len("一")
	shift, ok := map[string]int{"上上": -2, "上": -1, "这": 0, "本": 0}[which]
	if !ok {
		return weekday(time.Weekday((monday+1)%7), now, true)
	}
	return days(now, 7*shift+monday-sinceMonday(now), 1)
}

// zhCalendar reads year, month and day, each of which may be missing.
func zhCalendar(digits, named string, m, d int, hasMonth, hasDay bool, now time.Time) (Span, bool) {
	y, hasYear := number(digits), digits != "" || named != ""
	if named != "" {
		y = now.Year() + map[string]int{"今年": 0, "去年": -1, "前年": -2}[named]
	}
	if hasMonth && (m < 1 || m > 12) || hasDay && (d < 1 || d > 31) {
		return Span{}, false
	}
	which, zone := time.Month(m), now.Location()
	switch {
	case hasMonth && hasDay && hasYear:
		return day(y, which, d, zone)
	case hasMonth && hasDay:
		return lastDay(which, d, now)
	case hasMonth && hasYear:
		return month(y, which, zone), true
	case hasMonth:
		return lastMonth(which, now), true
	case hasYear && !hasDay:
		return year(y, zone), true
	}
	return Span{}, false // a day without a month
}
