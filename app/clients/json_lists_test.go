package clients

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"memtray/store"
)

// Three shapes of what is wanted in lists: hooks in groups, flat hooks in a file
// of their own, strings.
func hooksWanted(command string) wanted {
	w := wanted{argv: []string{command}}
	for _, e := range [][2]string{{"SessionStart", "session-start"}, {"SessionEnd", "session-end"}} {
		line := command + " hook " + e[1] + " --client x"
		w.lists = append(w.lists, listing{
			path: []string{"hooks", e[0]}, event: e[1], group: "hooks", lines: map[string]string{"command": line},
			items: []any{[]field{{name: "hooks", value: []any{[]field{{name: "type", value: "command"}, {name: "command", value: line}}}}}},
		})
	}
	return w
}

func flatWanted(command string) wanted {
	line, shell := command+" hook session-start", "& '"+command+"' hook session-start"
	return wanted{
		argv: []string{command}, top: []field{{name: "version", value: 1}},
		lists: []listing{{
			path: []string{"hooks", "sessionStart"}, event: "session-start", lines: map[string]string{"bash": line, "powershell": shell},
			items: []any{[]field{{name: "type", value: "command"}, {name: "bash", value: line}, {name: "powershell", value: shell}}},
		}},
	}
}

func stringsWanted(string) wanted {
	return wanted{known: []string{"a_b"}, lists: []listing{{path: []string{"permissions", "allow"}, items: []any{"a_b", "a_c", "<&>"}}}}
}

var (
	listShapes = []func(string) wanted{hooksWanted, flatWanted, stringsWanted}
	someJSON   = []dialect{{}, {comments: true}, {comments: true, commas: true}}
)

// TestLists: where our items are put in files of every layout, and what is left
// of a file when they are taken out without a memory of how they were put in.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		shape           func(string) wanted
		before, between string
		after           string // "": as before
	}{
		{hooksWanted, "{\n}", "{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"/memtray-mcp hook session-start --client x\"\n          }\n        ]\n      }\n    ],\n    \"SessionEnd\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"/memtray-mcp hook session-end --client x\"\n          }\n        ]\n      }\n    ]\n  }\n}", ""},
		{stringsWanted, "", "{\n  \"permissions\": {\n    \"allow\": [\n      \"a_b\",\n      \"a_c\",\n      \"<&>\"\n    ]\n  }\n}\n", ""},
		{stringsWanted, `{"permissions":{"allow":["x"]}}`, `{"permissions":{"allow":["x","a_b","a_c","<&>"]}}`, ""},
		{stringsWanted, "{ \"permissions\": { \"allow\": [ \"x\", \"a_c\" ] } }", "{ \"permissions\": { \"allow\": [ \"x\", \"a_c\", \"a_b\", \"<&>\" ] } }", "{ \"permissions\": { \"allow\": [ \"x\" ] } }"},
		{stringsWanted, "{\r\n\t\"permissions\": {\r\n\t\t\"deny\": [ ]\r\n\t}\r\n}\r\n", "{\r\n\t\"permissions\": {\r\n\t\t\"deny\": [ ],\r\n\t\t\"allow\": [\r\n\t\t\t\"a_b\",\r\n\t\t\t\"a_c\",\r\n\t\t\t\"<&>\"\r\n\t\t]\r\n\t}\r\n}\r\n", ""},
		{flatWanted, "", "{\n  \"version\": 1,\n  \"hooks\": {\n    \"sessionStart\": [\n      {\n        \"type\": \"command\",\n        \"bash\": \"/memtray-mcp hook session-start\",\n        \"powershell\": \"& '/memtray-mcp' hook session-start\"\n      }\n    ]\n  }\n}\n", ""},
	} {
		w := c.shape("/memtray-mcp")
		s, err := parseLists([]byte(c.before), dialect{}, w)
		if err != nil {
			t.Fatal(err)
		}
		change, around, err := s.add()
		if err != nil {
			t.Fatal(err)
		}
		between := change.apply(s.text)
		if string(between) != c.between {
			t.Errorf("%q becomes\n%s\nwant\n%s", c.before, between, c.between)
		}
		if s, err = parseLists(between, dialect{}, w); err != nil {
			t.Fatal(err)
		}
		want := c.after
		if want == "" {
			want = c.before
		}
		if got := string(s.cut(around).apply(s.text)); strings.Join(strings.Fields(got), "") != strings.Join(strings.Fields(want), "") && !(want == "" && got == "{}\n") {
			t.Errorf("%q: left is %q, want %q", c.before, got, want)
		}
	}
}

