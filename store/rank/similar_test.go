package rank_test

import (
	"os"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/rank"
)

// labelled is a pair of texts and what they are to each other.
type labelled struct{ verdict, language, now, was string }

func readPairs(t testing.TB) []labelled {
	t.Helper()
	data, err := os.ReadFile("testdata/similar.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var all []labelled
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 {
			t.Fatalf("not four fields: %q", line)
		}
		all = append(all, labelled{f[0], f[1], f[2], f[3]})
	}
	return all
}

func read(s string) rank.Statement {
	if title, body, ok := strings.Cut(s, " ¦ "); ok {
		return rank.Read(title, body)
	}
	return rank.Read("", s)
}

func verdictOf(s rank.Similarity) string {
	switch {
	case s.Kind == store.SupersedeProposal:
		return "conflict"
	case s.Kind == store.MergeProposal:
		return "near"
	}
	return "none"
}

// TestCompare_Labelled holds what the comparison is good for: what it calls the
// same is the same, of the conflicts at least 95 of 100 are right, and it reports
// at least 70 of 100 of both.
func TestCompare_Labelled(t *testing.T) {
	type score struct{ right, reported, wanted int }
	scores := map[string]*score{"near": {}, "conflict": {}}
	for _, p := range readPairs(t) {
		want := p.verdict
		if want == "same" || want == "more" || want == "less" {
			want = "near"
		}
		s := rank.Compare(read(p.now), read(p.was))
		got := verdictOf(s)
		if scores[want] != nil {
			scores[want].wanted++
		}
		if scores[got] != nil {
			scores[got].reported++
		}
		if got == want && scores[got] != nil {
			scores[got].right++
		}
		if got != want {
			t.Logf("%s, not %s (%s): %q and %q", got, want, s.Reason, p.now, p.was)
		} else if want == "near" && s.KeepNew != (p.verdict == "more") {
			t.Errorf("keep the new one: %v, but it is %s: %q and %q", s.KeepNew, p.verdict, p.now, p.was)
		}
	}
	for name, s := range scores {
		precision, recall := float64(s.right)/float64(s.reported), float64(s.right)/float64(s.wanted)
		t.Logf("%s: precision %.3f, recall %.3f", name, precision, recall)
		least := map[string]float64{"near": 1, "conflict": 0.95}[name]
		if precision < least || recall < 0.7 {
			t.Errorf("%s: precision %.3f, recall %.3f; at least %.2f and 0.70 are wanted", name, precision, recall, least)
		}
	}
}

// TestCompare_Long: a text of the greatest length costs no more than a part of it.
func TestCompare_Long(t *testing.T) {
	long := strings.Repeat("the quick brown fox jumps over lazy dogs 跳过懒狗 ", store.MaxBody/60)
	s := rank.Read("", "Use pgx for the connection pool. "+long)
	if got := rank.Compare(s, rank.Read("", "Use pgx for the connection pool")); verdictOf(got) != "near" || !got.KeepNew {
		t.Errorf("a long text that begins with it: %+v", got)
	}
	if got := rank.Compare(rank.Read("", "lazy foxes use pgx for dogs"), s); verdictOf(got) != "none" {
		t.Errorf("words of a long text: %+v", got)
	}
}

// FuzzCompare: any two texts have a verdict, a text does not contradict itself, and
// who says more is told apart whichever comes first.
func FuzzCompare(f *testing.F) {
	for _, p := range readPairs(f) {
		f.Add(p.now, p.was)
	}
	f.Add("", "\xff\x00")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := read(a), read(b)
		if s := rank.Compare(x, x); s.Kind == store.SupersedeProposal || s.KeepNew {
			t.Errorf("%q against itself: %+v", a, s)
		}
		s, back := rank.Compare(x, y), rank.Compare(y, x)
		if len([]rune(s.Reason)) > store.MaxReason || (s.Kind == "") != (s.Reason == "") {
			t.Errorf("%q and %q: %+v", a, b, s)
		}
		if s.KeepNew && back.KeepNew {
			t.Errorf("each of %q and %q says more than the other", a, b)
		}
	})
}

func BenchmarkCompare(b *testing.B) {
	long := strings.Repeat("the quick brown fox jumps over lazy dogs 跳过懒狗 ", store.MaxBody/60)
	for b.Loop() {
		rank.Compare(rank.Read("", "1 "+long), rank.Read("", long+" 2"))
	}
}
