package text

import "testing"

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"search", "search", 0},
		{"serch", "search", 1}, {"seaarch", "search", 1}, {"seurch", "search", 1},
		{"saerch", "search", 1}, // a swap
		{"项目", "項目", 1}, {"kitten", "sitting", 3}, {"abc", "cba", 2},
	} {
		if got := Edits([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Edits([]rune(c.b), []rune(c.a)); got != c.want {
			t.Errorf("%q to %q: %d, want %d", c.b, c.a, got, c.want)
		}
	}
}
