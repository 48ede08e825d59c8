package clients

import (
	"strings"
	"testing"
)

// FuzzTOML: any text is refused with a message for people, or our table comes
// into it and out again, and nothing else changes. Where it was not there, the
// former bytes come back though nobody remembers them.
func FuzzTOML(f *testing.F) {
	for _, seed := range []string{
		"", "\n", " ", "# c", "a = 1", "\ufeff[a]\r\nb = 1\r\n", "[[a]]\nb = 1\n", oursTOML, oursTOML + "[mcp_servers.memtray.env]\nA = 'b'\n[b]\nc = [\n1, # d\n2]",
		"mcp_servers.x.command = 'y'\n", "[mcp_servers]\nmemtray = { command = 'x' }\n", "mcp_servers.memtray.command = '/y/memtray-mcp'\nb = 1\n",
		"a = '''\n[mcp_servers.memtray]\n'''\n", "[ \"mcp_servers\" . 'memtray' ] # c\ncommand = \"memtray-\\u006dcp\"\n", "mcp_servers = {}", "a = nan\nb = inf\nc = 1979-05-27T07:32:00-08:00\nd = 07:32:00",
		"[a.b]\n[a]\n[mcp_servers.memtray.env]\nx = 1\n[mcp_servers.memtray]\ncommand = 'memtray-mcp'\n\n[mcp_servers]\ny.z = 1",
		"[mcp_servers.memtray]\nargs = [\n 'a',\n]\nenabled = false\ncommand = '''memtray-mcp''' # c",
	} {
		f.Add(seed, "/usr/bin/memtray-mcp")
	}
	f.Add("a = 1", `C:\Users\o'neil "x"\memtray-mcp.exe`)
	f.Fuzz(func(t *testing.T, text, command string) {
		shim := Shim{Command: strings.ToValidUTF8(command, "?")}
		if command == "" || !checkEdit(t, text, find(t, "codex"), shim, decodeTOML) {
			return
		}
		before, err := parseTOML([]byte(strings.TrimPrefix(text, "\ufeff")), codexWant)
		if err != nil || before.holds().is != nothing {
			return
		}
		s, _, _ := before.add()
		after, err := parseTOML(s.apply(before.text), codexWant)
		if err != nil {
			t.Fatal(err)
		}
		if back := after.cut(0).apply(after.text); string(back) != string(before.text) {
			t.Fatalf("back\n%q\nwas\n%q\nbetween\n%q", back, text, after.text)
		}
	})
}
