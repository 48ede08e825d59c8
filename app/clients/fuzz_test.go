package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memtray/store"
)

// FuzzEdit: for any bytes the editor refuses with a message for people, or
// (a) the result is JSON, (b) it is the original plus our entry and nothing
// else, (c) taking it back gives the former bytes, and (d) without a memory of
// it, removing gives the original's meaning.
func FuzzEdit(f *testing.F) {
	for _, seed := range []string{
		"", " \r\n", "{}", "{\n}", "[]", "null", "\ufeff{\r\n\t\"a\": 1\r\n}\r\n",
		`{"mcpServers":{}}`, `{"mcpServers":null,"a":[{},1e9,"\u0000"]}`, `{ "mcpServers" : { } }`,
		`{"mcpServers":{"a":{"command":"x"}},"z":1}`, `{"mcpServers":{"memtray":{"command":"/old/memtray-mcp","env":{}}}}`,
		`{"mcpServers":{"x":1,"memtray":{"command":"memtray-mcp","args":null}}}`, `{"mcpServers":{"memtray":1}}`,
		`{"mcpServers":{},"mcpServers":{}}`, "{\n  \"mcpServers\": {\n    \"a\": {}\n  }\n}\n", "{\"a\":1,}", "{//\n}",
		"{\n \"a\":1\n,\"mcpServers\":\n{\"m\":2,\"memtray\":{\"command\":\"b/memtray-mcp\"}\n}}", "{\"\xff\":\"\\ud800\"}",
	} {
		for _, id := range []string{"claude-code", "cursor"} {
			f.Add(seed, id == "cursor", "/usr/bin/memtray-mcp", "")
		}
	}
	f.Add("{}", true, `/o"d d/\memtray-mcp`, "/data/记忆\u2028<&>")
	f.Fuzz(func(t *testing.T, text string, cursor bool, command, home string) {
		c := all[0]
		if cursor {
			c = all[1]
		}
		shim := Shim{Command: command, Home: strings.ToValidUTF8(home, "?")}
		if shim.Command = strings.ToValidUTF8(command, "?"); shim.Command == "" {
			t.Skip()
		}
		checkEdit(t, text, c, shim)
	})
}

// checkEdit adds to and removes from a configuration in memory.
func checkEdit(t *testing.T, text string, c Client, shim Shim) {
	t.Helper()
	want := shim.entry(c)
	read := file{path: "/x.json", target: "/x.json", exists: true, data: []byte(text)}
	p, err := makePlan(c, Add, want, read, store.Registration{})
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Message == "" {
			t.Fatalf("not a refusal: %v", err)
		}
		return
	}
	before, had := meaning(t, []byte(text))
	after, got := meaning(t, p.after)
	if !reflect.DeepEqual(before, after) {
		t.Fatalf("changed more than our entry:\n%s\n%s", text, p.after)
	}
	checkEntry(t, had, got, want)

	r := &Registrar{shim: shim}
	reg := r.registration(c, p)
	written := file{path: "/x.json", target: "/x.json", exists: true, data: p.after}
	again, err := makePlan(c, Add, want, written, reg)
	if err != nil || !again.noChange() {
		t.Fatalf("adding twice: %v\n%s\n%s", err, p.after, again.after)
	}
	back, err := makePlan(c, Remove, want, written, reg)
	if err != nil {
		t.Fatalf("removing: %v\n%s", err, p.after)
	}
	if had == nil && string(back.after) != text {
		t.Fatalf("not restored:\n%q\n%q\n%q", text, p.after, back.after)
	}
	if rest, gone := meaning(t, back.after); gone != nil || !reflect.DeepEqual(rest, before) {
		t.Fatalf("removing left %s", back.after)
	}
	if !isShim(shim.Command) {
		return
	}
	blind, err := makePlan(c, Remove, want, written, store.Registration{})
	if err != nil {
		t.Fatal(err)
	}
	if rest, gone := meaning(t, blind.after); gone != nil || !reflect.DeepEqual(rest, before) {
		t.Fatalf("removing without memory left %s", blind.after)
	}
}

// meaning is a configuration without our entry, and our entry. A blank one, one
// without servers and one with no other servers mean the same.
func meaning(t *testing.T, data []byte) (rest, ours map[string]any) {
	t.Helper()
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.Trim(data, " \t\r\n")) == 0 {
		return map[string]any{}, nil
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&rest); err != nil || dec.More() {
		t.Fatalf("not JSON: %v\n%s", err, data)
	}
	servers, _ := rest["mcpServers"].(map[string]any)
	ours, _ = servers["memtray"].(map[string]any)
	delete(servers, "memtray")
	if len(servers) == 0 {
		delete(rest, "mcpServers")
	}
	return rest, ours
}

// checkEntry checks that our entry says what is wanted and kept the rest.
func checkEntry(t *testing.T, had, got map[string]any, want entry) {
	t.Helper()
	args := []any{}
	for _, a := range want.args {
		args = append(args, a)
	}
	if got["command"] != want.command || !reflect.DeepEqual(got["args"], args) {
		t.Fatalf("entry %v, want %v", got, want)
	}
	if want.typed && had == nil && got["type"] != "stdio" {
		t.Fatalf("entry %v has no type", got)
	}
	for k, v := range had {
		if k != "command" && k != "args" && k != "type" && !reflect.DeepEqual(got[k], v) {
			t.Fatalf("entry lost %q", k)
		}
	}
}

// FuzzResolve: a link of any text ends where the system would open it.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{"b", "./b", "d/b", "l/../b", "../x/d//b", "l/b", "/", "..", "a", "d/../l/../b", "none/../b", "b/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, link string) {
		if link == "" || strings.Contains(link, "\x00") || len(link) > 200 || filepath.IsAbs(link) || strings.Count(link, "..") > 3 {
			t.Skip()
		}
		dir := filepath.Join(t.TempDir(), "x")
		for _, d := range []string{"d", "e/f"} {
			if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, b := range []string{"b", "d/b", "e/b", "e/f/b"} {
			if err := os.WriteFile(filepath.Join(dir, b), []byte(b), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if os.Symlink("e/f", filepath.Join(dir, "l")) != nil || os.Symlink(link, filepath.Join(dir, "a")) != nil {
			t.Skip()
		}
		want, err := filepath.EvalSymlinks(filepath.Join(dir, "a"))
		if err != nil {
			return // the system cannot open it either; dangling links have their own test
		}
		got, missing, err := resolve(filepath.Join(dir, "a"))
		if err != nil || got != want || len(missing) > 0 {
			t.Fatalf("%q: got %q (%v, %v), want %q", link, got, missing, err, want)
		}
	})
}
