package clients_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"memtray/app/clients"
)

// configs are the files of the two clients.
var configs = map[string]string{"claude-code": ".claude.json", "cursor": ".cursor/mcp.json"}

// nasty are configurations that an editor gets wrong easily.
var nasty = []struct{ name, text string }{
	{"empty", ""},
	{"blank", " \n\t\r\n"},
	{"only_mark", "\ufeff"},
	{"mark_and_blank", "\ufeff\r\n"},
	{"empty_object", "{}"},
	{"empty_object_newline", "{}\n"},
	{"empty_object_open", "{\n}\n"},
	{"empty_object_crlf", "{\r\n}\r\n"},
	{"empty_object_spaces", "  { \t }  "},
	{"empty_servers", "{\n  \"mcpServers\": {}\n}\n"},
	{"empty_servers_minified", `{"mcpServers":{}}`},
	{"empty_servers_open", "{\n    \"mcpServers\": {\n    },\n    \"z\": 1\n}"},
	{"null_servers", "{\n  \"mcpServers\": null,\n  \"b\": [1, 2]\n}\n"},
	{"null_servers_minified", `{"mcpServers":null}`},
	{"no_servers", "{\n  \"numStartups\": 12,\n  \"theme\": \"dark\"\n}\n"},
	{"no_final_newline", "{\n  \"a\": 1\n}"},
	{"many_final_newlines", "{\n  \"a\": 1\n}\n\n\n"},
	{"two_spaces", "{\n  \"mcpServers\": {\n    \"a\": {\n      \"command\": \"x\"\n    }\n  }\n}\n"},
	{"four_spaces", "{\n    \"mcpServers\": {\n        \"a\": {\n            \"command\": \"x\"\n        }\n    },\n    \"z\": null\n}\n"},
	{"tabs", "{\n\t\"mcpServers\": {\n\t\t\"a\": {\n\t\t\t\"command\": \"x\"\n\t\t}\n\t}\n}\n"},
	{"no_indent", "{\n\"a\": 1,\n\"mcpServers\": {\n\"b\": {}\n}\n}\n"},
	{"crlf", "{\r\n  \"mcpServers\": {\r\n    \"a\": {\r\n      \"command\": \"x\"\r\n    }\r\n  }\r\n}\r\n"},
	{"mixed_line_ends", "{\n  \"a\": 1,\r\n  \"mcpServers\": {\r\n    \"a\": {}\n  }\r\n}"},
	{"carriage_returns_only", "{\r\"a\": 1\r}\r"},
	{"mark", "\ufeff{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n"},
	{"mark_crlf_no_servers", "\ufeff{\r\n\t\"a\": true\r\n}"},
	{"minified", `{"a":1,"mcpServers":{"a":{"command":"x","args":["y"]}},"z":[{"k":null}]}`},
	{"minified_no_servers", `{"a":1,"z":[{"k":null}]}`},
	{"one_line_spaces", `{"a": 1, "mcpServers": {"a": {"command": "x"}}, "z": 2}`},
	{"one_line_space_inside", `{ "a": 1 }`},
	{"lines_with_inline_servers", "{\n  \"mcpServers\": { \"a\": {\"command\": \"x\"}, \"b\": {} },\n  \"z\": 1\n}\n"},
	{"inline_with_open_servers", "{\"mcpServers\": {\n    \"a\": {}\n}}\n"},
	{"space_before_comma", "{\n  \"a\" : 1 ,\n  \"b\" :2\n}\n"},
	{"comma_first", "{\n  \"a\": 1\n, \"b\": 2\n}\n"},
	{"blank_lines", "{\n\n  \"a\": 1,\n\n\n  \"mcpServers\": {\n\n    \"a\": {}\n\n  }\n\n}\n"},
	{"deeper_servers", "{\n  \"mcpServers\": {\n          \"a\": {}\n  }\n}\n"},
	{"nested_name", `{"projects":{"/home/x":{"mcpServers":{"memtray":{"command":"other"}}}},"memtray":1}`},
	{"unicode_escapes", "{\n  \"m\\u0063pServers\": {\n    \"\\u4e2d\": {\"command\": \"\\u002fx\"}\n  },\n  \"\\ud83d\\ude00\": \"😀\"\n}\n"},
	{"escaped_slashes", `{"projects":{"\/home\/x":{"a":"\"}{"}}}`},
	{"chinese", "{\n  \"语言\": \"中文\",\n  \"mcpServers\": {\n    \"记忆\": {\"command\": \"/опт/программа\"}\n  }\n}\n"},
	{"odd_numbers", `{"a":1e400,"b":-0.0,"c":123456789012345678901234567890,"d":1E-5}`},
	{"other_keys_twice", `{"a":1,"a":2,"mcpServers":{"b":{},"b":{"x":1}}}`},
	{"keys_of_other_case", `{"McpServers":{"memtray":1},"mcpservers":null,"mcpServers":{"Memtray":{}}}`},
	{"control_escapes", "{\"a\":\"\\u0000\\u001f\\b\\f\"}"},
	{"invalid_utf8", "{\"a\":\"\xff\xfe\",\"b\":1}"},
	{"lone_surrogate", `{"a":"\ud800","b":1}`},
	{"prefix_of_name", `{"mcpServers":{"memtray2":{},"mem":{}}}`},
	{"string_with_braces", "{\n  \"a\": \"{\\n\\\"mcpServers\\\": {\"\n}\n"},
}

