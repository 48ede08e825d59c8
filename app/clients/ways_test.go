package clients_test

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// TestSnippet: what is to be pasted is what registration writes, for every client.
func TestSnippet(t *testing.T) {
	for _, c := range clients.All() {
		p := newPerson(t)
		p.shim.Home = "/somebody's data"
		s, err := p.registrar().Snippet(c.ID, "")
		must(t, err)
		state := p.apply(c.ID, clients.Add)
		if s.File != state.File {
			t.Errorf("%s: it belongs in %s, and is registered in %s", c.ID, s.File, state.File)
		}
		if wrote := p.readAt(state.File); wrote != s.Text || !strings.Contains(wrote, "somebody") {
			t.Errorf("%s: registration wrote\n%s\nand the snippet is\n%s", c.ID, wrote, s.Text)
		}
	}
}

// TestSnippet_Address: a server at an address, for every client that takes one.
func TestSnippet_Address(t *testing.T) {
	const address = "http://127.0.0.1:47631/v1/mcp"
	p := newPerson(t)
	for _, c := range clients.All() {
		s, err := p.registrar().Snippet(c.ID, address)
		if takes := clients.TakesAddress(c.ID); takes != (err == nil) {
			t.Errorf("%s takes an address: %t, but %v", c.ID, takes, err)
		}
		if c.ID == "claude-desktop" {
			wantError(t, err, store.Invalid, "Claude Desktop takes no address")
			continue
		}
		must(t, err)
		if !strings.Contains(s.Text, address) || !strings.Contains(s.Text, "Bearer "+clients.TokenPlaceholder) || strings.Contains(s.Text, "memtray-mcp") {
			t.Errorf("%s: %s", c.ID, s.Text)
		}
	}
	for _, bad := range []string{"me", "ftp://x/", "http://", "//x"} {
		_, err := p.registrar().Snippet("codex", bad)
		wantError(t, err, store.Invalid, "address of a server")
	}
}

// TestSnippet_Unknown: any other client gets what most read.
func TestSnippet_Unknown(t *testing.T) {
	p := newPerson(t)
	s, err := p.registrar().Snippet("my-tool", "")
	must(t, err)
	var config map[string]map[string]struct {
		Command string
		Args    []string
	}
	must(t, json.Unmarshal([]byte(s.Text), &config))
	if e := config["mcpServers"]["memtray"]; e.Command != p.shim.Command || !reflect.DeepEqual(e.Args, []string{"--client", "my-tool"}) || s.File != "" {
		t.Errorf("%+v", s)
	}
	_, err = p.registrar().Snippet("My Tool", "")
	wantError(t, err, store.Invalid, "a-z, 0-9")
}

// TestLink: each link says, as its client reads it, what registration writes.
func TestLink(t *testing.T) {
	p := newPerson(t)
	p.shim.Home = "/Ann's data/记忆+&=%"
	args := func(id string) []string { return []string{"--client", id, "--home", p.shim.Home} }
	type server struct {
		Name, Command string
		Args          []string
	}
	var linked []string
	for _, c := range clients.All() {
		link, err := p.registrar().Link(c.ID)
		if store.ErrorCode(err) == store.Invalid {
			continue
		}
		must(t, err)
		linked = append(linked, c.ID)
		u, err := url.Parse(link)
		must(t, err)
		var got server
		switch c.ID {
		case "cursor", "lmstudio":
			if where := u.Scheme + "://" + u.Host + u.Path; where != "cursor://anysphere.cursor-deeplink/mcp/install" && where != "lmstudio://add_mcp" {
				t.Errorf("%s: %s", c.ID, where)
			}
			text, err := base64.StdEncoding.DecodeString(u.Query().Get("config"))
			must(t, err)
			must(t, json.Unmarshal(text, &got))
			got.Name = u.Query().Get("name")
		case "vscode", "vscode-insiders":
			text, ok := strings.CutPrefix(link, c.ID+":mcp/install?")
			if !ok || strings.ContainsAny(text, "+ \"") {
				t.Errorf("%s: %s", c.ID, link)
			}
			text, err := url.PathUnescape(text)
			must(t, err)
			must(t, json.Unmarshal([]byte(text), &got))
		case "goose":
			q := u.Query()
			got = server{q.Get("id"), q.Get("cmd"), q["arg"]}
			if u.Scheme != "goose" || u.Host != "extension" || q.Get("name") == "" || q.Get("description") == "" {
				t.Errorf("%s: %s", c.ID, link)
			}
		}
		if want := (server{"memtray", p.shim.Command, args(c.ID)}); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", c.ID, got, want)
		}
	}
	if want := []string{"cursor", "vscode", "vscode-insiders", "goose", "lmstudio"}; !reflect.DeepEqual(linked, want) || !reflect.DeepEqual(clients.Linked(), want) {
		t.Errorf("links for %v", linked)
	}
}

