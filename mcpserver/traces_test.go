package mcpserver

import (
	"testing"
	"time"
)

// eventually waits for something that happens after an answer.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s does not happen", what)
		}
	}
}

func TestPresence(t *testing.T) {
	s := newSession(t)
	eventually(t, "presence", func() bool {
		present, err := s.recall.Store().Present(t.Context())
		return err == nil && len(present) == 1 && present[0].Client == "claude-code" && present[0].Version == "1.2.3"
	})
	s.server.presence.end()
	present, err := s.recall.Store().Present(t.Context())
	if err != nil || len(present) != 0 {
		t.Errorf("present after the end: %v, %v", present, err)
	}
}

// TestUsage: what a client was shown and what it asked for is counted.
func TestUsage(t *testing.T) {
	s := newSession(t)
	s.call("memory_save", `{"body":"owls hunt at night"}`)
	s.call("memory_save", `{"body":"larks do not"}`)
	s.call("memory_search", `{"query":"owls"}`)
	s.call("memory_get", `{"ids":[1,99]}`)
	eventually(t, "the count", func() bool {
		m, err := s.recall.Store().Memories(t.Context(), []int64{1, 2})
		return err == nil && m[0].Listed.Count == 1 && m[0].Fetched.Count == 1 && m[1].Listed.Count == 0
	})
}
