package when

import (
	"slices"
	"strings"
	"unicode/utf8"
)

var mentionForms = []pattern{
	compile(`\b(?:\d{1,3}|an?|one|two|three|four|five|six|several|a few|a couple of) (?:hours?|days?|weeks?|months?|years?) ago\b`),
	compile(`\b(?:in|within|over|during) the (?:last|past) (?:(?:\d{1,3}|two|three|four|five|six|few|couple of) )?(?:hours?|days?|weeks?|months?)\b`),
	compile(`\b(?:yesterday|(?:on|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:morning|afternoon|evening|night)\b`),
	compile(`(?:昨天|前天|今天)(?:早上|上午|中午|下午|晚上)`),
	compile(`(` + someUnits + `以?前)(?:[^端台置缀后沿]|端口|$)`), // 前端 is the frontend
}

// someUnits is a number of units in Chinese. A number before 月 without 个 may be
// the name of a month.
const someUnits = `(?:(?:\d{1,3}|[一二两三四五六七八九十]{1,3}|几) ?(?:个 ?)?(?:小时|天|周|星期|年)|(?:\d{1,3}|[一二两三四五六七八九十]{1,3}|几) ?个月|[两几] ?月)`

// present are words of a time that mostly mean "as things are".
var present = []string{"now", "just now", "现在"}

// mentions are the words that mean a time wherever they stand, longest first:
// in each script those that are no part of another word there.
var latinMentions, hanMentions = mentions()

func mentions() (latin, han []string) {
	for w := range words {
		switch {
		case slices.Contains(present, w) || len([]rune(w)) == 1:
		case w[0] < 0x80:
			latin = append(latin, w)
		default:
			han = append(han, w)
		}
	}
	for _, list := range [][]string{latin, han} {
		slices.SortFunc(list, func(a, b string) int {
			if len(a) != len(b) {
				return len(b) - len(a)
			}
			return strings.Compare(a, b)
		})
	}
	return latin, han
}

// Mention returns a time that a question speaks of, in a form that [Parse]
// understands, or "". Only what can mean nothing else counts: yesterday, last
// week, 3 days ago, 上周.
func Mention(question string) string {
	s := simplify(question)
	for _, form := range mentionForms {
		if m := form.FindStringSubmatch(s); m != nil {
			return m[len(m)-1]
		}
	}
	spaced := " " + strings.Map(func(r rune) rune {
		if strings.ContainsRune(".?!;:()\"'’", r) {
			return ' '
		}
		return r
	}, s) + " "
	for _, w := range latinMentions {
		if strings.Contains(spaced, " "+w+" ") {
			return w
		}
	}
	for _, w := range hanMentions {
		if standsAlone(s, w) {
			return w
		}
	}
	return ""
}

// taken are characters before a word that make another one of its first
// character, by that: 线上周报, 成本月报, 当前日期, 优先日志.
var taken = map[rune]string{
	'上': "线早晚网以马加际本论路楼身之",
	'本': "版成样脚文副基根资剧日课",
	'前': "当目之以提从此先向往超",
	'先': "优首原领预率",
}

// standsAlone reports whether a word of Chinese characters stands somewhere in a
// text and is not made of parts of others there.
func standsAlone(s, word string) bool {
	first, _ := utf8.DecodeRuneInString(word)
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		before, _ := utf8.DecodeLastRuneInString(s[:start])
		after, _ := utf8.DecodeRuneInString(s[end:])
		isPeriod := strings.HasSuffix(word, "周") && strings.ContainsRune("期边围", after)
		if !isPeriod && (start == 0 || !strings.ContainsRune(taken[first], before)) {
			return true
		}
		at = end
	}
}