// TestListsOurs: what is ours among the hooks of others, and what becomes of it.
func TestListsOurs(t *testing.T) {
	group := func(hooks string) string { return `{"hooks":{"SessionStart":[` + hooks + `],"SessionEnd":[]}}` }
	theirs := `{"hooks":[{"type":"command","command":"echo memtray-mcp hook session-start"}]}`
	old := `{"type":"command","command":"'/old place/memtray-mcp' hook session-start","timeout":3}`
	end := `{"hooks":{"SessionEnd":[{"hooks":[{"type":"command","command":"/memtray-mcp hook session-end --client x"}]}]}}`
	for name, c := range map[string]struct {
		before     string
		is         standing
		after, cut string
	}{
		"only theirs": {group(theirs), nothing, "", ""},
		"ours of an older place, with theirs in one group": {
			group(`{"matcher":"startup","hooks":[{"type":"command","command":"x"},` + old + `]}`), otherwise,
			`"timeout":3`, group(`{"matcher":"startup","hooks":[{"type":"command","command":"x"}]}`)},
		"ours alone in a group": {group(theirs + `,{"matcher":"clear","hooks":[` + old + `]}`), otherwise, `"matcher":"clear"`, group(theirs)},
		"ours twice":            {group(`{"hooks":[` + old + `]},{"hooks":[` + old + `]}`), otherwise, `"timeout":3`, group("")},
		"a wrapper of ours":     {group(`{"hooks":[{"type":"command","command":"/memtray-mcp hook session-start | tee x"}]}`), nothing, "", ""},
		"not in a group":        {group(`{"type":"command","command":"/memtray-mcp hook session-start"}`), otherwise, "", group("")},
		"only the end":          {end, otherwise, "SessionStart", `{"hooks":{"SessionEnd":[]}}`},
		"other values":          {group(`1,null,[],{"hooks":{}},{"hooks":[1,[]]},` + `{"command":["/memtray-mcp hook session-start"]}`), nothing, "", ""},
	} {
		w := hooksWanted("/memtray-mcp")
		s, err := parseLists([]byte(c.before), dialect{}, w)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.holds().is; got != c.is {
			t.Errorf("%s: it is %d, want %d", name, got, c.is)
		}
		if c.is != otherwise {
			continue
		}
		change := updated(s.update())
		now, err := parseLists(change.apply(s.text), dialect{}, w)
		if err != nil || now.holds().is != asWanted || !strings.Contains(string(now.text), c.after) {
			t.Errorf("%s: updated to %s, %v", name, now.text, err)
		}
		if got := string(s.cut(0).apply(s.text)); got != c.cut {
			t.Errorf("%s: left is %s, want %s", name, got, c.cut)
		}
	}
}

