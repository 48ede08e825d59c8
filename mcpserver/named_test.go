package mcpserver

import (
	"fmt"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

// TestGet_Names keeps what the forms of names give: rows, days in words, skills
// and addresses, for clients that offer nothing but tools.
func TestGet_Names(t *testing.T) {
	s := furnished(t)
	var b strings.Builder
	for _, names := range []string{
		`"doc:Profile"`, `"DOC: ｐｒｏｆｉｌｅ"`, `"doc:persona"`, `"memtray://document/profile"`,
		`"day:today"`, `"day:last friday"`, `"day:上周五"`, `"day:yesterday"`, `"memtray://journal/2026-11-27"`,
		`"skills"`, `"skill:weekly_report"`, `"skill:Weekly_Report/references/format.md"`, `"skill:周报"`,
		`"memtray://skill/%E5%91%A8%E6%8A%A5/SKILL.md"`, `"memtray://skill/weekly_report/data.json"`,
		`"skill:nothing"`, `"skill:weekly_report/nothing.md"`, `"skill:weekly_report/../../memtray.db"`, `"skill:broken"`,
		`"doc:no such name"`, `"doc:"`, `"day:2026-13-01"`, `"day:last week"`, `"profile"`, `"#1"`, `"memtray://memory/1"`, `"memtray://context"`, `"` + strings.Repeat("x", 300) + `"`,
	} {
		given := fmt.Sprintf(`{"names":[%s]}`, names)
		fmt.Fprintf(&b, "> memory_get %.90s\n%s\n\n", given, s.call("memory_get", given))
	}
	golden(t, "names.txt", b.String())
}

// TestGet_OneWrong: a name that cannot be one, or is not there, is said behind what
// was read.
func TestGet_OneWrong(t *testing.T) {
	s := furnished(t)
	got := s.call("memory_get", `{"ids":[1,99],"names":["doc:x y","doc:profile","owl","day:today","day:never"]}`)
	for _, want := range []string{"Use pgx for the pool.", "Writes Go, lives in Lyon.", "Began with the retries.", "#99 does not exist.",
		"doc:x y: a document's name must be", "owl: names are ", "day:never: a day must be"} {
		if !strings.Contains(got, want) {
			t.Errorf("not said: %s", want)
		}
	}
	if strings.HasPrefix(got, "error") {
		t.Error("it is an error")
	}
	if got := s.call("memory_get", `{"names":["owl","doc:none"]}`); !strings.HasPrefix(got, "error: owl: ") || !strings.Contains(got, "doc:none does not exist.") {
		t.Errorf("nothing was read: %s", got)
	}
}

// TestDocument_Chinese: a document has one name in every spelling of it, over all
// that reads and writes.
func TestDocument_Chinese(t *testing.T) {
	s := newSession(t)
	if got := s.call("memory_document", `{"name":"doc:个人简介","text":"喜欢小步提交。"}`); !strings.HasPrefix(got, "proposed") {
		t.Fatal(got)
	}
	person := store.Author{Kind: store.Person, Process: "window"}
	for name, text := range map[string]string{"个人简介": "喜欢小步提交。", " Cafe\u0301_Ｎotes ": "Open at nine."} {
		if _, err := s.recall.WriteDocument(t.Context(), person, recall.DocumentInput{Name: name, Mode: store.Replace, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{"doc:个人简介": "喜欢小步提交。", "doc:CAFÉ_notes": "Open at nine.", "doc:cafe\u0301_notes": "Open at nine."} {
		if got := s.call("memory_get", fmt.Sprintf(`{"names":[%q]}`, name)); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := s.call("memory_search", `{"query":"提交"}`); !strings.Contains(got, "doc:个人简介 · ") {
		t.Errorf("the row is %s", got)
	}
	list, err := s.client.ListResources(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, r := range list.Resources {
		switch r.Name {
		case "doc:个人简介", "doc:café_notes":
			found++
			if got := s.read(r.URI); !strings.Contains(got, r.Name+" · document") {
				t.Errorf("%s: %s", r.URI, got)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d of 2 are listed: %v", found, list.Resources)
	}
	if got := s.read("memtray://document/个人简介"); !strings.Contains(got, "小步") {
		t.Errorf("not escaped: %s", got)
	}
}
