package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

const listTools = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"

// store opens the data folder beside the running programs.
func (c computer) store() *sqlite.Store {
	c.t.Helper()
	s, err := sqlite.Open(c.t.Context(), sqlite.Options{Home: c.data})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { s.Close() })
	return s
}

// TestPresence runs five servers, kills two and ends the others.
func TestPresence(t *testing.T) {
	c := newComputer(t)
	s := c.store()
	present := func(n int) []store.Presence {
		t.Helper()
		for end := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
			all, err := s.Present(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if len(all) == n {
				return all
			}
			if time.Now().After(end) {
				t.Fatalf("%d are present, want %d: %+v", len(all), n, all)
			}
		}
	}
	var running []*process
	for i := range 5 {
		running = append(running, c.start("--client", fmt.Sprintf("client-%d", i)))
	}
	present(0) // nobody has asked for anything
	for i, p := range running {
		p.send(initialize)
		p.expect(`"id":1`)
		present(i + 1)
	}
	for _, p := range running[1:3] {
		if err := p.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = p.cmd.Wait() // killed
	}
	for i, one := range present(3) {
		want := []*process{running[0], running[3], running[4]}[i]
		if one.PID != want.cmd.Process.Pid || one.Client != fmt.Sprintf("client-%d", []int{0, 3, 4}[i]) || one.StartedAt == 0 || one.Version == "" {
			t.Errorf("present %+v", one)
		}
	}
	if locks := c.locks(); len(locks) != 3 {
		t.Errorf("locks %v", locks)
	}
	for _, i := range []int{0, 3, 4} {
		running[i].end()
	}
	present(0)
	if locks := c.locks(); len(locks) != 0 {
		t.Errorf("locks %v", locks)
	}
	if all, err := s.Clients(t.Context()); err != nil || len(all) != 5 {
		t.Errorf("clients %+v, %v", all, err)
	}
}

func (c computer) locks() []string {
	c.t.Helper()
	files, err := os.ReadDir(filepath.Join(c.data, "run"))
	if err != nil {
		c.t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		if strings.HasPrefix(f.Name(), "client-") {
			names = append(names, f.Name())
		}
	}
	return names
}

// TestHealthCheck: a client that only looks which tools there are leaves nothing
// but that it was here.
func TestHealthCheck(t *testing.T) {
	c := newComputer(t)
	for range 3 {
		if out, _, code := c.run(initialize+listTools, "--client", "claude-code"); code != 0 || !strings.Contains(out, "memory_save") {
			t.Fatalf("exit code %d: %s", code, out)
		}
	}
	s := c.store()
	if all, err := s.Projects(t.Context()); err != nil || len(all) != 2 {
		t.Errorf("projects %+v, %v", all, err)
	}
	if all, err := s.Clients(t.Context()); err != nil || len(all) != 1 || all[0].Memories != 0 {
		t.Errorf("clients %+v, %v", all, err)
	}
	c.run(initialize+saveLine(2, "the first"), "--client", "claude-code")
	found, err := s.Memories(t.Context(), []int64{1})
	if err != nil || len(found) != 1 || found[0].Session != 1 {
		t.Errorf("the first save is in session %+v, %v", found, err)
	}
}
