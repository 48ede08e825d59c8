package text_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
	"memtray/store/text"
)

// show writes terms as a list of tokens, prefixes with a star.
func show(terms []store.Term) string {
	var b strings.Builder
	for i, t := range terms {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.Token)
		if t.Prefix {
			b.WriteByte('*')
		}
	}
	return b.String()
}

func TestTerms(t *testing.T) {
	for _, c := range []struct {
		in     string
		typing bool
		want   string
	}{
		{"", true, ""},
		{"  ", true, ""},
		{"?", false, ""},
		{"webhook 去重", false, "webhook 去重"},
		{"去", false, "去*"},
		{"连接池", false, "连接 接池"},
		{"第3章", false, "第* 3 章*"},
		{"去 去重 去", false, "去* 去重"},
		{"Web web WEB", false, "web"},
		{"Web we", true, "web"},
		{"Web wo", true, "web wo* wake win wear bad weav"},
		{"we", true, "we* go"},
		{"to be", true, ""},
		{".N", true, "n*"},
		{".NE", true, "ne*"},
		{"use .N", true, "use n"},
		{"it's", true, ""},
		{"who are you?", false, ""},
		{"IT", false, "it"},
		{"`for` loops", false, "for loop"},
		{"什么是连接池？", false, "连接 接池"},
		{"請問連接池的大小是多少", false, "连接 接池 池的 的大 大小"},
		{"我们为什么用webhook呢", false, "webhook"},
		{"什么是 webhook", false, "webhook"},
		{"为什么", false, "为什 什么"},
		{"用Re", false, "用* re"},
		{"你们是什么", false, "你们 们是 是什 什么"},
		{"connecti", true, "connecti* connect"},
		{"web web", true, "web*"},
		{"web ", true, "web"},
		{"web hook", false, "web hook"},
		{"HTTPSer", true, "http ser httpser*"},
		{"get_", true, "get"},
		{"при", true, "при*"},
		{"C++", true, "c ＋＋"},
		{"去重", true, "去重"},
		{`"foo" OR (bar*`, false, "foo or bar"},
		{"👍🏽 👍🏽", true, "👍🏽"},
	} {
		if got := show(text.Terms(c.in, c.typing)); got != c.want {
			t.Errorf("Terms(%q, %v) = %q, want %q", c.in, c.typing, got, c.want)
		}
	}
}

// TestTerms_Ends: of a long question the start and the end count, also words of
// its end that stand in the middle.
func TestTerms_Ends(t *testing.T) {
	long, words := []rune{}, ""
	for r := range rune(500) {
		long = append(long, 0x4E00+r)
	}
	for i := range 400 {
		words += fmt.Sprintf("w%dx ", i) // four terms each, of which two are new
	}
	for _, q := range []string{string(long), words} {
		if n := len(text.Terms(q, true)); n != 128 || !text.Overlong(q) {
			t.Errorf("%d terms, want 128", n)
		}
	}
	got := show(text.Terms("flux capacitor "+words+"flow meter "+words+"w150x w250x", false)) + " "
	for _, w := range []string{"flux", "capacitor", "w1x", "w399x", "w150x", "w250x"} {
		if !strings.Contains(got, w+" ") {
			t.Errorf("%s is not among %s", w, got)
		}
	}
	for _, q := range []string{"", "flux", string(long[:120])} {
		if text.Overlong(q) {
			t.Errorf("%q is too long", q)
		}
	}
}

// TestTerms_Accents: a word is found with and without its accents.
func TestTerms_Accents(t *testing.T) {
	for stored, asked := range map[string]string{
		"Café": "cafe CAFÉ cafe\u0301", "Zürich": "zurich ZÜRICH", "résumé": "resume Resumes", "naïve": "naive",
		"français": "francais", "bộ nhớ": "bo nho", "Đà Nẵng": "da nang DA", "İSTANBUL": "istanbul Istanbul ISTANBUL",
		"ışık": "isik IŞIK", "Straße": "strasse STRASSE", "Łódź": "lodz", "smørrebrød": "smorrebrod", "Æther": "aether",
		"λόγος": "λογος ΛΟΓΟΣ", "ёлка": "елка ЁЛКА", "за\u0301мок": "замок", "thé": "Thé", "HTTPSérver": "httpserver HTTPServer",
		"größe_café": "grosse cafe",
	} {
		for w := range strings.FieldsSeq(asked) {
			terms := text.Terms(w, false)
			if len(terms) == 0 || finds(stored, terms[len(terms)-1:]) != nil {
				t.Errorf("%q does not find %q: %v, %q", w, stored, terms, text.Tokens(stored))
			}
		}
	}
	for _, c := range [][2]string{{"мой", "мои"}, {"कि", "क"}, {"が", "か"}, {"thé", "the"}} {
		if terms := text.Terms(c[1], false); len(terms) > 0 && finds(c[0], terms) == nil {
			t.Errorf("%q finds %q", c[1], c[0])
		}
	}
	if text.Fold("café") == text.Fold("cafe") {
		t.Error("texts with and without accents are taken for the same")
	}
}

