package e2e

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver named "sqlite"
)

// file opens the person's store the way another program would.
func (p *person) file(t *testing.T) *sql.DB {
	t.Helper()
	// A program that ends has the file to itself for a moment.
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.data(), "memtray.db")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// holds checks that the file is sound and has so many memories.
func (p *person) holds(t *testing.T, want int) {
	t.Helper()
	db := p.file(t)
	var state string
	if err := db.QueryRow(`pragma integrity_check`).Scan(&state); err != nil || state != "ok" {
		t.Errorf("integrity check: %s, %v", state, err)
	}
	var rows int
	if err := db.QueryRow(`select count(*) from memories`).Scan(&rows); err != nil || rows != want {
		t.Errorf("%d memories, %v; want %d", rows, err, want)
	}
}

// lock holds a write transaction of another program until the returned function
// is called.
func (p *person) lock(t *testing.T) (release func()) {
	t.Helper()
	conn, err := p.file(t).Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(context.Background(), `begin immediate`); err != nil {
		t.Fatal(err)
	}
	return sync.OnceFunc(func() {
		if _, err := conn.ExecContext(context.Background(), `rollback`); err != nil {
			t.Error(err)
		}
		conn.Close()
	})
}

// saveAll saves n memories through an agent and fails at the first that is not
// acknowledged.
func (a *agent) saveAll(t *testing.T, name string, n int) {
	for i := range n {
		text, isError := a.call(t, "memory_save", map[string]any{"body": fmt.Sprintf("memory %d of %s", i, name)})
		if isError || !strings.HasPrefix(text, "saved #") {
			t.Errorf("save %d of %s: %s", i, name, text)
			return
		}
	}
}

// saveLater sends a save and returns once it was taken, which the answer to a
// later request shows.
func (a *agent) saveLater(t *testing.T, body string) {
	t.Helper()
	a.send(t, map[string]any{"jsonrpc": "2.0", "id": 99, "method": "tools/call",
		"params": map[string]any{"name": "memory_save", "arguments": map[string]any{"body": body}}})
	a.must(t, "memory_search", map[string]any{"query": "before"})
}

// TestWriters_Killed: whatever a killed process had acknowledged is there.
func TestWriters_Killed(t *testing.T) {
	p := newPerson(t)
	acknowledged := map[int64]string{}
	for i := range 20 {
		a := newAgent(t, p, "codex")
		kill := time.After(time.Duration(rand.IntN(150)) * time.Millisecond)
		go func() {
			<-kill
			killGroup(a.run.cmd)
		}()
		for n := 0; ; n++ {
			body := fmt.Sprintf("memory %d of process %d", n, i)
			id, ok := a.saveUntilKilled(body)
			if !ok {
				break
			}
			if other, twice := acknowledged[id]; twice {
				t.Errorf("#%d was given to %q and to %q", id, other, body)
			}
			acknowledged[id] = body
		}
		<-a.run.done
	}
	db := p.file(t)
	for id, body := range acknowledged {
		var stored string
		if err := db.QueryRow(`select body from memories where id = ?`, id).Scan(&stored); err != nil || stored != body {
			t.Errorf("#%d was acknowledged as %q and is %q, %v", id, body, stored, err)
		}
	}
	if len(acknowledged) < 20 {
		t.Errorf("only %d saves were acknowledged", len(acknowledged))
	}
	var state string
	if err := db.QueryRow(`pragma integrity_check`).Scan(&state); err != nil || state != "ok" {
		t.Errorf("integrity check: %s, %v", state, err)
	}
	// A last save finds the file in order, and no presence of the dead.
	p.save(t, "after the kills")
	if present, err := p.open(t).Present(t.Context()); err != nil || len(present) > 0 {
		t.Errorf("present are %v, %v", present, err)
	}
}

// TestWriters_ForeignLock: while another program holds the file for writing,
// searches are answered at once and a save waits ten seconds.
func TestWriters_ForeignLock(t *testing.T) {
	t.Run("5 s", func(t *testing.T) {
		t.Parallel()
		p, release := lockedOut(t)
		time.AfterFunc(5*time.Second, release)
		a := newAgent(t, p, "codex") // starts while it is held
		a.must(t, "memory_search", map[string]any{"query": "before"})
		text, isError := a.callFor(t, 12*time.Second, "memory_save", map[string]any{"body": "while it was held"})
		if isError || !strings.HasPrefix(text, "saved #2") {
			t.Errorf("memory_save answered %q", text)
		}
	})
	t.Run("15 s", func(t *testing.T) {
		t.Parallel()
		p, release := lockedOut(t)
		defer release()
		a := newAgent(t, p, "codex")
		text, isError := a.callFor(t, 12*time.Second, "memory_save", map[string]any{"body": "while it was held"})
		if !isError || !strings.Contains(text, "nothing was changed, try again") {
			t.Errorf("memory_save answered %q", text)
		}
		a.must(t, "memory_search", map[string]any{"query": "before"})
	})
	// What was accepted is finished though the client has left.
	for name, leave := range map[string]func(*agent) error{
		"the input ends": func(a *agent) error { return a.in.Close() },
		"a signal asks":  func(a *agent) error { return a.run.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, release := lockedOut(t)
			a := newAgent(t, p, "codex")
			a.saveLater(t, "left behind")
			if err := leave(a); err != nil {
				t.Fatal(err)
			}
			time.AfterFunc(4*time.Second, release)
			if line := a.line(t, 12*time.Second); !containsAll(line, `"id":99`, "saved #2") {
				t.Errorf("answered %s", line)
			}
			select {
			case <-a.run.done:
			case <-time.After(3 * time.Second):
				t.Error("does not end")
			}
			p.holds(t, 2)
		})
	}
	t.Run("the parent is killed", func(t *testing.T) {
		t.Parallel()
		p, release := lockedOut(t)
		cmd := p.command(t, "sh", "-c", `exec 3<&0; "$0" --client codex <&3 & wait`, shim(t))
		a := startAgent(t, cmd, "codex")
		a.saveLater(t, "left behind")
		if err := a.run.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(3*time.Second, release)
		eventually(t, "the save", func() error {
			var rows int
			err := p.file(t).QueryRow(`select count(*) from memories`).Scan(&rows)
			return errors.Join(err, unless(rows == 2))
		})
	})
	// An idle process does not wait for the file when its client leaves.
	t.Run("idle", func(t *testing.T) {
		t.Parallel()
		p, release := lockedOut(t)
		defer release()
		a := newAgent(t, p, "codex")
		if err := a.in.Close(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-a.run.done:
		case <-time.After(3 * time.Second):
			t.Error("does not end")
		}
	})
}

// lockedOut makes a person with one memory whose file another program holds.
func lockedOut(t *testing.T) (*person, func()) {
	t.Helper()
	p := newPerson(t)
	p.save(t, "saved before it was held")
	return p, p.lock(t)
}
