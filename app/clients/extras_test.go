package clients_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
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
			t.Run(c.ID+"/"+string(extra.Part), func(t *testing.T) { test(t, c.ID, extra.Part) })
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

// spoilt is a file that is hard to edit, made of a plain one.
var spoilt = map[string]func(text string) string{
	"as it is":         func(s string) string { return s },
	"CRLF":             func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") },
	"tabs":             func(s string) string { return strings.ReplaceAll(s, "  ", "\t") },
	"no final newline": func(s string) string { return strings.TrimRight(s, "\n") },
	"byte order mark":  func(s string) string { return "\ufeff" + s },
	"empty":            func(string) string { return "" },
	"blank":            func(string) string { return " \r\n\n" },
	"braces":           func(string) string { return "{}" },
	"non-ASCII":        func(s string) string { return strings.ReplaceAll(s, "x", "数据😀") },
	"not parsable":     func(s string) string { return s + "}{" },
	"cut off":          func(s string) string { return s[:len(s)/2] },
	"comments":         func(s string) string { return strings.Replace(s, "{", "{ // a, \"b\"\n", 1) },
	"comment at last":  func(s string) string { return s + "// end" },
	"trailing comma":   func(s string) string { return strings.Replace(s, "\n}", ",\n}", 1) },
	"minified":         func(s string) string { return strings.Join(strings.Fields(s), "") },
	"duplicate keys":   func(s string) string { return strings.Replace(s, "{", `{"hooks": {}, "hooks": {}, "permissions": 1,`, 1) },
	"other types":      func(s string) string { return strings.Replace(s, "{", `{"hooks": 7, "permissions": {"allow": {}, "allowed_tools": ""},`, 1) },
	"nulls":            func(s string) string { return strings.Replace(s, "{", `{"hooks": null, "permissions": null,`, 1) },
	"deep":             func(s string) string { return strings.Replace(s, "{", `{"deep": `+strings.Repeat("[", 5000)+strings.Repeat("]", 5000)+",", 1) },
	"torn section":     func(s string) string { return s + "\n<!-- memtray: begin -->\n# memtray: begin\nx" },
	"invalid UTF-8":    func(s string) string { return s + "\xff\xfe" },
	"section in fence": func(s string) string { return s + "\n```\n<!-- memtray: begin -->\n```\n" },
	"hooks of others": func(s string) string {
		return strings.Replace(s, "{", `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "x"}]}], "sessionStart": [{"command": "x"}], "Stop": []}, "permissions": {"allow": ["x"], "deny": []},`, 1)
	},
}

const (
	plainJSON = "{\n  \"x\": {\n    \"y\": [1, 2.50, \"x\"]\n  },\n  \"z\": true\n}\n"
	plainText = "# Rules\n\n- Use x.\n\n  ```\n  x\n  ```\n"
)

// TestExtrasNasty: for every extra and every nasty file, adding twice and removing
// gives the former bytes, and everything else is as before meanwhile; or it is
// refused, and file, link and mode are as before.
func TestExtrasNasty(t *testing.T) {
	edited, refused := 0, 0
	eachExtra(t, func(t *testing.T, id string, part clients.Part) {
		for _, name := range slices.Sorted(maps.Keys(spoilt)) {
			for _, linked := range []bool{false, true} {
				p := newPerson(t)
				p.shim.Home = p.path("my data")
				p.shim.Command = p.program("my bin/O'Neil/memtray-mcp")
				file := strings.TrimPrefix(p.partState(id, part).File, p.home)
				text := spoilt[name](plainJSON)
				if part == clients.Instructions || strings.HasSuffix(file, ".toml") {
					text = spoilt[name](plainText)
				}
				if linked {
					p.write("dotfiles/x", text)
					must(t, os.MkdirAll(filepath.Dir(p.path(file)), 0o755))
					must(t, os.Symlink(p.path("dotfiles/x"), p.path(file)))
				} else {
					must(t, os.Chmod(p.write(file, text), 0o640))
				}
				if p.inEntry(id, part) {
					if _, err := p.registrar().Apply(t.Context(), id, clients.Server, clients.Add, ""); err != nil {
						continue // it has tests of its own
					}
				}
				before := p.tree()
				_, err := p.registrar().Apply(t.Context(), id, part, clients.Add, "")
				if err != nil {
					refused++
					if code := store.ErrorCode(err); code != store.Invalid && code != store.Conflict {
						t.Fatalf("%s: not a refusal: %v", name, err)
					}
					equal(t, name+": files after a refusal", p.tree(), before)
					continue
				}
				edited++
				with := p.read(file)
				p.do(id, part, clients.Add)
				equal(t, name+": after the second time", p.read(file), with)
				equal(t, name+": status", p.partState(id, part).Status, clients.Registered)
				p.do(id, part, clients.Remove)
				equal(t, name+": files after removing", contents(p.tree()), contents(before))
			}
		}
	})
	t.Logf("%d were edited, %d refused", edited, refused)
	if edited < refused {
		t.Error("most were refused")
	}
}

