package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	count "memtray/store/text"
)

// hook runs a hook with all the time that a busy machine may need, and returns
// what it prints. It must succeed and say nothing else.
func (c computer) hook(stdin, event string, args ...string) string {
	c.t.Helper()
	out, errs, code := c.run(stdin, append([]string{"hook", event, "--client", "claude-code", "--within", "5s"}, args...)...)
	if code != 0 || errs != "" {
		c.t.Errorf("hook %s %v: exit code %d\n%s", event, args, code, errs)
	}
	return out
}

// save saves with the command line.
func (c computer) save(args ...string) {
	c.t.Helper()
	if _, errs, code := c.run("", append([]string{"save"}, args...)...); code != 0 {
		c.t.Fatalf("save: %s", errs)
	}
}

// added returns the text that an answer adds, and the rest of the answer.
func added(t *testing.T, answer, field string) (text string, rest map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer), &rest); err != nil {
		t.Fatalf("the answer is %q: %v", answer, err)
	}
	inner := rest
	if nested, ok := rest["hookSpecificOutput"].(map[string]any); ok {
		inner = nested
	}
	text, _ = inner[field].(string)
	delete(inner, field)
	return text, rest
}

func TestHookShapes(t *testing.T) {
	c := newComputer(t)
	c.save("--kind", "decision", "Retry <five> times & 重试五次 😀")
	nested := func(event string) map[string]any {
		return map[string]any{"hookSpecificOutput": map[string]any{"hookEventName": event}}
	}
	for name, h := range map[string]struct {
		client, stdin, field string
		rest                 map[string]any
	}{
		"Claude Code":      {"claude-code", `{"session_id":"a","cwd":"` + slashed(c.dir) + `","hook_event_name":"SessionStart","source":"startup","transcript_path":"/x"}`, "additionalContext", nested("SessionStart")},
		"Codex":            {"codex", `{"session_id":"a","cwd":"` + slashed(c.dir) + `","hook_event_name":"SessionStart","source":"startup","model":"m","permission_mode":"default","transcript_path":null}`, "additionalContext", nested("SessionStart")},
		"Gemini CLI":       {"gemini", `{"session_id":"a","cwd":"` + slashed(c.dir) + `","hook_event_name":"SessionStart","source":"startup","timestamp":"2026-11-30T10:00:00Z"}`, "additionalContext", nested("SessionStart")},
		"Qwen Code":        {"qwen", `{"session_id":"a","source":"startup"}`, "additionalContext", nested("SessionStart")},
		"Copilot CLI":      {"copilot", `{"sessionId":"a","timestamp":1796063077137,"source":"new","initialPrompt":"hi"}`, "additionalContext", map[string]any{}},
		"Cursor":           {"cursor", `{"conversation_id":"a","hook_event_name":"sessionStart","workspace_roots":["` + slashed(c.dir) + `"],"is_background_agent":false}`, "additional_context", map[string]any{}},
		"an unknown one":   {"some-client", `{}`, "additionalContext", nested("SessionStart")},
		"nothing said":     {"another", ``, "additionalContext", nested("SessionStart")},
		"other types":      {"third", `{"session_id":7,"cwd":["x"],"source":null,"workspace_roots":"x","prompt":{}}`, "additionalContext", nested("SessionStart")},
		"a forged name":    {"fourth", `{"hook_event_name":"Session\"Start"}`, "additionalContext", nested("SessionStart")},
		"a lone surrogate": {"fifth", `{"session_id":"\ud800","cwd":"\ud800"}`, "additionalContext", nested("SessionStart")},
	} {
		c.dir = filepath.Join(c.home, "api")
		answer := c.hook(h.stdin, "session-start", "--client", h.client)
		if strings.ContainsFunc(answer, func(r rune) bool { return r >= utf8.RuneSelf }) {
			t.Errorf("%s is told more than ASCII: %q", name, answer)
		}
		text, rest := added(t, answer, h.field)
		if !strings.Contains(text, "Retry <five> times & 重试五次 😀") || !strings.Contains(text, "project api") {
			t.Errorf("%s is told %q", name, answer)
		}
		if !reflect.DeepEqual(rest, h.rest) {
			t.Errorf("%s: beside it stands %v, want %v", name, rest, h.rest)
		}
	}
}