func TestListsRefused(t *testing.T) {
	for text, words := range map[string]string{
		`[]`:                            "does not hold a JSON object",
		`{"hooks":[]}`:                  `"hooks" is not an object`,
		`{"hooks":{"SessionStart":{}}}`: `"SessionStart" is not a list`,
		`{"hooks":{},"hooks":{}}`:       `"hooks" is there twice`,
		`{"hooks":{"SessionEnd":[],"SessionEnd":1}}`: `"SessionEnd" is there twice`,
		"{\n  // x\n}": "line 2, column 3: a comment",
	} {
		_, err := parseLists([]byte(text), dialect{}, hooksWanted("/memtray-mcp"))
		if store.ErrorCode(err) != store.Invalid || !strings.Contains(store.ErrorMessage(err), words) {
			t.Errorf("%s: %v, want %q", text, err, words)
		}
	}
	inner := wanted{lists: []listing{{path: []string{"mcpServers", "memtray", "autoApprove"}, inner: true, items: []any{"a"}}}}
	for _, text := range []string{"", "{}", `{"mcpServers":{}}`, `{"mcpServers":{"memtray":null}}`} {
		s, err := parseLists([]byte(text), dialect{}, inner)
		if err != nil || s.holds().is != nothing {
			t.Fatal(err)
		}
		if _, _, err := s.add(); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestListsGenerated checks edits of documents in every layout.
func TestListsGenerated(t *testing.T) {
	n := 6_000
	if testing.Short() {
		n = 1_500
	}
	accepted := 0
	for seed := range uint64(n) {
		g := listGenerator{rand.New(rand.NewPCG(seed, 2)), seed%3 > 0, seed%3 == 2}
		text := g.document()
		shape := listShapes[g.IntN(3)]
		if checkLists(t, text, someJSON[seed%3], shape) {
			accepted++
		}
	}
	if accepted < n/2 {
		t.Errorf("only %d of %d were edited", accepted, n)
	}
}

// listGenerator writes files with lists of hooks and of strings.
type listGenerator struct {
	*rand.Rand
	comments, commas bool
}

func (g listGenerator) gap() string {
	gaps := []string{"", "", " ", "\n", "\r\n\t", "\n  ", "\t"}
	if g.comments {
		gaps = append(gaps, "/* a, \"b\" */", " // c\n")
	}
	return gaps[g.IntN(len(gaps))]
}

func (g listGenerator) document() string {
	top := []string{}
	for _, key := range []string{"a", "hooks", "permissions", "version"} {
		switch g.IntN(4) {
		case 0:
			top = append(top, g.member(key, g.section(key)))
		case 1:
			top = append(top, g.member(key, []string{"null", "{}", `{ "x":1 }`}[g.IntN(3)]))
		}
	}
	g.Shuffle(len(top), func(i, j int) { top[i], top[j] = top[j], top[i] })
	return g.gap() + g.container("{", top, "}") + g.gap()
}

func (g listGenerator) section(key string) string {
	members := []string{}
	for _, name := range map[string][]string{"hooks": {"SessionStart", "Stop", "SessionEnd", "sessionStart"}, "permissions": {"deny", "allow"}}[key] {
		switch g.IntN(5) {
		case 0:
		case 1:
			members = append(members, g.member(name, []string{"[]", "null", "[ ]"}[g.IntN(3)]))
		default:
			members = append(members, g.member(name, g.container("[", g.items(name), "]")))
		}
	}
	return g.container("{", members, "}")
}

func (g listGenerator) items(name string) []string {
	items := []string{}
	for range g.IntN(4) {
		item := []string{`"x"`, `"a_b"`, "1", `{"hooks":[]}`}[g.IntN(4)]
		if strings.Contains(name, "ession") {
			event := map[string]string{"SessionEnd": "session-end"}[name]
			if event == "" {
				event = "session-start"
			}
			command := []string{"echo x", "/old/memtray-mcp hook " + event, "/x/memtray-mcp hook " + event}[g.IntN(3)]
			item = g.container("{", []string{g.member("type", `"command"`), g.member("command", fmt.Sprintf("%q", command))}, "}")
			if g.IntN(2) == 0 {
				item = g.container("{", []string{g.member("hooks", g.container("[", []string{item}, "]"))}, "}")
			}
		}
		items = append(items, item)
	}
	return items
}

func (g listGenerator) member(key, value string) string {
	return fmt.Sprintf("%q", key) + g.gap() + ":" + g.gap() + value
}

func (g listGenerator) container(open string, elements []string, end string) string {
	inner := g.gap() + strings.Join(elements, g.gap()+","+g.gap()) + g.gap()
	if g.commas && len(elements) > 0 && g.IntN(2) == 0 {
		inner += "," + g.gap()
	}
	return open + inner + end
}

// FuzzLists: for any bytes the editor refuses with a message for people, or what
// is added can be taken back to the byte, and nothing else changes meanwhile.
func FuzzLists(f *testing.F) {
	for _, seed := range []string{
		"", " \r\n", "{}", "[]", "null", `{"hooks":null}`, `{"hooks":{"SessionStart":null,"SessionEnd":[]}}`,
		`{"version":2,"hooks":{"sessionStart":[{"bash":"memtray-mcp hook session-start"}]}}`, `{"permissions":{"allow":["a_b",1]}}`,
		"{\"hooks\":{\"SessionStart\":[{\"hooks\":[{\"command\":\"memtray-mcp hook session-start\"}, // c\n]},]}}",
	} {
		for i := range 9 {
			f.Add(seed, uint8(i), "/opt/memtray-mcp")
		}
	}
	f.Fuzz(func(t *testing.T, text string, kind uint8, command string) {
		if !isHookLine(command+" hook session-start", "session-start", command) || strings.ToValidUTF8(command, "") != command || strings.ContainsAny(command, "' \x00") {
			t.Skip()
		}
		shape := listShapes[kind%3]
		checkLists(t, text, someJSON[kind/3%3], func(string) wanted { return shape(command) })
	})
}

// checkLists adds, updates and cuts in memory. It is false for a refusal.
func checkLists(t *testing.T, text string, d dialect, shape func(string) wanted) bool {
	t.Helper()
	w := shape("/x/memtray-mcp")
	parse := func(text []byte) *listsSlot {
		t.Helper()
		s, err := parseLists(text, d, w)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return s
	}
	s, err := parseLists([]byte(text), d, w)
	if err != nil {
		if e, ok := errors.AsType[*store.Error](err); !ok || e.Code != store.Invalid || e.Message == "" {
			t.Fatalf("not a refusal: %v", err)
		}
		return false
	}
	rest := func(s *listsSlot) any {
		t.Helper()
		v, err := s.rest()
		if err != nil {
			t.Fatalf("%q: %v", s.text, err)
		}
		return v
	}
	before := rest(s)
	check := func(s *listsSlot, is standing) {
		t.Helper()
		if got := s.holds().is; got != is {
			t.Fatalf("%q: it is %d, want %d", s.text, got, is)
		}
		if now := rest(s); !reflect.DeepEqual(now, before) {
			t.Fatalf("%q became %q: more than ours is other", text, s.text)
		}
	}
	if s.holds().is != nothing {
		updated := parse(updated(s.update()).apply(s.text))
		check(updated, asWanted)
		s = parse(s.cut(0).apply(s.text))
		check(s, nothing)
	}
	base := string(s.text)
	change, around, err := s.add()
	if err != nil {
		t.Fatal(err)
	}
	with := parse(change.apply(s.text))
	check(with, asWanted)
	if string(change.inverse().apply(with.text)) != base {
		t.Fatalf("%q: the splice cannot be taken back", base)
	}
	for _, around := range []int{around, 0} {
		check(parse(with.cut(around).apply(with.text)), nothing)
	}
	return true
}
