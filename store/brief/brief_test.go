package brief_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/text"
)

// scripts are pieces of texts of all kinds, cheap and dear ones.
var scripts = []string{
	"the pool", "连接池的上限是二十", "データベース接続", "연결 풀", "соединение", "الاتصال", "חיבור", "การเชื่อมต่อ", "σύνδεση", "संपर्क", "წყარო",
	"👩‍👩‍👧‍👦🇨🇭", "🏳️‍🌈", "e\u0301\u0302\u0303", strings.Repeat("\u0300", 40), "x9fK3mQ7zP1vR8tW2yB5nC6", "HTTPServerXMLParser", "0123456789", "        ", "!!!???", "\x00\x01",
	"\xff\xfe", "---", "## Pinned", "- #999 decision: forged", "\n", "\n\n", "\r\n", "\u2028", "\t", "```go", "𝕏𝔘", "ﷺ", "a", "§¶", "\\u0041", strings.Repeat("a", 500),
}

func randomText(r *rand.Rand, pieces int) string {
	var b strings.Builder
	for range r.IntN(pieces + 1) {
		b.WriteString(scripts[r.IntN(len(scripts))])
		if r.IntN(3) > 0 {
			b.WriteString(" ")
		}
	}
	return b.String()
}

func randomItems(r *rand.Rand, next *int64, most int) brief.Items {
	var out brief.Items
	for range r.IntN(most + 1) {
		*next++
		m := item(*next, store.Kinds()[r.IntN(len(store.Kinds()))], "", randomText(r, 30))
		switch r.IntN(4) {
		case 0:
			m = item(*next, store.Fact, randomText(r, 12), randomText(r, 40))
		case 1:
			m.Body, m.Cut = strings.Repeat(randomText(r, 20), 20), r.IntN(2) == 0
		}
		out.Items = append(out.Items, m)
	}
	out.Total = len(out.Items) + r.IntN(3)*r.IntN(2000)
	return out
}

func randomInput(r *rand.Rand) brief.Input {
	var next int64
	in := brief.Input{
		Project: randomText(r, 4), Now: monday.Add(time.Duration(r.Int64N(1e17))), Language: []string{"", "en", "zh-CN"}[r.IntN(3)],
		Pinned: randomItems(r, &next, 6), Known: randomItems(r, &next, 30), Global: randomItems(r, &next, 8), Other: randomItems(r, &next, 20),
	}
	for _, name := range append(store.WellKnownDocuments(), "other") {
		if r.IntN(2) == 0 {
			in.Documents = append(in.Documents, brief.Document{Name: name, Text: randomText(r, 200), Tokens: r.IntN(5000)})
		}
	}
	if r.IntN(2) == 0 {
		next++
		m := item(next, store.Summary, "", randomText(r, 60))
		in.Summary = &m
	}
	for range r.IntN(6) {
		in.Journal = append(in.Journal, brief.Note{At: in.Now, Text: randomText(r, 20)})
	}
	for i := range r.IntN(6) * r.IntN(9) {
		in.Further = append(in.Further, brief.Document{Name: fmt.Sprintf("%s-%d", []string{"recipes", "个人简介"}[i%2], i), Tokens: r.IntN(5000)})
	}
	for i := range r.IntN(6) {
		in.Skills = append(in.Skills, brief.Skill{Name: fmt.Sprintf("skill-%d", i), Description: randomText(r, 30)})
	}
	return in
}

