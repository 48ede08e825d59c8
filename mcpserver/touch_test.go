package mcpserver

import (
	"testing"
	"time"

	"memtray/store"
)

// TestEveryCallTouches: whatever came of a call, it shows when the client called.
func TestEveryCallTouches(t *testing.T) {
	s := newSession(t)
	for _, one := range []struct{ tool, args string }{
		{"memory_save", `{"body":"tabs"}`},
		{"memory_search", `{"query":"tabs"}`},
		{"memory_search", `{"query":"nothing like it"}`},
		{"memory_search", `{"limit":0}`},
		{"memory_get", `{"ids":[1]}`},
		{"memory_get", `{"ids":[99]}`},
		{"memory_update", `{"id":1,"revision":1,"title":"x"}`},
		{"memory_update", `{"id":99,"revision":1,"title":"x"}`},
		{"memory_delete", `{"ids":[99]}`},
		{"memory_delete", `{"ids":[1]}`},
	} {
		s.clock.wait(time.Minute)
		s.call(one.tool, one.args)
		var got []store.Client
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			var err error
			if got, err = s.recall.Store().Clients(t.Context()); err != nil {
				t.Fatal(err)
			}
			if len(got) == 1 && got[0].LastAt == store.MillisOf(s.clock.now()) {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("after %s(%s): %+v", one.tool, one.args, got)
			}
		}
	}
}
