package e2e

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// openBound is how long a file that another program keeps for itself is waited
// for at most.
const openBound = 12 * time.Second

// keptLocked is part of what is said then.
const keptLocked = "is kept locked by another program"

// keep makes another program hold the person's file for itself, which also
// readers feel, until the returned function is called.
func (p *person) keep(t *testing.T) (release func()) {
	t.Helper()
	db := p.file(t)
	conn, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{`pragma journal_mode = delete`, `begin exclusive`} {
		if _, err := conn.ExecContext(context.Background(), query); err != nil {
			t.Fatal(err)
		}
	}
	return sync.OnceFunc(func() {
		if _, err := conn.ExecContext(context.Background(), `rollback`); err != nil && !errors.Is(err, sql.ErrConnDone) {
			t.Error(err)
		}
		conn.Close()
	})
}

// keptOut makes a person with one memory whose file another program keeps.
func keptOut(t *testing.T) (*person, func()) {
	t.Helper()
	p := newPerson(t)
	p.save(t, "saved before it was kept")
	return p, p.keep(t)
}

// TestKept: while another program keeps the file for itself, clients connect at
// once and each call is answered with what to do.
func TestKept(t *testing.T) {
	t.Run("calls", func(t *testing.T) {
		t.Parallel()
		p, release := keptOut(t)
		a := newAgent(t, p, "codex") // initialize is answered at once
		a.request(t, "tools/list", map[string]any{})
		for id, tool := range []string{"memory_search", "memory_get", "memory_save"} {
			args := map[string]any{"memory_search": map[string]any{"query": "x"}, "memory_get": map[string]any{"ids": 1}, "memory_save": map[string]any{"body": "x"}}
			a.send(t, map[string]any{"jsonrpc": "2.0", "id": 90 + id, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args[tool]}})
		}
		timeout := time.After(openBound)
		for range 3 { // none waits for the others
			select {
			case line := <-a.lines:
				if !containsAll(line, `"id":9`, `"isError":true`, keptLocked, "close that program and try again") {
					t.Errorf("answered %s", line)
				}
			case <-timeout:
				t.Fatal("a call hangs")
			}
		}
		a.request(t, "tools/list", map[string]any{})
		release()
		if text := a.must(t, "memory_search", map[string]any{"query": "before"}); !strings.Contains(text, "saved before") {
			t.Errorf("after that: %s", text)
		}
	})
	t.Run("a save, until it is free", func(t *testing.T) {
		t.Parallel()
		p, release := keptOut(t)
		a := newAgent(t, p, "codex")
		time.AfterFunc(4*time.Second, release)
		text, isError := a.callFor(t, openBound, "memory_save", map[string]any{"body": "meanwhile"})
		if isError || !strings.HasPrefix(text, "saved #2") {
			t.Errorf("memory_save answered %q", text)
		}
		p.holds(t, 2)
	})
	t.Run("the command line", func(t *testing.T) {
		t.Parallel()
		p, release := keptOut(t)
		defer release()
		var runs sync.WaitGroup
		for _, args := range [][]string{{"search", "x"}, {"save", "x"}, {"serve"}, {"doctor"}} {
			runs.Go(func() {
				cmd := p.command(t, shim(t), args...)
				var out output
				cmd.Stdout, cmd.Stderr = &out, &out
				run := start(t, cmd)
				select {
				case <-run.done:
				case <-time.After(openBound):
					t.Errorf("%v hangs", args)
					return
				}
				if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(out.String(), keptLocked) {
					t.Errorf("%v: exit status %d, %s", args, code, out.String())
				}
			})
		}
		runs.Wait()
	})
}

// TestSlowRead: a read that cannot be answered has two seconds once the client
// has left, half a second after a signal. Without that it would take ten.
func TestSlowRead(t *testing.T) {
	for name, leave := range map[string]func(*agent) error{
		"the input ends": func(a *agent) error { return a.in.Close() },
		"a signal asks":  func(a *agent) error { return a.run.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, release := keptOut(t)
			defer release()
			a := newAgent(t, p, "codex")
			a.send(t, map[string]any{"jsonrpc": "2.0", "id": 99, "method": "tools/call",
				"params": map[string]any{"name": "memory_search", "arguments": map[string]any{"query": "x"}}})
			a.request(t, "ping", map[string]any{}) // it was taken
			if err := leave(a); err != nil {
				t.Fatal(err)
			}
			select {
			case <-a.run.done:
			case <-time.After(5 * time.Second):
				t.Fatal("does not end")
			}
			if code := a.run.cmd.ProcessState.ExitCode(); code != 0 {
				t.Errorf("exit status %d", code)
			}
		})
	}
	t.Run("answered in time", func(t *testing.T) {
		t.Parallel()
		p, release := keptOut(t)
		a := newAgent(t, p, "codex")
		a.send(t, map[string]any{"jsonrpc": "2.0", "id": 99, "method": "tools/call",
			"params": map[string]any{"name": "memory_search", "arguments": map[string]any{"query": "before"}}})
		a.request(t, "ping", map[string]any{})
		if err := a.in.Close(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(500*time.Millisecond, release)
		if line := a.line(t, limit); !containsAll(line, `"id":99`, "saved before") {
			t.Errorf("answered %q", line)
		}
	})
}

// TestSameID: a second request with the id of one that is still being answered
// is refused, and the first one is answered and stored once.
func TestSameID(t *testing.T) {
	p, release := lockedOut(t)
	a := newAgent(t, p, "codex")
	a.saveLater(t, "the first")
	for _, second := range []map[string]any{
		{"method": "tools/call", "params": map[string]any{"name": "memory_save", "arguments": map[string]any{"body": "the second"}}},
		{"method": "tools/call", "params": map[string]any{"name": "memory_search", "arguments": map[string]any{"query": "x"}}},
		{"method": "ping"},
	} {
		second["jsonrpc"], second["id"] = "2.0", 99
		a.send(t, second)
		if line := a.line(t, limit); !containsAll(line, `"id":null`, `"code":-32600`, "a request with this id is still being answered") {
			t.Errorf("%v: answered %s", second["method"], line)
		}
	}
	release()
	if line := a.line(t, limit); !containsAll(line, `"id":99`, "saved #2") {
		t.Errorf("the first request: answered %s", line)
	}
	a.send(t, map[string]any{"jsonrpc": "2.0", "id": 99, "method": "ping"}) // free again
	if line := a.line(t, limit); !containsAll(line, `"id":99`, `"result"`) {
		t.Errorf("after that: answered %s", line)
	}
	p.holds(t, 2)
}
