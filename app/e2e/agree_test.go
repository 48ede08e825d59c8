package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store/sqlite"
)

// TestAgree: what the person edits, deletes or restores in the dashboard is so
// for a client that runs at once, and the other way round; what was deleted can
// be saved again, and what was deleted for good is in no later backup.
func TestAgree(t *testing.T) {
	p := newPerson(t)
	a, s := newAgent(t, p, "codex"), p.serve(t)
	edited := a.save(t, map[string]any{"body": "deploy with ansible"})
	gone := a.save(t, map[string]any{"body": "deploy with quixzotl"})
	one := fmt.Sprintf("/api/memories/%d", edited)
	trash := map[string]any{"ids": []int64{gone}, "patch": map[string]any{"state": "trashed"}}

	finds := func(query string, want ...int64) {
		t.Helper()
		text := a.must(t, "memory_search", map[string]any{"query": query})
		for _, id := range []int64{edited, gone} {
			found, wanted := strings.Contains(text, fmt.Sprintf("#%d ", id)), false
			for _, w := range want {
				wanted = wanted || w == id
			}
			if found != wanted {
				t.Errorf("%s: #%d found: %v, want %v: %s", query, id, found, wanted, text)
			}
		}
		var page struct{ Total int }
		s.must(t, "GET", "/api/memories?q="+query, nil, &page)
		if page.Total != len(want) {
			t.Errorf("%s: the dashboard finds %d, want %d", query, page.Total, len(want))
		}
	}
	finds("deploy", edited, gone)

	s.must(t, "PATCH", one, map[string]any{"revision": 1, "body": "deploy with make ship"}, nil)
	finds("ansible")
	finds("ship", edited)
	var act struct{ Act int64 }
	s.must(t, "POST", "/api/acts", trash, &act)
	finds("quixzotl")
	text := a.must(t, "memory_get", map[string]any{"ids": []int64{edited, gone}})
	if !strings.Contains(text, "make ship") || strings.Contains(text, "ansible") || strings.Contains(text, "quixzotl") {
		t.Errorf("memory_get: %s", text)
	}
	s.must(t, "POST", fmt.Sprintf("/api/acts/%d/undo", act.Act), map[string]any{}, nil)
	finds("quixzotl", gone)

	a.must(t, "memory_update", map[string]any{"id": edited, "revision": 2, "body": "deploy by hand"})
	finds("ship")
	finds("hand", edited)
	a.must(t, "memory_delete", map[string]any{"ids": edited})
	finds("hand")
	if again := a.save(t, map[string]any{"body": "deploy by hand"}); again == edited {
		t.Errorf("what was deleted came back as #%d", again)
	}

	s.must(t, "POST", "/api/acts", trash, nil)
	var emptied struct{ Compacted bool }
	s.must(t, "POST", "/api/trash/empty", map[string]any{"count": 2}, &emptied)
	if !emptied.Compacted {
		t.Error("the bytes are still there")
	}
	finds("quixzotl")
	p.must(t, "backup")
	files := []string{sqlite.Backups(p.data())[0].File}
	for _, side := range []string{"", "-wal"} {
		files = append(files, filepath.Join(p.data(), sqlite.FileName+side))
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(bytes.ToLower(data), []byte("quixzotl")) {
			t.Errorf("%s holds what was deleted for good", filepath.Base(file))
		}
	}
}
