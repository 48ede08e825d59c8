package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shell runs one line for a shell in the person's project, with the installed
// clients on the path and nothing but loopback to reach.
func (p *person) shell(t *testing.T, m *model, line string) outcome {
	t.Helper()
	bin := filepath.Join(installedClients(t), "node_modules", ".bin")
	cmd := p.command(t, "/bin/sh", "-c", line)
	cmd.Env = p.env("PATH="+bin+":"+os.Getenv("PATH"), "HTTP_PROXY="+m.URL, "HTTPS_PROXY="+m.URL, "NO_PROXY=127.0.0.1,localhost",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1",
		"GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_CLI_NO_RELAUNCH=true")
	return finish(t, cmd)
}

// shells runs lines one after another, all of which must succeed.
func (p *person) shells(t *testing.T, m *model, lines string) {
	t.Helper()
	for line := range strings.Lines(lines) {
		if out := p.shell(t, m, line); out.code != 0 {
			t.Fatalf("%s exited %d\n%s%s", line, out.code, out.stdout, out.stderr)
		}
	}
}

// pluginLeft checks that a plugin is known and that removing all says how it goes,
// and returns those lines.
func (p *person) pluginLeft(t *testing.T, client string) string {
	t.Helper()
	if out := p.memtray(t, "clients", "doctor", client); out.code != 0 || !strings.Contains(out.stdout, "has it as a plugin") {
		t.Errorf("doctor says %s%s", out.stdout, out.stderr)
	}
	out := p.memtray(t, "clients", "remove", "--all")
	_, lines, found := strings.Cut(out.stderr, "takes out itself: run\n")
	lines, _, _ = strings.Cut(lines, "memtray-mcp: ")
	if out.code != 1 || !found {
		t.Errorf("removing all exited %d: %s%s", out.code, out.stdout, out.stderr)
	}
	t.Cleanup(func() { p.must(t, "clients", "remove", "--all") })
	return lines
}

// TestClientPlugin_ClaudeCode: the folder is valid for Claude Code, is installed
// by the lines that are printed, connects, and goes without leaving anything of
// ours.
func TestClientPlugin_ClaudeCode(t *testing.T) {
	p, m := newPerson(t), startModel(t)
	installedClients(t)
	p.must(t, "install")
	made := p.memtray(t, "clients", "plugin", "claude-code")
	folder := filepath.Join(p.data(), "integrations", "claude-code")
	for _, dir := range []string{folder, filepath.Join(folder, "memtray")} {
		if out := p.shell(t, m, "claude plugin validate '"+dir+"'"); out.code != 0 || !strings.HasSuffix(strings.TrimSpace(out.stdout), "✔ Validation passed") {
			t.Errorf("%s is not valid: %s%s", dir, out.stdout, out.stderr)
		}
	}
	p.shells(t, m, made.stdout)
	if out := p.shell(t, m, "claude mcp list"); !containsAll(out.stdout, "plugin:memtray:memtray: ", "✔ Connected") {
		t.Errorf("claude mcp list printed %s%s", out.stdout, out.stderr)
	}
	p.shells(t, m, p.pluginLeft(t, "claude-code"))
	if out := p.shell(t, m, "claude mcp list"); strings.Contains(out.stdout, "memtray") {
		t.Errorf("after removing, claude mcp list printed %s", out.stdout)
	}
	if settings := p.read(t, ".claude/settings.json"); strings.Contains(settings, "memtray") {
		t.Errorf("after removing, the settings are %s", settings)
	}
}

// TestClientPlugin_Gemini: the folder is linked as an extension of Gemini CLI.
func TestClientPlugin_Gemini(t *testing.T) {
	p, m := newPerson(t), startModel(t)
	installedClients(t)
	p.must(t, "install")
	made := p.memtray(t, "clients", "plugin", "gemini")
	p.shells(t, m, made.stdout)
	if out := p.shell(t, m, "gemini mcp list"); !containsAll(out.stdout+out.stderr, "memtray", "Connected") {
		t.Errorf("gemini mcp list printed %s%s", out.stdout, out.stderr)
	}
	p.shells(t, m, p.pluginLeft(t, "gemini"))
	if out := p.shell(t, m, "gemini mcp list"); strings.Contains(out.stdout+out.stderr, "memtray") {
		t.Errorf("after removing, gemini mcp list printed %s%s", out.stdout, out.stderr)
	}
}
