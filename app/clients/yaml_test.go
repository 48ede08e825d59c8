package clients

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"memtray/store"
)

var (
	gooseWant    = wantedBy("goose")
	continueWant = wantedBy("continue")
)

const (
	oursGoose = `  memtray:
    type: stdio
    name: memtray
    cmd: /usr/bin/memtray-mcp
    args: ['--client', goose]
    enabled: true
    timeout: 300
`
	oursContinue = `  - name: memtray
    command: /usr/bin/memtray-mcp
    args: ['--client', continue]
`
	topContinue = "name: Local Config\nversion: '1.0.0'\nschema: v1\n"
)

func readYAML(t *testing.T, text string, list bool) *yamlSlot {
	t.Helper()
	want := gooseWant
	if list {
		want = continueWant
	}
	y, err := parseYAML([]byte(text), want)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return y
}

func TestAddYAML(t *testing.T) {
	for _, c := range []struct {
		name, before, want string
		list               bool
	}{
		{"map, empty file", "", "extensions:\n" + oursGoose, false},
		{"list, empty file", "", topContinue + "mcpServers:\n" + oursContinue, true},
		{"only comments", "# a\n\n# b", "# a\n\n# b\nextensions:\n" + strings.TrimSuffix(oursGoose, "\n"), false},
		{"only a marker", "---\n", "---\nextensions:\n" + oursGoose, false},
		{"says nothing", "{}\n", "extensions:\n" + oursGoose, false},
		{"says nothing, with a comment", "# a\n{ } # b\n", "# a\n # b\nextensions:\n" + oursGoose, false},
		{"null", "null", "extensions:\n" + oursGoose, false},
		{"another key", "a: 1\n", "a: 1\nextensions:\n" + oursGoose, false},
		{"no final newline", "a: 1", "a: 1\nextensions:\n" + strings.TrimSuffix(oursGoose, "\n"), false},
		{"a text at the end", "b: 1\na: |\n  text", "extensions:\n" + oursGoose + "b: 1\na: |\n  text", false},
		{"a text that keeps lines", "a: |+\n  text\n\n", "a: |+\n  text\n\nextensions:\n" + oursGoose, false},
		{"an end marker", "# c\na: 1\n...\n", "# c\nextensions:\n" + oursGoose + "a: 1\n...\n", false},
		{"no entries", "extensions: # c\nb: 1\n", "extensions: # c\n" + oursGoose + "b: 1\n", false},
		{"no entries, said", "a: 1\nextensions: {} # c\nb: 1\n", "a: 1\nextensions: # c\n" + oursGoose + "b: 1\n", false},
		{"null entries", "mcpServers: ~", "mcpServers:\n" + strings.TrimSuffix(oursContinue, "\n"), true},
		{"an empty list", "\"mcpServers\": [ ]\n", "\"mcpServers\":\n" + oursContinue, true},
		{"others", "extensions:\n  # c\n  developer: &d\n    enabled: true\nb: *d\n", "extensions:\n" + oursGoose + "  # c\n  developer: &d\n    enabled: true\nb: *d\n", false},
		{"others, four spaces", "extensions:\n    x: {a: 1}\n", "extensions:\n" + indented(oursGoose, "  ") + "    x: {a: 1}\n", false},
		{"list, not indented", "mcpServers:\n- name: x\n  command: y\n", "mcpServers:\n" + strings.ReplaceAll("\n"+oursContinue, "\n  ", "\n")[1:] + "- name: x\n  command: y\n", true},
		{"list, indented", "mcpServers:\n  # c\n  -\n    name: x\n", "mcpServers:\n" + oursContinue + "  # c\n  -\n    name: x\n", true},
		{"windows line ends", "# c\r\na:\r\n  - b\r\n", strings.ReplaceAll("# c\na:\n  - b\nmcpServers:\n"+oursContinue, "\n", "\r\n"), true},
		{"like the lists of the file", "models:\n- a\n", "models:\n- a\nmcpServers:\n" + strings.ReplaceAll("\n"+oursContinue, "\n  ", "\n")[1:], true},
		{"text like our entry", "a: |\n  mcpServers:\n    - name: memtray\n", "a: |\n  mcpServers:\n    - name: memtray\nmcpServers:\n" + oursContinue, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := readYAML(t, c.before, c.list)
			s, around, err := y.add()
			if err != nil {
				t.Fatal(err)
			}
			after := s.apply(y.text)
			if string(after) != c.want {
				t.Fatalf("got\n%q\nwant\n%q", after, c.want)
			}
			now := readYAML(t, string(after), c.list)
			if got := now.holds(); got.is != asWanted || now.all() != y.all() {
				t.Fatalf("%v, rest %s, was %s", got, now.all(), y.all())
			}
			back := readYAML(t, string(now.cut(around).apply(now.text)), c.list)
			if back.ours.value != nil || back.all() != y.all() {
				t.Fatalf("back\n%s", back.text)
			}
		})
	}
}

