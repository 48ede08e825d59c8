package mcpserver

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// TestRowsSayWhy_Then: a row that was lifted by its date says so.
func TestRowsSayWhy_Then(t *testing.T) {
	s := newSession(t)
	for day := 18; day <= 20; day++ {
		s.clock.at.Store(time.Date(2026, 11, day, 12, 0, 0, 0, time.UTC).UnixMilli())
		s.call("memory_save", fmt.Sprintf(`{"body":"the deploy of build %d failed"}`, 400+day))
	}
	for _, query := range []string{"which deploy failed on 2026-11-19", "2026年11月19日哪个 deploy failed"} {
		got := s.call("memory_search", `{"query":"`+query+`"}`)
		if rows := rowsOf(got); len(rows) != 3 || rows[0] != 2 || strings.Count(got, "saved then") != 1 {
			t.Errorf("%s: %s", query, got)
		}
	}
}

// TestSearchPartial: where only the newest memories were looked at, the answer
// says so, with hits and without.
func TestSearchPartial(t *testing.T) {
	s := newSession(t)
	for i := range store.MaxScanned + 1 {
		body := fmt.Sprintf("memory %d", i)
		if i == store.MaxScanned {
			body = "to be continued"
		}
		if _, err := s.recall.Store().Save(t.Context(), store.Author{Kind: store.Person}, store.Draft{Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	said := fmt.Sprintf("only the newest %d memories were looked at", store.MaxScanned)
	for query, want := range map[string]struct {
		rows    int
		partial bool
	}{"to be": {1, true}, "what is it": {0, true}, "continued": {1, false}} {
		got := s.call("memory_search", `{"query":"`+query+`"}`)
		if len(rowsOf(got)) != want.rows || strings.Contains(got, said) != want.partial {
			t.Errorf("%s: %s", query, got)
		}
	}
}
