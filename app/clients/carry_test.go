package clients

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"memtray/store/sqlite"
)

// twoParts is a client whose one file holds a server and an extra.
var twoParts = Client{
	ID: "two-parts", Name: "Two Parts", Short: "TP",
	server: server{files: anywhere("~/conf/two.json"), format: jsonc, path: mcpServers},
	extras: []part{{
		name: Hook, files: anywhere("~/conf/two.json"), format: jsonc,
		want: func(c Client, s Shim) wanted {
			return wanted{path: []string{"a", "hooks"}, name: "start", argv: s.argv(c)}
		},
	}},
}

// TestPartsOfOneFile: in whatever order the parts of one file come, are brought
// up to date and go, the former bytes come back.
func TestPartsOfOneFile(t *testing.T) {
	all = append(all, twoParts)
	t.Cleanup(func() { all = slices.DeleteFunc(all, func(c Client) bool { return c.ID == twoParts.ID }) })
	orders := [][]Part{{Server, Hook}, {Hook, Server}}
	for _, text := range []string{
		"NONE", "{\n  \"x\": 1\n}\n", `{"mcpServers":{"b":{}},"x":1}`, "{\n\t\"a\": {},\n\t\"mcpServers\": {\n\t\t\"b\": {}, // note\n\t},\n}",
		"\ufeff{\r\n  \"mcpServers\": null\r\n}\r\n", "{ // nothing\n}\n", "{\"a\":{\"hooks\":{\"other\":1}}}",
	} {
		for _, add := range orders {
			for _, remove := range orders {
				for _, fresh := range []bool{false, true} {
					comeAndGo(t, text, add, remove, fresh)
				}
			}
		}
	}
}

// comeAndGo adds and removes the parts of twoParts, with another version of the
// shim between if fresh is set.
func comeAndGo(t *testing.T, text string, add, remove []Part, fresh bool) {
	t.Helper()
	home := t.TempDir()
	memories, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer memories.Close()
	path := filepath.Join(home, "conf", "two.json")
	if text != "NONE" {
		if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := filepath.Join(t.TempDir(), "memtray-mcp")
	if err := os.WriteFile(command, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	env := Env{System: SystemEnv().System, Home: home, Getenv: func(string) string { return "" }}
	do := func(parts []Part, action Action, shim Shim) {
		t.Helper()
		for _, p := range parts {
			if _, err := New(memories, env, shim).Apply(t.Context(), twoParts.ID, p, action, ""); err != nil {
				t.Fatalf("%s %s in %q: %v", action, p, text, err)
			}
		}
	}
	do(add, Add, Shim{Command: command})
	if fresh {
		do(add, Add, Shim{Command: command, Home: "/another place"})
	}
	do(remove, Remove, Shim{Command: command})
	now, err := os.ReadFile(path)
	if text == "NONE" {
		if exists(filepath.Dir(path)) {
			t.Fatalf("added %v, removed %v, fresh %t: left %q", add, remove, fresh, now)
		}
		return
	}
	if err != nil || string(now) != text {
		t.Errorf("added %v, removed %v, fresh %t:\n%q is now\n%q (%v)", add, remove, fresh, text, now, err)
	}
}