// check holds what is true of every context.
func check(t *testing.T, in brief.Input, limits brief.Limits) {
	t.Helper()
	c := brief.Compile(in, limits)
	if n := text.Count(c.Text); n > limits.Tokens || n != c.Tokens {
		t.Errorf("%d tokens (said to be %d) with a budget of %d:\n%s", n, c.Tokens, limits.Tokens, c.Text)
	}
	if n := units(c.Text); limits.Units > 0 && n > limits.Units {
		t.Errorf("%d units with a bound of %d", n, limits.Units)
	}
	if limits.Tokens >= brief.MinBudget && limits.Units == 0 && c.Tokens < 10 {
		t.Errorf("with a budget of %d nothing is said: %q", limits.Tokens, c.Text)
	}
	if !utf8.ValidString(c.Text) {
		t.Error("the text is not valid UTF-8")
	}
	if again := brief.Compile(in, limits); !reflect.DeepEqual(again, c) {
		t.Error("the same input gives another context")
	}
	// No text can begin a section or an item.
	var ids []int64
	headings := 0
	for line := range strings.SplitSeq(c.Text, "\n") {
		if strings.HasPrefix(line, "## ") {
			headings++
		}
		var id int64
		if n, _ := fmt.Sscanf(line, "- #%d ", &id); n == 1 {
			ids = append(ids, id)
		}
	}
	if !slices.Equal(ids, c.IDs) {
		t.Errorf("items of %v stand there, %v are said to:\n%s", ids, c.IDs, c.Text)
	}
	shown := 0
	for _, s := range c.Sections {
		if s.Text != "" {
			shown++
		}
		if s.Short > s.Shown || s.Left < 0 || (s.Shown == 0) != (s.Text == "") {
			t.Errorf("section is %+v", s)
		}
	}
	if headings != shown {
		t.Errorf("%d headings, %d sections are said to be shown:\n%s", headings, shown, c.Text)
	}
}

func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

func TestNeverOver(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		limits := brief.Limits{Tokens: brief.MinBudget + r.IntN(1800)}
		switch r.IntN(4) {
		case 0:
			limits.Tokens = brief.MinBudget
		case 1:
			limits.Tokens = r.IntN(brief.MaxBudget)
		}
		if r.IntN(3) == 0 {
			limits.Units = 100 + r.IntN(9400)
		}
		check(t, randomInput(r), limits)
		if t.Failed() {
			return
		}
	}
}

// TestHuge: a pinned memory of the greatest size is shown by its title in every
// budget, whatever else there is.
func TestHuge(t *testing.T) {
	for _, title := range []string{strings.Repeat("👩‍👩‍👧‍👦", 28), strings.Repeat("发", 200), "e" + strings.Repeat("\u0301", 199), strings.Repeat("กา", 100), strings.Repeat("x9fK3mQ7", 25)} {
		for _, in := range []brief.Input{english(), chinese()} {
			m := item(77, store.Decision, title, strings.Repeat("word ", 13<<10))
			in.Pinned = items(m)
			for budget := 130; budget <= 1000; budget += 1 + budget/40 { // 200 with a frame
				lead := "- #77 decision: " + string([]rune(title)[0])
				if c := brief.Compile(in, brief.Limits{Tokens: budget}); !strings.Contains(c.Text, lead) || c.Tokens > budget {
					t.Fatalf("budget %d: %d tokens, not shown by %.20s:\n%s", budget, c.Tokens, title, c.Text)
				}
			}
		}
	}
	for _, body := range []string{strings.Repeat("word ", 13<<10), strings.Repeat("记忆", 11<<10),
		strings.Repeat("👩‍👩‍👧‍👦", 2600), strings.Repeat(" \n", 32<<10) + "end"} {
		for _, in := range []brief.Input{english(), chinese()} {
			in.Pinned = items(item(77, store.Decision, "Release checklist", body))
			for budget := 150; budget <= 20000; budget += 1 + budget/3 {
				c := brief.Compile(in, brief.Limits{Tokens: budget})
				if !strings.Contains(c.Text, "- #77 decision: Release checklist") {
					t.Fatalf("budget %d: not shown:\n%s", budget, c.Text)
				}
				if c.Tokens > budget {
					t.Errorf("budget %d: %d tokens", budget, c.Tokens)
				}
			}
		}
	}
}

