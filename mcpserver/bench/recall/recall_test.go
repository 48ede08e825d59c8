package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// write writes files by their path below a new folder and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Two conversations side by side, and a set that is none.
var files = map[string]string{
	"talk/a/corpus.jsonl": `{"id": "1", "session": "x", "at": "2026-03-01T10:00:00Z", "text": "The gateway listens on port 8443."}
{"id": "2", "session": "x", "at": "2026-03-01T10:05:00Z", "text": "Its certificate lives in the vault."}`,
	"talk/a/queries.jsonl": `{"q": "On which port does the gateway listen?", "relevant": ["1"], "category": "single hop"}
{"q": "Who owns the gateway?", "relevant": ["1"], "category": "adversarial"}`,
	"talk/b/corpus.jsonl":  `{"id": "1", "session": "x", "text": "The gateway is written in Go."}`,
	"talk/b/queries.jsonl": `{"q": "What is the gateway written in?", "relevant": ["1"]}`,
	"code/corpus.jsonl":    `{"id": "f", "text": "func retryWithJitter()"}` + "\n" + `{"id": "g", "text": "func parseDate()"}`,
	"code/queries.jsonl":   `{"q": "retry", "relevant": ["f"]}` + "\n" + `{"q": "func parseDate()", "relevant": ["g"]}`,
}

func measured(t *testing.T, data string) (*report, string) {
	t.Helper()
	r, err := run(context.Background(), data, 5)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	r.print(&b)
	return r, b.String()
}

// TestRun measures small sets of which every figure is known.
func TestRun(t *testing.T) {
	r, printed := measured(t, write(t, files))
	for _, want := range []string{
		"set=code method=memtray category=all n=2 r1=1.0000 r5=1.0000 r10=1.0000 r20=1.0000 mrr=1.0000 ndcg10=1.0000 p50ms=",
		"set=code method=or category=all n=2 r1=0.5000 ", // "retry" is no word of the plain index
		"set=code method=substring category=all n=2 r1=1.0000 ",
		"set=talk/a method=memtray category=all n=2 r1=1.0000 ",
		"set=talk/a method=memtray-index category=all n=2 r1=1.0000 ",
		"set=talk/a method=memtray-plain category=all n=2 r1=1.0000 ",
		"set=talk/a method=memtray category=1-4 n=1 ",
		"set=talk/a method=memtray category=single-hop n=1 ",
		"set=talk/a method=and category=all n=2 r1=0.0000 ",
		"set=talk/b method=memtray category=all n=1 ",
		"set=talk method=memtray category=all n=3 r1=1.0000 ",
		"set=joined method=memtray category=all n=3 r1=1.0000 ", // each in its own project
		"set=joined method=or category=all n=3 r1=1.0000 ",
	} {
		if !strings.Contains(printed, "\n"+want) {
			t.Errorf("there is no line %s", want)
		}
	}
	if strings.Contains(printed, "set=talk/b method=memtray category=1-4") {
		t.Error("questions of which none is adversarial have a category 1-4")
	}
	if r.counts["joined"] != 3 || r.counts["talk"] != 3 || r.counts["code"] != 2 {
		t.Errorf("records %v", r.counts)
	}
	machine := regexp.MustCompile(`^set=\S+ method=\S+ category=\S+ n=\d+( (r1|r5|r10|r20|mrr|ndcg10)=[01]\.\d{4}){6} p50ms=\d+\.\d{3}$`)
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	for _, l := range lines[len(lines)-len(r.figures):] {
		if !machine.MatchString(l) {
			t.Errorf("not a line for machines: %q", l)
		}
	}
}

func TestRun_LongMem(t *testing.T) {
	dir := write(t, map[string]string{"long.json": `[{"question_id": "q1", "question_type": "user", "question": "Where is the spare key?", "question_date": "2026/05/30 (Sat) 23:40",
		"haystack_session_ids": ["s1", "s2"], "haystack_dates": ["2026/05/20 (Wed) 02:21", "2026/05/21 (Thu) 10:00"],
		"haystack_sessions": [[{"role": "user", "content": "Hello"}, {"role": "assistant", "content": "Hello"}],
			[{"role": "user", "content": "Some greeting"}, {"role": "user", "content": "The spare key lies under the pot", "has_answer": true}]],
		"answer_session_ids": ["s2"]}]`})
	if _, printed := measured(t, filepath.Join(dir, "long.json")); !strings.Contains(printed, "\nset=long method=memtray category=user n=1 r1=1.0000 ") {
		t.Error(printed)
	}
}

