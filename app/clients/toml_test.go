package clients

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"memtray/store"
)

var codexWant = wantedBy("codex")

// wantedBy is what is wanted in a client's file.
func wantedBy(id string) wanted {
	c, err := Find(id)
	if err != nil {
		panic(err)
	}
	return c.parts()[0].want(c, Shim{Command: "/usr/bin/memtray-mcp"})
}

func readTOML(t *testing.T, text string) *tomlSlot {
	t.Helper()
	f, err := parseTOML([]byte(text), codexWant)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return f
}

const oursTOML = "[mcp_servers.memtray]\ncommand = \"/usr/bin/memtray-mcp\"\nargs = [\"--client\", \"codex\"]\n"

func TestAddTOML(t *testing.T) {
	for _, c := range []struct{ name, before, want string }{
		{"empty", "", oursTOML},
		{"blank", "\n", "\n\n" + oursTOML},
		{"another table", "[a]\nb = 1\n", "[a]\nb = 1\n\n" + oursTOML},
		{"no final newline", "a = 1", "a = 1\n\n" + strings.TrimSuffix(oursTOML, "\n")},
		{"a comment without end", "a = 1 # c", "a = 1 # c\n\n" + strings.TrimSuffix(oursTOML, "\n")},
		{"windows line ends", "a = 1\r\n", "a = 1\r\n\r\n" + strings.ReplaceAll(oursTOML, "\n", "\r\n")},
		{"inside a string", "a = '''\n[mcp_servers.memtray]\ncommand = 1'''\n", "a = '''\n[mcp_servers.memtray]\ncommand = 1'''\n\n" + oursTOML},
		{"dotted keys of others", "mcp_servers.x.command = 'y'\n", "mcp_servers.x.command = 'y'\n\n" + oursTOML},
		{"dotted under a header", "[mcp_servers]\nx.command = 'y'\n", "[mcp_servers]\nx.command = 'y'\n\n" + oursTOML},
		{"inline under a header", "[mcp_servers]\nx = { command = 'y' }\n", "[mcp_servers]\nx = { command = 'y' }\n\n" + oursTOML},
		{"last a list of tables", "[[a]]\nb = 1\n", "[[a]]\nb = 1\n\n" + oursTOML},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readTOML(t, c.before)
			s, around, err := f.add()
			if err != nil {
				t.Fatal(err)
			}
			after := s.apply(f.text)
			if around != 0 {
				t.Fatal(around)
			}
			if string(after) != c.want {
				t.Fatalf("got\n%q\nwant\n%q", after, c.want)
			}
			now := readTOML(t, string(after))
			if back := now.cut(0).apply(now.text); string(back) != c.before {
				t.Fatalf("back\n%q\nwant\n%q", back, c.before)
			}
		})
	}
}

func TestCutTOML(t *testing.T) {
	for _, c := range []struct{ name, before, want string }{
		{"first", oursTOML + "\n[b]\nc = 1\n", "\n[b]\nc = 1\n"},
		{"between, with comments", "# top\n\n# ours\n" + oursTOML + "# of b\n[b]\nc = 1\n", "# top\n\n# ours\n# of b\n[b]\nc = 1\n"},
		{"with tables below, apart", "[mcp_servers.memtray]\ncommand = 'x' # why\n[b]\nc = 1\n[mcp_servers.memtray.env]\nA = 'b'\n[mcp_servers.memtray.tools.save]\nok = true\n", "[b]\nc = 1\n"},
		{"quoted names", "[ \"mcp_servers\" . 'memtray' ] # c\ncommand = \"x\"\n", ""},
		{"dotted", "mcp_servers.memtray.command = 'x'\nb = 1\nmcp_servers.memtray.args = [\n 'a', # c\n 'b']\n", "b = 1\n"},
		{"inline", "[mcp_servers]\na = {}\nmemtray = { command = 'x' }\nz = {}\n", "[mcp_servers]\na = {}\nz = {}\n"},
		{"many lines in a string", "[mcp_servers.memtray]\ncommand = '''\n# x\n[b]'''\n[b]\n", "[b]\n"},
		{"a table of a similar name", oursTOML + "[mcp_servers.memtray2]\na = 1\n", "[mcp_servers.memtray2]\na = 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readTOML(t, c.before)
			if after := f.cut(0).apply(f.text); string(after) != c.want {
				t.Fatalf("got\n%q\nwant\n%q", after, c.want)
			}
		})
	}
}

