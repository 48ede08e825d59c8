package clients_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// TestStatus walks through every status.
func TestStatus(t *testing.T) {
	for id, rel := range configs {
		t.Run(id, func(t *testing.T) {
			p := newPerson(t)
			check := func(want clients.Status, installed bool) {
				t.Helper()
				s := p.state(id)
				equal(t, "status", s.Status, want)
				equal(t, "installed", s.Installed, installed)
			}
			check(clients.NotInstalled, false)
			p.write(rel, "{}")
			check(clients.NotRegistered, true)
			p.apply(id, clients.Add)
			check(clients.Registered, true)
			registered := p.read(rel)

			p.write(rel, "{}")
			check(clients.Missing, true)
			p.apply(id, clients.Add)
			check(clients.Registered, true)

			must(t, os.Remove(p.path(rel)))
			equal(t, "status", p.state(id).Status, clients.Missing)
			p.apply(id, clients.Remove)
			if s := p.state(id).Status; s != clients.NotRegistered && s != clients.NotInstalled {
				t.Fatalf("status %s", s)
			}

			p.write(rel, strings.Replace(registered, "memtray-mcp", "other", 1))
			check(clients.Elsewhere, true)
			p.write(rel, "{")
			check(clients.Broken, true)
		})
	}
}

// TestInstalled: any trace of a client counts, programs are looked up only.
func TestInstalled(t *testing.T) {
	tests := []struct {
		name, id string
		make     func(p *person)
		want     bool
	}{
		{"folder", "claude-code", func(p *person) { p.write(".claude/x", "") }, true},
		{"file", "claude-code", func(p *person) { p.write(".claude.json", "") }, true},
		{"other folder by variable", "claude-code", func(p *person) { p.vars["CLAUDE_CONFIG_DIR"] = p.path("bin") }, true},
		{"program", "claude-code", func(p *person) { p.program("b/claude"); p.vars["PATH"] = "/nowhere:" + p.path("b") }, true},
		{"program that cannot run", "claude-code", func(p *person) { p.write("b/claude", ""); p.vars["PATH"] = p.path("b") }, false},
		{"folder of the program's name", "cursor", func(p *person) { p.write("b/cursor/x", ""); p.vars["PATH"] = p.path("b") }, false},
		{"program relative to nowhere", "cursor", func(p *person) { p.program("b/cursor"); p.vars["PATH"] = "." }, false},
		{"folder", "cursor", func(p *person) { p.write(".cursor/x", "") }, true},
		{"program", "cursor", func(p *person) { p.program("b/cursor-agent"); p.vars["PATH"] = p.path("b") }, true},
		{"other client", "cursor", func(p *person) { p.write(".claude.json", "") }, false},
	}
	for _, test := range tests {
		t.Run(test.id+" "+test.name, func(t *testing.T) {
			p := newPerson(t)
			test.make(p)
			equal(t, "installed", p.state(test.id).Installed, test.want)
		})
	}
}

// TestConfigDir: with the variable, the other file is the one.
func TestConfigDir(t *testing.T) {
	p := newPerson(t)
	p.write(".claude.json", "{}")
	p.apply("claude-code", clients.Add)
	p.vars["CLAUDE_CONFIG_DIR"] = p.path("conf")
	s := p.state("claude-code")
	equal(t, "file", s.File, p.path("conf/.claude.json"))
	equal(t, "status", s.Status, clients.NotRegistered) // what was written elsewhere does not count
	p.apply("claude-code", clients.Add)
	p.apply("claude-code", clients.Remove)
	delete(p.vars, "CLAUDE_CONFIG_DIR")
	equal(t, "status", p.state("claude-code").Status, clients.Registered)
}

// TestStates: the shape that the dashboard reads.
func TestStates(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", "{,}")
	states, err := p.registrar().States(ctx)
	must(t, err)
	two := slices.DeleteFunc(states, func(s clients.State) bool { return configs[s.ID] == "" })
	out, err := json.MarshalIndent(two, "", "  ")
	must(t, err)
	golden(t, "states.golden", []byte(strings.ReplaceAll(string(out), p.home, "/home/me")+"\n"))
}

