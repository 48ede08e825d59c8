package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const cursorDocs = "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"command\": \"npx\"\n    }\n  }\n}\n"

// visitClient opens a client in the dashboard of a person who has installed
// the program.
func (p *person) visitClient(t *testing.T, id string) *dashboard {
	t.Helper()
	p.must(t, "install")
	return p.serve(t).visit(t, "/clients?id="+id, wide)
}

func TestClients_ARegistrationIsUndoneFromItsMessage(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".cursor/mcp.json", cursorDocs)
	d := p.visitClient(t, "cursor")
	d.click("button", "^Register$")
	d.says("Cursor is registered")
	d.press("z")
	d.says("The file of Cursor is as it was before")
	if got := p.read(t, ".cursor/mcp.json"); got != cursorDocs {
		t.Errorf("the file is %s", got)
	}
	d.find("option", "Cursor.*Not registered")
}

func TestClients_ExtrasAreSwitchedOneByOne(t *testing.T) {
	p := newPerson(t)
	const settings = "{\n  \"theme\": \"dark\"\n}\n"
	p.write(t, ".claude.json", "{}\n")
	p.write(t, ".claude/settings.json", settings)
	p.must(t, "install")
	p.must(t, "clients", "add", "claude-code")
	d := p.visitClient(t, "claude-code")
	hook := "^Give context at session start"
	d.find("switch", hook).has(t, "checked", "false")
	d.click("switch", hook)
	d.shows("hook session-start")
	if got := p.read(t, ".claude/settings.json"); got != settings {
		t.Fatalf("before it was agreed to, the file is %s", got)
	}
	d.click("button", "^Turn on$")
	d.says("on for Claude Code")
	if got := p.read(t, ".claude/settings.json"); !strings.Contains(got, "hook session-start --client claude-code") || !strings.Contains(got, `"theme": "dark"`) {
		t.Errorf("the file is %s", got)
	}
	eventually(t, "the switch is on", func() error {
		return unless(d.find("switch", hook).props["checked"] == "true")
	})
	d.click("switch", "^Allow read-only tools")
	d.shows("mcp__memtray__")
	d.click("button", "^Turn on$")
	d.says("Allow read-only tools without asking: on for Claude Code")
	d.click("switch", hook)
	d.click("button", "^Turn off$")
	d.says("Give context at session start: off for Claude Code")
	d.click("switch", "^Allow read-only tools")
	d.click("button", "^Turn off$")
	d.says("Allow read-only tools without asking: off for Claude Code")
	if got := p.read(t, ".claude/settings.json"); got != settings {
		t.Errorf("with all off again, the file is\n%s\nwant\n%s", got, settings)
	}
}

func TestClients_AnExtraNeedsTheEntry(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".claude.json", "{}\n")
	d := p.visitClient(t, "claude-code")
	d.find("switch", "^Give context").has(t, "disabled", true)
	d.click("button", "^Register$")
	d.says("Claude Code is registered")
	eventually(t, "the switch can be used", func() error {
		return unless(d.find("switch", "^Give context").props["disabled"] != true)
	})
}

func TestClients_AnEntryThatTheClientDroppedIsRepaired(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".cursor/mcp.json", cursorDocs)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	registeredAs := p.read(t, ".cursor/mcp.json")
	p.write(t, ".cursor/mcp.json", cursorDocs)
	d := p.visitClient(t, "cursor")
	d.find("option", "Cursor.*Entry removed")
	d.click("button", "^Repair$")
	d.says("Cursor is registered")
	if got := p.read(t, ".cursor/mcp.json"); got != registeredAs {
		t.Errorf("after repairing, the file is\n%s\nwant\n%s", got, registeredAs)
	}
}

func TestClients_AllAreRegisteredAndRemovedWithAListOfChanges(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".cursor/mcp.json", cursorDocs)
	p.write(t, ".codex/config.toml", "model = \"gpt-5\" # mine\n")
	p.write(t, ".gemini/settings.json", "{}")
	d := p.visitClient(t, "cursor")
	before := p.files(t)
	d.click("button", "^Register 3…$")
	d.find("heading", "^Register 3$")
	for _, part := range []string{".cursor/mcp.json", ".codex/config.toml", ".gemini/settings.json", "[mcp_servers.memtray]"} {
		d.shows(part)
	}
	if changed := difference(before, p.files(t)); changed != "" {
		t.Fatalf("before it was agreed to, there is %s", changed)
	}
	d.click("button", "^Change 3 files$")
	d.says("3 clients registered")
	registered(t, p, ".cursor/mcp.json")

	d.click("option", "Gemini CLI")
	d.click("switch", "^Give context")
	d.click("button", "^Turn on$")
	d.says("on for Gemini CLI")

	d.click("button", "^Repair all, remove all$")
	d.click("menuitem", "^Remove all")
	d.find("heading", "^Remove all$")
	d.shows("hook session-start")
	d.click("button", "^Remove from 3$")
	d.says("Removed from 3 clients")
	if changed := difference(before, p.files(t)); changed != "" {
		t.Errorf("after removing all, there is %s", changed)
	}
}

