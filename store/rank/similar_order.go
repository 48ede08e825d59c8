package rank

import (
	"slices"
	"strings"
	"sync"
)

// marks are words that give what follows them its part in a relation. Texts of
// the same words say different things if the parts are exchanged.
var marks = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, line := range strings.Split(`to: to into onto → 到 成 向 给
from: from 从 自
over: over above
than: than 比 于
later: before until then 再 然后
earlier: after
by: by 由 被
with: with via through
of: of
for: for
as: as
at: in on at 在 放在 位于
use: use uses using require requires 用 使用 采用
why: so because since if when unless while 因为 由于 如果 当`, "\n") {
		mark, words, _ := strings.Cut(line, ": ")
		for w := range strings.FieldsSeq(words) {
			all[w] = mark
		}
	}
	return all
})

// marksBehind are words that do the same for what stands before them.
var marksBehind = map[string]string{
	"前": "later", "之前": "later", "以前": "later", "后": "earlier", "之后": "earlier", "以后": "earlier", "的": "of", "上": "on", "下": "under",
	"から": "from", "へ": "to", "に": "to", "まで": "to", "より": "than", "が": "does", "を": "object",
}

// directed are the marks that turn a statement round if they are exchanged.
var directed = []string{"to", "from", "over", "than", "later", "earlier", "by", "does", "object", "on", "under"}

// contrary are those of which only one direction can be right.
var contrary = []string{"over", "than", "later", "earlier"}

// arrangement is how the words that two texts share are arranged.
type arrangement uint8

const (
	arranged arrangement = iota // alike
	moved                       // a phrase stands elsewhere as a whole
	apart                       // otherwise
	reversed                    // one says A before B, the other B before A
)

// arrangement compares the order of what both say. A text with a title may say
// it in its body alone.
func (d *difference) arrangement() arrangement {
	result := apart
	for _, a := range d.now.readings() {
		for _, b := range d.was.readings() {
			switch arrange(sharedUnits(a, d.was), sharedUnits(b, d.now)) {
			case arranged:
				return arranged
			case moved:
				result = moved
			case reversed:
				if result == apart {
					result = reversed
				}
			}
		}
	}
	return result
}

// readings returns the units of a statement, and those of its body if it has a title.
func (s Statement) readings() [][]unit {
	if s.body == 0 || s.body == len(s.units) {
		return [][]unit{s.units}
	}
	return [][]unit{s.units, s.units[s.body:]}
}

// sharedUnits returns the content of a text that another has too.
func sharedUnits(units []unit, other Statement) []unit {
	var all []unit
	for _, u := range units {
		if u.role != light && !u.relates && other.has(u.form) {
			all = append(all, u)
		}
	}
	return all
}

// arrange compares two texts of the same words. If one repeats some of them
// more often than the other, the first of each count.
func arrange(a, b []unit) arrangement {
	if len(a) != len(b) {
		a, b = firstOfEach(a), firstOfEach(b)
	}
	if len(a) != len(b) {
		return apart
	}
	begin := 0
	for begin < len(a) && a[begin].form == b[begin].form {
		begin++
	}
	if begin == len(a) {
		return inOrder(a, b)
	}
	end := len(a)
	for end > begin && a[end-1].form == b[end-1].form {
		end--
	}
	// Of phrases that begin or end alike the common part belongs to both.
	for _, from := range []int{begin, 0} {
		for _, to := range []int{end, len(a)} {
			if result, found := exchanged(a[from:to], b[from:to], from == 0 && to == len(a)); found {
				if result == moved && from > 0 && to < len(a) {
					return apart
				}
				return result
			}
		}
	}
	return apart
}

func firstOfEach(units []unit) []unit {
	seen := map[string]bool{}
	var all []unit
	for _, u := range units {
		if !seen[u.form] {
			seen[u.form] = true
			all = append(all, u)
		}
	}
	return all
}

// inOrder reports whether words in the same order have the same parts too:
// "from A to B" is not "to A from B", nor "A blocks B" "A is blocked by B".
func inOrder(a, b []unit) arrangement {
	for i := range a {
		m, n := a[i].mark, b[i].mark
		if a[i].negated != b[i].negated {
			return apart
		}
		if m == n {
			continue
		}
		if (m == "later" || m == "earlier") && (n == "later" || n == "earlier") {
			continue // before and after are opposites by themselves
		}
		if m == "by" || n == "by" || slices.Contains(directed, m) && slices.Contains(directed, n) {
			return apart
		}
	}
	return arranged
}

// exchanged looks whether b is a with its beginning put behind its end, and
// whether both parts kept their marks.
func exchanged(a, b []unit, whole bool) (result arrangement, found bool) {
	for k := 1; k < len(a); k++ {
		if !sameForms(a[k:], b[:len(b)-k]) || !sameForms(a[:k], b[len(b)-k:]) {
			continue
		}
		first, second := marksOf(a[:k], whole), marksOf(a[k:], whole)
		firstThen, secondThen := marksOf(b[len(b)-k:], whole), marksOf(b[:len(b)-k], whole)
		switch {
		case first == firstThen && second == secondThen:
			if first == second && !whole || onlyFigures(a[:k]) || onlyFigures(a[k:]) {
				return apart, true
			}
			return moved, true
		case first == secondThen && second == firstThen &&
			(slices.Contains(contrary, first) || slices.Contains(contrary, second)):
			return reversed, true
		}
		return apart, true
	}
	return apart, false
}

func sameForms(a, b []unit) bool {
	return slices.EqualFunc(a, b, func(u, v unit) bool { return u.form == v.form && u.negated == v.negated })
}

// marksOf returns the marks in a part of a text. If the whole text is turned
// round, who does it needs none: "由 A 维护" is "A 维护".
func marksOf(units []unit, whole bool) string {
	var all []string
	for _, u := range units {
		if u.mark != "" && !(whole && u.mark == "by") {
			all = append(all, u.mark)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func onlyFigures(units []unit) bool {
	return !slices.ContainsFunc(units, func(u unit) bool { return !u.figure() })
}