// TestAdopt: an entry that is right already is remembered, so that its loss is
// noticed, and can be taken out.
func TestAdopt(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", "{}")
	p.apply("cursor", clients.Add)
	must(t, p.kept.DropRegistration(ctx, "cursor", "server", p.path(".cursor/mcp.json")))
	before := p.tree()
	equal(t, "status", p.apply("cursor", clients.Add).Status, clients.Registered)
	equal(t, "files", p.tree(), before)
	reg := p.known("cursor")
	equal(t, "command", reg.Command, []string{p.shim.Command, "--client", "cursor"})
	p.apply("cursor", clients.Remove)
	equal(t, "content", decoded(t, p.read(".cursor/mcp.json")), map[string]any{"mcpServers": map[string]any{}})
}

// TestLedger: what is remembered is the changed bytes only, and nothing stays
// after a refusal or a removal.
func TestLedger(t *testing.T) {
	p := newPerson(t)
	secret := `"token": "hunter2"`
	path := p.write(".cursor/mcp.json", "{\n  "+secret+"\n}\n")
	p.apply("cursor", clients.Add)
	reg := p.known("cursor")
	equal(t, "client", reg.Client, "cursor")
	equal(t, "file", reg.File, path)
	equal(t, "version", reg.Version, "1.0.0")
	if reg.At == 0 || reg.AfterHash == "" || strings.Contains(reg.Inserted+reg.Replaced, "hunter2") {
		t.Fatalf("ledger %+v", reg)
	}
	p.apply("cursor", clients.Remove)
	equal(t, "ledger", p.known("cursor"), store.Registration{})

	must(t, os.Chmod(path, 0o444))
	p.refused("cursor", clients.Add, store.Invalid)
	equal(t, "ledger", p.known("cursor"), store.Registration{})
}

// TestLedgerAfterRefusedUpdate: the former way back survives.
func TestLedgerAfterRefusedUpdate(t *testing.T) {
	p := newPerson(t)
	path := p.write(".cursor/mcp.json", someConfig)
	p.apply("cursor", clients.Add)
	before := p.known("cursor")
	p.shim.Home = p.path("data")
	must(t, os.Chmod(path, 0o444))
	p.refused("cursor", clients.Add, store.Invalid, "read-only")
	after := p.known("cursor")
	equal(t, "ledger", after, before)
	must(t, os.Chmod(path, 0o644))
	p.apply("cursor", clients.Remove)
	equal(t, "restored bytes", p.read(".cursor/mcp.json"), someConfig)
}

// TestDamagedLedger: nonsense in the ledger never reaches the file.
func TestDamagedLedger(t *testing.T) {
	for _, damage := range []func(*store.Registration){
		func(r *store.Registration) { r.Offset = -5 },
		func(r *store.Registration) { r.Offset = 1 << 40 },
		func(r *store.Registration) { r.Offset-- },
		func(r *store.Registration) { r.Inserted += "x" },
		func(r *store.Registration) { r.Inserted = "" },
		func(r *store.Registration) { r.Replaced = "}" },
		func(r *store.Registration) { r.AfterHash = "" },
		func(r *store.Registration) { r.Command = nil },
	} {
		p := newPerson(t)
		p.write(".cursor/mcp.json", someConfig)
		p.apply("cursor", clients.Add)
		reg := p.known("cursor")
		damage(&reg)
		must(t, p.kept.PutRegistration(ctx, reg))
		if _, err := p.registrar().Apply(ctx, "cursor", clients.Server, clients.Remove, ""); err == nil {
			equal(t, "content", decoded(t, p.read(".cursor/mcp.json")), decoded(t, someConfig))
		} else {
			equal(t, "content", decoded(t, p.read(".cursor/mcp.json")), expected(t, someConfig, p.entry("cursor")))
		}
	}
}

// TestClients: ids are unique and fit --client.
func TestClients(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range clients.All() {
		if seen[c.ID] || strings.Trim(c.ID, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" || len(c.ID) > store.MaxClient {
			t.Errorf("id %q", c.ID)
		}
		if c.Name == "" || len(c.Short) != 2 || c.RestartHint == "" {
			t.Errorf("client %+v", c)
		}
		found, err := clients.Find(c.ID)
		must(t, err)
		equal(t, "name", found.Name, c.Name)
		seen[c.ID] = true
	}
}
