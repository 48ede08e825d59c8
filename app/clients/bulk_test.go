package clients_test

import (
	"slices"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// editable are the clients of a person whose files can be edited.
func (p *person) editable() []string {
	p.t.Helper()
	var ids []string
	for _, c := range clients.All() {
		if _, err := p.registrar().Preview(ctx, c.ID, clients.Server, clients.Add); err == nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

func done(reports []clients.Report) (changed, refused []string) {
	for _, r := range reports {
		switch {
		case r.Problem != "":
			refused = append(refused, r.ID)
		case r.Changed:
			changed = append(changed, r.ID)
		}
	}
	return changed, refused
}

// TestAll: whatever is registered, removing all leaves the home folder as it was,
// byte for byte.
func TestAll(t *testing.T) {
	p := newPerson(t)
	for i, id := range p.editable() {
		if i%2 == 0 { // the others have no file yet
			p.write(strings.TrimPrefix(p.state(id).File, p.home), "{\n  \"a\": 1\n}\n")
		}
	}
	before := p.bytes()
	for _, id := range p.editable() {
		p.apply(id, clients.Add)
	}
	for _, id := range p.editable() {
		equal(t, id, p.state(id).Status, clients.Registered)
	}
	p.shim.Home = p.path("elsewhere")
	reports, err := p.registrar().RepairAll(ctx)
	must(t, err)
	changed, refused := done(reports)
	equal(t, "refused", refused, nil)
	equal(t, "repaired", len(changed), len(p.editable())-1) // zoo and roo are one

	reports, err = p.registrar().RemoveAll(ctx)
	must(t, err)
	changed, refused = done(reports)
	equal(t, "refused", refused, nil)
	equal(t, "removed", len(changed), len(p.editable())-1)
	equal(t, "files", p.bytes(), before)
	all, err := p.kept.Registrations(ctx)
	must(t, err)
	equal(t, "ledger", len(all), 0)
	reports, err = p.registrar().RemoveAll(ctx)
	must(t, err)
	equal(t, "reports of nothing", reports, []clients.Report{})
}

// TestAddAll registers with what is on the machine, and goes on after a refusal.
func TestAddAll(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", "{}")
	p.write(".claude.json", "{,}")
	p.write(".qwen/x", "")
	reports, err := p.registrar().AddAll(ctx)
	must(t, err)
	changed, refused := done(reports)
	equal(t, "registered", changed, []string{"cursor", "qwen"})
	equal(t, "refused", refused, []string{"claude-code"})
	equal(t, "the broken file", p.read(".claude.json"), "{,}")
	equal(t, "not installed", p.state("kiro").Status, clients.NotInstalled)
	reports, err = p.registrar().AddAll(ctx)
	must(t, err)
	changed, _ = done(reports)
	equal(t, "registered again", changed, nil)
}

// TestRepairAll brings back what a client dropped, and leaves what is foreign.
func TestRepairAll(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", "{}")
	p.write(".claude.json", "{}")
	p.apply("cursor", clients.Add)
	p.apply("claude-code", clients.Add)
	p.write(".claude.json", `{"numStartups":3}`) // the client rewrites its file
	p.write(".kiro/settings/mcp.json", `{"mcpServers":{"memtray":{"command":"/opt/other"}}}`)
	p.write(".ai/mcp/mcp.json", `{"mcpServers":{"memtray":{"command":"/old/memtray-mcp"}}}`)
	equal(t, "status", p.state("claude-code").Status, clients.Missing)
	equal(t, "foreign", p.state("kiro").Foreign, true)

	reports, err := p.registrar().RepairAll(ctx)
	must(t, err)
	changed, refused := done(reports)
	equal(t, "repaired", changed, []string{"claude-code", "jetbrains"})
	equal(t, "refused", refused, nil)
	equal(t, "content", decoded(t, p.read(".claude.json")), expected(t, `{"numStartups":3}`, p.entry("claude-code")))
	equal(t, "status", p.state("jetbrains").Status, clients.Registered)
	p.apply("claude-code", clients.Remove)
	equal(t, "bytes", p.read(".claude.json"), `{"numStartups":3}`)
}

// TestRemoveAll takes out what is ours and not remembered too, also what was
// written under another environment; what is foreign stays.
func TestRemoveAll(t *testing.T) {
	p := newPerson(t)
	p.vars["CLAUDE_CONFIG_DIR"] = p.path("conf")
	p.apply("claude-code", clients.Add)
	delete(p.vars, "CLAUDE_CONFIG_DIR")
	p.write(".ai/mcp/mcp.json", `{"mcpServers":{"memtray":{"command":"/old/memtray-mcp"}}}`)
	foreign := `{"mcpServers":{"memtray":{"command":"/opt/other"}}}`
	p.write(".kiro/settings/mcp.json", foreign)
	p.apply("cursor", clients.Add)

	reports, err := p.registrar().RemoveAll(ctx, "cursor")
	must(t, err)
	changed, _ := done(reports)
	equal(t, "removed", changed, []string{"cursor"})
	reports, err = p.registrar().RemoveAll(ctx)
	must(t, err)
	changed, refused := done(reports)
	equal(t, "removed", changed, []string{"claude-code", "jetbrains"})
	equal(t, "refused", refused, nil)
	equal(t, "content", p.read(".ai/mcp/mcp.json"), `{"mcpServers":{}}`)
	equal(t, "foreign", p.read(".kiro/settings/mcp.json"), foreign)
	for path := range p.bytes() {
		if strings.Contains(path, "conf") {
			t.Errorf("%s is left", path)
		}
	}
}

// TestFolders: folders that were made for one client and hold another's file go
// with the last.
func TestFolders(t *testing.T) {
	for _, order := range [][]string{{"vscode", "zed", "roo"}, {"roo", "zed", "vscode"}, {"zed", "vscode", "roo"}} {
		p := newPerson(t)
		before := p.bytes()
		for _, id := range []string{"vscode", "zed", "roo"} {
			p.apply(id, clients.Add)
		}
		for _, id := range order {
			p.apply(id, clients.Remove)
		}
		equal(t, "files", p.bytes(), before)
	}
}

// TestShared: two clients read one file; the entry is that of whichever was
// registered, and goes with it.
func TestShared(t *testing.T) {
	for _, ids := range [][2]string{{"roo", "zoo"}, {"zoo", "roo"}} {
		owner, other := ids[0], ids[1]
		p := newPerson(t)
		p.apply(owner, clients.Add)
		before := p.tree()
		s := p.state(other)
		equal(t, "status", s.Status, clients.Registered)
		equal(t, "through", s.Through, owner)
		equal(t, "through", p.state(owner).Through, "")

		equal(t, "status", p.apply(other, clients.Add).Status, clients.Registered)
		equal(t, "files", p.tree(), before)
		p.refused(other, clients.Remove, store.Conflict, "remove it there")
		text := p.readAt(s.File)
		_, err := p.registrar().AddAll(ctx)
		must(t, err)
		equal(t, "file", p.readAt(s.File), text)

		p.shim.Home = p.path("data") // an older entry is brought up to date as the owner's
		equal(t, "status", p.state(other).Status, clients.Elsewhere)
		equal(t, "status", p.apply(other, clients.Add).Status, clients.Registered)
		equal(t, "command", slices.Contains(p.state(other).Command, owner), true)

		must(t, p.kept.DropRegistration(ctx, owner, "server", s.File)) // the entry itself says whose it is
		equal(t, "through", p.state(other).Through, owner)
		p.apply(owner, clients.Add)
		p.apply(owner, clients.Remove)
		equal(t, "through", p.state(other).Through, "")
	}
}

// TestOtherFile: a client that comes to read another of its files lacks the
// entry, which can still be removed; one that reads all of them does not.
func TestOtherFile(t *testing.T) {
	p := newPerson(t)
	p.write(".cache/lm-studio/mcp.json", "{}")
	p.write(".config/opencode/opencode.jsonc", "{} // mine")
	before := p.bytes()
	p.apply("lmstudio", clients.Add)
	p.apply("opencode", clients.Add)
	p.write(".lmstudio/mcp.json", "{}")
	p.write(".config/opencode/opencode.json", "{}")
	equal(t, "status", p.state("lmstudio").Status, clients.Missing)
	equal(t, "file", p.state("lmstudio").File, p.path(".lmstudio/mcp.json"))
	equal(t, "status", p.state("opencode").Status, clients.Registered)
	equal(t, "file", p.state("opencode").File, p.path(".config/opencode/opencode.jsonc"))

	reports, err := p.registrar().RepairAll(ctx)
	must(t, err)
	changed, _ := done(reports)
	equal(t, "repaired", changed, []string{"lmstudio"})
	p.apply("lmstudio", clients.Remove)
	p.apply("lmstudio", clients.Remove)
	p.apply("opencode", clients.Remove)
	for path, what := range before {
		equal(t, path, p.bytes()[path], what)
	}
	equal(t, "the new file", p.read(".lmstudio/mcp.json"), "{}")
	equal(t, "status", p.state("opencode").Status, clients.NotRegistered)
}