func TestUpdateTOML(t *testing.T) {
	for _, c := range []struct{ name, before, want string }{
		{"as wanted", "[mcp_servers.memtray]\n\"command\"   = '/usr/bin/memtray-mcp'\nargs = [\n\"--client\", 'codex',]",
			"[mcp_servers.memtray]\n\"command\"   = '/usr/bin/memtray-mcp'\nargs = [\n\"--client\", 'codex',]"},
		{"another command, others kept", "[mcp_servers.memtray] # c\nenabled = false\ncommand = 'old' # why\nstartup_timeout_sec = 5\n\n[mcp_servers.memtray.env]\nA = 'b'\n",
			"[mcp_servers.memtray] # c\nenabled = false\ncommand = \"/usr/bin/memtray-mcp\" # why\nstartup_timeout_sec = 5\nargs = [\"--client\", \"codex\"]\n\n[mcp_servers.memtray.env]\nA = 'b'\n"},
		{"no final newline", "[mcp_servers.memtray]\r\ncommand = 'old'", "[mcp_servers.memtray]\r\ncommand = \"/usr/bin/memtray-mcp\"\r\nargs = [\"--client\", \"codex\"]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readTOML(t, c.before)
			s, err := f.update()
			if got := s.apply(f.text); err != nil || string(got) != c.want {
				t.Fatalf("%v, got\n%q\nwant\n%q", err, got, c.want)
			}
		})
	}
}

// TestSetTOML: a value that is a table is set in whatever form it is there.
func TestSetTOML(t *testing.T) {
	headers := field{name: "http_headers", value: []field{{name: "Authorization", value: "Bearer T"}}}
	set := "[mcp_servers.memtray]\nurl = 'x'\nhttp_headers = { Authorization = \"Bearer T\" }\n[z]\n"
	same := "[mcp_servers.memtray]\nurl = 'x'\n[mcp_servers.memtray.http_headers]\nAuthorization = 'Bearer T'\n"
	for before, want := range map[string]string{
		"[mcp_servers.memtray]\nurl = 'x'\n[z]\n":                                                                   set,
		"[mcp_servers.memtray]\nurl = 'x'\nhttp_headers.Authorization = 'Bearer U'\n[z]\n":                          set,
		"[mcp_servers.memtray]\nurl = 'x'\n\n[mcp_servers.memtray.http_headers]\nAuthorization = 'Bearer U'\n[z]\n": set,
		same: same,
	} {
		got, err := readTOML(t, before).set(headers)
		if err != nil || string(got.text) != want {
			t.Errorf("got\n%q\nwant\n%q", got.text, want)
		}
	}
}

func TestRefuseTOML(t *testing.T) {
	for _, c := range []struct{ name, text, word string }{
		{"all in one line", "a = 1\nmcp_servers = { a = { command = 'b' } }\n", "line 2, column 1: mcp_servers"},
		{"no table", "mcp_servers = 1\n", "line 1"},
		{"a list", "[[mcp_servers]]\na = 1\n", "line 1, column 3: mcp_servers is a list of tables"},
		{"our table as a list", "[[mcp_servers.memtray]]\na = 1\n", "list of tables"},
		{"our table twice", oursTOML + oursTOML, "line 4"},
		{"a key twice", "a = 1\na = 2", "line 2"},
		{"unfinished", "a = [", "line 1"},
		{"not UTF-8", "a = '\xff'", "not valid TOML"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parseTOML([]byte(c.text), codexWant)
			if store.ErrorCode(err) != store.Invalid || !strings.Contains(store.ErrorMessage(err), c.word) {
				t.Fatal(err)
			}
		})
	}
	for _, text := range []string{"[mcp_servers]\nmemtray = { command = 'x' }\n", "mcp_servers.memtray.command = 'x'\n"} {
		if _, err := readTOML(t, text).update(); store.ErrorCode(err) != store.Invalid {
			t.Fatal(err)
		}
	}
}

// TestTOMLStrings: whatever a path holds comes back as it was.
func TestTOMLStrings(t *testing.T) {
	for _, s := range []string{"", `C:\Users\o'neil\memtray-mcp.exe`, `C:\Program Files\"x"\m.exe`, "/a b/é/记忆/😀", "\u0000\t\u007f\u0085\u2028\ufeff\uffff<&>'\"", `\`, "'''", "#"} {
		for _, v := range []any{s, []string{s, s}, []field{{name: s, value: s}}} {
			var got map[string]any
			if err := toml.Unmarshal([]byte("v = "+tomlValue(v)), &got); err != nil || !sameValue(got["v"], v) {
				t.Fatalf("%q as %s: %v %v", v, tomlValue(v), got, err)
			}
		}
	}
	if got := fmt.Sprint(tomlValue(true), tomlValue(300)); got != "true 300" && got != "true300" {
		t.Fatal(got)
	}
}