func TestClients_TrustIsHeededAtTheNextCall(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	a := newAgent(t, p, "cursor")
	a.save(t, map[string]any{"body": "this counts"})
	d := p.visitClient(t, "cursor")
	d.click("radio", "^Read only$")
	d.shows("Nothing that it sends is stored")
	eventually(t, "a save is refused", func() error {
		text, isError := a.call(t, "memory_save", map[string]any{"body": "this does not"})
		if !isError {
			return fmt.Errorf("the answer is %q", text)
		}
		return nil
	})
	a.must(t, "memory_search", map[string]any{"query": "counts"})
	d.find("option", "Cursor.*Read only")

	d.click("radio", "^Save$")
	d.shows("What it saves counts at once")
	a.save(t, map[string]any{"body": "this counts again"})
}

func TestClients_TheDiagnosisSaysWhyNothingArrives(t *testing.T) {
	p := newPerson(t)
	p.must(t, "install")
	p.must(t, "clients", "add", "cursor")
	d := p.visitClient(t, "cursor")
	d.click("DisclosureTriangle", "^Why nothing arrives$")
	d.shows("starts and answers")
	d.shows("It has never started Memtray.")

	entry := registered(t, p, ".cursor/mcp.json")
	if err := os.Remove(entry.Command); err != nil {
		t.Fatal(err)
	}
	d.click("button", "^Look again$")
	d.shows("that the client starts is gone")
}

func TestClients_TheProgramIsInstalledFirst(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".cursor/mcp.json", cursorDocs)
	program, err := os.ReadFile(shim(t))
	if err != nil {
		t.Fatal(err)
	}
	unpacked := filepath.Join(p.tmp, "memtray-mcp")
	if err := os.WriteFile(unpacked, program, 0o700); err != nil {
		t.Fatal(err)
	}
	d := p.serveFrom(t, unpacked).visit(t, "/clients?id=cursor", wide)
	d.shows("which will not stay there")
	d.gone("button", "^Register$")
	d.click("button", "^Install$")
	d.says("Installed as")
	d.click("button", "^Register$")
	d.says("Cursor is registered")
	want := filepath.Join(p.home, ".local", "bin", "memtray-mcp")
	if entry := registered(t, p, ".cursor/mcp.json"); entry.Command != want {
		t.Errorf("the command is %s, want %s", entry.Command, want)
	}
}

func TestClients_KeysMoveAlsoToThoseNotFound(t *testing.T) {
	p := newPerson(t)
	p.write(t, ".cursor/mcp.json", cursorDocs)
	newAgent(t, p, "night-shift").must(t, "memory_search", map[string]any{"query": "x"})
	d := p.visitClient(t, "cursor")
	d.click("option", "Cursor")
	d.gone("option", "Kiro")
	d.click("button", "more that were not found here$")
	d.find("option", "Kiro.*Not installed")
	d.find("option", "Antigravity.*not verified")
	d.click("option", "^.*Cursor")
	d.press("j")
	d.find("heading", "^night-shift$")
	d.shows("not among those that Memtray can write")
	d.press("j")
	d.find("heading", "^Claude Code$")
}

// files returns what lies in the home folder, the data folder apart.
func (p *person) files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == p.data() || path == p.home {
			if err == nil && path == p.data() {
				return fs.SkipDir
			}
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content := ""
		if info.Mode().IsRegular() {
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			content = string(raw)
		}
		all[path] = info.Mode().String() + content
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// difference names the first file of two sets that is not in both as it is.
func difference(before, after map[string]string) string {
	for path, content := range after {
		if before[path] != content {
			return path + ": " + content
		}
	}
	for path := range before {
		if _, ok := after[path]; !ok {
			return "no " + path
		}
	}
	return ""
}
