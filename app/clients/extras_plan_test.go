package clients

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"memtray/store"
)

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
	"duplicate keys": func(s string) string {
		return strings.Replace(s, "{", `{"hooks": {}, "hooks": {}, "permissions": 1,`, 1)
	},
	"other types": func(s string) string {
		return strings.Replace(s, "{", `{"hooks": 7, "permissions": {"allow": {}, "allowed_tools": ""},`, 1)
	},
	"nulls": func(s string) string { return strings.Replace(s, "{", `{"hooks": null, "permissions": null,`, 1) },
	"deep": func(s string) string {
		return strings.Replace(s, "{", `{"deep": `+strings.Repeat("[", 500)+strings.Repeat("]", 500)+",", 1)
	},
	"torn section":     func(s string) string { return s + "\n<!-- memtray: begin -->\n# memtray: begin\nx" },
	"invalid UTF-8":    func(s string) string { return s + "\xff\xfe" },
	"section in fence": func(s string) string { return s + "\n```\n<!-- memtray: begin -->\n```\n" },
	"hooks of others": func(s string) string {
		return strings.Replace(s, "{", `{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "x"}]}], "sessionStart": [{"command": "x"}], "Stop": []}, "permissions": {"allow": ["x"], "deny": []},`, 1)
	},
}

const (
	plainJSON  = "{\n  \"x\": {\n    \"y\": [1, 2.50, \"x\"]\n  },\n  \"z\": true\n}\n"
	plainEntry = "{\n  \"mcpServers\": {\n    \"x\": {},\n    \"memtray\": {\n      \"command\": \"/x/memtray-mcp\"\n    }\n  },\n  \"x\": \"x\"\n}\n"
	plainText  = "# Rules\n\n- Use x.\n\n  ```\n  x\n  ```\n"
)

// TestExtrasNasty: for every extra of every client and every nasty file, adding
// twice and removing gives the former bytes, and everything else is as before
// meanwhile; or it is refused with a message for people.
func TestExtrasNasty(t *testing.T) {
	edited, refused := 0, map[string]int{}
	for _, c := range All() {
		for _, p := range c.parts()[1:] {
			for _, system := range []string{"linux", "windows"} {
				shim := Shim{Command: "/my bin/O'Neil/memtray-mcp", Home: "/my data/数据"}
				at := target{client: c, part: p, path: "/x", want: p.want(c, shim, Env{System: system})}
				for _, name := range slices.Sorted(maps.Keys(spoilt)) {
					text := spoilt[name](plainJSON)
					switch {
					case len(at.want.texts) > 0:
						text = spoilt[name](plainText)
					case p.inEntry:
						text = spoilt[name](plainEntry)
					}
					if checkPart(t, at, text) {
						edited++
					} else {
						refused[name]++
					}
				}
			}
		}
	}
	t.Logf("%d were edited; refused: %v", edited, refused)
	for _, name := range []string{"as it is", "CRLF", "tabs", "no final newline", "non-ASCII", "minified", "deep"} {
		if refused[name] > 0 {
			t.Errorf("%d extras refused %s", refused[name], name)
		}
	}
	for _, name := range []string{"not parsable", "duplicate keys", "other types", "torn section", "invalid UTF-8"} {
		if refused[name] == 0 {
			t.Errorf("no extra refused %s", name)
		}
	}
}

// FuzzExtras: for any bytes each extra of each client is refused with a message for
// people, or what it adds can be taken back to the byte.
func FuzzExtras(f *testing.F) {
	var all []target
	for _, c := range All() {
		for _, p := range c.parts()[1:] {
			all = append(all, target{client: c, part: p, path: "/x", want: p.want(c, Shim{Command: "/o'd d/memtray-mcp"}, Env{System: "linux"})})
		}
	}
	for i := range all {
		for _, text := range []string{plainJSON, plainText, plainEntry, "", "\ufeff{}", "{\"hooks\":{}}//"} {
			f.Add(text, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) { checkPart(t, all[int(which)%len(all)], text) })
}

// checkPart adds to and removes from a file in memory. It is false for a refusal.
func checkPart(t *testing.T, at target, text string) bool {
	t.Helper()
	what := at.client.ID + " " + string(at.part.name)
	work := func(action Action, text string, known store.Registration) (plan, error) {
		return makePlan(at, action, file{path: "/x", target: "/x", exists: true, data: []byte(text)}, known, "1")
	}
	p, err := work(Add, text, store.Registration{})
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Message == "" || e.Code != store.Invalid {
			t.Fatalf("%s: not a refusal: %v", what, err)
		}
		return false
	}
	again, err := work(Add, string(p.after), *p.keep)
	if err != nil || !again.noChange() {
		t.Fatalf("%s twice: %v\n%s\n%s", what, err, p.after, again.after)
	}
	s, err := at.slot(file{exists: true, data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	back, err := work(Remove, string(p.after), *again.keep)
	if err != nil || s.holds().is == nothing && string(back.after) != text {
		t.Fatalf("%s: not restored: %v\n%q\n%q", what, err, text, back.after)
	}
	rest := func(text string) any {
		t.Helper()
		s, err := at.slot(file{exists: true, data: []byte(text)})
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, text)
		}
		v, err := s.rest()
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, text)
		}
		return v
	}
	blind, err := work(Remove, string(p.after), store.Registration{})
	if err != nil || !reflect.DeepEqual(rest(string(blind.after)), rest(text)) {
		t.Fatalf("%s: removing without memory left %s, %v", what, blind.after, err)
	}
	return true
}

// TestExtrasCommands: what the hooks of each client run, on Windows too.
func TestExtrasCommands(t *testing.T) {
	var all strings.Builder
	for _, c := range All() {
		for _, p := range c.parts()[1:] {
			for _, e := range []struct{ system, command, home string }{
				{"linux", "/opt/my programs/memtray-mcp", ""},
				{"windows", `C:\Users\Ada\AppData\Local\Memtray\memtray-mcp.exe`, ""},
				{"windows", `C:\Users\Ada Lovelace\memtray-mcp.exe`, `D:\my data`},
			} {
				w := p.want(c, Shim{Command: e.command, Home: e.home}, Env{System: e.system})
				for _, l := range w.lists {
					for _, key := range slices.Sorted(maps.Keys(l.lines)) {
						fmt.Fprintf(&all, "%s %s %s %s: %s\n", c.ID, e.system, l.event, key, l.lines[key])
					}
				}
			}
		}
	}
	compareGolden(t, "extras/commands.golden", all.String())
}
