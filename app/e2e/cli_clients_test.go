package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCommandLine_ClientsAreAddedAndRemovedWithoutTrace(t *testing.T) {
	tests := []struct {
		client, file, before string
	}{
		{"claude-code", ".claude.json", "{\n  \"numStartups\": 7,\n  \"mcpServers\": {\n    \"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs\"]}\n  },\n  \"zeta\": [1, 2]\n}\n"},
		{"cursor", ".cursor/mcp.json", "{\"mcpServers\":{}}"},
		{"cursor", ".cursor/mcp.json", "{\n\t\"mcpServers\": {\n\t\t\"a\": {\"command\": \"a\"}\n\t}\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.client, func(t *testing.T) {
			p := newPerson(t)
			p.must(t, "install")
			p.write(t, tt.file, tt.before)
			p.must(t, "clients", "add", tt.client)
			entry := registered(t, p, tt.file)
			if !filepath.IsAbs(entry.Command) || filepath.Base(entry.Command) != "memtray-mcp" {
				t.Errorf("the command is %q, want the absolute path of memtray-mcp", entry.Command)
			}
			if i := slices.Index(entry.Args, "--client"); i < 0 || i+1 == len(entry.Args) || entry.Args[i+1] != tt.client {
				t.Errorf("the arguments are %q, want --client %s", entry.Args, tt.client)
			}
			if got := p.must(t, "clients", "list"); !strings.Contains(got, tt.client) {
				t.Errorf("clients list does not name %s:\n%s", tt.client, got)
			}
			added := p.read(t, tt.file)
			p.must(t, "clients", "add", tt.client)
			if again := p.read(t, tt.file); again != added {
				t.Errorf("adding twice changed the file to %s", again)
			}
			p.must(t, "clients", "remove", tt.client)
			if after := p.read(t, tt.file); after != tt.before {
				t.Errorf("after add and remove the file is\n%s\nwant\n%s", after, tt.before)
			}
		})
	}
}

func TestCommandLine_AFileThatWasCreatedIsRemovedAgain(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	registered(t, p, ".cursor/mcp.json")
	p.must(t, "clients", "remove", "cursor")
	if _, err := os.Stat(filepath.Join(p.home, ".cursor")); !os.IsNotExist(err) {
		t.Errorf("the folder that adding made is still there: %v", err)
	}
}

func TestCommandLine_ABrokenConfigurationIsLeftAlone(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	const broken = "{\"mcpServers\": {"
	p.write(t, ".cursor/mcp.json", broken)
	out := p.memtray(t, "clients", "add", "cursor")
	if out.code == 0 || !strings.Contains(out.stderr, filepath.Join(p.home, ".cursor", "mcp.json")) {
		t.Errorf("exit %d, stderr %q; want a failure that names the file", out.code, out.stderr)
	}
	if got := p.read(t, ".cursor/mcp.json"); got != broken {
		t.Errorf("the file is now %q", got)
	}
}

func TestCommandLine_ClientsListIsJSONOnRequest(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	var list struct {
		Clients []struct{ ID, Status, File string }
	}
	if err := json.Unmarshal([]byte(p.must(t, "clients", "list", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list.Clients {
		if s.ID == "cursor" {
			if s.Status != "registered" || s.File != filepath.Join(p.home, ".cursor", "mcp.json") {
				t.Errorf("cursor is %+v", s)
			}
			return
		}
	}
	t.Errorf("cursor is not in %+v", list)
}

// entry is the entry of this project in a client's JSON configuration.
type entry struct {
	Command string
	Args    []string
}

// registered returns our entry in a configuration file of the person.
func registered(t *testing.T, p *person, file string) entry {
	t.Helper()
	var config struct {
		MCPServers map[string]entry `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(p.read(t, file)), &config); err != nil {
		t.Fatal(err)
	}
	e, ok := config.MCPServers["memtray"]
	if !ok {
		t.Fatalf("no entry memtray in %s", p.read(t, file))
	}
	return e
}
