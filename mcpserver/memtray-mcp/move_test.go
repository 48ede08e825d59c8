package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMove: the memories go along, the clients that are registered find them
// there, and what was told of the former folder does too.
func TestMove(t *testing.T) {
	c := newComputer(t)
	c.data = ""
	c.must("install")
	c.must("save", "what moves along")
	c.must("clients", "add", "cursor", "codex")
	c.must("clients", "add", "claude-code", "--hook")
	c.must("clients", "plugin", "gemini")
	to := filepath.Join(c.home, "my memories")
	out := c.must("move", "../my memories") // the project is the working directory
	if !strings.Contains(out, "moved the data folder from "+filepath.Join(c.home, ".local/share/memtray")+" to "+to) || !strings.Contains(out, "Cursor: registered in") {
		t.Errorf("it said %s", out)
	}
	if command := c.entry(".cursor/mcp.json"); strings.Join(command, "|") != strings.Join([]string{c.installed(), "--client", "cursor", "--home", to}, "|") {
		t.Errorf("registered %q", command)
	}
	for _, file := range []string{".codex/config.toml", ".claude.json", ".claude/settings.json", "my memories/integrations/gemini/gemini-extension.json"} {
		if text, err := os.ReadFile(filepath.Join(c.home, file)); err != nil || !strings.Contains(string(text), to) {
			t.Errorf("%s is %s, %v", file, text, err)
		}
	}
	for _, where := range [][]string{nil, {"--home", to}, {"--home", filepath.Join(c.home, ".local/share/memtray")}} {
		if out := c.must(append([]string{"search", "moves"}, where...)...); !strings.Contains(out, "what moves along") {
			t.Errorf("with %v it finds %s", where, out)
		}
	}
	if out := c.must("clients", "list"); !strings.Contains(out, "cursor           registered") {
		t.Errorf("the list says %s", out)
	}
	c.must("move", filepath.Join(c.home, ".local/share/memtray"))
	if command := c.entry(".cursor/mcp.json"); strings.Contains(strings.Join(command, " "), "--home") {
		t.Errorf("moved back, registered %q", command)
	}
	c.must("clients", "remove", "--all")
	for _, made := range []string{".cursor", ".codex", ".claude", ".claude.json"} {
		if _, err := os.Lstat(filepath.Join(c.home, made)); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", made, err)
		}
	}
}

// TestMove_Refused: while a client runs, or an entry could not follow, nothing
// is touched.
func TestMove_Refused(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	c.must("clients", "add", "cursor")
	p := c.start("--client", "cursor")
	p.send(initialize + saveLine(2, "while it runs"))
	p.expect(`"id":1`)
	p.expect("saved #1")
	to := filepath.Join(c.home, "to")
	if _, errs, code := c.run("", "move", to); code != 1 || !strings.Contains(errs, "is in use: quit Memtray") {
		t.Errorf("while a client runs: %d %s", code, errs)
	}
	p.end()
	file := filepath.Join(c.home, ".cursor", "mcp.json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, whole[:len(whole)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs, code := c.run("", "move", to)
	if code != 1 || !strings.Contains(errs, file) || !strings.Contains(errs, "nothing was moved") {
		t.Errorf("with a file that is not understood: %d %s", code, errs)
	}
	if _, err := os.Lstat(to); !os.IsNotExist(err) {
		t.Errorf("something was made: %v", err)
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := c.run("", "move", to)
	if code != 0 || !strings.Contains(out, "moved the data folder") || !strings.Contains(errs, "MEMTRAY_HOME still names "+c.data+": set it to "+to) {
		t.Errorf("%d %s%s", code, out, errs)
	}
	if out := c.must("search", "runs"); !strings.Contains(out, "while it runs") {
		t.Errorf("found %s", out)
	}
}