// inEntry reports whether an extra stands in the server's entry.
func (p *person) inEntry(id string, part clients.Part) bool {
	s := p.state(id)
	return part == clients.Allow && p.partState(id, part).File == s.File && slices.Contains([]string{"kiro", "cline", "roo", "zoo"}, id)
}

// TestExtrasOrder: several parts in one file, added and removed in every order.
// In reverse the bytes come back step by step, and in any order in the end.
func TestExtrasOrder(t *testing.T) {
	for id, c := range map[string]struct {
		file  string
		parts []clients.Part
	}{
		"claude-code": {".claude/settings.json", []clients.Part{clients.Hook, clients.Allow}},
		"qwen":        {".qwen/settings.json", []clients.Part{clients.Server, clients.Hook, clients.Allow}},
		"gemini":      {".gemini/settings.json", []clients.Part{clients.Server, clients.Hook}},
		"crush":       {".config/crush/crush.json", []clients.Part{clients.Server, clients.Allow}},
		"kiro":        {".kiro/settings/mcp.json", []clients.Part{clients.Server, clients.Allow}},
	} {
		for _, text := range []string{"none", "{}\n", plainJSON, spoilt["hooks of others"](plainJSON), spoilt["minified"](plainJSON)} {
			for _, add := range permutations(c.parts) {
				for _, remove := range permutations(c.parts) {
					p := newPerson(t)
					if text != "none" {
						p.write(c.file, text)
					}
					start := contents(p.tree())
					steps := []map[string]string{}
					for _, part := range add {
						steps = append(steps, contents(p.tree()))
						if _, err := p.registrar().Apply(t.Context(), id, part, clients.Add, ""); err != nil {
							if id == "kiro" && add[0] == clients.Allow {
								break
							}
							t.Fatal(err)
						}
					}
					if id == "kiro" && add[0] == clients.Allow {
						continue
					}
					reversed := slices.Clone(add)
					slices.Reverse(reversed)
					for i, part := range remove {
						p.do(id, part, clients.Remove)
						if slices.Equal(remove, reversed) {
							equal(t, fmt.Sprintf("%s %v: files after removing %s", id, add, part), contents(p.tree()), steps[len(steps)-1-i])
						}
					}
					what := fmt.Sprintf("%s: %v added, %v removed, of %s", id, add, remove, text)
					if got := contents(p.tree()); text == "none" {
						equal(t, what, got, start)
					} else if was, is := meaningOf(t, text), meaningOf(t, p.read(c.file)); !reflect.DeepEqual(was, is) {
						t.Fatalf("%s: left is %s", what, p.read(c.file))
					}
				}
			}
		}
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

// TestExtrasSystems: where the files are, and how commands are spelled, on other
// systems.
func TestExtrasSystems(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("paths of other systems")
	}
	var out strings.Builder
	for system, home := range map[string]string{"darwin": "/Users/ada", "windows": `C:\Users\Ada Lovelace`} {
		for _, c := range clients.All() {
			for _, extra := range stateOf(t, clients.New(openStore(t), clients.Env{System: system, Home: home, Getenv: func(string) string { return "" }}, clients.Shim{Command: "/x"}), c.ID).Extras {
				fmt.Fprintf(&out, "%s %s %s %s\n", system, c.ID, extra.Part, extra.File)
			}
		}
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	slices.Sort(lines)
	golden(t, "extras/systems.golden", []byte(strings.Join(lines, "\n")+"\n"))
}
