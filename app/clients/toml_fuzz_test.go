package clients

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memtray/store"
)

// refusal fails if an error is not one for people.
func refusal(t *testing.T, err error) {
	t.Helper()
	if e, ok := errors.AsType[*store.Error](err); !ok || e.Message == "" {
		t.Fatalf("not a refusal: %v", err)
	}
}

// FuzzTOML: any text is refused with a message for people, or our table comes
// into it and out again, and nothing else changes. Where it ends with a line's
// end or without any, the former bytes come back without a memory of them.
func FuzzTOML(f *testing.F) {
	for _, seed := range []string{
		"", "\n", " ", "# c", "a = 1", "[a]\r\nb = 1\r\n", "[[a]]\nb = 1\n", oursTOML, oursTOML + "[mcp_servers.memtray.env]\nA = 'b'\n[b]\nc = [\n1, # d\n2]",
		"mcp_servers.x.command = 'y'\n", "[mcp_servers]\nmemtray = { command = 'x' }\n", "mcp_servers.memtray.command = 'x'\nb = 1\n",
		"a = '''\n[mcp_servers.memtray]\n'''\n", "[ \"mcp_servers\" . 'memtray' ] # c\ncommand = \"\\u0041\"\n", "mcp_servers = {}", "a = nan\nb = inf\nc = 1979-05-27T07:32:00-08:00\nd = 07:32:00",
		"[a.b]\n[a]\n[mcp_servers.memtray.env]\nx = 1\n[mcp_servers.memtray]\ncommand = 'x'\n\n[mcp_servers]\ny.z = 1",
	} {
		f.Add(seed, "/usr/bin/memtray-mcp")
	}
	f.Fuzz(func(t *testing.T, text, command string) {
		want := []field{{"command", strings.ToValidUTF8(command, "?")}, {"args", []string{"--client", "codex"}}}
		parse := func(text []byte) *tomlFile {
			x, err := parseTOML(text, "mcp_servers", "memtray")
			if err != nil {
				t.Fatalf("%v\n%q", err, text)
			}
			return x
		}
		before, err := parseTOML([]byte(text), "mcp_servers", "memtray")
		if err != nil {
			refusal(t, err)
			return
		}
		var after *tomlFile
		if has, ok := before.entry(); !ok {
			s := before.add(want)
			after = parse(s.apply(before.text))
			if string(s.inverse().apply(after.text)) != text {
				t.Fatal("the way back")
			}
			if back := after.cut().apply(after.text); string(back) != text {
				t.Fatalf("back\n%q, was\n%q, between\n%q", back, text, after.text)
			}
		} else {
			if _, ok := has.(map[string]any); !ok {
				return
			}
			now, err := before.update(want, []string{"url"})
			if err != nil {
				refusal(t, err)
				now = before.text
				want = nil
			}
			after = parse(now)
			checkKept(t, has, after, want)
		}
		entry, _ := after.entry()
		for _, w := range want {
			if !says(entry.(map[string]any)[w.name], w.value) {
				t.Fatalf("%s is %v\n%q", w.name, entry, after.text)
			}
		}
		gone := parse(after.cut().apply(after.text))
		if _, there := gone.entry(); there || before.rest() != after.rest() || gone.rest() != before.rest() {
			t.Fatalf("rest\n%s\n%s\n%s\n%q\n%q", before.rest(), after.rest(), gone.rest(), after.text, gone.text)
		}
	})
}

// checkKept checks that an entry that was brought up to date has kept what else
// was in it.
func checkKept(t *testing.T, had any, after interface{ entry() (any, bool) }, want []field) {
	t.Helper()
	now, _ := after.entry()
	for name, v := range had.(map[string]any) {
		wanted := slices.ContainsFunc(want, func(f field) bool { return f.name == name })
		if got := now.(map[string]any)[name]; !wanted && name != "url" && fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", v) {
			t.Fatalf("%s was %v, is %v", name, v, got)
		}
	}
}