// TestAddRemove: adding changes nothing but our entry, twice writes once, and
// removing gives back every byte.
func TestAddRemove(t *testing.T) {
	visible := strings.NewReplacer("\r", "<CR>", "\ufeff", "<BOM>", "\xff\xfe", "<FF><FE>")
	for id, rel := range configs {
		var all strings.Builder
		for _, n := range nasty {
			t.Run(id+"/"+n.name, func(t *testing.T) {
				p := newPerson(t)
				path := p.write(rel, n.text)
				must(t, os.Chmod(path, 0o640))

				equal(t, "state", p.apply(id, clients.Add).Status, clients.Registered)
				added := p.read(rel)
				equal(t, "content", decoded(t, added), expected(t, n.text, p.entry(id)))
				fmt.Fprintf(&all, "== %s\n%s<END>\n", n.name, visible.Replace(strings.ReplaceAll(added, p.home, "/home/me")))
				keepsBytes(t, n.text, added)
				info, err := os.Stat(path)
				must(t, err)
				equal(t, "mode", info.Mode().Perm(), 0o640)

				before := p.tree()
				equal(t, "state", p.apply(id, clients.Add).Status, clients.Registered)
				equal(t, "files after adding twice", p.tree(), before)
				if v := p.preview(id, clients.Add); !v.NoChange || len(v.Lines) != 0 {
					t.Fatalf("preview of a no-op: %+v", v)
				}

				equal(t, "state", p.apply(id, clients.Remove).Status, clients.NotRegistered)
				equal(t, "restored bytes", p.read(rel), n.text)
				before = p.tree()
				equal(t, "state", p.apply(id, clients.Remove).Status, clients.NotRegistered)
				equal(t, "files after removing twice", p.tree(), before)
			})
		}
		golden(t, id+".golden", []byte(all.String()))
	}
}

// keepsBytes checks that one text is the other with one piece put in, apart
// from white space between braces and a null.
func keepsBytes(t *testing.T, before, after string) {
	t.Helper()
	head := 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	if lost := strings.TrimSpace(before[head : len(before)-tail]); lost != "" && !strings.HasPrefix("null", lost) {
		t.Fatalf("bytes %q were lost", lost)
	}
}

// TestRemoveAfterOthersWrote: the client rewrites its file between our two
// edits, as Claude Code does all the time; only our entry goes.
func TestRemoveAfterOthersWrote(t *testing.T) {
	tests := []struct{ name, before, was, now, want string }{
		{"no servers before", `{"n":1}`, `"n":1`, `"n":2`, `{"n":2}`},
		{"empty servers before", `{"n":1,"mcpServers":{}}`, `"n":1`, `"n":2`, `{"n":2,"mcpServers":{}}`},
		{"others before", `{"mcpServers":{"a":{}},"n":1}`, `"n":1`, `"n":2`, `{"mcpServers":{"a":{}},"n":2}`},
		{"others came", `{"n":1}`, `"memtray":`, `"b":{},"memtray":`, `{"n":1,"mcpServers":{"b":{}}}`},
		{"ours moved to the front", `{"mcpServers":{"a":{}}}`, `"a":{},`, ``, `{"mcpServers":{}}`},
		{"blank before", ``, "{\n", "{\n  \"n\": 1,\n", "{\n  \"n\": 1\n}\n"},
		{"null before", `{"mcpServers":null,"n":1}`, `"n":1`, `"n":2`, `{"mcpServers":{},"n":2}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t)
			p.write(".claude.json", test.before)
			p.apply("claude-code", clients.Add)
			added := p.read(".claude.json")
			if !strings.Contains(added, test.was) {
				t.Fatalf("%q is not in %s", test.was, added)
			}
			p.write(".claude.json", strings.Replace(added, test.was, test.now, 1))
			p.apply("claude-code", clients.Remove)
			equal(t, "file", p.read(".claude.json"), test.want)
		})
	}
}

// TestRemoveWithoutLedger takes out an entry that another program put there.
func TestRemoveWithoutLedger(t *testing.T) {
	ours := `"memtray":{"command":"/old/memtray-mcp","args":["--client","cursor"]}`
	tests := []struct{ name, before, want string }{
		{"alone", `{"mcpServers":{` + ours + `}}`, `{"mcpServers":{}}`},
		{"first", `{"mcpServers":{` + ours + `, "b":{}}}`, `{"mcpServers":{"b":{}}}`},
		{"last", `{"mcpServers":{"a":{} , ` + ours + ` }}`, `{"mcpServers":{"a":{} }}`},
		{"between", "{\"mcpServers\":{\n \"a\":{},\n " + ours + ",\n \"b\":{}\n}}", "{\"mcpServers\":{\n \"a\":{},\n \"b\":{}\n}}"},
		{"windows path", `{"mcpServers":{"memtray":{"command":"C:\\Programs\\Memtray-MCP.EXE"}}}`, `{"mcpServers":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := newPerson(t)
			p.write(".cursor/mcp.json", test.before)
			equal(t, "state", p.state("cursor").Status, clients.Elsewhere)
			p.apply("cursor", clients.Remove)
			equal(t, "file", p.read(".cursor/mcp.json"), test.want)
		})
	}
}

