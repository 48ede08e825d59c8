package mcpserver

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/recall"
)

// languages are those of goldens, with the end of their files' names.
var languages = map[string]string{inEnglish: "en", inChinese: "zh"}

// speaks sets the language of the person.
func (s *session) speaks(language string) {
	s.t.Helper()
	if err := s.recall.Store().SetSetting(s.t.Context(), store.SettingLocale, language); err != nil {
		s.t.Fatal(err)
	}
}

// skillFile writes a file of a skill, all of it at once: the watch may look at any
// time.
func (s *session) skillFile(name, file, text string) {
	s.t.Helper()
	path := filepath.Join(s.server.opts.Skills.Dir(), name, filepath.FromSlash(file))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	begun := filepath.Join(filepath.Dir(path), ".begun")
	if err := os.WriteFile(begun, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
	if err := os.Rename(begun, path); err != nil {
		s.t.Fatal(err)
	}
}

const reportSkill = `---
name: weekly_report
description: Writes the weekly report from the journal
prompts:
  - name: write_up
    description: Write the report of one week
    arguments:
      - name: week
        description: Which week, as people say it
        required: true
      - name: length
---
Read the journal of the week, then write one page as in references/format.md.
`

// furnished is a session in which there is some of everything: memories of all
// fates, documents, two days of the journal, good and bad skills.
func furnished(t *testing.T) *session {
	s := newSession(t)
	person := store.Author{Kind: store.Person, Process: "window"}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	s.clock.at.Store(time.Date(2026, 11, 27, 16, 5, 0, 0, time.UTC).UnixMilli())
	note := func(text string) {
		_, err := s.recall.WriteNote(t.Context(), store.Author{Kind: store.Agent, Client: "cursor", Process: "c"}, "", text)
		must(err)
		s.clock.wait(20 * time.Minute)
	}
	note("Moved the queue to Postgres; the retries are still missing.")
	note("和小林约好下周看订单表的索引。")
	s.call("memory_save", `{"body":"Use pgx for the pool.\n\nlib/pq has no maintainer.","kind":"decision","tags":["postgres"]}`)
	s.call("memory_save", `{"body":"The webhook fires twice.","kind":"gotcha","tags":["todo","postgres"],"files":["hook/in.go"]}`)
	s.call("memory_save", `{"body":"订单服务用 UTC 存时间。","kind":"fact"}`)
	s.call("memory_save", `{"body":"In the trash."}`)
	s.call("memory_save", `{"body":"Of the person alone."}`)
	s.call("memory_delete", `{"ids":4}`)
	yes := true
	s.person(recall.Change{IDs: []int64{5}, Private: &yes})
	s.clock.at.Store(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC).UnixMilli())
	note("Began with the retries.")
	for name, text := range map[string]string{
		"profile": "# Ada\n\nWrites Go, lives in Lyon.", "persona": "You are Nota, short and dry.", "team-rules": "Review within a day.",
	} {
		_, err := s.recall.WriteDocument(t.Context(), person, recall.DocumentInput{Name: name, Mode: store.Replace, Text: text})
		must(err)
	}
	s.skillFile("weekly_report", "SKILL.md", reportSkill)
	s.skillFile("weekly_report", "references/format.md", "# Format\n\nOne page.\n")
	s.skillFile("weekly_report", "data.json", "{}\n")
	s.skillFile("周报", "SKILL.md", "---\ndescription: 从日志写周报\nprompts:\n  - name: 写\n---\n读一周的日志，写成一页。\n")
	s.skillFile("broken", "SKILL.md", "No front matter.\n")
	return s
}

// read returns what a resource gives, behind its type, or the error.
func (s *session) read(uri string) string {
	s.t.Helper()
	result, err := s.client.ReadResource(s.t.Context(), &mcp.ReadResourceParams{URI: uri})
	if e, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return fmt.Sprintf("error %d: %s %s", e.Code, e.Message, e.Data)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	if result.CacheScope != "private" {
		s.t.Errorf("%s: cache scope is %q", uri, result.CacheScope)
	}
	if got := result.Contents[0].URI; got != uri {
		s.t.Errorf("%s is answered as %s", uri, got)
	}
	return "(" + result.Contents[0].MIMEType + ")\n" + result.Contents[0].Text
}

func indented(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data) + "\n"
}

