package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// setVersion makes the person's file one of another version, as a newer program
// would while others have it open.
func (p *person) setVersion(t *testing.T, version int) {
	t.Helper()
	if _, err := p.file(t).Exec(fmt.Sprintf("pragma user_version = %d", version)); err != nil {
		t.Fatal(err)
	}
}

// TestVersionSkew: a client that runs while a newer program changes the file is
// told to restart at its next write; what it recalls goes on.
func TestVersionSkew(t *testing.T) {
	slow(t)
	p := newPerson(t)
	a := newAgent(t, p, "codex")
	s := p.serve(t)
	a.must(t, "memory_save", map[string]any{"body": "before the update"})
	p.setVersion(t, 9)
	text, failed := a.call(t, "memory_save", map[string]any{"body": "after the update"})
	if !failed || !strings.Contains(text, "version 9, this program knows up to 1; restart the client") {
		t.Errorf("save: %v %s", failed, text)
	}
	var answer struct {
		Error struct{ Code, Message string }
	}
	if code := s.call(t, "POST", "/api/memories", map[string]any{"body": "x"}, &answer); code < 400 || answer.Error.Code != "newer" {
		t.Errorf("the dashboard's save: %d %+v", code, answer)
	}
	if text := a.must(t, "memory_search", map[string]any{"query": "update"}); !strings.Contains(text, "before the update") {
		t.Errorf("search: %s", text)
	}
	p.setVersion(t, 1)
	a.must(t, "memory_save", map[string]any{"body": "after all"})
}
