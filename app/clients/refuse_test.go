package clients_test

import (
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// TestRefused: what is not understood is left alone, with a message that says
// what to do.
func TestRefused(t *testing.T) {
	tests := []struct {
		name, text string
		words      []string
	}{
		{"comment", "{\n  // servers\n  \"a\": 1\n}", []string{"line 2, column 3", "comment"}},
		{"block comment", "{\"a\": /* x */ 1}", []string{"line 1, column 7", "comment"}},
		{"comment after the end", "{}\n// end\n", []string{"line 2, column 1", "comment"}},
		{"trailing comma", "{\n  \"a\": 1,\n}", []string{"line 3, column 1", "comma after the last item"}},
		{"trailing comma in a list", "{\"a\": [1, ]}", []string{"line 1, column 11", "comma after the last item"}},
		{"column counts characters", "{\"中文\" 1}", []string{"line 1, column 7"}},
		{"column after a byte order mark", "\ufeffx", []string{"line 1, column 1"}},
		{"cut off", "{\"a\": 1", []string{"line 1, column 8", "ends too early"}},
		{"not JSON", "mcpServers: {}\n", []string{"line 1, column 1"}},
		{"single quotes", "{'a': 1}", []string{"line 1, column 2"}},
		{"two values", "{}{}", []string{"line 1, column 3"}},
		{"UTF-16", "\xff\xfe{\x00}\x00", []string{"line 1, column 1"}},
		{"control character", "{\"a\": \"x\ny\"}", []string{"line 1, column 9"}},
		{"a list", "[]", []string{"does not hold a JSON object"}},
		{"a string", `"{}"`, []string{"does not hold a JSON object"}},
		{"null", "null", []string{"does not hold a JSON object"}},
		{"servers is a list", `{"mcpServers":[]}`, []string{`"mcpServers" is not an object`}},
		{"servers is text", `{"mcpServers":"x"}`, []string{`"mcpServers" is not an object`}},
		{"servers twice", `{"mcpServers":{},"a":1,"mcpServers":{}}`, []string{`"mcpServers" is there twice`}},
		{"servers twice, escaped", `{"mcpServers":{},"mcp\u0053ervers":{}}`, []string{`"mcpServers" is there twice`}},
		{"ours twice", `{"mcpServers":{"memtray":{},"memtray":{}}}`, []string{`"memtray" is there twice`}},
		{"too deep", `{"a":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`, []string{"nested too deeply"}},
		{"endless depth", strings.Repeat("[", 5<<20), []string{"nested too deeply"}},
		{"too large", `{"a":"` + strings.Repeat("x", 10<<20) + `"}`, []string{"larger than 10 MiB"}},
	}
	for id, rel := range configs {
		for _, test := range tests {
			t.Run(id+"/"+test.name, func(t *testing.T) {
				p := newPerson(t)
				path := p.write(rel, test.text)
				words := append(test.words, path)
				p.refused(id, clients.Add, store.Invalid, words...)
				p.refused(id, clients.Remove, store.Invalid, words...)
				_, err := p.registrar().Preview(ctx, id, clients.Server, clients.Add)
				wantError(t, err, store.Invalid, words...)

				s := p.state(id)
				equal(t, "status", s.Status, clients.Broken)
				if !strings.Contains(s.Problem, test.words[0]) {
					t.Fatalf("problem %q", s.Problem)
				}
			})
		}
	}
}

// TestLarge: a large file is edited as any other.
func TestLarge(t *testing.T) {
	p := newPerson(t)
	before := `{"a":"` + strings.Repeat("x", 2<<20) + `"}`
	p.write(".claude.json", before)
	v := p.preview("claude-code", clients.Add)
	for _, l := range v.Lines {
		if len(l.Text) > 1000 {
			t.Fatalf("a line of the preview has %d bytes", len(l.Text))
		}
	}
	p.apply("claude-code", clients.Add)
	equal(t, "status", p.state("claude-code").Status, clients.Registered)
	p.apply("claude-code", clients.Remove)
	if p.read(".claude.json") != before {
		t.Fatal("bytes differ")
	}
}

// TestForeign: an entry under our name that is not ours stays.
func TestForeign(t *testing.T) {
	tests := []struct{ name, entry, word string }{
		{"other program", `{"command":"/opt/other","args":["x"]}`, `runs "/opt/other"`},
		{"wrapped", `{"command":"sh","args":["-c","memtray-mcp"]}`, `runs "sh"`},
		{"similar name", `{"command":"/opt/memtray-mcp-fork"}`, "memtray-mcp-fork"},
		{"long command", `{"command":"` + strings.Repeat("x", 5000) + `"}`, "x…"},
		{"http", `{"type":"http","url":"http://127.0.0.1:1/mcp"}`, "not a local command"},
		{"http with a command", `{"type":"http","command":"memtray-mcp"}`, "not a local command"},
		{"null", `null`, "not a local command"},
		{"text", `"memtray-mcp"`, "not a local command"},
		{"list", `[]`, "not a local command"},
		{"command is a list", `{"command":["memtray-mcp"]}`, "not a local command"},
		{"args is text", `{"command":"memtray-mcp","args":"x"}`, "not a local command"},
		{"key of another case", `{"Command":"memtray-mcp"}`, "not a local command"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t)
			path := p.write(".cursor/mcp.json", `{"mcpServers":{"memtray":`+test.entry+`}}`)
			equal(t, "status", p.state("cursor").Status, clients.Elsewhere)
			p.refused("cursor", clients.Add, store.Conflict, test.word, path, "rename or remove")
			p.refused("cursor", clients.Remove, store.Conflict, test.word, path, "by hand")
		})
	}
}

