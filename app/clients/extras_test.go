package clients_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"memtray/app/clients"
	"memtray/store"
)

// do does an action with a part and returns the state of the part.
func (p *person) do(id string, part clients.Part, action clients.Action) clients.PartState {
	p.t.Helper()
	_, err := p.registrar().Apply(p.t.Context(), id, part, action, "")
	must(p.t, err)
	return p.partState(id, part)
}

func (p *person) partState(id string, part clients.Part) clients.PartState {
	p.t.Helper()
	s := p.state(id)
	if part == clients.Server {
		return s.PartState
	}
	i := slices.IndexFunc(s.Extras, func(e clients.PartState) bool { return e.Part == part })
	if i < 0 {
		p.t.Fatalf("%s has no %s", id, part)
	}
	return s.Extras[i]
}

// eachExtra calls a test for every extra of every client.
func eachExtra(t *testing.T, test func(t *testing.T, id string, part clients.Part)) {
	t.Helper()
	p := newPerson(t)
	for _, c := range clients.All() {
		for _, extra := range p.state(c.ID).Extras {
			t.Run(c.ID+"/"+string(extra.Part), func(t *testing.T) {
				t.Parallel()
				test(t, c.ID, extra.Part)
			})
		}
	}
}

// TestExtras: what each extra writes where there was nothing, on each system's
// own terms, and that nothing of it is left.
func TestExtras(t *testing.T) {
	eachExtra(t, func(t *testing.T, id string, part clients.Part) {
		p := newPerson(t)
		before := p.tree()
		p.do(id, clients.Server, clients.Add)
		between := p.tree()
		if got := p.partState(id, part).Status; got == clients.Registered || got == clients.Broken {
			t.Fatalf("it is %s before", got)
		}
		s := p.do(id, part, clients.Add)
		equal(t, "status", s.Status, clients.Registered)
		equal(t, "the server's", p.state(id).Status, clients.Registered)
		file := strings.TrimPrefix(s.File, p.home)
		text := strings.ReplaceAll(p.read(file), p.home, "/home/ada")
		golden(t, filepath.Join("extras", id+"."+string(part)+".golden"), []byte(filepath.ToSlash(file)+"\n"+text))
		after := p.tree()
		p.do(id, part, clients.Add)
		equal(t, "after the second time", p.tree(), after)
		equal(t, "status", p.do(id, part, clients.Remove).Status, clients.NotRegistered)
		equal(t, "files without it", contents(p.tree()), contents(between))
		p.do(id, clients.Server, clients.Remove)
		equal(t, "files at last", contents(p.tree()), contents(before))
	})
}

// contents is a tree without the times.
func contents(tree map[string]string) map[string]string {
	out := map[string]string{}
	for path, what := range tree {
		if i := strings.Index(what, "m=+"); i >= 0 {
			what = what[:i]
		}
		for _, sep := range []string{" +0000 UTC"} {
			if i := strings.Index(what, sep); i >= 0 {
				what = what[:10] + what[i+len(sep):]
			}
		}
		out[path] = what
	}
	return out
}

// TestExtrasFiles: for every extra, the file behind links is written and the links
// stay; a file that cannot be written or is no file is refused.
func TestExtrasFiles(t *testing.T) {
	eachExtra(t, func(t *testing.T, id string, part clients.Part) {
		p := newPerson(t)
		if part == clients.Allow && p.partState(id, part).File == p.state(id).File {
			t.Skip("in the server's own file")
		}
		file := strings.TrimPrefix(p.partState(id, part).File, p.home)
		text := "{\n  \"x\": 1\n}\n"
		if part == clients.Instructions || strings.HasSuffix(file, ".toml") {
			text = "# x\n"
		}
		must(t, os.Chmod(p.write("dotfiles/x", text), 0o640))
		must(t, os.MkdirAll(filepath.Dir(p.path(file)), 0o755))
		for _, link := range []string{p.path("dotfiles/x"), p.path("dotfiles/none")} {
			must(t, os.Symlink(link, p.path(file)))
			before := contents(p.tree())
			p.do(id, part, clients.Add)
			if text, err := os.ReadFile(link); err != nil || !strings.Contains(string(text), "memtray") {
				t.Errorf("it is not behind the link: %s, %v", text, err)
			}
			p.do(id, part, clients.Remove)
			equal(t, "files", contents(p.tree()), before)
			must(t, os.Remove(p.path(file)))
		}
		must(t, os.MkdirAll(p.path(file), 0o755))
		before := p.tree()
		if _, err := p.registrar().Apply(t.Context(), id, part, clients.Add, ""); store.ErrorCode(err) != store.Invalid {
			t.Errorf("a folder in its place: %v", err)
		}
		equal(t, "files", p.tree(), before)
	})
}

