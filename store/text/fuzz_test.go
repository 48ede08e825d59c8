package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"memtray/store/text"
)

// FuzzTerms: what is asked as it was stored finds what was stored, typed or not,
// and a question of stop words alone has no terms or those that are indexed.
func FuzzTerms(f *testing.F) {
	for _, s := range append(samples, "to be", "为什么 API", "请问什么是webhook", "用Re", "connecti", "IT is", "İSTANBUL Hà Nội", "thé ёлка", strings.Repeat("的x", 300)) {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, typing bool) {
		terms := text.Terms(s, typing)
		if len(terms) > 128 {
			t.Errorf("%d terms", len(terms))
		}
		seen := map[string]bool{}
		for _, term := range terms {
			checkToken(t, term.Token)
			if seen[term.Token] {
				t.Errorf("term %q twice", term.Token)
			}
			seen[term.Token] = true
		}
		if len(terms) == 0 || typing {
			return
		}
		if err := finds(s, terms); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}

// FuzzExpand: whatever was kept is read without harm, and what this program kept
// keeps its tokens when it is kept again.
func FuzzExpand(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, token := range text.Expand(s) {
			if token == "" || strings.Contains(token, " ") {
				t.Errorf("token %q", token)
			}
		}
		compact := text.Compact(s)
		if !utf8.ValidString(compact) || strings.TrimSpace(compact) != compact {
			t.Errorf("kept as %q", compact)
		}
		if a, b := text.Expand(compact), text.Tokens(s); !slices.Equal(a, b) {
			t.Errorf("kept as %q, which gives %q instead of %q", compact, a, b)
		}
	})
}

// TestSimplified: a form leads to one that leads nowhere else, and both spellings
// of a text give the same tokens.
func TestSimplified(t *testing.T) {
	for r := rune(0x3400); r <= 0x9FFF; r++ {
		once := text.Tokens(string(r))[0]
		if twice := text.Tokens(once)[0]; twice != once {
			t.Errorf("%c becomes %s, then %s", r, once, twice)
		}
	}
	for _, c := range [][2]string{
		{"資料庫連接池", "资料库连接池"},
		{"頭髮發展乾淨幹部臺灣裡面著麼", "头发发展干净干部台湾里面着么"},
		{"去重", "去重"},
		{"國際標準組織", "国际标准组织"},
	} {
		if a, b := text.Tokens(c[0]), text.Tokens(c[1]); !slices.Equal(a, b) {
			t.Errorf("%q gives %q, %q gives %q", c[0], a, c[1], b)
		}
	}
	if text.Fold("資料庫") == text.Fold("资料库") {
		t.Error("two spellings are taken for the same text")
	}
}
