package sets_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/mcpserver/bench/sets"
)

const (
	corpus  = `{"id": "a", "text": "one", "session": "s", "at": "2026-03-01T10:00:00Z"}` + "\n\n" + `{"id": "b", "text": "ONE ", "session": "s"}` + "\n" + `{"id": "c", "text": "two"}`
	queries = `{"q": "which", "relevant": ["a", "b", "c"], "category": "two words"}` + "\n"
)

// folder writes files by their path and returns where.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
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

func TestRead(t *testing.T) {
	dir := folder(t, map[string]string{
		"corpus.jsonl": corpus, "queries.jsonl": queries,
		"deep/er/x y/corpus.jsonl": corpus, "deep/er/x y/queries.jsonl": queries,
		"README.md": "not a set",
	})
	all, err := sets.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[0].Name != "data" || all[1].Name != "deep/er/x-y" {
		t.Fatalf("got %+v", all)
	}
	s := all[1]
	if len(s.Records) != 3 || s.Records[0].ID != "a" || s.Records[0].At.Hour() != 10 || s.Sessions() {
		t.Errorf("records %+v", s.Records)
	}
	// Equal texts are one memory.
	if want := []int{0, 0, 2}; !reflect.DeepEqual(s.Units, want) {
		t.Errorf("units %v, want %v", s.Units, want)
	}
	if q := s.Questions[0]; !reflect.DeepEqual(q, sets.Question{Text: "which", Relevant: []int{0, 2}, Category: "two-words"}) {
		t.Errorf("question %+v", q)
	}
	if got := s.Found([]int{1, 2, 0}); !reflect.DeepEqual(got, []int{0, 2}) {
		t.Errorf("found %v", got)
	}
}

func TestRead_Refuses(t *testing.T) {
	for _, c := range []struct{ name, corpus, queries, want string }{
		{"no corpus", "", queries, "corpus.jsonl: no such file"},
		{"no questions", corpus, "", "queries.jsonl: no such file"},
		{"empty corpus", "\n", queries, "corpus.jsonl:1: the file is empty"},
		{"empty questions", corpus, " \n\n", "queries.jsonl:1: the file is empty"},
		{"bad JSON", corpus + "\n{\"id\": }", queries, "corpus.jsonl:5: invalid character"},
		{"no id", `{"text": "x"}`, queries, "corpus.jsonl:1: id is required"},
		{"id twice", corpus + "\n" + `{"id": "a", "text": "x"}`, queries, `corpus.jsonl:5: id "a" is there twice`},
		{"no text", `{"id": "a", "text": " "}`, queries, "corpus.jsonl:1: text is required"},
		{"bad time", `{"id": "a", "text": "x", "at": "yesterday"}`, queries, "corpus.jsonl:1: parsing time"},
		{"unknown kind", `{"id": "a", "text": "x", "kind": "thought"}`, queries, `corpus.jsonl:1: unknown kind "thought"`},
		{"no question", corpus, `{"relevant": ["a"]}`, "queries.jsonl:1: q is required"},
		{"no answer", corpus, queries + `{"q": "x"}`, "queries.jsonl:2: relevant is required: the ids that answer the question"},
		{"unknown answer", corpus, queries + `{"q": "x", "relevant": ["a", "z"]}`, `queries.jsonl:2: relevant id "z" is not in corpus.jsonl`},
	} {
		files := map[string]string{}
		if c.corpus != "" {
			files["set/corpus.jsonl"] = c.corpus
		}
		if c.queries != "" {
			files["set/queries.jsonl"] = c.queries
		}
		_, err := sets.Read(folder(t, files))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want …%s…", c.name, err, c.want)
		}
	}
}

func TestRead_NoSet(t *testing.T) {
	if _, err := sets.Read(folder(t, map[string]string{"a/README.md": "x"})); err == nil || !strings.Contains(err.Error(), "a set is a folder with corpus.jsonl and queries.jsonl") {
		t.Errorf("an empty folder: %v", err)
	}
	file := filepath.Join(folder(t, map[string]string{"corpus.jsonl": corpus}), "corpus.jsonl")
	if _, err := sets.Read(file); err == nil || !strings.Contains(err.Error(), "corpus.jsonl is no folder") {
		t.Errorf("a file: %v", err)
	}
	if _, err := sets.Read(filepath.Join(t.TempDir(), "missing")); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("a missing folder: %v", err)
	}
}