func indented(text, by string) string {
	return by + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+by) + "\n"
}

func TestCutYAML(t *testing.T) {
	for _, c := range []struct {
		name, before string
		list         bool
		around       int
		want         string
	}{
		{"alone, key was there", "a: 1\nextensions: # c\n" + oursGoose + "b: 1\n", false, 0, "a: 1\nextensions: {} # c\nb: 1\n"},
		{"alone, key is ours", "a: 1\nextensions:\n" + oursGoose + "b: 1\n", false, 1, "a: 1\nb: 1\n"},
		{"alone, a comment came", "extensions:\n  # c\n" + oursGoose, false, 1, "  # c\n"},
		{"alone in a list", "mcpServers:\n" + strings.TrimSuffix(oursContinue, "\n"), true, 0, "mcpServers: []\n"},
		{"first", "extensions:\n" + oursGoose + "\n  # of x\n  x: 1\n", false, 1, "extensions:\n\n  # of x\n  x: 1\n"},
		{"last, in another style", "mcpServers:\n- name: x\n-\n  # why\n  command: >\n    a\n\n    b\n  # c\n\n  name: \"memtray\"\n# end\n", true, 1, "mcpServers:\n- name: x\n# end\n"},
		{"between braces", "extensions:\n  memtray: {cmd: x,\n    args: [a]}\n  x: 1\n", false, 1, "extensions:\n  x: 1\n"},
		{"no final newline", "extensions:\n  x: 1\n" + strings.TrimSuffix(oursGoose, "\n"), false, 1, "extensions:\n  x: 1\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := readYAML(t, c.before, c.list)
			if after := y.cut(c.around).apply(y.text); string(after) != c.want {
				t.Fatalf("got\n%q\nwant\n%q", after, c.want)
			}
		})
	}
}

func TestUpdateYAML(t *testing.T) {
	for _, c := range []struct {
		name, before string
		list         bool
		want         string
	}{
		{"as wanted", "mcpServers:\n- name: memtray\n  args:\n  - --client\n  - continue\n  command: \"/usr/bin/memtray-mcp\"", true,
			"mcpServers:\n- name: memtray\n  args:\n  - --client\n  - continue\n  command: \"/usr/bin/memtray-mcp\""},
		{"another command, others kept", "mcpServers:\n- command: old # why\n  env: {A: b}\n  name: memtray\n\n- name: x\n", true,
			"mcpServers:\n- command: /usr/bin/memtray-mcp # why\n  env: {A: b}\n  name: memtray\n  args: ['--client', continue]\n\n- name: x\n"},
		{"args on lines", "extensions:\n  memtray:\n    type: stdio\n    name: Mine\n    args:\n    - a\n    # b\n    - c\n    cmd: |\n      x\n    enabled: false\n    timeout: 1\n  y: 1\n", false,
			"extensions:\n  memtray:\n    type: stdio\n    name: Mine\n    args: ['--client', goose]\n    cmd: /usr/bin/memtray-mcp\n    enabled: false\n    timeout: 1\n  y: 1\n"},
		{"windows line ends", "mcpServers:\r\n  - command: old\r\n    name: memtray", true,
			"mcpServers:\r\n  - command: /usr/bin/memtray-mcp\r\n    name: memtray\r\n    args: ['--client', continue]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			y := readYAML(t, c.before, c.list)
			s, err := y.update()
			if got := s.apply(y.text); err != nil || string(got) != c.want {
				t.Fatalf("%v, got\n%q\nwant\n%q", err, got, c.want)
			}
		})
	}
}

