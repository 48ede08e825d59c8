package mcpserver

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

func TestDocumentAnswers(t *testing.T) {
	s := newSession(t)
	golden(t, "document.txt", s.agreed(
		`memory_get {"names":["doc:profile"]}`,
		`memory_document {"name":"profile","text":"Prefers tabs.\u0007 <private>Lives in 杭州.</private>"}`,
		`memory_document {"name":"doc:profile","mode":"append","text":"用中文回答。","revision":1}`,
		`memory_document {"name":"profile","mode":"replace","text":"Prefers tabs. \n\n用中文回答。","revision":1}`,
		`memory_document {"name":"profile","mode":"replace","text":"Prefers tabs. \n\n用中文回答。"}`,
		`memory_get {"names":["doc:profile"]}`,
		`memory_get {"names":["doc:profile"],"from":16}`,
		`memory_get {"names":["doc:profile"],"from":500}`,
		`memory_document {"name":"goals","text":"x","revision":3}`,
		`memory_document {"name":"Core values","text":"x"}`,
		`memory_document {"name":"profile","text":" "}`,
		`memory_document {"name":"profile","mode":"replace","text":"<private>all</private>"}`,
		`memory_document {"name":"profile","mode":"prepend","text":"x"}`,
		`memory_get {}`,
		`memory_get {"names":["profile"]}`,
		`memory_get {"names":["doc:Profile"]}`,
		`memory_get {"ids":["doc:profile"]}`,
	))
}

func TestNoteAnswers(t *testing.T) {
	s := newSession(t)
	if err := s.recall.Store().SetSetting(t.Context(), store.SettingJournalLong, "20"); err != nil {
		t.Fatal(err)
	}
	golden(t, "note.txt", s.transcript(
		`memory_get {"names":["day:2026-11-30"]}`,
		`memory_note {"text":"Fixed the retry loop. AKIAQ3EGRIT7ZMXNP2LK"}`,
		`memory_note {"text":"连接池的死锁已经修好，明天上线。明天还要更新文档。"}`,
		`memory_note {"text":"Talked about the release."}`,
		`memory_get {"names":["day:2026-11-30","day:2026-11-29"],"ids":[1]}`,
		`memory_get {"names":["day:2026-11-31"]}`,
		`memory_note {"text":"\n"}`,
		`memory_note {}`,
	))
	if got := s.call("memory_note", `{"text":"`+strings.Repeat("x", store.MaxNote+1)+`"}`); got != "error: the note is 4097 bytes long; at most 4096 are allowed: split it into several notes" {
		t.Error(got)
	}
}

// TestSearchWritings: documents and days stand among memories by what they say.
func TestSearchWritings(t *testing.T) {
	s := newSession(t)
	for i := range 4 {
		s.call("memory_save", fmt.Sprintf(`{"body":"The connection pool has %d connections in stage %d"}`, 10+i, i))
	}
	s.call("memory_document", `{"name":"profile","text":"# Who\n\nLives in Hangzhou.\n\nPlays the lute; a pool of strings is at home."}`)
	s.call("memory_document", `{"name":"glossary","text":"Owl: the name of the connection pool.\n\n饕餮：缓存清理任务。"}`)
	s.accept()
	s.call("memory_note", `{"text":"The owl deadlocked; a connection was kept too long."}`)
	s.call("memory_note", `{"text":"连接池死锁。"}`)
	golden(t, "search_writings.txt", s.transcript(
		`memory_search {"query":"lute"}`,
		`memory_search {"query":"owl connection"}`,
		`memory_search {"query":"饕餮是什么"}`,
		`memory_search {"query":"连接池 死锁"}`,
		`memory_search {"query":"lute","kinds":["note"]}`,
		`memory_search {"query":"lute","until":"last week"}`,
		`memory_search {"query":"owl","since":"today"}`,
	))
}

// TestPausedWritings: nothing is written while saving is paused; reading goes on.
func TestPausedWritings(t *testing.T) {
	s := newSession(t)
	s.call("memory_note", `{"text":"before"}`)
	if err := s.recall.Pause(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	for tool, args := range map[string]string{"memory_note": `{"text":"a"}`, "memory_document": `{"name":"profile","text":"a"}`} {
		if got := s.call(tool, args); got != "error: saving is paused; nothing was stored" {
			t.Errorf("%s: %s", tool, got)
		}
	}
	if got := s.call("memory_get", `{"names":["day:2026-11-30"]}`); !strings.Contains(got, "before") {
		t.Error(got)
	}
}

// TestLongDocument: a document that does not fit is read in parts, and no text
// closes the frame.
func TestLongDocument(t *testing.T) {
	s := newSession(t)
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "line %d 连接池 --- f00d end\n", i)
	}
	whole := b.String()
	person := store.Author{Kind: store.Person}
	if _, err := s.recall.WriteDocument(t.Context(), person, recall.DocumentInput{Name: "long", Mode: store.Replace, Text: whole}); err != nil {
		t.Fatal(err)
	}
	marks := 0
	s.server.mark = func() string { marks++; return []string{"f00d", "cafe"}[marks%2] }
	var read strings.Builder
	for from, parts := 0, 0; ; parts++ {
		got := s.call("memory_get", `{"names":["doc:long"],"max_tokens":2000,"from":`+strconv.Itoa(from)+`}`)
		if strings.Contains(got, "--- f00d\n") || parts > 50 {
			t.Fatalf("part %d: %s", parts, clip(got, 300))
		}
		_, body, _ := strings.Cut(got, "revision 1\n")
		body, after, _ := strings.Cut(body, "\n--- cafe end")
		read.WriteString(body)
		_, next, more := strings.Cut(after, "and from ")
		if !more {
			break
		}
		next, _, _ = strings.Cut(next, " ")
		from, _ = strconv.Atoi(next)
	}
	if strings.ReplaceAll(read.String(), "\n", "") != strings.ReplaceAll(whole, "\n", "") {
		t.Error("the parts are not the whole")
	}
}
