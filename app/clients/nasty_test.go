package clients_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// kind is a kind of file that an editor gets wrong easily. KEY in its texts is
// the client's key for servers, OURS an older entry of ours and THEIRS a foreign
// one under our name.
type kind struct {
	name             string
	json, toml, yaml string
	setup            func(p *person, path string) // after the file was written
	absent           bool                         // there is no file
	old              bool                         // ours is there before, so that the former bytes do not come back
}

// plain is a file with another server in it.
var plain = kind{
	json: "{\n  \"KEY\": {\n    \"a\": {\"command\": \"x\"}\n  }\n}\n",
	toml: "model = \"m\"\n\n[KEY.a]\ncommand = \"x\"\n",
	yaml: "model: m\nKEY:SERVER\n",
}

func (k kind) with(name string, setup func(p *person, path string)) kind {
	k.name, k.setup = name, setup
	return k
}

func (k kind) edited(name string, edit func(string) string) kind {
	return kind{name: name, json: edit(k.json), toml: edit(k.toml), yaml: edit(k.yaml)}
}

func same(name, text string) kind { return kind{name: name, json: text, toml: text, yaml: text} }

// kinds are all kinds.
var kinds = []kind{
	plain.edited("plain", func(s string) string { return s }),
	{name: "absent", absent: true},
	same("empty", ""),
	same("blank", " \n\n"),
	{name: "empty object", json: "{}", toml: "", yaml: "{}\n"},
	{name: "not an object", json: "[]", toml: "KEY = 1\n", yaml: "- a\n"},
	{
		name: "comments",
		json: "// first\n{\n  \"a\": 1, // note\n  /* servers */\n  \"KEY\": {\n    \"b\": {} // the last\n  }\n  // end\n}\n// after\n",
		toml: "# first\na = 1 # note\n\n# servers\n[KEY.b]\ncommand = \"x\" # the last\n# end\n",
		yaml: "# first\na: 1 # note\n# servers\nKEY:SERVER # the last\n# end\n",
	},
	{name: "comment at the very end", json: `{"KEY":{"b":{}} /* servers */} // end`, toml: "[KEY.b]\ncommand = \"x\" # end", yaml: "KEY:SERVER # end"},
	{
		name: "comma after the last item", json: "{\n  \"KEY\": {\n    \"a\": {\"args\": [\"x\",],},\n  },\n}\n",
		toml: "[KEY.a]\nargs = [\"x\",]\n", yaml: "b: [x,]\nKEY:SERVER\n",
	},
	plain.edited("byte order mark", func(s string) string { return "\ufeff" + s }),
	plain.edited("CRLF", func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }),
	plain.edited("mixed line ends", func(s string) string { return strings.Replace(s, "\n", "\r\n", 1) }),
	plain.edited("tabs", func(s string) string { return strings.ReplaceAll(s, "  ", "\t") }),
	plain.edited("four spaces", func(s string) string { return strings.ReplaceAll(s, "  ", "    ") }),
	{name: "minified", json: `{"a":1,"KEY":{"b":{"command":"x"}}}`, toml: "KEY.b.command=\"x\"", yaml: "{a: 1}"},
	plain.edited("no final newline", func(s string) string { return strings.TrimSuffix(s, "\n") }),
	plain.edited("many final newlines", func(s string) string { return s + "\n\n\n" }),
	{
		name: "no servers yet", json: "{\n  \"a\": {\"KEY\": {\"memtray\": 1}},\n  \"memtray\": null\n}\n",
		toml: "memtray = 1\n[a.KEY]\nmemtray = 1\n", yaml: "a:\n  KEY:\n    memtray: 1\nmemtray:\n",
	},
	{name: "empty servers", json: "{\n  \"KEY\": {},\n  \"z\": 1\n}\n", toml: "[KEY]\n", yaml: "KEY:\nz: 1\n"},
	{name: "null servers", json: `{"KEY":null,"z":1}`, toml: "z = 1\n", yaml: "KEY: null\nz: 1\n"},
	{
		name: "unknown keys", json: "{\"$schema\": \"x\", \"inputs\": [{\"id\": 1}], \"KEY\": {\"a\": {\"x\": {\"y\": [1e400, -0.0]}, \"command\": \"a\"}}, \"zz\": true}\n",
		toml: "\"a b\" = 1e400\n[KEY.a]\ncommand = \"a\"\nx.y = [1979-05-27T07:32:00Z]\n[zz]\n", yaml: "\"a b\": 1e400\nKEY:SERVER\nzz: !!str yes\n",
	},
	{
		name: "duplicate keys of servers", json: `{"KEY":{},"KEY":{"a":{}}}`, toml: "[KEY]\na.b=1\n[KEY]\n", yaml: "KEY:SERVER\nKEY:SERVER\n",
	},
	{name: "duplicate keys elsewhere", json: `{"a":1,"a":2,"KEY":{"b":{},"b":{}}}`, toml: "a = 1\na = 2\n", yaml: "a: 1\na: 2\n"},
	{
		name: "deep nesting", json: `{"a":` + strings.Repeat(`{"a":[`, 400) + strings.Repeat("]}", 400) + `,"KEY":{}}`,
		toml: "a = " + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "\n", yaml: "a: " + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "\n",
	},
	{
		name: "too deep", json: `{"a":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `,"KEY":{}}`,
		toml: "a = " + strings.Repeat("[", 1<<20) + "\n", yaml: "a: " + strings.Repeat("[", 1<<20) + "\n",
	},
	{
		name: "other scripts", json: "{\n  \"语言\": \"中文 😀\",\n  \"KEY\": {\n    \"記憶\": {\"command\": \"/опт/программа\"}\n  }\n}\n",
		toml: "\"语言\" = \"中文 😀\"\n[KEY.\"記憶\"]\ncommand = \"/опт\"\n", yaml: "语言: 中文 😀\nKEY:SERVER\n",
	},
	{
		name: "text like ours", json: "{\n  \"a\": \"\\\"KEY\\\": {\\\"memtray\\\": {\"\n}\n",
		toml: "a = '''\n[KEY.memtray]\ncommand = 1\n'''\n", yaml: "a: |\n  KEY:\n    memtray:\n      - name: memtray\nb: |+\n  x\n\n",
	},
	{
		name: "servers in one value", json: `{"KEY":{"a":{"command":"x"}}}`,
		toml: "a = 1\nKEY = { a = { command = \"x\" } }\n", yaml: "KEY: [{name: a, command: x}]\n",
	},
	{
		name: "dotted keys, anchors", json: "{\"KEY\": {\"a.b\": {}}}",
		toml: "KEY.a.command = \"x\"\nKEY.\"b c\".command = \"y\"\n", yaml: "a: &x {b: 1}\nKEY:SERVER\nc: *x\nd:\n  <<: *x\n",
	},
	{name: "servers shared or listed", json: `{"KEY":[{"command":"x"}]}`, toml: "[[KEY]]\ncommand = \"x\"\n", yaml: "a: &x\n  b: 1\nKEY: *x\n"},
	{name: "two documents", json: "{}\n{}\n", toml: "[KEY.a]\n[[KEY.a]]\n", yaml: "a: 1\n---\nb: 1\n"},
	same("not parsable", "{\"KEY\": [<<<"),
	same("not text", "\x00\xff\xfe{"),
	{name: "foreign entry", json: `{"KEY":{"memtray":THEIRS}}`, toml: "[KEY.memtray]\nTHEIRS\n", yaml: "KEY:THEIRS\n"},
	{name: "older entry", json: `{"KEY":{"memtray":OURS,"b":{}}}`, toml: "[KEY.memtray]\nOURS\n", yaml: "KEY:OURS\n", old: true},
	plain.with("symbolic link", func(p *person, path string) {
		real := p.write("dot files/real", p.readAt(path))
		must(p.t, os.Remove(path))
		must(p.t, os.Symlink(real, path))
	}),
	plain.with("dangling link", func(p *person, path string) {
		must(p.t, os.Remove(path))
		must(p.t, os.Symlink(p.path("dot files/deep/real"), path))
	}),
	plain.with("read-only", func(p *person, path string) { must(p.t, os.Chmod(path, 0o444)) }),
	plain.with("read-only folder", func(p *person, path string) { p.readOnly(filepath.Dir(path)) }),
	plain.with("own mode", func(p *person, path string) { must(p.t, os.Chmod(path, 0o640)) }),
	{name: "folder", absent: true, setup: func(p *person, path string) { must(p.t, os.MkdirAll(path, 0o755)) }},
}

// texts are what stands for a server in a client's file, where it is not that of
// most.
var texts = map[string]map[string]string{
	"":         {"THEIRS": `{"command":"/opt/other"}`, "OURS": `{"command":"/old/memtray-mcp","env":{"A":"b"}}`},
	"opencode": {"THEIRS": `{"type":"local","command":["/opt/other"]}`, "OURS": `{"type":"local","command":["/old/memtray-mcp"]}`},
	"codex":    {"THEIRS": `command = "/opt/other"`, "OURS": "command = \"/old/memtray-mcp\"\nenv = {A = \"b\"}"},
	"goose": {
		"SERVER": "\n  a:\n    cmd: x", "THEIRS": "\n  memtray:\n    type: stdio\n    cmd: /opt/other",
		"OURS": "\n  memtray:\n    type: stdio\n    cmd: /old/memtray-mcp",
	},
	"continue": {
		"SERVER": "\n  - name: a\n    command: x", "THEIRS": "\n  - name: memtray\n    command: /opt/other",
		"OURS": "\n  - name: memtray\n    command: /old/memtray-mcp",
	},
}

// keys are those of clients whose servers are not below mcpServers.
var keys = map[string]string{
	"vscode": "servers", "vscode-insiders": "servers", "opencode": "mcp", "crush": "mcp", "zed": "context_servers",
	"codex": "mcp_servers", "goose": "extensions",
}

func keyOf(id string) string {
	if key := keys[id]; key != "" {
		return key
	}
	return "mcpServers"
}

// text is what is in the file of a client.
func (k kind) text(id, path string) string {
	text := k.json
	switch filepath.Ext(path) {
	case ".toml":
		text = k.toml
	case ".yaml":
		text = k.yaml
	}
	words := texts[id]
	if words == nil {
		words = texts[""]
	}
	return strings.NewReplacer("KEY", keyOf(id), "SERVER", words["SERVER"], "THEIRS", words["THEIRS"], "OURS", words["OURS"]).Replace(text)
}

// TestNasty: for each client and each kind of file, adding twice and removing
// gives the former bytes, links and modes, or a refusal that leaves all alone.
// The golden says which.
func TestNasty(t *testing.T) {
	kept := openStore(t)
	var all strings.Builder
	for i, k := range kinds {
		fmt.Fprintf(&all, "== %s\n", k.name)
		outcomes := map[string][]string{}
		for _, c := range clients.All() {
			t.Run(k.name+"/"+c.ID, func(t *testing.T) {
				p := personOf(t, kept, fmt.Sprintf("it's a \"home\" 家/%d", i))
				path := p.state(c.ID).File
				if !k.absent {
					p.write(strings.TrimPrefix(path, p.home), k.text(c.ID, path))
				}
				if k.setup != nil {
					must(t, os.MkdirAll(filepath.Dir(path), 0o755))
					k.setup(p, path)
				}
				said := p.roundTrip(c.ID, k.old)
				said = strings.NewReplacer(filepath.Dir(path), "FOLDER", c.Name, "CLIENT", `"`+keyOf(c.ID)+`"`, `"KEY"`).Replace(strings.ReplaceAll(said, path, "FILE"))
				outcomes[said] = append(outcomes[said], c.ID)
			})
		}
		for _, said := range slices.Sorted(maps.Keys(outcomes)) {
			fmt.Fprintf(&all, "%s: %s\n", said, strings.Join(outcomes[said], " "))
		}
	}
	golden(t, "nasty.golden", []byte(all.String()))
}

// roundTrip adds twice and removes, and returns how that went.
func (p *person) roundTrip(id string, old bool) string {
	p.t.Helper()
	before := p.bytes()
	_, err := p.registrar().Apply(ctx, id, clients.Server, clients.Add, "")
	if err != nil {
		if _, ok := errors.AsType[*store.Error](err); !ok {
			p.t.Fatalf("not a refusal: %v", err)
		}
		equal(p.t, "files after a refusal", p.bytes(), before)
		return "refused, " + store.ErrorMessage(err)
	}
	equal(p.t, "status", p.state(id).Status, clients.Registered)
	added := p.tree()
	p.apply(id, clients.Add)
	equal(p.t, "files after adding twice", p.tree(), added)
	if p.apply(id, clients.Remove); old {
		if after := p.readAt(p.state(id).File); strings.Contains(after, "memtray") {
			p.t.Fatalf("left in %s", after)
		}
		return "taken over"
	}
	equal(p.t, "files after removing", p.bytes(), before)
	return "restored"
}