// TestPlugin: the folders are made in the data folder, the same each time.
func TestPlugin(t *testing.T) {
	p := newPerson(t)
	for id, file := range map[string]string{
		"claude-code": "memtray/.mcp.json",
		"gemini":      "gemini-extension.json",
	} {
		made, err := p.registrar().Plugin(t.Context(), id)
		must(t, err)
		if made.Folder != filepath.Join(p.kept.Home(), "integrations", id) || len(made.Install) == 0 || len(made.Remove) == 0 {
			t.Errorf("%+v", made)
		}
		var config struct {
			Servers map[string]struct {
				Command string
				Args    []string
			} `json:"mcpServers"`
		}
		must(t, json.Unmarshal([]byte(p.readAt(filepath.Join(made.Folder, file))), &config))
		if e := config.Servers["memtray"]; e.Command != p.shim.Command || !reflect.DeepEqual(e.Args, []string{"--client", id}) {
			t.Errorf("%s: %+v", id, e)
		}
		before, err := os.Stat(filepath.Join(made.Folder, file))
		must(t, err)
		_, err = p.registrar().Plugin(t.Context(), id)
		must(t, err)
		if after, err := os.Stat(filepath.Join(made.Folder, file)); err != nil || !os.SameFile(before, after) {
			t.Errorf("%s: it was written anew, %v", id, err)
		}
	}
	_, err := p.registrar().Plugin(t.Context(), "zed")
	wantError(t, err, store.Invalid, "claude-code, gemini")
}

// TestUnified: patch makes of a file what registration makes of it.
func TestUnified(t *testing.T) {
	if _, err := exec.LookPath("patch"); err != nil {
		t.Skip("needs patch")
	}
	for name, before := range map[string]string{
		"lines":         "{\n  \"a\": 1,\n  \"b\": [\n    2\n  ],\n  \"mcpServers\": {\n    \"x\": {\"command\": \"x\"}\n  },\n  \"c\": 3\n}\n",
		"minified":      `{"mcpServers":{"x":{"command":"x"}}}`,
		"no final line": "{\n\t\"a\": 1\n}",
		"CRLF":          "{\r\n  \"a\": 1\r\n}\r\n",
		"mark":          "\xef\xbb\xbf{\n  \"a\": 1\n}\n",
		"empty":         "",
	} {
		t.Run(name, func(t *testing.T) {
			p := newPerson(t)
			file := p.write(".cursor/mcp.json", before)
			diff, err := p.registrar().Unified(t.Context(), "cursor", clients.Server, clients.Add)
			must(t, err)
			p.apply("cursor", clients.Add)
			want := p.readAt(file)
			back, err := p.registrar().Unified(t.Context(), "cursor", clients.Server, clients.Remove)
			must(t, err)
			p.apply("cursor", clients.Remove)
			for _, step := range []struct{ diff, want string }{{diff, want}, {back, before}} {
				cmd := exec.Command("patch", "--binary", "-s", file)
				cmd.Stdin = strings.NewReader(step.diff)
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%s, %v\n%s", out, err, step.diff)
				}
				got, err := os.ReadFile(file)
				if err != nil && step.want != "" || string(got) != step.want {
					t.Errorf("patched it is\n%q\nwant\n%q", got, step.want)
				}
			}
		})
	}
	p := newPerson(t)
	diff, err := p.registrar().Unified(t.Context(), "cursor", clients.Server, clients.Add)
	must(t, err)
	if want := "--- /dev/null\n+++ " + p.path(".cursor/mcp.json") + "\n@@ -0,0 +1,8 @@\n+{\n"; !strings.HasPrefix(diff, want) {
		t.Errorf("of a new file: %s", diff)
	}
	p.apply("cursor", clients.Add)
	diff, err = p.registrar().Unified(t.Context(), "cursor", clients.Server, clients.Add)
	if must(t, err); diff != "" {
		t.Errorf("where nothing would change: %s", diff)
	}
}