func slashed(path string) string { return filepath.ToSlash(path) }

// TestHookOnce: a session gets its context once, and again when it was dropped.
func TestHookOnce(t *testing.T) {
	c := newComputer(t)
	c.save("one thing to know")
	start := func(session, source string) bool {
		t.Helper()
		return c.hook(`{"session_id":"`+session+`","source":"`+source+`"}`, "session-start") != ""
	}
	for i, step := range []struct {
		session, source string
		want            bool
	}{
		{"a", "startup", true},
		{"a", "startup", false}, // registered twice
		{"a", "resume", false},
		{"a", "compact", false}, // so soon it is the second of two
		{"b", "resume", true},   // begun before there were hooks
		{"b", "resume", false},
		{"c", "clear", true},
		{"d", "compact", true},
	} {
		if got := start(step.session, step.source); got != step.want {
			t.Errorf("step %d, %s of %s: given %v, want %v", i, step.source, step.session, got, step.want)
		}
	}
}

// TestHookAtOnce: of several that begin at the same moment, as where a client runs
// another one's hooks too, one gives.
func TestHookAtOnce(t *testing.T) {
	c := newComputer(t)
	c.save("one thing to know")
	for session := range 5 {
		var given atomic.Int32
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				cmd := c.command("hook", "session-start", "--client", "claude-code", "--within", "5s")
				cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"%d"}`, session))
				out, err := cmd.Output()
				if err != nil {
					t.Error(err)
				}
				if len(out) > 0 {
					given.Add(1)
				}
			})
		}
		all.Wait()
		if n := given.Load(); n != 1 {
			t.Errorf("session %d is given its context %d times", session, n)
		}
	}
}

// TestHookMisused: wrong arguments are no failure of the client's, but are noted
// where the person looks, in a data folder that is there.
func TestHookMisused(t *testing.T) {
	c := newComputer(t)
	token := "gh" + "p_" + "k7Qw2ZtR9mXc4VbN8sLd3FgH6jPy1AeUo5Ti"
	wrong := map[string][]string{
		"hook takes one of":      {"hook"},
		"session-start, user-":   {"hook", "session-begin", "--client", "codex"},
		"hook needs --client":    {"hook", "session-start"},
		"--client must be 1":     {"hook", "session-start", "--client", "A B"},
		"unknown flag --clinet":  {"hook", "session-start", "--clinet", "codex"},
		"invalid value":          {"hook", "session-end", "--client", "codex", "--within", "soon"},
		"unknown flag --[secret": {"hook", "session-end", "--" + token, "codex"},
	}
	for what, args := range wrong {
		if out, stderr, code := c.run("{}", args...); out != "" || code != 0 || stderr == "" {
			t.Errorf("%s: exit code %d, %q, %q", what, code, out, stderr)
		}
	}
	if _, err := os.Stat(c.data); !os.IsNotExist(err) {
		t.Errorf("the data folder: %v", err)
	}
	c.save("one thing to know")
	for _, args := range wrong {
		c.run("{}", args...)
	}
	logs, _ := filepath.Glob(filepath.Join(c.data, "logs", "*.log"))
	if len(logs) != 1 {
		t.Fatalf("there are %d logs", len(logs))
	}
	raw, err := os.ReadFile(logs[0])
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for what := range wrong {
		if !strings.Contains(text, what) {
			t.Errorf("%q is not in the log: %s", what, text)
		}
	}
	if strings.Count(text, "Hook gave nothing") != len(wrong) || !strings.Contains(text, `client=codex event=""`) || strings.Contains(text, token) {
		t.Errorf("the log says %s", text)
	}
}

// TestHookSession: a hook and the server of the same client are in one session.
func TestHookSession(t *testing.T) {
	c := newComputer(t)
	c.save("before")
	session := func(body string) int64 {
		t.Helper()
		c.run(initialize+saveLine(2, body), "--client", "claude-code")
		out, _, _ := c.run("", "search", "--json", "--limit", "1")
		var found struct{ Rows []struct{ Session int64 } }
		if err := json.Unmarshal([]byte(out), &found); err != nil || len(found.Rows) != 1 {
			t.Fatalf("search: %s", out)
		}
		return found.Rows[0].Session
	}
	c.hook(`{"session_id":"a"}`, "session-start")
	first := session("one")
	c.hook(`{"session_id":"b"}`, "session-start")
	if second := session("two"); second != first+1 {
		t.Errorf("the second session is %d, the first %d", second, first)
	}
	if out := c.hook(`{"session_id":"b","reason":"exit"}`, "session-end"); out != "" {
		t.Errorf("session-end prints %q", out)
	}
	if third := session("three"); third != first+2 {
		t.Errorf("after its end it goes on in %d", third)
	}
}

// TestHookBounds: what is added stays under the bound, ends on a line, and says
// how much is left.
func TestHookBounds(t *testing.T) {
	c := newComputer(t)
	c.env = []string{"MEMTRAY_TOKEN_BUDGET=20000"}
	var lines strings.Builder
	for i := range 100 {
		lines.WriteString(saveLine(i+2, strings.Repeat("每次重试都要加上抖动，上限二十秒 😀 with full jitter. ", 12)+strconv.Itoa(i)))
	}
	c.run(initialize+lines.String(), "--client", "codex")
	for client, tokens := range map[string]int{"claude-code": 20000, "codex": 2500} {
		text, _ := added(t, c.hook(`{"session_id":"a"}`, "session-start", "--client", client), "additionalContext")
		n := len(utf16.Encode([]rune(text)))
		if n > 9500 || n < 2000 || !utf8.ValidString(text) || count.Count(text) > tokens {
			t.Errorf("%s: %d units, %d tokens", client, n, count.Count(text))
		}
		if !strings.Contains(text, " more: ask memory_search\n") || !strings.HasSuffix(text, " end") {
			t.Errorf("%s: it ends in %q", client, text[max(0, len(text)-200):])
		}
	}
}

// TestHookSilent: whatever is wrong, the client's session goes on.
func TestHookSilent(t *testing.T) {
	c := newComputer(t)
	c.save("one thing to know")
	quiet := func(what string, stdin string, args ...string) {
		t.Helper()
		out, _, code := c.run(stdin, append([]string{"hook"}, args...)...)
		if out != "" || code != 0 {
			t.Errorf("%s: exit code %d, printed %q", what, code, out)
		}
	}
	quiet("no event", "")
	quiet("an unknown event", "", "pre-compact", "--client", "claude-code")
	quiet("two events", "", "session-start", "session-end", "--client", "claude-code")
	quiet("no client", "", "session-start")
	quiet("a bad client", "", "session-start", "--client", "A B")
	quiet("an unknown flag", "", "session-start", "--client", "claude-code", "--colour")
	quiet("a bad time", "", "session-start", "--client", "claude-code", "--within", "soon")
	quiet("a relative home", "", "session-start", "--client", "claude-code", "--home", "data/\x01")
	for what, stdin := range map[string]string{
		"garbage": "garbage", "half an object": `{"session_id":`, "a list": `[]`, "a number": `7`, "bytes": "\x00\xff\xfe",
		"too much":      `{"prompt":"` + strings.Repeat("x", maxHookInput) + `"}`,
		"deeply nested": strings.Repeat("[", 100_000),
	} {
		for event := range hookEvents {
			quiet(what, stdin, event, "--client", "claude-code")
		}
	}
	quiet("a prompt where it is off", `{"session_id":"p","prompt":"one thing to know"}`, "user-prompt", "--client", "claude-code")
	c.env = []string{"HOME=", "USERPROFILE=", "MEMTRAY_HOME=", "XDG_DATA_HOME="}
	quiet("no home", `{}`, "session-start", "--client", "claude-code")
}

// TestHookNoStore: a first hook makes no data folder.
func TestHookNoStore(t *testing.T) {
	c := newComputer(t)
	for event := range hookEvents {
		if out := c.hook(`{"session_id":"a","prompt":"x"}`, event); out != "" {
			t.Errorf("%s printed %q", event, out)
		}
	}
	if _, err := os.Stat(c.data); !os.IsNotExist(err) {
		t.Errorf("the data folder: %v", err)
	}
}

// TestHookBadStore: a file that cannot be used is left as it is, and the log says
// why nothing was given.
func TestHookBadStore(t *testing.T) {
	for name, spoil := range map[string]func(file []byte) []byte{
		"newer":   func(file []byte) []byte { copy(file[60:], []byte{0, 0, 3, 0xe7}); return file }, // user_version
		"garbage": func([]byte) []byte { return bytes.Repeat([]byte("garbage "), 1000) },
		"cut off": func(file []byte) []byte { return file[:50] },
		"other":   func(file []byte) []byte { copy(file[68:], []byte{1, 2, 3, 4}); return file }, // application_id
		"pages":   func(file []byte) []byte { clear(file[4096:]); return file },
	} {
		c := newComputer(t)
		c.save("one thing to know")
		path := filepath.Join(c.data, "memtray.db")
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		spoiled := spoil(slices.Clone(file))
		if err := os.WriteFile(path, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		for event := range hookEvents {
			if out := c.hook(`{"session_id":"a","prompt":"x"}`, event); out != "" {
				t.Errorf("%s: %s printed %q", name, event, out)
			}
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, spoiled) {
			t.Errorf("%s: the file was changed, %v", name, err)
		}
		logs, _ := filepath.Glob(filepath.Join(c.data, "logs", "*.log"))
		if len(logs) != 1 {
			t.Fatalf("%s: there are %d logs", name, len(logs))
		}
		if text, _ := os.ReadFile(logs[0]); !strings.Contains(string(text), "Hook gave nothing") {
			t.Errorf("%s: the log says %s", name, text)
		}
	}
}

// TestHookStreams: an input that stays open is not waited for, and an output that
// nobody reads is no failure.
func TestHookStreams(t *testing.T) {
	c := newComputer(t)
	c.save("one thing to know")
	open := func(said string, args ...string) string {
		t.Helper()
		cmd := c.command(append([]string{"hook", "session-start", "--client", "claude-code"}, args...)...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		cmd.Stdout = &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(in, said); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil { // closes in
			t.Errorf("%q: %v", said, err)
		}
		return out.String()
	}
	if out := open(""); out != "" {
		t.Errorf("nothing said: %q", out)
	}
	if out := open(`{"session_id":"a"`); out != "" {
		t.Errorf("half an object: %q", out)
	}
	if out := open(`{"session_id":"a"}`, "--within", "5s"); !strings.Contains(out, "one thing to know") {
		t.Errorf("a whole object: %q", out)
	}

	cmd := c.command("hook", "session-start", "--client", "claude-code", "--within", "5s")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	cmd.Stdin, cmd.Stdout = strings.NewReader(`{"session_id":"b"}`), w
	if err := cmd.Run(); err != nil {
		t.Errorf("nobody reads: %v", err)
	}
	w.Close()
}

func FuzzHookInput(f *testing.F) {
	for _, s := range []string{`{}`, `{"session_id":"a","cwd":"/x","prompt":"p","source":"resume"}`, `{"workspace_roots":["a","b"],"cwd":7}`, `[1]`, `{"session_id":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := parseHookInput(raw)
		if err != nil && !reflect.DeepEqual(in, hookInput{}) {
			t.Errorf("%v with %+v", err, in)
		}
		if !utf8.ValidString(in.session) || utf8.RuneCountInString(in.session) > 200 {
			t.Errorf("session is %q", in.session)
		}
		for client := range hosts {
			line, err := hostOf(client).answer("session-start", in, in.prompt)
			if err != nil || !json.Valid(line) || bytes.Count(line, []byte("\n")) != 1 {
				t.Errorf("%s: %q, %v", client, line, err)
			}
		}
	})
}
