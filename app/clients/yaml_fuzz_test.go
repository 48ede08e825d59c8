package clients

import (
	"strings"
	"testing"
)

// FuzzYAML: any text is refused with a message for people, or our entry comes
// into it and out again, and nothing else changes.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"", "---\n", "# c", "{} # c", "a: 1", "a: |\n  text", "a: >+\n  x\n\n", "a: 1\n...\n", "extensions: {} # c\r\nb: 1\r\n", "mcpServers: ~",
		"extensions:\n  # c\n  developer: &d\n    enabled: true\nb: *d\n", "mcpServers:\n- name: x\n  command: y\n-\n # c\n name: memtray\n args:\n - a",
		"extensions:\n" + oursGoose + "\n  # of x\n  x: 1\n", topContinue + "mcpServers:\n" + oursContinue, "extensions:\n  memtray: {cmd: x,\n    args: [a]}\n",
		"mcpServers:\n  - args: [a]\n    name: memtray # c\n    env:\n      A: |2\n         b\n\nz: [\n1, 2]", "? a\n: b\n", " a: 1\n b: 2\n", "extensions:\n memtray:\n  cmd: >-\n   a\n\n   b\n  x: \"y\n   z\"\n w: 1",
	} {
		f.Add(seed, true, "/usr/bin/memtray-mcp")
		f.Add(seed, false, "/usr/bin/memtray-mcp")
	}
	f.Fuzz(func(t *testing.T, text string, list bool, command string) {
		key, name, top := "extensions", "cmd", []field(nil)
		if list {
			key, name, top = "mcpServers", "command", continueTop
		}
		want := []field{{name, strings.ToValidUTF8(command, "?")}, {"args", []string{"--client", "x"}}, {"timeout", 300}}
		parse := func(text []byte) *yamlFile {
			y, err := parseYAML(text, key, list, top)
			if err != nil {
				t.Fatalf("%v\n%q", err, text)
			}
			return y
		}
		before, err := parseYAML([]byte(text), key, list, top)
		if err != nil {
			refusal(t, err)
			return
		}
		was := before.rest()
		after := before
		if has, ok := before.entry(); !ok {
			s := before.add(want)
			after = parse(s.apply(before.text))
			if string(s.inverse().apply(after.text)) != text {
				t.Fatal("the way back")
			}
		} else {
			if _, ok := has.(map[string]any); !ok {
				return
			}
			now, err := parse(before.text).update(want, []string{"url"})
			if err != nil {
				refusal(t, err)
				now, want = before.text, nil
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
		for _, whole := range []bool{false, true} {
			gone := parse(after.cut(whole).apply(after.text))
			if gone.ours.value != nil || after.rest() != was || gone.rest() != was {
				t.Fatalf("rest\n%s\n%s\n%s\n%q\n%q", was, after.rest(), gone.rest(), after.text, gone.text)
			}
		}
	})
}
