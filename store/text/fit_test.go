package text_test

import (
	"strings"
	"testing"

	"memtray/store/text"
)

func TestFit(t *testing.T) {
	for _, c := range []struct {
		s      string
		tokens int
		want   string
	}{
		{"two words", 10, "two words"}, {"two words", 1, "two "}, {"", 5, ""}, {"word", 0, ""}, {"word", -1, ""},
		{"连接池", 3, "连接"}, {"👩‍👩‍👧‍👦x", 3, ""}, {"👩‍👩‍👧‍👦x", 30, "👩‍👩‍👧‍👦x"}, {strings.Repeat(" ", 100), 2, strings.Repeat(" ", 17)},
	} {
		if got := text.Fit(c.s, c.tokens); got != c.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.s, c.tokens, got, c.want)
		}
	}
}

func FuzzFit(f *testing.F) {
	for _, s := range samples {
		f.Add(s, 3)
		f.Add(strings.Repeat(s, 20), 40)
	}
	f.Fuzz(func(t *testing.T, s string, tokens int) {
		got := text.Fit(s, tokens)
		if !strings.HasPrefix(s, got) || text.Count(got) > max(0, tokens) {
			t.Errorf("Fit(%q, %d) = %q of %d tokens", s, tokens, got, text.Count(got))
		}
		if got != s && tokens >= text.Count(s) {
			t.Errorf("Fit(%q, %d) = %q though all fits", s, tokens, got)
		}
	})
}