// TestExtrasOrder: several parts in one file, added in every order. Removed in
// reverse, the bytes come back step by step; in the same order, what others wrote
// is as before in the end.
func TestExtrasOrder(t *testing.T) {
	p := newPerson(t)
	for id, c := range map[string]struct {
		file  string
		parts []clients.Part
	}{
		"claude-code": {".claude/settings.json", []clients.Part{clients.Hook, clients.Allow}},
		"qwen":        {".qwen/settings.json", []clients.Part{clients.Server, clients.Hook, clients.Allow}},
		"gemini":      {".gemini/settings.json", []clients.Part{clients.Server, clients.Hook}},
		"crush":       {".config/crush/crush.json", []clients.Part{clients.Server, clients.Allow}},
	} {
		for _, text := range []string{"none", spoilt} {
			for _, add := range permutations(c.parts) {
				reversed := slices.Clone(add)
				slices.Reverse(reversed)
				for _, remove := range [][]clients.Part{reversed, add} {
					p.home = t.TempDir()
					checkOrder(t, p, id, c.file, text, add, remove)
				}
			}
		}
	}
}

// spoilt is a file with hooks and permissions of others.
const spoilt = `{
	"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "x"}]}], "Stop": []},
	"permissions": {"allow": ["x"], "deny": []}, "mcp": {"x": {}}, "mcpServers": {"x": {"command": "x"}}
}
`

func checkOrder(t *testing.T, p *person, id, file, text string, add, remove []clients.Part) {
	t.Helper()
	p.shim.Command = p.program("bin/memtray-mcp")
	if text != "none" {
		p.write(file, text)
	}
	start := contents(p.tree())
	var steps []map[string]string
	for _, part := range add {
		steps = append(steps, contents(p.tree()))
		p.do(id, part, clients.Add)
	}
	what := fmt.Sprintf("%s: %v added, %v removed, of %s", id, add, remove, text)
	for _, part := range remove {
		p.do(id, part, clients.Remove)
		if last := steps[len(steps)-1]; remove[0] == add[len(add)-1] {
			equal(t, what+": after "+string(part), contents(p.tree()), last)
			steps = steps[:len(steps)-1]
		}
	}
	if text == "none" {
		equal(t, what, contents(p.tree()), start)
	} else if was, is := meaningOf(t, text), meaningOf(t, p.read(file)); !reflect.DeepEqual(was, is) {
		t.Fatalf("%s: left is %s", what, p.read(file))
	}
}

func permutations(parts []clients.Part) [][]clients.Part {
	if len(parts) < 2 {
		return [][]clients.Part{parts}
	}
	var all [][]clients.Part
	for i := range parts {
		for _, rest := range permutations(slices.Delete(slices.Clone(parts), i, i+1)) {
			all = append(all, append([]clients.Part{parts[i]}, rest...))
		}
	}
	return all
}

func meaningOf(t *testing.T, text string) any {
	t.Helper()
	var v any
	standard, err := hujson.Standardize([]byte(text))
	must(t, err)
	must(t, json.Unmarshal(standard, &v))
	return v
}

// TestExtrasAfterOthersWrote: what others write around ours stays, and ours goes.
func TestExtrasAfterOthersWrote(t *testing.T) {
	p := newPerson(t)
	p.write(".claude/settings.json", "{\n  \"model\": \"x\"\n}\n")
	p.write(".claude/CLAUDE.md", "# Mine\n")
	for _, part := range []clients.Part{clients.Hook, clients.Allow, clients.Instructions} {
		p.do("claude-code", part, clients.Add)
	}
	settings := p.read(".claude/settings.json")
	settings = strings.Replace(settings, `"SessionStart": [`, `"SessionStart": [ { "hooks": [ { "type": "command", "command": "mine" } ] },`, 1)
	settings = strings.Replace(settings, `"mcp__memtray__memory_get"`, `"mcp__memtray__memory_get", "Bash(ls)"`, 1)
	p.write(".claude/settings.json", settings)
	p.write(".claude/CLAUDE.md", p.read(".claude/CLAUDE.md")+"\n# More\n")
	for _, part := range []clients.Part{clients.Hook, clients.Instructions, clients.Allow} {
		p.do("claude-code", part, clients.Remove)
	}
	equal(t, "settings", meaningOf(t, p.read(".claude/settings.json")), meaningOf(t,
		`{"model":"x","hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"mine"}]}]},"permissions":{"allow":["Bash(ls)"]}}`))
	equal(t, "instructions", p.read(".claude/CLAUDE.md"), "# Mine\n\n# More\n")
}

