package e2e

import (
	"fmt"
	"os"
	"testing"
)

// TestHandles: what watches the store has as many files open after fifty clients
// have come and gone, half of them killed, as before.
func TestHandles(t *testing.T) {
	p := newPerson(t)
	p.save(t, "before")
	s := p.serve(t)
	look := func() (present int) {
		t.Helper()
		var status struct{ Present []struct{ Client string } }
		s.must(t, "GET", "/api/status", nil, &status)
		return len(status.Present)
	}
	open := func() int {
		t.Helper()
		files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.pid))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
	meet := func(n int) {
		t.Helper()
		for i := range n {
			a := newAgent(t, p, "codex")
			a.must(t, "memory_search", map[string]any{"query": "before"})
			eventually(t, "presence", func() error { return unless(look() == 1) })
			if i%2 == 0 {
				killGroup(a.run.cmd)
			} else {
				a.in.Close()
			}
			<-a.run.done
			eventually(t, "absence", func() error { return unless(look() == 0) })
		}
	}
	meet(10) // the readers of the pool are open
	before := open()
	meet(50)
	eventually(t, "as many open files as before", func() error {
		if now := open(); now > before {
			return fmt.Errorf("%d files are open, %d before", now, before)
		}
		return nil
	})
}
