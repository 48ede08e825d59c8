package text_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"memtray/store/text"
)

func TestTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" \t\n", ""},
		{"Hello, world.", "hello world"},
		{"HTTPServer2", "http server 2 httpserver2"},
		{"getUserName", "get user name getusernam"},
		{"get_user_name", "get user name getusernam"},
		{"__init__", "＿＿ init ＿＿"},
		{"sha256", "sha 256 sha256"},
		{"v1.2", "v 1 v1 2"},
		{"iOS", "os io"},
		{"URLs and APIs", "url api"},
		{"URLsList", "url list urlslist"},
		{"getConnectionsFor", "get connect getconnectionsfor"},
		{"connections connected connecting", "connect connect connect"},
		{"It went; the mice were written to.", "go mous write"},
		{"the author's and the authors’ names", "author author name"},
		{"IT of the US, NOT NULL and not null", "it us not null null"},
		{"`for` and for", "for"},
		{"is_valid isValid", "valid isvalid valid isvalid"},
		{"we’ll well", "well"},
		{"kebab-case", "kebab case"},
		{"2026-11-30", "2026 11 30"},
		{"it's", ""},
		{"o’clock", "o clock oclock"},
		{"don't", ""},
		{"'quoted'", "quot"},
		{"l'école", "l ecol lecol"},
		{"C++", "c ＋＋"},
		{"C++.", "c ＋＋"},
		{"c#", "c ＃"},
		{"c->b", "c －＞ b"},
		{`foo"bar`, "foo bar"},
		{"NEAR(", "near"},
		{"x != y", "x ！＝ y"},
		{"--flag", "－－ flag"},
		{"- item", "item"},
		{"a1b2c3d4e5f6", "a1b2c3d4e5f6"},
		{"去", "去"},
		{"去重", "去重 重"},
		{"webhook 去重", "webhook 去重 重"},
		{"使用pgx连接池", "使用 用 pgx 连接 接池 池"},
		{"第3章", "第 3 章"},
		{"你好，世界。", "你好 好 世界 界"},
		{"データベース", "デー ータ タベ ベー ース ス"},
		{"ﾃﾞｰﾀ", "デー ータ タ"},
		{"한국어 검색", "한국 국어 어 검색 색"},
		{"ไทย", "ไท ทย ย"},
		{"Привет МИР", "привет мир"},
		{"ΣΊΣΥΦΟΣ", "σισυφοσ"},
		{"Straße", "strass"},
		{"ＡＰＩ１", "api 1 api1"},
		{"ﬁle", "file"},
		{"APIшка", "api шка apiшка"},
		{"soft\u00ADhyphen", "softhyphen"},
		{"می\u200Cخواهم", "میخواهم"},
		{"👍", "👍"},
		{"❤️", "❤"},
		{"👨‍👩‍👧 ok", "👨‍👩‍👧 ok"},
		{"🇩🇪🇨🇳", "🇩🇪 🇨🇳"},
		{"🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"},
		{"→→ €5", "→ → € 5"},
		{"1️⃣", "1"},
		{"c\xffb", "c \uFFFD b"},
	} {
		if got := strings.Join(text.Tokens(c.in), " "); got != c.want {
			t.Errorf("Tokens(%q)\n got %q\nwant %q", c.in, got, c.want)
		}
	}
}

func TestTokens_SpellingsAreEqual(t *testing.T) {
	for _, c := range [][2]string{
		{"WEBHOOK", "webhook"},
		{"Ｗｅｂｈｏｏｋ＋＋", "webhook++"},
		{"café", norm.NFD.String("café")},
		{"ガギグ", norm.NFD.String("ガギグ")},
		{"ガ", "ｶﾞ"},
		{"한글", norm.NFD.String("한글")},
		{"it's", "it’s"},
		{"ÀÉ", "àé"},
		{"❤️‍🔥", "❤‍🔥"},
	} {
		if a, b := text.Tokens(c[0]), text.Tokens(c[1]); !slices.Equal(a, b) {
			t.Errorf("Tokens(%q) = %q, Tokens(%q) = %q", c[0], a, c[1], b)
		}
	}
}

func TestTokens_LongData(t *testing.T) {
	for _, tok := range text.Tokens(strings.Repeat("x", 100_000) + " " + strings.Repeat("é=", 1000)) {
		if n := utf8.RuneCountInString(tok); n > 64 {
			t.Errorf("a token has %d characters", n)
		}
	}
}

// checkToken fails if a token could not be stored and found as it is.
func checkToken(t *testing.T, token string) {
	t.Helper()
	if token == "" || !utf8.ValidString(token) {
		t.Errorf("token %q is empty or not valid UTF-8", token)
	}
	for _, r := range token {
		if unicode.IsSpace(r) || unicode.IsControl(r) || r < utf8.RuneSelf && unicode.IsPunct(r) || strings.ContainsRune("$+<=>^`|~", r) {
			t.Errorf("token %q holds %q", token, r)
		}
	}
}

var samples = []string{
	"", "webhook 去重", "C++ and c#", `foo"bar NEAR(x)`, "it's it’s", "使用pgx连接池", "HTTPServer2 get_user",
	"👨‍👩‍👧🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️", "データベース", "한국어", "ภาษาไทย", "Ǆ ŉ ẞ İ ΐ", "´¨\u0301", "＜ｘ＞＿a", "\xff\xfe", "a\u0345Ά",
	"- [ ] **task**:", "```go\nx := 1\n```", "IT is the `for` loop’s", "ー々\u3099ｶﾞ\u3099x",
}

func FuzzTokens(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tokens := text.Tokens(s)
		for _, tok := range tokens {
			checkToken(t, tok)
		}
		if again := text.Expand(text.Compact(s)); !slices.Equal(again, tokens) {
			t.Errorf("%q is kept as %q, which gives %q instead of %q", s, text.Compact(s), again, tokens)
		}
		for _, term := range text.Terms(s, false) {
			if !slices.Contains(tokens, term.Token) {
				t.Errorf("term %q of a text is none of its tokens %q", term.Token, tokens)
			}
		}
		if n := len(text.Terms(s, true)); n > 64 {
			t.Errorf("%d terms", n)
		}
		if a := text.Tokens(norm.NFD.String(s)); !slices.Equal(a, text.Tokens(norm.NFC.String(s))) {
			t.Errorf("NFD and NFC give different tokens: %q", a)
		}
	})
}

func BenchmarkTokens(b *testing.B) {
	for name, s := range map[string]string{
		"english": "The webhook handler must deduplicate by delivery id; GitHub retries after 10 s.",
		"chinese": "webhook 必须按投递编号去重，因为 GitHub 在十秒后会重试，连接池大小为十。",
		"russian": "Обработчик вебхуков должен отбрасывать повторные доставки по номеру.",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				text.Tokens(s)
			}
		})
	}
}
