package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/app/clients"
)

// tree is what a home folder holds: modes and contents, without Memtray's own.
func (c computer) tree() map[string]string {
	c.t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(c.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path == c.data || path == filepath.Dir(c.installed()) {
			return fs.SkipDir
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		text := []byte{}
		if info.Mode().IsRegular() {
			if text, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		found[path] = info.Mode().String() + " " + string(text)
		return nil
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return found
}

// TestClientsAll: whatever was registered with every client, extras too, goes
// without a trace.
func TestClientsAll(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	for name, text := range map[string]string{
		".claude.json":                    "{\n  \"numStartups\": 7,\n  \"mcpServers\": {}\n}",
		".claude/settings.json":           "{\"permissions\":{\"allow\":[\"Bash(ls)\"]}}\n",
		".claude/CLAUDE.md":               "# Mine\r\n\r\nNo final line",
		".cursor/mcp.json":                "\xef\xbb\xbf{\r\n\t\"mcpServers\": {\r\n\t\t\"a\": {\"command\": \"a\"}\r\n\t}\r\n}\r\n",
		".codex/config.toml":              "model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = 'y'",
		".gemini/settings.json":           "{ // mine\n}\n",
		".config/goose/config.yaml":       "GOOSE_MODEL: x # mine\nextensions:\n  other:\n    type: stdio\n",
		".config/zed/settings.json":       "// Zed\n{\n  \"theme\": \"One\",\n}\n",
		".continue/config.yaml":           "name: mine\nmcpServers:\n  - name: other\n    command: x\n",
		".config/opencode/opencode.jsonc": "{}",
		".qwen/settings.json":             "{}\n",
	} {
		path := filepath.Join(c.home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	before := c.tree()
	var ids []string
	for _, one := range clients.All() {
		if one.ID != "roo" { // reads the file of zoo
			ids = append(ids, one.ID)
		}
	}
	c.must(append([]string{"clients", "add"}, ids...)...)
	out := c.must("clients", "add", "--all", "--hook", "--instructions", "--allow", "--json")
	var done struct{ Reports []clients.Report }
	if err := json.Unmarshal([]byte(out), &done); err != nil {
		t.Fatal(err)
	}
	parts := map[clients.Part]int{}
	for _, r := range done.Reports {
		parts[r.Part]++
	}
	if parts[clients.Server] < 24 || parts[clients.Hook] < 5 || parts[clients.Instructions] < 5 || parts[clients.Allow] < 4 {
		t.Errorf("registered %v", parts)
	}
	if out := c.must("clients", "list"); strings.Count(out, " registered ") != 25 || !strings.Contains(out, ".claude.json + ") {
		t.Errorf("the list says\n%s", out)
	}
	if out := c.must("clients", "add", "--all", "--hook", "--instructions", "--allow"); strings.Contains(out, ";") {
		t.Errorf("a second time changed something:\n%s", out)
	}
	c.must("clients", "diff", "--all", "--remove")
	c.must("clients", "remove", "--all")
	if after := c.tree(); !reflect.DeepEqual(before, after) {
		for path, was := range before {
			if after[path] != was {
				t.Errorf("%s was\n%q\nand is\n%q", path, was, after[path])
			}
		}
		for path := range after {
			if _, ok := before[path]; !ok {
				t.Errorf("%s is left", path)
			}
		}
	}
}

// TestClientsExtras: an extra comes with the entry and goes alone; one that a
// client does not have is refused.
func TestClientsExtras(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	c.must("clients", "add", "claude-code", "--instructions", "--hook")
	if out := c.must("clients"); !strings.Contains(out, ".claude.json + hook, instructions\n") {
		t.Errorf("the list says\n%s", out)
	}
	diff := c.must("clients", "diff", "claude-code", "--allow")
	if !strings.Contains(diff, "+++ "+filepath.Join(c.home, ".claude", "settings.json")) || !strings.Contains(diff, "mcp__memtray__memory_search") {
		t.Errorf("the diff is\n%s", diff)
	}
	if out := c.must("clients", "remove", "claude-code", "--hook"); !strings.HasPrefix(out, "Claude Code: hook removed from ") {
		t.Error(out)
	}
	if out := c.must("clients", "list"); !strings.Contains(out, ".claude.json + instructions\n") {
		t.Errorf("the list says\n%s", out)
	}
	if _, errs, code := c.run("", "clients", "add", "warp", "--hook"); code != 1 || !strings.Contains(errs, "Warp has no") {
		t.Errorf("%d %s", code, errs)
	}
	out, errs, code := c.run("", "clients", "add", "codex", "--allow", "--hook", "--instructions")
	if code != 1 || !strings.Contains(errs, "Codex has no") || !strings.Contains(errs, "1 of 4 refused") ||
		!strings.Contains(out, "Codex: hook added to ") || !strings.Contains(out, "Codex: instructions added to ") {
		t.Errorf("what Codex has is not added: %d\n%s%s", code, out, errs)
	}
	if out := c.must("clients", "remove", "codex", "--hook"); !strings.HasSuffix(out, "; new sessions see the change\n") {
		t.Errorf("to take out a hook asks for %s", out)
	}
	if out := c.must("clients", "add", "codex", "--instructions"); !strings.Contains(out, "Codex: instructions already in ") {
		t.Error(out)
	}
}

// TestClientsJSON: every action prints one object, whose keys programs rely on.
func TestClientsJSON(t *testing.T) {
	c := newComputer(t)
	c.must("install")
	report := []string{"id", "name", "part", "file", "changed", "problem", "restart"}
	for _, test := range []struct {
		line string
		key  string
		has  []string // keys of what is under it, or of its first item
	}{
		{"list", "clients", []string{"id", "name", "status", "installed", "file", "command", "foreign", "problem", "verified", "extras", "restart_hint"}},
		{"diff cursor", "diffs", []string{"id", "part", "diff"}},
		{"add cursor", "reports", report},
		{"undo cursor", "client", []string{"id", "status", "file"}},
		{"undo cursor", "client", []string{"id", "status", "file"}},
		{"verify", "clients", []string{"id", "name", "ok", "findings"}},
		{"doctor cursor", "clients", []string{"id", "name", "ok", "findings"}},
		{"snippet codex", "snippet", []string{"id", "name", "file", "format", "text", "restart", "caution"}},
		{"link cursor", "link", nil},
		{"plugin gemini", "plugin", []string{"id", "name", "folder", "install", "remove"}},
		{"repair", "reports", nil},
		{"remove --all", "reports", report},
		{"remove --all", "reports", nil},
	} {
		out := c.must(append([]string{"clients", "--json"}, strings.Fields(test.line)...)...)
		var said map[string]json.RawMessage
		if err := json.Unmarshal([]byte(out), &said); err != nil || len(said) != 1 || strings.Count(out, "\n") != 1 {
			t.Fatalf("%s: %s, %v", test.line, out, err)
		}
		text := strings.TrimPrefix(string(said[test.key]), "[")
		for _, key := range test.has {
			if !strings.Contains(text, `"`+key+`":`) {
				t.Errorf("%s: %q is not in %s", test.line, key, text)
			}
		}
		if text == "" || text == "null" {
			t.Errorf("%s: %s", test.line, out)
		}
	}
}

// TestClientsListOverHTTP: an entry with an address has no program to show.
func TestClientsListOverHTTP(t *testing.T) {
	c := newComputer(t)
	file := filepath.Join(c.home, ".cursor", "mcp.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"mcpServers": {"memtray": {"url": "http://127.0.0.1:47631/v1/mcp"}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := c.must("clients", "list"); !strings.Contains(out, file+" names a server that is not started here\n") {
		t.Errorf("the list says\n%s", out)
	}
}