// TestUpdate brings the entry of another version up to date and keeps what the
// person added to it.
func TestUpdate(t *testing.T) {
	p := newPerson(t)
	before := "{\n\t\"mcpServers\": {\n\t\t\"memtray\": {\n\t\t\t\"command\": \"/old/memtray-mcp\",\n\t\t\t\"env\": {\"MEMTRAY_TOKEN_BUDGET\": \"900\"}\n\t\t},\n\t\t\"b\": {}\n\t}\n}\n"
	p.write(".claude.json", before)
	equal(t, "state", p.state("claude-code").Status, clients.Elsewhere)
	p.apply("claude-code", clients.Add)
	want := fmt.Sprintf("{\n\t\"mcpServers\": {\n\t\t\"memtray\": {\n\t\t\t\"command\": %q,\n\t\t\t\"env\": {\"MEMTRAY_TOKEN_BUDGET\": \"900\"},\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"args\": [\"--client\", \"claude-code\"]\n\t\t},\n\t\t\"b\": {}\n\t}\n}\n", p.shim.Command)
	equal(t, "file", p.read(".claude.json"), want)

	p.apply("claude-code", clients.Remove)
	equal(t, "removed", p.read(".claude.json"), "{\n\t\"mcpServers\": {\n\t\t\"b\": {}\n\t}\n}\n")
}

// TestUpdateKeepsArguments: what a person told the program to do stays when the
// entry is brought up to date, and is no reason to do that.
func TestUpdateKeepsArguments(t *testing.T) {
	p := newPerson(t)
	p.write(".cursor/mcp.json", "{}")
	p.apply("cursor", clients.Add)
	p.write(".cursor/mcp.json", strings.Replace(p.read(".cursor/mcp.json"), `"cursor"]`, `"cursor", "--project", "api"]`, 1))
	equal(t, "status", p.state("cursor").Status, clients.Registered)
	own := p.tree()
	p.apply("cursor", clients.Add)
	equal(t, "files", p.tree(), own)
	p.shim.Home = p.path("data")
	equal(t, "status", p.state("cursor").Status, clients.Elsewhere)
	equal(t, "command", p.apply("cursor", clients.Add).Command,
		[]string{p.shim.Command, "--client", "cursor", "--home", p.shim.Home, "--project", "api"})
	p.shim.Home = ""
	equal(t, "command", p.apply("cursor", clients.Add).Command, []string{p.shim.Command, "--client", "cursor", "--project", "api"})
	p.apply("cursor", clients.Remove)
	equal(t, "file", p.read(".cursor/mcp.json"), "{}")
}

// TestUpdateKeepsTheWayBack: a new version registers again; removing still gives
// the bytes from before the first.
func TestUpdateKeepsTheWayBack(t *testing.T) {
	for _, n := range nasty {
		t.Run(n.name, func(t *testing.T) {
			p := newPerson(t)
			p.write(".cursor/mcp.json", n.text)
			p.apply("cursor", clients.Add)
			for _, home := range []string{p.path("data with spaces"), "", p.path("d")} {
				p.shim = clients.Shim{Command: p.program("new " + fmt.Sprint(len(home)) + "/memtray-mcp"), Home: home}
				equal(t, "state", p.state("cursor").Status, clients.Elsewhere)
				equal(t, "state", p.apply("cursor", clients.Add).Status, clients.Registered)
				equal(t, "content", decoded(t, p.read(".cursor/mcp.json")), expected(t, n.text, p.entry("cursor")))
			}
			p.apply("cursor", clients.Remove)
			equal(t, "restored bytes", p.read(".cursor/mcp.json"), n.text)
		})
	}
}

// TestOddPaths: spaces, quotes, other scripts and line separators come through.
func TestOddPaths(t *testing.T) {
	for _, dir := range []string{"with space", `quo"te`, `back\slash`, "记忆 盘", "emoji 😀", "a<b>&c", "tab\there", "line\u2028sep", "'single'", "$HOME ${env:X}"} {
		t.Run(dir, func(t *testing.T) {
			p := newPerson(t)
			p.shim.Command = p.program(dir + "/memtray-mcp")
			p.shim.Home = p.path(dir + "/data")
			p.write(".claude.json", `{"a":1}`)
			s := p.apply("claude-code", clients.Add)
			equal(t, "state", s.Status, clients.Registered)
			equal(t, "command", s.Command, []string{p.shim.Command, "--client", "claude-code", "--home", p.shim.Home})
			equal(t, "content", decoded(t, p.read(".claude.json")), expected(t, `{"a":1}`, p.entry("claude-code")))
			p.apply("claude-code", clients.Remove)
			equal(t, "restored bytes", p.read(".claude.json"), `{"a":1}`)
		})
	}
}
