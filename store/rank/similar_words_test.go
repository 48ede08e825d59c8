package rank

import "testing"

// TestVocabulary: Chinese words must be short enough to be read, and no group of
// one word, which would be without effect.
func TestVocabulary(t *testing.T) {
	for w := range vocabulary() {
		if isHan(w) && len([]rune(w)) > maxHanWord {
			t.Errorf("%s is longer than %d characters", w, maxHanWord)
		}
	}
	size := map[int]int{}
	for _, n := range rival() {
		size[n]++
	}
	for n, words := range size {
		if words < 2 {
			t.Errorf("group %d of rivals has %d words", n, words)
		}
	}
	for pair := range opposedPairs {
		if pair[0] == pair[1] {
			t.Errorf("%s is its own opposite", pair[0])
		}
	}
}