// TestSetYAML: a value may hold maps.
func TestSetYAML(t *testing.T) {
	f := field{name: "requestOptions", value: []field{{name: "headers", value: []field{{name: "Authorization", value: "Bearer T"}}}}}
	y, err := readYAML(t, "mcpServers:\n- name: memtray\n  requestOptions:\n    headers: {}\n", true).set(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := "mcpServers:\n- name: memtray\n  requestOptions: {headers: {Authorization: Bearer T}}\n"; string(y.text) != want {
		t.Fatalf("got\n%s", y.text)
	}
}

func TestRefuseYAML(t *testing.T) {
	for _, c := range []struct{ name, text, word string }{
		{"two documents", "a: 1\n---\nb: 1\n", "line 2: another document"},
		{"tabs", "a:\n\tb: 1\n", "not valid YAML: line 2"},
		{"not YAML", "a: [", "not valid YAML"},
		{"a list", "- a\n", "line 1"},
		{"a text", "hello", "line 1"},
		{"everything between braces", "{a: 1}", "line 1: everything"},
		{"entries between braces", "a: 1\nextensions: {x: 1}\n", "line 2"},
		{"entries between braces below", "extensions:\n  {x: 1}\n", "line 1"},
		{"nothing on another line", "extensions:\n  {}\n", "line 1"},
		{"an odd key", "? extensions\n: {}\n", "line 1"},
		{"a list for a map", "extensions:\n- a\n", "is not a map"},
		{"a text for a map", "extensions: a\n", "is not a map"},
		{"an alias", "a: &x {}\nextensions: *x\n", "line 2"},
		{"an anchor", "extensions: &x\n  a: 1\nb: *x\n", "anchor"},
		{"a merge at the top", "a: &x {b: 1}\n<<: *x\n", "<<"},
		{"a merge in the entries", "a: &x {b: 1}\nextensions:\n  <<: *x\n", "<<"},
		{"an alias for ours", "a: &x {b: 1}\nextensions:\n  memtray: *x\n", "line 3: the entry"},
		{"an anchor in ours", "extensions:\n  memtray:\n    env: &x {}\na: *x\n", "the entry"},
		{"twice", "extensions: {}\nextensions: {}\n", "line 2: the key \"extensions\""},
		{"ours twice", "extensions:\n  memtray: 1\n  memtray: 1\n", "line 3: the key \"memtray\""},
		{"unknown alias", "a: *x\n", "not valid YAML"},
		{"a lone carriage return", "a: 1\rb: 2\n", "unusual way"},
		{"U+2028", "a: 'x\u2028y'\n", "unusual way"},
		{"not UTF-8", "a: \xff\n", "not valid YAML"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := parseYAML([]byte(c.text), gooseWant)
			if store.ErrorCode(err) != store.Invalid || !strings.Contains(store.ErrorMessage(err), c.word) {
				t.Fatal(err)
			}
		})
	}
	_, err := parseYAML([]byte("mcpServers:\n- name: memtray\n- name: memtray\n"), continueWant)
	if store.ErrorCode(err) != store.Invalid {
		t.Fatal(err)
	}
	if _, err := readYAML(t, "extensions:\n  memtray: {cmd: x}\n", false).update(); store.ErrorCode(err) != store.Invalid {
		t.Fatal(err)
	}
}

// TestYAMLStrings: whatever a path holds comes back as it was.
func TestYAMLStrings(t *testing.T) {
	for _, s := range []string{"", " a ", "true", "No", "1.5", "-", "~", "a: b", "a #b", `C:\Users\o'neil\memtray-mcp.exe`, `C:\Program Files\"x"\m.exe`,
		"/a b/é/记忆/😀", "\u0000\t\u007f\u0085\u2028\ufeff\uffff\ufffe<&>'\"", `\`, "a\nb", "{a}", "*x", "&x", "<<", "@x", "%x", "|", "!a"} {
		for _, v := range []any{s, []string{s, s}, []field{{name: s, value: s}}} {
			var got struct{ V any }
			if err := yaml.Unmarshal([]byte("v: "+yamlValue(v)+"\n"), &got); err != nil || !sameValue(got.V, v) {
				t.Fatalf("%q as %s: %v %v", v, yamlValue(v), got, err)
			}
		}
	}
}

func TestBareYAML(t *testing.T) {
	for text, want := range map[string]bool{"": true, "# a\n": false, topContinue: true, topContinue + "mcpServers: []\n": true, "name: Mine\n": false, "mcpServers:\n- a\n": false} {
		if got := readYAML(t, text, true).bare(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