// TestResourceLists keeps what clients see of resources and their templates.
func TestResourceLists(t *testing.T) {
	for language, short := range languages {
		s := furnished(t)
		s.speaks(language)
		list, err := s.client.ListResources(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if list.CacheScope != "private" {
			t.Errorf("cache scope is %q", list.CacheScope)
		}
		golden(t, "resources_"+short+".json", indented(t, list.Resources))
		for _, r := range list.Resources {
			if r.Title == "" || r.MIMEType == "" {
				t.Errorf("%s: no title or type", r.URI)
			}
		}
	}
	s := newSession(t)
	templates, err := s.client.ListResourceTemplates(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "resource_templates.json", indented(t, templates.ResourceTemplates))
}

// TestResources keeps what each resource gives.
func TestResources(t *testing.T) {
	for language, short := range languages {
		s := furnished(t)
		s.speaks(language)
		var b strings.Builder
		for _, uri := range []string{
			"memtray://context", "memtray://skills",
			"memtray://skill/weekly_report/SKILL.md", "memtray://skill/weekly_report/references/format.md",
			"memtray://skill/weekly_report/references%2Fformat.md", "memtray://skill/weekly_report/data.json",
			"memtray://skill/%E5%91%A8%E6%8A%A5/SKILL.md", "memtray://skill/broken/SKILL.md",
			"memtray://memory/1", "memtray://memory/2", "memtray://memory/3",
			"memtray://document/profile", "memtray://document/team-rules",
			"memtray://journal/2026-11-27", "memtray://journal/2026-11-30",
		} {
			fmt.Fprintf(&b, "> %s\n%s\n\n", uri, s.read(uri))
		}
		golden(t, "resources_"+short+".txt", b.String())
	}
}

// TestUnknownResources: what there is not, and what this client may not see, are
// one and the same.
func TestUnknownResources(t *testing.T) {
	s := furnished(t)
	for _, uri := range []string{
		"memtray://memory/4", "memtray://memory/5", "memtray://memory/99", "memtray://memory/0", "memtray://memory/-1",
		"memtray://memory/012", "memtray://memory/99999999999999999999", "memtray://memory/x", "memtray://memory/", "memtray://memory",
		"memtray://memory/1/2", "memtray://document/none", "memtray://document/UPPER%20CASE", "memtray://document/..",
		"memtray://journal/2026-11-26", "memtray://journal/2026-13-01", "memtray://journal/today",
		"memtray://skill/none/SKILL.md", "memtray://skill/weekly_report", "memtray://skill/weekly_report/none.md",
		"memtray://skill/weekly_report/../../memtray.db", "memtray://skill/weekly_report/..%2F..%2Fmemtray.db",
		"memtray://skill/weekly_report/%00", "memtray://skill/weekly_report/%zz", "memtray://skill/../SKILL.md",
		"memtray://", "memtray://context/", "memtray://contexts", "file:///etc/passwd", "", "memtray://document/" + strings.Repeat("a", 5000),
		"memtray://memory/1?x=1", "memtray://memory/1#x", "memtray://document/\x01",
	} {
		got := s.read(uri)
		if !strings.HasPrefix(got, "error -32602: Resource not found {") {
			t.Errorf("%q: %s", clip(uri, 80), got)
		}
		if len(uri) < 200 && !strings.HasSuffix(got, " "+string(uriData(uri))) {
			t.Errorf("%q is answered as %s", uri, got)
		}
		if len(got) > 500 {
			t.Errorf("%q: an error of %d bytes", clip(uri, 80), len(got))
		}
	}
}

// TestMemoryResource_Fates: what became of a memory is said where that may be
// told.
func TestMemoryResource_Fates(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"Kept."}`)
	s.call("memory_save", `{"body":"Merged away."}`)
	s.call("memory_save", `{"body":"Waits for review."}`)
	s.link(2, store.MergedInto, 1)
	s.call("memory_delete", `{"ids":2}`)
	pending := store.Pending
	s.person(recall.Change{IDs: []int64{3}, State: &pending})
	if got := s.read("memtray://memory/2"); got != "(text/markdown)\n#2 was merged into #1." {
		t.Errorf("merged: %s", got)
	}
	if got := s.read("memtray://memory/3"); !strings.Contains(got, "Waits for review.") {
		t.Errorf("held, by its own client: %s", got)
	}
	s.call("memory_save", `{"body":"Holds now.","supersedes":[1]}`)
	if got := s.read("memtray://memory/1"); !strings.Contains(got, "superseded by #4, read that instead") {
		t.Errorf("superseded: %s", got)
	}
	s.server.opts.Client = "cursor"
	if got := s.read("memtray://memory/3"); got != "(text/markdown)\n#3 is held for review." {
		t.Errorf("held, by another: %s", got)
	}
}

// TestResources_Whole: the largest texts that can be stored are given uncut.
func TestResources_Whole(t *testing.T) {
	s := newSession(t)
	body := strings.Repeat("记", store.MaxBody/3)
	s.call("memory_save", `{"body":`+quote(body)+`}`)
	if got := s.read("memtray://memory/1"); !strings.Contains(got, body) {
		t.Errorf("a memory is cut: %d bytes", len(got))
	}
	text := strings.Repeat("word ", store.MaxDocument/5)
	if _, err := s.recall.WriteDocument(t.Context(), store.Author{Kind: store.Person}, recall.DocumentInput{Name: "long", Mode: store.Replace, Text: text}); err != nil {
		t.Fatal(err)
	}
	if got := s.read("memtray://document/long"); !strings.Contains(got, strings.TrimSpace(text)) {
		t.Errorf("a document is cut: %d bytes", len(got))
	}
}

// TestResourceLists_Pages: a list of any length is given in pages.
func TestResourceLists_Pages(t *testing.T) {
	s := newSession(t)
	for i := range 230 {
		s.skillFile(fmt.Sprintf("s%03d", i), "SKILL.md", "---\ndescription: one of many\n---\nText.\n")
	}
	params, pages, seen := &mcp.ListResourcesParams{}, 0, map[string]bool{}
	for {
		page, err := s.client.ListResources(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		pages++
		for _, r := range page.Resources {
			seen[r.URI] = true
		}
		if page.NextCursor == "" {
			break
		}
		params.Cursor = page.NextCursor
	}
	if pages != 3 || len(seen) != 232 {
		t.Errorf("%d pages with %d resources", pages, len(seen))
	}
	_, err := s.client.ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: "garbage"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("a cursor that is none: %v", err)
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{
		"memtray://context", "memtray://skill/a_b/ref/x.md", "memtray://memory/12", "memtray://document/profile",
		"memtray://journal/2026-11-30", "memtray://skill/%E5%91%A8/%2e%2e%2f", "memtray://skill/a//b",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, ok := parseAddress(s)
		if !ok {
			return
		}
		if again, ok := parseAddress(a.uri()); !ok || again != a {
			t.Errorf("%q is %+v, whose address %q is %+v", s, a, a.uri(), again)
		}
	})
}

// TestJournalResource_Long: a day of which very much was noted is cut, and says
// how to go on.
func TestJournalResource_Long(t *testing.T) {
	s := newSession(t)
	for range 30 {
		if _, err := s.recall.WriteNote(t.Context(), store.Author{Kind: store.Person}, "2026-11-30", strings.Repeat("记事 ", 580)); err != nil {
			t.Fatal(err)
		}
	}
	got := s.prompt("growup")
	if !strings.Contains(got, `memory_get with names ["day:2026-11-30"] and from `) {
		t.Errorf("a prompt of %d bytes does not say how to go on", len(got))
	}
	if got := s.read("memtray://journal/2026-11-30"); strings.Contains(got, "goes on") || strings.Count(got, "记事") != 30*580 {
		t.Errorf("the page has %d of its words", strings.Count(got, "记事"))
	}
}

// TestResourceLists_Closed: a client that may not read, or not where it works, is
// not told what documents there are.
func TestResourceLists_Closed(t *testing.T) {
	s := furnished(t)
	documents := func() int {
		t.Helper()
		list, err := s.client.ListResources(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, r := range list.Resources {
			if strings.HasPrefix(r.URI, "memtray://document/") {
				n++
			}
		}
		return n
	}
	s.trust("claude-code", store.PausedTrust)
	if n := documents(); n != 0 {
		t.Errorf("paused: %d documents", n)
	}
	s.trust("claude-code", store.SaveTrust)
	if n := documents(); n != 3 {
		t.Errorf("%d documents", n)
	}
	dir, err := s.server.opts.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.recall.SetExclusions(t.Context(), []string{filepath.ToSlash(dir) + "/**"}); err != nil {
		t.Fatal(err)
	}
	if n := documents(); n != 0 {
		t.Errorf("excluded: %d documents", n)
	}
	if got := s.read("memtray://document/profile"); !strings.Contains(got, "excluded in Memtray") {
		t.Errorf("excluded: %s", got)
	}
}
