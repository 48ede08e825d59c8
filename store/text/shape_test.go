package text_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"memtray/store"
	"memtray/store/text"
)

const family = "👨‍👩‍👧" // 5 code points

func TestFold(t *testing.T) {
	for _, c := range []struct{ a, b string }{
		{"Use  PGX\n", "use pgx"},
		{"ＵＳＥ　ｐｇｘ", "use pgx"},
		{"Straße", "STRASSE"},
		{"café", norm.NFD.String("CAFÉ")},
		{"ｶﾞ", "ガ"},
		{"ДА", "да"},
		{"Ꮋ", "ꮋ"},
		{"Ᏸ", "ᏸ"},
	} {
		if text.Fold(c.a) != text.Fold(c.b) {
			t.Errorf("Fold(%q) = %q, Fold(%q) = %q", c.a, text.Fold(c.a), c.b, text.Fold(c.b))
		}
	}
	if text.Fold("a+b") == text.Fold("a b") {
		t.Error("Fold takes symbols for blanks")
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := text.Fold(s)
		if twice := text.Fold(once); twice != once || !utf8.ValidString(once) {
			t.Errorf("Fold(%q) = %q, then %q", s, once, twice)
		}
	})
}

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "abc…"},
		{"ab cd", 3, "ab…"},
		{"去重连接", 2, "去重…"},
		{"去重", 2, "去重"},
		{"a" + family + "b", 5, "a…"},
		{"a" + family + "b", 6, "a" + family + "…"},
		{"🇩🇪🇨🇳", 3, "🇩🇪…"},
		{"a\r\nb", 2, "a…"},
		{"abc", -1, "…"},
		{"e\u0301e\u0301", 3, "e\u0301…"},
	} {
		if got := text.Cut(c.in, c.max); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range samples {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		got := text.Cut(s, limit)
		if got == s {
			return
		}
		kept, cut := strings.CutSuffix(got, "…")
		if !cut || utf8.RuneCountInString(kept) > max(limit, 0) || !strings.HasPrefix(s, kept) {
			t.Fatalf("Cut(%q, %d) = %q", s, limit, got)
		}
		for g := uniseg.NewGraphemes(s); g.Next(); {
			_, end := g.Positions()
			if strings.TrimRightFunc(s[:end], unicode.IsSpace) == kept {
				return
			}
		}
		if kept != "" {
			t.Errorf("Cut(%q, %d) = %q breaks a cluster", s, limit, got)
		}
	})
}

func TestTitle(t *testing.T) {
	long := strings.Repeat("去重", 100)
	for _, c := range []struct {
		in, want string
		whole    bool
	}{
		{"", "", true},
		{" \n ", "", true},
		{"Use pgx", "Use pgx", true},
		{"Use pgx\n", "Use pgx", true},
		{"\n\n# Use   pgx\n\nbecause", "Use pgx", false},
		{"- [x] done\r\nmore", "done", false},
		{"- [ ] open", "open", true},
		{"> - 1. quoted item", "quoted item", true},
		{"```go\nx := 1\n```", "x := 1", false},
		{"---\ntitle: x", "title: x", false},
		{"---", "---", true},
		{"#hashtag stays", "#hashtag stays", true},
		{"-1 is negative", "-1 is negative", true},
		{"2026. was a year", "was a year", true},
		{"a\tb\u2028c", "a b", false},
		{"a\u0000b", "a b", true},
		{long, strings.Repeat("去重", 60) + "…", false},
	} {
		got, whole := text.Title(c.in)
		if got != c.want || whole != c.whole {
			t.Errorf("Title(%q) = %q, %v; want %q, %v", c.in, got, whole, c.want, c.whole)
		}
	}
}

func FuzzTitle(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, _ := text.Title(s)
		if n := utf8.RuneCountInString(strings.TrimSuffix(got, "…")); n > store.TitleCut {
			t.Errorf("title has %d characters", n)
		}
		if strings.ContainsAny(got, "\n\r\v\f\t\u0085\u2028\u2029") || strings.TrimSpace(got) != got {
			t.Errorf("title %q is not one trimmed line", got)
		}
		if got == "" && strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") {
			t.Errorf("no title for %q", s)
		}
	})
}