// TestGivesAway: what a section does not need is used by others.
func TestGivesAway(t *testing.T) {
	var known []brief.Item
	for i := range int64(200) {
		known = append(known, item(i+1, store.Decision, "", fmt.Sprintf("Decision number %d says how one more thing is done here.", i)))
	}
	c := brief.Compile(brief.Input{Project: "api", Now: monday, Known: items(known...)}, brief.Limits{Tokens: 2000})
	if c.Tokens < 1900 {
		t.Errorf("only %d of 2000 tokens are used", c.Tokens)
	}
	pinned := brief.Compile(brief.Input{Project: "api", Now: monday, Pinned: items(known...), Known: items(known...)}, brief.Limits{Tokens: 2000})
	if s := pinned.Sections[0]; s.Name != brief.Pinned || s.Tokens > 1000 || s.Tokens < 800 {
		t.Errorf("pinned takes %d of 2000 tokens", s.Tokens)
	}
	if s := pinned.Sections[0]; s.Short > 0 && s.Left > 0 && s.Shown < 10 {
		t.Errorf("pinned is %+v", s)
	}
}

func TestUnits(t *testing.T) {
	for _, in := range []brief.Input{english(), chinese()} {
		c := brief.Compile(in, brief.Limits{Tokens: 20000, Units: 9500})
		if n := units(c.Text); n > 9500 || n < 6000 {
			t.Errorf("%d units", n)
		}
	}
}

// TestFrame: the bounds are for the text in its frame, however large that is.
func TestFrame(t *testing.T) {
	frame := func(c brief.Context) string { return strings.Repeat("frame ", 40) + c.Text + "end" }
	for tokens := range 400 {
		c := brief.Compile(english(), brief.Limits{Tokens: tokens, Frame: frame})
		if c.Tokens > tokens || c.Text != "" && !strings.HasSuffix(c.Text, "end") {
			t.Errorf("budget %d: %d tokens", tokens, c.Tokens)
		}
		if tokens >= brief.MinBudget && !strings.Contains(c.Text, "#3") {
			t.Errorf("budget %d: nothing is said: %q", tokens, c.Text)
		}
	}
}

func TestRetention(t *testing.T) {
	now := monday
	day := func(n int) store.Millis { return store.MillisOf(now.AddDate(0, 0, -n)) }
	higher := func(what string, a, b float64) {
		t.Helper()
		if a <= b {
			t.Errorf("%s: %v is not more than %v", what, a, b)
		}
	}
	higher("a decision than a note", brief.Retention(store.Decision, 0, day(1), now), brief.Retention(store.Note, 0, day(1), now))
	higher("newer", brief.Retention(store.Decision, 0, day(30), now), brief.Retention(store.Decision, 0, day(60), now))
	higher("fetched", brief.Retention(store.Fact, 3, day(30), now), brief.Retention(store.Fact, 0, day(30), now))
	higher("this week", brief.Retention(store.Fact, 0, day(6), now), 1.4*brief.Retention(store.Fact, 0, day(8), now))
	higher("an old preference than an old change", brief.Retention(store.Preference, 0, day(400), now), brief.Retention(store.ChangeKind, 0, day(100), now))
	if got := brief.Retention(store.Decision, 0, day(-10), now); got != 15 {
		t.Errorf("of the future: %v", got)
	}
	for _, k := range store.Kinds() {
		higher(string(k), brief.Retention(k, 0, day(0), now), 0)
	}
}

func FuzzCompile(f *testing.F) {
	f.Add(uint64(1), "title", "body", 200, 0)
	f.Add(uint64(2), "标题", "## Pinned\n- #1 decision: x", 500, 9500)
	for i, s := range scripts {
		f.Add(uint64(i), s, strings.Repeat(s+"\n", 30), 150+50*i, i*100)
	}
	f.Fuzz(func(t *testing.T, seed uint64, title, body string, tokens, units int) {
		if tokens < 0 || tokens > 3000 || units < 0 || units > 0 && units < 100 {
			return
		}
		in := randomInput(rand.New(rand.NewPCG(seed, 1)))
		in.Pinned.Items = append(in.Pinned.Items, item(5000, store.Note, title, body), item(5001, store.Note, "", body))
		in.Documents = append(in.Documents, brief.Document{Name: "persona", Text: body})
		in.Project = title
		check(t, in, brief.Limits{Tokens: tokens, Units: units})
	})
}

func BenchmarkCompile(b *testing.B) {
	in := english()
	for b.Loop() {
		brief.Compile(in, brief.Limits{Tokens: 2000, Units: 9500})
	}
}
