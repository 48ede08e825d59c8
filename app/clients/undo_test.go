package clients_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// undo takes the last change of a client back.
func (p *person) undo(id string) clients.State {
	p.t.Helper()
	s, err := p.registrar().Undo(ctx, id)
	must(p.t, err)
	return s
}

// TestUndo: the file and what is remembered are as before; undoing twice is as
// not undoing.
func TestUndo(t *testing.T) {
	for name, before := range map[string]string{
		"absent": "", "others": someConfig, "older": `{"mcpServers":{"memtray":{"command":"/old/memtray-mcp"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			if before != "" {
				p.write(".cursor/mcp.json", before)
			}
			clean := p.bytes()
			status := p.state("cursor").Status
			p.apply("cursor", clients.Add)
			added, known := p.bytes(), p.known("cursor")

			equal(t, "status", p.undo("cursor").Status, status)
			equal(t, "files", p.bytes(), clean)
			equal(t, "ledger", p.known("cursor"), store.Registration{})
			equal(t, "status", p.undo("cursor").Status, clients.Registered)
			equal(t, "files", p.bytes(), added)
			equal(t, "ledger", p.known("cursor"), known)

			p.apply("cursor", clients.Remove)
			equal(t, "status", p.undo("cursor").Status, clients.Registered)
			equal(t, "files", p.bytes(), added)
			equal(t, "ledger", p.known("cursor"), known)
		})
	}
}

// TestUndoRefused: what others changed since stays.
func TestUndoRefused(t *testing.T) {
	p := newPerson(t)
	_, err := p.registrar().Undo(ctx, "cursor")
	wantError(t, err, store.NotFound, "no change")
	p.apply("cursor", clients.Add)
	_, err = p.registrar().Undo(ctx, "claude-code")
	wantError(t, err, store.NotFound, "Claude Code")
	for _, change := range []func(){
		func() { p.write(".cursor/mcp.json", p.read(".cursor/mcp.json")+"\n") },
		func() { must(t, os.Remove(p.path(".cursor/mcp.json"))) },
	} {
		change()
		before := p.tree()
		_, err := p.registrar().Undo(ctx, "cursor")
		wantError(t, err, store.Conflict, p.path(".cursor/mcp.json"), "changed since")
		equal(t, "files", p.tree(), before)
	}
}

// TestBackups: what was in a file is kept before each change, five times, for the
// person alone.
func TestBackups(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", someConfig)
	for range 4 {
		p.apply("cursor", clients.Add)
		p.apply("cursor", clients.Remove)
	}
	dir := filepath.Join(p.kept.Home(), "backups", "clients")
	kept, err := filepath.Glob(filepath.Join(dir, "mcp.json-*", "*.before"))
	must(t, err)
	equal(t, "backups", len(kept), 5)
	equal(t, "the oldest", strings.Contains(p.readAt(kept[0]), "memtray"), true)
	equal(t, "the newest", strings.Contains(p.readAt(kept[4]), "memtray"), true)
	equal(t, "the one between", p.readAt(kept[3]), someConfig)
	for _, path := range append(kept, dir, filepath.Dir(kept[0])) {
		if m := mode(t, path); m&0o077 != 0 {
			t.Errorf("%s has mode %s", path, m)
		}
	}

	must(t, os.Chmod(p.path(".cursor/mcp.json"), 0o444))
	p.refused("cursor", clients.Add, store.Invalid)
	again, err := filepath.Glob(filepath.Join(dir, "mcp.json-*", "*"))
	must(t, err)
	equal(t, "files after a refusal", len(again), 10)
}
