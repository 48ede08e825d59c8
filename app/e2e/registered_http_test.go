package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRegistered_HTTP: a real client that was given an address and a token saves
// and recalls over HTTP, and when the token is revoked it can do neither.
func TestRegistered_HTTP(t *testing.T) {
	installedClients(t)
	for _, c := range realClients {
		if c.turn == nil {
			continue // nothing over HTTP differs in its list
		}
		t.Run(c.id, func(t *testing.T) {
			installed(t, ".bin", c.program)
			p, m := newPerson(t), startModel(t)
			if c.files != nil {
				for name, text := range c.files(m) {
					p.write(t, name, text)
				}
			}
			p.save(t, "So that there is a project.")
			p.freePort(t)
			s := p.serve(t)
			r := newRemote(t, s, c.id)
			p.paste(t, c.id, r)
			// A client that works elsewhere names its project.
			c.saves(t, p, m, map[string]any{"project": "api"})
			if got := p.must(t, "token", "list"); !strings.Contains(got, "1 saved, 1 recall") {
				t.Errorf("of the token is said: %s", got)
			}
			newRemote(t, s, "codex") // so that there is somebody who answers
			p.must(t, "token", "revoke", "1")
			turn := m.script(t, "memory_save", map[string]any{"body": "Too late.", "project": "api"})
			if out := c.try(t, p, m, c.turn); strings.Contains(turn.result, "saved #") {
				t.Errorf("without a token the client was answered %q and said %s%s", turn.result, out.stdout, out.stderr)
			}
			p.holds(t, 3)
		})
	}
}

// paste puts the snippet of a client where it belongs, as one does by hand, with
// the token in it.
func (p *person) paste(t *testing.T, client string, r *remote) {
	t.Helper()
	var said struct {
		Snippet struct{ File, Format, Text string }
	}
	if err := json.Unmarshal([]byte(p.must(t, "clients", "snippet", client, "--http", r.address, "--json")), &said); err != nil {
		t.Fatal(err)
	}
	name, err := filepath.Rel(p.home, said.Snippet.File)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(said.Snippet.Text, "TOKEN", r.secret, 1)
	if _, err := os.Stat(said.Snippet.File); err == nil {
		text = joined(said.Snippet.Format, p.read(t, name), text)
	}
	p.write(t, name, text)
}

// joined is what stands in a file, with a snippet in it.
func joined(format, before, snippet string) string {
	switch format {
	case "json":
		inner := strings.TrimSuffix(strings.TrimSpace(snippet), "}")
		return strings.TrimRight(inner, "\n") + "," + strings.TrimPrefix(strings.TrimSpace(before), "{")
	case "yaml": // before holds the head of the file already
		_, servers, _ := strings.Cut(snippet, "mcpServers:")
		return before + "mcpServers:" + servers
	default:
		return before + "\n" + snippet
	}
}
