package rank

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// measure is what a number counts: its unit, and how many of it one is.
type measure struct {
	unit string
	size float64
}

// measuring are the units that belong to the number before them, so that 60 s
// and 1 minute are equal, and 10 MB and 10 GB are not.
var measuring = sync.OnceValue(func() map[string]measure {
	all := map[string]measure{}
	for m, words := range map[measure]string{
		{"ms", 1}:         "ms msec millisecond milliseconds 毫秒",
		{"ms", 1000}:      "s sec secs second seconds 秒 秒钟",
		{"ms", 60000}:     "min mins minute minutes 分钟",
		{"ms", 3600000}:   "h hr hrs hour hours 小时 个小时",
		{"ms", 86400000}:  "d day days 天",
		{"ms", 604800000}: "week weeks 周 个星期",
		{"month", 1}:      "month months 个月",
		{"month", 12}:     "year years",
		{"byte", 1}:       "byte bytes 字节",
		{"byte", 1e3}:     "kb",
		{"byte", 1e6}:     "mb 兆",
		{"byte", 1e9}:     "gb",
		{"byte", 1e12}:    "tb",
		{"byte", 1 << 10}: "kib",
		{"byte", 1 << 20}: "mib",
		{"byte", 1 << 30}: "gib",
		{"times", 1}:      "times 次",
		{"percent", 1}:    "percent % 个百分点",
		{"people", 1}:     "people persons 人 个人 名",
		{"hz", 1}:         "hz",
		{"hz", 1000}:      "khz",
		{"px", 1}:         "px pixels 像素",
	} {
		for w := range strings.FieldsSeq(words) {
			all[w] = m
		}
	}
	return all
})

const longestMeasure = 4 // characters of a Chinese one

// measureAt returns the measure that stands at i or behind a space there, and
// where it ends.
func measureAt(s []rune, i int) (m measure, end int) {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	if i == len(s) {
		return measure{}, i
	}
	if unicode.Is(unicode.Han, s[i]) {
		for n := min(longestMeasure, len(s)-i); n > 0; n-- {
			if m, ok := measuring()[string(s[i:i+n])]; ok {
				return m, i + n
			}
		}
		return measure{}, i
	}
	end = i + 1
	if unicode.IsLetter(s[i]) {
		end = wordEnd(s, i)
	}
	return measuring()[strings.ToLower(string(s[i:end]))], end
}

// split parts a number that is written together with its unit: 50mb.
func split(w string) (amount string, m measure) {
	end := strings.LastIndexAny(w, "0123456789") + 1
	if m, ok := measuring()[w[end:]]; ok {
		return w[:end], m
	}
	return w, measure{}
}

// formOf returns what is compared of a number with a unit.
func (m measure) formOf(amount string) string {
	n, err := strconv.ParseFloat(amount, 64)
	if err != nil || m.unit == "" {
		return amount + m.unit
	}
	return strconv.FormatFloat(n*m.size, 'g', -1, 64) + " " + m.unit
}

// properties are words behind which a number is a value: things that have one,
// and what is done with so much of something.
var properties = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`ttl retention quota budget threshold memory pool retry retries ratio rate width height depth indent max maximum min minimum capacity latency age
		need needs require requires keep keeps kept have has allow allows cap capped least most up than every within wait waits expire expires retain
		上限 下限 内存 阈值 最多 最少 至少 至多 需要 需 保留 重试 超过 每隔 不超过`) {
		all[w] = true
	}
	return all
})

// figure reports whether a unit tells numbered things apart: a number, a version,
// a date, an identifier with a digit. Texts that differ in one are never the same.
func (u unit) figure() bool {
	return strings.ContainsAny(u.form, "0123456789") || strings.HasPrefix(u.form, nameMark)
}

// nameMark begins the form of a number or letter that names something.
const nameMark = "no. "

// events are words of a text that tells what happened once. What was measured
// then is not contradicted by what is measured another time.
var events = wordSet(`took hit found met paid measured fixed broke broken crashed crashes fails failing happens happened bug leak released shipped incident benchmark
	修复 崩溃 故障 事故 耗时 报错`)

func figures(s Statement, places []int) []int {
	return slices.DeleteFunc(slices.Clone(places), func(i int) bool { return !s.units[i].figure() })
}

// names reports whether a figure says which thing is spoken of, not how much.
func (u unit) names() bool { return u.figure() && u.role != number }

// sameAmount reports whether two numbers differ in that one has no unit.
func sameAmount(u, v unit) bool {
	return u.amount != "" && u.amount == v.amount && (u.form == u.amount || v.form == v.amount)
}

// number reads a number from i to end, and the unit behind it.
func (r *reader) number(s []rune, i, end int, w string) int {
	names := r.label || len(r.s.units) == 0 || isDate(w)
	amount, m := w, measure{}
	if !names {
		amount, m = split(w)
	}
	if until := dateEnd(s, end); until > 0 && m.unit == "" {
		names, end = true, until
	} else if next, until := measureAt(s, end); next.unit != "" && m.unit == "" && !names {
		m, end = next, until
	}
	u := unit{form: m.formOf(amount), shown: string(s[i:end]), role: number, weight: 1, value: r.cue, amount: amount}
	u.given = m.unit != "" || r.hasProperty(w)
	if names {
		u.role = content // the name of something
		if r.label {
			u.form = nameMark + u.form
		}
	}
	r.add(u)
	r.cue, r.label, r.last = false, false, ""
	return end
}

// dateEnd returns where a part of a date or an ordinal ends that a number before
// i is of: 11月, 28日, 3号. It is 0 if there is none.
func dateEnd(s []rune, i int) int {
	for i < len(s) && s[i] == ' ' {
		i++
	}
	if i < len(s) && strings.ContainsRune("月日号年", s[i]) {
		return i + 1
	}
	return 0
}

// hasProperty reports whether a number that comes now is said to be the value of
// something, and not its name.
func (r *reader) hasProperty(w string) bool {
	if r.cue || properties()[r.last] {
		return true
	}
	if len(r.s.units) == r.clause {
		return false
	}
	before := r.s.units[len(r.s.units)-1]
	clock := strings.Contains(w, ":") && !r.s.units[r.clause].names()
	return clock || before.value || before.mark == "with" || before.mark == "use" || properties()[before.form] ||
		slots()[before.form] && (len(r.s.units) > r.clause+1 || before.mark != "") // "port 80 is" names the port
}