// finds reports whether an index of stored would find every term.
func finds(stored string, terms []store.Term) error {
	tokens := text.Tokens(stored)
	for _, term := range terms {
		if !slices.ContainsFunc(tokens, func(tok string) bool {
			return tok == term.Token || term.Prefix && strings.HasPrefix(tok, term.Token)
		}) {
			return fmt.Errorf("term %+v is not among %q", term, tokens)
		}
	}
	return nil
}

// TestTerms_FindWhatWasStored looks for words, symbols and emoji of a text, and
// for every piece of one to four characters of its runs without blanks.
func TestTerms_FindWhatWasStored(t *testing.T) {
	for _, c := range []struct{ stored, words string }{
		{"使用pgx连接池, C++ and c# (see HTTPServer2, its in foo_bar)", "pgx PGX C++ c++ c# HTTPServer2 httpserver2 server foo_bar foobar bar 使用pgx"},
		{"Ship it 👨‍👩‍👧 🇩🇪🇨🇳 ❤️→ a->b x!=y", "👨‍👩‍👧 🇩🇪 🇨🇳 ❤ ❤️ → -> != ship"},
		{"NEAR(foo\"bar)", "NEAR( foo\"bar near"},
	} {
		for _, w := range strings.Fields(c.words) {
			terms := text.Terms(w, false)
			if len(terms) == 0 {
				t.Errorf("Terms(%q) is empty", w)
			}
			// The parts of a word depend on its case; its joined form, the last
			// token, does not.
			if err := finds(c.stored, terms[len(terms)-1:]); err != nil {
				t.Errorf("%q in %q: %v", w, c.stored, err)
			}
		}
	}
	for _, stored := range []string{"webhook 必须去重连接池", "データベースの検索", "한국어검색은어렵다", "ภาษาไทยไม่มีช่องว่าง", "ພາສາລາວ"} {
		for _, run := range strings.Fields(stored) {
			chars := []rune(norm.NFKC.String(run))
			for i := range chars {
				for n := 1; n <= 4 && i+n <= len(chars); n++ {
					if chars[0] < utf8.RuneSelf {
						continue
					}
					if err := finds(stored, text.Terms(string(chars[i:i+n]), true)); err != nil {
						t.Errorf("%q in %q: %v", string(chars[i:i+n]), stored, err)
					}
				}
			}
		}
	}
}

func TestTerms_TypingFindsAtEveryLetter(t *testing.T) {
	const stored = "Deduplicate webhooks in HTTPServer2 by delivery_id, Größe, обработчик"
	for _, w := range []string{"deduplicate", "webhooks", "größe", "обработчик", "httpserver2"} {
		for i := range w {
			if i == 0 {
				continue
			}
			terms := text.Terms(w[:i], true)
			if len(terms) == 0 {
				t.Errorf("Terms(%q) is empty", w[:i])
			}
			if !slices.ContainsFunc(terms, func(term store.Term) bool { return finds(stored, []store.Term{term}) == nil }) {
				t.Errorf("typing %q: %v finds nothing", w[:i], terms)
			}
		}
	}
}

// TestTerms_TypingFindsForms: from its second letter on a word finds itself,
// however much its stem differs, and it does not bring a crowd of others.
func TestTerms_TypingFindsForms(t *testing.T) {
	list, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(list))
	if len(words) < 300 {
		t.Fatalf("%d words", len(words))
	}
	for _, w := range words {
		for n := 2; n <= len(w); n++ {
			terms := text.Terms(w[:n], true)
			if !slices.ContainsFunc(terms, func(term store.Term) bool { return finds(w, []store.Term{term}) == nil }) {
				t.Errorf("typing %q does not find %q: %v, %q", w[:n], w, terms, text.Tokens(w))
			}
			if len(terms) > 24 {
				t.Errorf("typing %q asks for %d terms: %v", w[:n], len(terms), terms)
			}
		}
	}
}

func TestHighlights(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"webhook 去重", "webhook|去重"},
		{"Web WEB web", "Web"},
		{"C++ and c#", "C++|c#"},
		{"the Connections", "Connections|Connect"},
		{"running and who", "running"},
		{"who are you", "who|are|you"},
		{"C++.", "C++"},
		{"a -> b", "->|b"},
		{"使用pgx连接池", "连接池|使用|pgx"},
		{"ＡＰＩ it's", "ＡＰＩ"},
		{"👍🏽?", "👍🏽"},
		{"去", "去"},
	} {
		if got := strings.Join(text.Highlights(c.in), "|"); got != c.want {
			t.Errorf("Highlights(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzHighlights(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, h := range text.Highlights(s) {
			if h == "" || utf8.ValidString(s) && !strings.Contains(s, h) {
				t.Errorf("highlight %q is no piece of %q", h, s)
			}
		}
	})
}