// TestExtrasMoved: a program or data folder that has moved is written anew, and the
// way back stays.
func TestExtrasMoved(t *testing.T) {
	p := newPerson(t)
	p.program("new/memtray-mcp")
	before := contents(p.tree())
	for _, id := range []string{"claude-code", "copilot", "kiro", "gemini"} {
		p.do(id, clients.Hook, clients.Add)
	}
	p.shim.Command, p.shim.Home = p.path("new/memtray-mcp"), p.path("my data")
	for _, id := range []string{"claude-code", "copilot", "kiro", "gemini"} {
		equal(t, "status of "+id, p.partState(id, clients.Hook).Status, clients.Elsewhere)
		s := p.do(id, clients.Hook, clients.Add)
		equal(t, "status of "+id, s.Status, clients.Registered)
		if text := p.read(strings.TrimPrefix(s.File, p.home)); !strings.Contains(text, "/new/memtray-mcp") || !strings.Contains(text, "my data") || strings.Contains(text, "/bin/memtray-mcp") {
			t.Errorf("%s: %s", id, text)
		}
		p.do(id, clients.Hook, clients.Remove)
	}
	equal(t, "files", contents(p.tree()), before)
}

// TestExtrasCommand: a program of any name is known as ours.
func TestExtrasCommand(t *testing.T) {
	p := newPerson(t)
	p.shim.Command = p.program("bin/my wrapper")
	before := contents(p.tree())
	p.do("claude-code", clients.Hook, clients.Add)
	once := p.read(".claude/settings.json")
	equal(t, "status", p.do("claude-code", clients.Hook, clients.Add).Status, clients.Registered)
	equal(t, "settings", p.read(".claude/settings.json"), once)
	p.shim.Command = p.program("bin/other")
	equal(t, "status", p.do("claude-code", clients.Hook, clients.Add).Status, clients.Registered)
	if text := p.read(".claude/settings.json"); strings.Contains(text, "wrapper") || strings.Count(text, "other") != 2 {
		t.Errorf("it is %s", text)
	}
	p.do("claude-code", clients.Hook, clients.Remove)
	must(t, os.Remove(p.path("bin/other")))
	equal(t, "files", contents(p.tree()), before)
}

// TestExtrasLanguage: the section is in the person's language, and one in another
// is as good.
func TestExtrasLanguage(t *testing.T) {
	p := newPerson(t)
	must(t, p.kept.SetSetting(t.Context(), store.SettingLocale, "zh-CN"))
	p.do("codex", clients.Instructions, clients.Add)
	text := p.read(".codex/AGENTS.md")
	if !strings.Contains(text, "长期记忆") {
		t.Errorf("it is %s", text)
	}
	must(t, p.kept.SetSetting(t.Context(), store.SettingLocale, "en"))
	equal(t, "status", p.do("codex", clients.Instructions, clients.Add).Status, clients.Registered)
	equal(t, "instructions", p.read(".codex/AGENTS.md"), text)
	p.vars["LANG"] = "zh_CN.UTF-8"
	must(t, p.kept.SetSetting(t.Context(), store.SettingLocale, ""))
	p.do("gemini", clients.Instructions, clients.Add)
	equal(t, "instructions", p.read(".gemini/GEMINI.md"), text)
}

// TestExtrasGoWithTheServer: removing a client takes out its extras too, the last
// one first, and forgets what stood in the server's own entry.
func TestExtrasGoWithTheServer(t *testing.T) {
	p := newPerson(t)
	before := contents(p.tree())
	for _, part := range []clients.Part{clients.Hook, clients.Server, clients.Instructions, clients.Allow} {
		p.do("kiro", part, clients.Add)
		p.do("claude-code", part, clients.Add)
	}
	reports, err := p.registrar().RemoveAll(t.Context(), "kiro")
	must(t, err)
	var parts []clients.Part
	for _, r := range reports {
		if r.Problem != "" || !r.Changed || r.ID != "kiro" {
			t.Errorf("%+v", r)
		}
		parts = append(parts, r.Part)
	}
	equal(t, "order", parts, []clients.Part{clients.Allow, clients.Instructions, clients.Server, clients.Hook})
	equal(t, "the other's", p.partState("claude-code", clients.Allow).Status, clients.Registered)
	_, err = p.registrar().RemoveAll(t.Context())
	must(t, err)
	equal(t, "files", contents(p.tree()), before)

	p.do("kiro", clients.Server, clients.Add)
	p.do("kiro", clients.Allow, clients.Add)
	p.do("kiro", clients.Server, clients.Remove)
	equal(t, "what stood in it", p.partState("kiro", clients.Allow).Status, clients.NotInstalled)
	equal(t, "files", contents(p.tree()), before)
}

// TestExtrasNotAskedFor: what a person has written themself is not taken for ours,
// and repairing adds nothing to it.
func TestExtrasNotAskedFor(t *testing.T) {
	p := newPerson(t)
	p.write(".claude/settings.json", `{"permissions":{"allow":["mcp__memtray__memory_search"]}}`)
	before := p.tree()
	equal(t, "status", p.partState("claude-code", clients.Allow).Status, clients.NotRegistered)
	_, err := p.registrar().RepairAll(t.Context())
	must(t, err)
	equal(t, "files", p.tree(), before)
	p.do("claude-code", clients.Allow, clients.Add)
	p.do("claude-code", clients.Allow, clients.Remove)
	equal(t, "files", contents(p.tree()), contents(before))
}
