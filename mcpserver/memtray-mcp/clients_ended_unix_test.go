//go:build unix

package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestClientsEnded: processes that are killed or interrupted in the middle of
// changes tear no file, block nobody, and leave nothing behind that removal does
// not take along.
func TestClientsEnded(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	config := filepath.Join(c.home, ".claude.json")
	if err := os.WriteFile(config, []byte("{\n  \"mcpServers\": {\"a\": {\"command\": \"x\"}},\n  \"n\": \""+strings.Repeat("x", 1<<18)+"\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := c.tree()
	lines := []string{"add claude-code codex --instructions", "remove claude-code", "add cursor goose", "undo claude-code", "remove --all"}
	for i := range 30 {
		cmd := c.command(append([]string{"clients"}, strings.Fields(lines[i%len(lines)])...)...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := []os.Signal{syscall.SIGKILL, syscall.SIGINT}[i%2]
		timer := time.AfterFunc(time.Duration(i*7)*time.Millisecond, func() { _ = cmd.Process.Signal(end) })
		_ = cmd.Wait()
		timer.Stop()
		text, err := os.ReadFile(config)
		if err != nil || !json.Valid(text) || !strings.Contains(string(text), `"a": {"command": "x"}`) {
			t.Fatalf("after %d ends the file is %q, %v", i, text[:min(len(text), 300)], err)
		}
	}
	// The client's own lock, which a killed process leaves, is taken over once it is
	// old, by the client too.
	_ = os.Chtimes(config+".lock", time.Time{}, time.Now().Add(-time.Hour))
	c.must("clients", "remove", "--all")
	_ = os.Remove(config + ".lock")
	if after := c.tree(); !maps.Equal(before, after) {
		t.Errorf("before there were %q, now %q", slices.Sorted(maps.Keys(before)), slices.Sorted(maps.Keys(after)))
	}
}
