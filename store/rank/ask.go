package rank

import (
	"slices"
	"strings"
	"sync"

	"memtray/store"
	"memtray/store/text"
)

// asked is what a question wants to know, as far as its wording tells.
type asked struct {
	time  bool
	kinds []store.Kind
}

// timeQuestions are how one asks for a time.
var timeQuestions = []string{"when", "what time", "what date", "which date", "what day", "which day", "what year", "which year",
	"what month", "which month", "how long", "how recently", "since when",
	"什么时候", "何时", "几时", "哪天", "哪一天", "哪年", "哪一年", "几月", "几号", "几点", "多久", "什么时间", "啥时候", "什麼時候", "何時", "哪個月", "いつ", "언제"}

// kindQuestions are how one asks for something of a kind.
var kindQuestions = []struct {
	words []string
	kinds []store.Kind
}{
	{[]string{"why", "decide", "decided", "decision", "reason", "为什么", "为何", "为啥", "決定", "决定", "原因", "為什麼"}, []store.Kind{store.Decision}},
	{[]string{"how to", "how do", "how can", "how should", "steps", "怎么", "如何", "怎样", "怎麼", "步骤"}, []store.Kind{store.Howto}},
	{[]string{"bug", "error", "fix", "fixed", "crash", "fails", "failing", "broken", "报错", "错误", "修复", "崩溃", "失败", "故障"}, []store.Kind{store.Bugfix, store.Gotcha}},
	{[]string{"prefer", "preference", "like", "style", "喜欢", "偏好", "习惯", "风格"}, []store.Kind{store.Preference}},
	{[]string{"summary", "summarize", "overview", "总结", "概述", "小结"}, []store.Kind{store.Summary}},
}

func askedBy(question string) asked {
	q := " " + strings.Join(strings.FieldsFunc(text.Fold(question), separates), " ") + " "
	var a asked
	a.time = says(q, timeQuestions) && !isHowOften(q)
	for _, k := range kindQuestions {
		if says(q, k.words) {
			a.kinds = append(a.kinds, k.kinds...)
		}
	}
	return a
}

// isHowOften reports whether a question asks how often something is done, which no
// date answers: 多久…一次, beside 多久 alone for how long.
func isHowOften(question string) bool {
	_, behind, found := strings.Cut(question, "多久")
	return found && strings.Contains(behind, "一次")
}

func separates(r rune) bool { return strings.ContainsRune(" \t\n?!.,:;\"'()，。？！、：；", r) }

// says reports whether a question holds one of the phrases, whole words of those
// with Latin letters.
func says(question string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool {
		if p[0] < 0x80 {
			p = " " + p + " "
		}
		return strings.Contains(question, p)
	})
}

// timeWords are the tokens of words that name a time.
var timeWords = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, t := range text.Tokens(`January February March April May June July August September October November December
		Monday Tuesday Wednesday Thursday Friday Saturday Sunday
		yesterday today tonight tomorrow ago last next week weekend month year day days weeks months years hour minute
		morning afternoon evening night recently soon since until spring summer autumn winter birthday anniversary
		一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 昨天 今天 明天 前天 后天 上周 下周 本周 周一 周二 周三 周四 周五 周六 周日
		星期 上个 下个 去年 今年 明年 上月 下月 年前 年后 天前 月前 小时 分钟 早上 上午 下午 晚上 凌晨 日期 时间 最近`) {
		if len(t) > 3 || t[0] < 0x80 { // not the last characters of runs
			all[t] = true
		}
	}
	return all
})

// namesTime reports whether a text holds a word for a time, or a year.
func namesTime(t store.Tokens) bool {
	for token := range text.Each(t.Title) {
		if isTime(token) {
			return true
		}
	}
	for token := range first(t.Body, store.MaxCandidateTokens) {
		if isTime(token) {
			return true
		}
	}
	return false
}

func isTime(token string) bool {
	if timeWords()[token] {
		return true
	}
	return len(token) == 4 && (token[:2] == "19" || token[:2] == "20") && isDigit(token[2]) && isDigit(token[3])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