// TestForeignByLedger: a command of another name is ours if we wrote it.
func TestForeignByLedger(t *testing.T) {
	p := newPerson(t)
	p.shim.Command = p.program("bin/wrapper")
	p.write(".cursor/mcp.json", "{}")
	p.apply("cursor", clients.Add)
	p.write(".cursor/mcp.json", p.read(".cursor/mcp.json")+"\n")
	p.shim.Command = p.program("bin/memtray-mcp")
	equal(t, "status", p.state("cursor").Status, clients.Elsewhere)
	equal(t, "status", p.apply("cursor", clients.Add).Status, clients.Registered)
	p.apply("cursor", clients.Remove)
	equal(t, "file", decoded(t, p.read(".cursor/mcp.json")), map[string]any{})
}

// TestWrongInput: unknown clients, actions and commands that cannot start.
func TestWrongInput(t *testing.T) {
	p := newPerson(t)
	p.refused("vim", clients.Add, store.NotFound, "known are claude-code, claude-desktop, cursor")
	p.refused("cursor", "replace", store.Invalid, "add or remove")
	_, err := p.registrar().Preview(ctx, "vim", clients.Server, clients.Add)
	wantError(t, err, store.NotFound)

	good := p.shim.Command
	for command, word := range map[string]string{
		"memtray-mcp":              "absolute",
		"./memtray-mcp":            "absolute",
		"":                         "absolute",
		p.path("gone/memtray-mcp"): "does not exist",
		p.path("bin"):              "folder",
	} {
		p.shim.Command = command
		p.refused("cursor", clients.Add, store.Invalid, word)
	}
	p.shim.Command, p.shim.Home = good, "/data/\xff"
	p.refused("cursor", clients.Add, store.Invalid, "UTF-8")

	// Removing needs no command.
	p.shim = clients.Shim{}
	p.write(".cursor/mcp.json", `{"mcpServers":{"memtray":{"command":"/x/memtray-mcp"}}}`)
	equal(t, "status", p.apply("cursor", clients.Remove).Status, clients.NotRegistered)
}

// TestNoHome: without a home folder nothing is guessed.
func TestNoHome(t *testing.T) {
	p := newPerson(t)
	r := clients.New(p.kept, clients.Env{Getenv: func(string) string { return "" }}, p.shim)
	_, err := r.Apply(ctx, "cursor", clients.Server, clients.Add, "")
	wantError(t, err, store.Invalid, "HOME")
	equal(t, "status", stateOf(t, r, "cursor").Status, clients.Broken)
}

// TestNestedEntry: one in the form of the client's own command is ours, can be
// removed, but is not edited.
func TestNestedEntry(t *testing.T) {
	p := newPerson(t)
	const rel = ".cline/data/settings/cline_mcp_settings.json"
	p.write(rel, `{"mcpServers":{"memtray":{"transport":{"type":"stdio","command":"/old/memtray-mcp"}}}}`)
	equal(t, "status", p.state("cline").Status, clients.Elsewhere)
	p.refused("cline", clients.Add, store.Invalid, "remove it, then add it again")
	p.apply("cline", clients.Remove)
	equal(t, "file", p.read(rel), `{"mcpServers":{}}`)
	equal(t, "status", p.apply("cline", clients.Add).Status, clients.Registered)
}
