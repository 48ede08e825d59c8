package rank

import (
	"strings"
	"unicode"

	"memtray/store/text"
)

// han reads the longest word of the vocabulary that begins at i, a number, or
// one character.
func (r *reader) han(s []rune, i int) int {
	if end := numeralEnd(s, i); end > i {
		return r.number(s, i, end, numeral(s[i:end]))
	}
	for n := min(maxHanWord, len(s)-i); n > 0; n-- {
		w := string(s[i : i+n])
		if _, known := vocabulary()[w]; known || opposed[w] || rival()[w] != 0 {
			r.put(w, w, w, min(1, float64(n)/2))
			r.last = w
			return i + n
		}
		if w == "第" {
			r.label = true
			return i + 1
		}
	}
	c := string(s[i])
	r.put(c, text.Fold(c), c, 0.5)
	r.last = c
	return i + 1
}

// longestEnding is the length in characters of Japanese particles and endings,
// which say nothing by themselves.
const longestEnding = 6

// denials are endings that deny what stands before them, and demands those that
// look like it: なければならない demands.
var (
	denials = []string{"ない", "ません", "なかった", "ないで", "ないこと", "ないように", "ないでください", "ませんでした"}
	demands = []string{"ければならない", "ければいけない", "てはならない", "かもしれない", "しかない", "だけでない"}
)

// kana reads a run of one Japanese script. What is written in hiragana is grammar
// unless it is long.
func (r *reader) kana(s []rune, i int) int {
	script := unicode.Katakana
	if unicode.Is(unicode.Hiragana, s[i]) {
		script = unicode.Hiragana
	}
	end := i + 1
	for end < len(s) && (unicode.Is(script, s[end]) || s[end] == 'ー') {
		end++
	}
	w := string(s[i:end])
	if script == unicode.Katakana {
		r.put(w, text.Fold(w), w, 1)
		r.last = w
		return end
	}
	r.relate(w)
	switch {
	case endsWith(w, demands):
	case endsWith(w, denials) && r.last != "少" && r.last != "危":
		r.deny()
	case end-i > longestEnding:
		r.put(w, w, w, 1)
	}
	r.last = w
	return end
}

func endsWith(w string, all []string) bool {
	for _, e := range all {
		if strings.HasSuffix(w, e) {
			return true
		}
	}
	return false
}

// deny negates what was read last.
func (r *reader) deny() {
	reach := negationReach
	for i := len(r.s.units) - 1; i >= r.clause && reach > 0; i-- {
		if u := &r.s.units[i]; u.role != light {
			u.negated = true
			reach -= u.weight
		}
	}
}
