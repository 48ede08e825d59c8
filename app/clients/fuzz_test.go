package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// FuzzJSON: for any bytes and each client that has a JSON file, the editor
// refuses with a message for people, or (a) the result is what the client reads,
// (b) it is the original plus our entry and nothing else, (c) taking it back
// gives the former bytes, and (d) without a memory of it, removing gives the
// original's meaning.
func FuzzJSON(f *testing.F) {
	clients := jsonClients()
	for _, seed := range []string{
		"", " \r\n", "{}", "{\n}", "[]", "null", "\ufeff{\r\n\t\"a\": 1\r\n}\r\n",
		`{"KEY":{}}`, `{"KEY":null,"a":[{},1e9,"\u0000"]}`, `{ "KEY" : { } }`,
		`{"KEY":{"a":{"command":"x"}},"z":1}`, `{"KEY":{"memtray":{"command":"/old/memtray-mcp","env":{}}}}`,
		`{"KEY":{"x":1,"memtray":{"type":"local","command":["memtray-mcp"],"args":null}}}`, `{"KEY":{"memtray":1}}`,
		`{"KEY":{},"KEY":{}}`, "{\n  \"KEY\": {\n    \"a\": {}\n  }\n}\n", "{\"a\":1,}", "{//\n}", "{}//", "{/**/\"a\"/**/:/**/1/**/,/**/}",
		"{\n \"a\":1\n,\"KEY\":\n{\"m\":2,\"memtray\":{\"command\":\"b/memtray-mcp\"}\n}}", "{\"\xff\":\"\\ud800\"}",
		"{ // a\n \"KEY\": { // b\n  \"a\": 1, // c\n  \"memtray\": {\"command\":\"memtray-mcp\"}, // d\n  /* e */ \"b\": [1,], // f\n } // g\n}\n",
	} {
		for i := range clients {
			f.Add(strings.ReplaceAll(seed, "KEY", clients[i].server.path[0]), uint8(i), "/usr/bin/memtray-mcp", "")
		}
	}
	f.Add("{}", uint8(1), `/o"d d/\memtray-mcp`, "/data/记忆\u2028<&>")
	f.Fuzz(func(t *testing.T, text string, which uint8, command, home string) {
		c := clients[int(which)%len(clients)]
		shim := Shim{Command: strings.ToValidUTF8(command, "?"), Home: strings.ToValidUTF8(home, "?")}
		if shim.Command == "" {
			t.Skip()
		}
		checkEdit(t, text, c, shim, decodeJSON)
	})
}

// jsonClients are the clients whose configuration is JSON of some kind.
func jsonClients() []Client {
	return slices.DeleteFunc(All(), func(c Client) bool { return slices.Contains([]string{"codex", "goose", "continue"}, c.ID) })
}

func find(t *testing.T, id string) Client {
	t.Helper()
	c, err := Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// serverOf is the server of a client in a file /x.
func serverOf(c Client, shim Shim) target {
	p := c.parts()[0]
	return target{client: c, part: p, path: "/x", want: p.want(c, shim)}
}

// checkEdit adds to and removes from a configuration in memory. It reports
// whether the text was taken.
func checkEdit(t *testing.T, text string, c Client, shim Shim, decode func([]byte) (map[string]any, error)) bool {
	t.Helper()
	at := serverOf(c, shim)
	work := func(action Action, text string, known store.Registration) (plan, error) {
		return makePlan(at, action, file{path: "/x", target: "/x", exists: true, data: []byte(text)}, known, "1")
	}
	p, err := work(Add, text, store.Registration{})
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Message == "" || strings.Contains(e.Message, "\n") {
			t.Fatalf("not a refusal: %v\n%q", err, text)
		}
		return false
	}
	after := string(p.after)
	meaning := func(text string) (rest, ours map[string]any) { return meaning(t, text, at.want, decode) }
	before, had := meaning(text)
	rest, got := meaning(after)
	if !reflect.DeepEqual(before, rest) {
		t.Fatalf("changed more than our entry:\n%s\n%s", text, after)
	}
	checkEntry(t, had, got, p.want) // with arguments of the person

	again, err := work(Add, after, *p.keep)
	if err != nil || !again.noChange() {
		t.Fatalf("adding twice: %v\n%s\n%s", err, after, again.after)
	}
	back, err := work(Remove, after, *again.keep)
	if err != nil {
		t.Fatalf("removing: %v\n%s", err, after)
	}
	if had == nil && string(back.after) != text {
		t.Fatalf("not restored:\n%q\n%q\n%q", text, after, back.after)
	}
	if rest, gone := meaning(string(back.after)); gone != nil || !reflect.DeepEqual(rest, before) {
		t.Fatalf("removing left %s", back.after)
	}
	if !isShim(shim.Command) {
		return true
	}
	for around := range 2 {
		blind, err := work(Remove, after, store.Registration{Around: around})
		if err != nil {
			t.Fatalf("removing without memory: %v\n%q", err, after)
		}
		if rest, gone := meaning(string(blind.after)); gone != nil || !reflect.DeepEqual(rest, before) {
			t.Fatalf("removing without memory left\n%q\nof\n%q", blind.after, text)
		}
	}
	return true
}

// meaning is a configuration without our entry, and our entry. A blank one, one
// without servers and one with no other servers mean the same.
func meaning(t *testing.T, text string, w wanted, decode func([]byte) (map[string]any, error)) (rest, ours map[string]any) {
	t.Helper()
	rest, err := decode([]byte(strings.TrimPrefix(text, "\ufeff")))
	if err != nil {
		t.Fatalf("not understood: %v\n%s", err, text)
	}
	servers, _ := rest[w.path[0]].(map[string]any)
	ours, _ = servers["memtray"].(map[string]any)
	delete(servers, "memtray")
	if len(servers) == 0 {
		delete(rest, w.path[0])
	}
	return rest, ours
}

// decodeJSON reads JSON with comments.
func decodeJSON(data []byte) (map[string]any, error) {
	v := map[string]any{}
	if len(bytes.Trim(data, " \t\r\n")) == 0 {
		return v, nil
	}
	if standard, err := hujson.Standardize(append(bytes.Clone(data), '\n')); err == nil {
		data = standard
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("something follows")
	}
	return v, nil
}

// checkEntry checks that our entry says what is wanted and kept the rest.
func checkEntry(t *testing.T, had, got map[string]any, want wanted) {
	t.Helper()
	set := map[string]bool{}
	for _, f := range want.fields() {
		set[f.name] = !f.loose
		if _, there := had[f.name]; (!f.loose || !there) && !sameValue(got[f.name], f.value) {
			t.Fatalf("entry %v, want %s to be %v", got, f.name, f.value)
		}
	}
	for k, v := range had {
		if !set[k] && !reflect.DeepEqual(got[k], v) {
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
