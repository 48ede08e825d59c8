package clients

import (
	"errors"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// FuzzYAML: any text is refused with a message for people, or our entry comes
// into it and out again, and nothing else changes.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"", "---\n", "# c", "{} # c", "a: 1", "a: |\n  text", "a: >+\n  x\n\n", "a: 1\n...\n", "extensions: {} # c\r\nb: 1\r\n", "mcpServers: ~",
		"extensions:\n  # c\n  developer: &d\n    enabled: true\nb: *d\n", "mcpServers:\n- name: x\n  command: y\n-\n # c\n name: memtray\n command: memtray-mcp\n args:\n - a",
		"\ufeffextensions:\n" + oursGoose + "\n  # of x\n  x: 1\n", topContinue + "mcpServers:\n" + oursContinue, "extensions:\n  memtray: {cmd: memtray-mcp,\n    args: [a]}\n",
		"mcpServers:\n  - args: [a]\n    name: memtray # c\n    env:\n      A: |2\n         b\n    command: memtray-mcp\nz: [\n1, 2]", "? a\n: b\n", " a: 1\n b: 2\n",
		"extensions:\n memtray:\n  cmd: >-\n   /a/memtray-mcp\n  x: \"y\n   z\"\n w: 1",
	} {
		f.Add(seed, true, "/usr/bin/memtray-mcp")
		f.Add(seed, false, "/usr/bin/memtray-mcp")
	}
	f.Add("a: 1", true, `C:\Users\o'neil "x"\memtray-mcp.exe`)
	f.Fuzz(func(t *testing.T, text string, list bool, command string) {
		id := "goose"
		if list {
			id = "continue"
		}
		if _, err := decodeYAML([]byte(strings.TrimPrefix(text, "\ufeff"))); heldByNoMap(err) {
			t.Skip()
		}
		if command != "" {
			checkEdit(t, text, find(t, id), Shim{Command: strings.ToValidUTF8(command, "?")}, decodeYAML)
		}
	})
}

// heldByNoMap reports whether YAML is right but Go's maps cannot hold it, as
// where a list is a key, or where a text is merged into a map.
func heldByNoMap(err error) bool {
	_, ok := errors.AsType[*yaml.TypeError](err)
	return ok || err != nil && strings.Contains(err.Error(), " map ")
}