func TestRun_Refuses(t *testing.T) {
	for _, data := range []string{"missing", "missing.json"} {
		if _, err := run(context.Background(), filepath.Join(t.TempDir(), data), 0); err == nil || !strings.Contains(err.Error(), data) {
			t.Errorf("%s: %v", data, err)
		}
	}
}

func TestMisses(t *testing.T) {
	_, printed := measured(t, write(t, map[string]string{
		"corpus.jsonl":  `{"id": "1", "text": "Ships on Monday."}` + "\n" + `{"id": "2", "text": "The weather on release day."}`,
		"queries.jsonl": `{"q": "release", "relevant": ["1"], "category": "hard"}`,
	}))
	want := "\nNot among the first 5 of memtray:\n  hard  release\n    wanted, rank 0: 1 Ships on Monday.\n    1. 2 The weather on release day.\n"
	if !strings.Contains(printed, want) {
		t.Errorf("no %s in %s", want, printed)
	}
}

func TestBounds(t *testing.T) {
	r, _ := measured(t, write(t, files))
	const usage = "SET:CATEGORY@MEASURE=SHARE is expected, such as own:stem=0.9 or own:all@mrr=0.5; measures are 1, 5, 10, 20 and mrr"
	for _, c := range []struct{ arg, want string }{
		{"code:all=1", ""},
		{"code:all@1=1", ""},
		{"code:all@10=1", ""},
		{"code:all@20=1", ""},
		{"code:all@mrr=1", ""},
		{"code:all@3=1", usage},
		{"code:all@=1", usage},
		{"code:all=NaN", usage},
		{"talk/a:all=0.5", ""},
		{"talk/a:adversarial=1", ""},
		{"other:all=0.5", "other:all is bounded, but was not measured"},
		{"code=0.5", usage},
		{"code:all", usage},
		{"code:all=2", usage},
	} {
		var b bounds
		err := b.Set(c.arg)
		if err == nil {
			err = b.check(r)
		}
		if got := message(err); got != c.want {
			t.Errorf("%s: %q, want %q", c.arg, got, c.want)
		}
	}
	r.figures[key{"code", ours, "all"}].verdicts[0].R5 = 0
	r.figures[key{"code", ours, "all"}].verdicts[0].MRR = .5
	for arg, want := range map[string]string{
		"code:all=0.9":     "code:all@5: 0.500, the bound is 0.9",
		"code:all@mrr=0.9": "code:all@mrr: 0.750, the bound is 0.9",
		"code:all@10=0.9":  "",
	} {
		var b bounds
		if err := b.Set(arg); err != nil {
			t.Fatal(err)
		}
		if got := message(b.check(r)); got != want {
			t.Errorf("%s: %q, want %q", arg, got, want)
		}
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestFit: the own set is fitted in any case, and conversations only check.
func TestFit(t *testing.T) {
	sets := map[string]string{}
	for name, content := range files {
		if of, found := strings.CutPrefix(name, "talk/"); found {
			name = "locomo/" + of
		}
		sets[name] = content
	}
	var b strings.Builder
	if err := fit(context.Background(), write(t, sets), &b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"own ", "code ", "locomo/a ", "locomo/b ", "together ", "together, 1-4 ", "\tPairs: ", "\tOpening: ", "\tLead: "} {
		if !strings.Contains(b.String(), "\n"+want) {
			t.Errorf("no line %q in %s", want, b.String())
		}
	}
	for _, never := range []string{"\tTime: ", "\tPrevious: ", "\tSession: ", "\tAnswer: ", "\tDate: ", "\tAsks: "} {
		if strings.Contains(b.String(), never) {
			t.Errorf("%q is fitted on what only checks: %s", never, b.String())
		}
	}
}
