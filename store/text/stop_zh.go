package text

import (
	"slices"
	"strings"
)

// Chinese stop words are indexed, since a pair of characters may be one by
// accident, but a question is searched without them while anything else of it
// stays. Within a run only a pair that is a stop word by itself is left out, and
// what frames a question at the run's start or end, so a name that holds such
// characters stays whole in the other pairs.
var (
	stopPairs = stopSet(`
		什么 怎么 怎样 如何 哪个 哪些 哪里 哪儿 为何 为什 请问 我们 你们 他们 她们 它们 咱们 自己
		这个 那个 这些 那些 这里 那里 这样 那样 一个 一些 一下 是否 是不 不是 有没 没有 可以 可不 能否
		的是 了吗 吗的 因为 所以 但是 而且 或者 以及 如果 还是 就是 都是 也是 多少 几个 是谁 谁是
		是什 么是 的什 么的 是哪 的吗 是吗 了什 有什 是怎 是多
		告诉 诉我 帮我 给我 知道`)
	stopRuns = stopSet(`
		的 了 吗 呢 吧 啊 呀 嘛 是 在 和 与 及 或 有 我 你 他 她 它 您 谁 这 那 哪 就 都 也 还 很 把 被 让 对 从 到
		不 没 要 会 能 用 为 以 于 之 个 几 么`)

	// framesBefore and framesAfter are longest first.
	framesBefore = strings.Fields(`请告诉我 为什么要 请帮我 告诉我 为什么 什么是 有没有 是不是 请问 怎么 怎样 如何 为何 什么 哪个 哪些 我们 你们 他们 是否 请`)
	framesAfter  = strings.Fields(`是什么意思 有什么区别 是什么样的 是怎么样的 是怎样的 是什么呢 是怎么 怎么办呢 是什么 有哪些 是哪些 是哪个 在哪里 怎么办 为什么 是多少 了什么 有什么 的吗 了吗 是谁 什么 怎么 如何 多少 哪些 吗 呢 吧 啊 呀 嘛 了 的`)
)

func stopSet(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// unframe returns a run without what frames a question, "" if it is nothing
// else.
func unframe(s string) string {
	cut := func(frames []string, cut func(s, frame string) (string, bool)) {
		for {
			i := slices.IndexFunc(frames, func(f string) bool { _, ok := cut(s, f); return ok })
			if i < 0 {
				return
			}
			s, _ = cut(s, frames[i])
		}
	}
	cut(framesBefore, strings.CutPrefix)
	cut(framesAfter, strings.CutSuffix)
	if stopRuns[s] {
		return ""
	}
	return s
}
