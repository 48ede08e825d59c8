package mcpserver

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzStdio: whatever comes in, the server ends with its input, and answers each
// line at most once, with one valid line of bounded length.
func FuzzStdio(f *testing.F) {
	const ping = `{"jsonrpc":"2.0","id":5,"method":"ping"}`
	for _, seed := range []string{
		ping, "\ufeff" + ping, ping + "\r\n\n" + ping, ping + ping, "[" + ping + "]", "[]", "42", "null", "{}", "\x00", "\xff",
		`{"jsonrpc":"2.0","id":"` + "\xff" + `"}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`,
		`{"jsonrpc":"2.0","id":5,"result":{}}`, `{"jsonrpc":"2.0","id":5,"method":"server/discover","params":{"_meta":{}}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":5,"method":"subscriptions/listen","params":{"notifications":{}}}`,
		handshake + toolCall(2, "memory_get", `{"ids":"#1"}`) + toolCall(2, "memory_save", `{"body":"\ud800"}`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		var out output
		if err := slowServer(0).RunStdio(t.Context(), bytes.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range bytes.Lines(input) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		answers := 0
		for answer := range strings.Lines(out.buf.String()) {
			var head struct {
				Version string          `json:"jsonrpc"`
				ID      json.RawMessage `json:"id"`
				Error   struct{ Message string }
			}
			if err := json.Unmarshal([]byte(answer), &head); err != nil || head.Version != "2.0" || !utf8.ValidString(answer) {
				t.Errorf("answered %q: %v", answer, err)
			}
			if n := utf8.RuneCountInString(head.Error.Message); n > maxErrorText {
				t.Errorf("a message of %d characters", n)
			}
			if head.ID != nil { // a notification is no answer
				answers++
			}
		}
		if answers > lines {
			t.Errorf("%d answers to %d lines: %q", answers, lines, out.buf.String())
		}
	})
}

// FuzzCall: whatever a tool is called with, it answers, and says in one short
// sentence what is wrong.
func FuzzCall(f *testing.F) {
	for i := range tools() {
		for _, args := range []string{`{}`, `null`, `[]`, `{"ids":[1,"#2"]}`, `{"query":"NEAR(\"*","limit":3,"kinds":["fact"],"scope":"all"}`,
			`{"body":"\u0000\ud800","title":"x","tags":["a","b"]}`, `{"id":1,"revision":1,"title":"y","project":"/nowhere"}`, `{"project":"` + strings.Repeat("x", 500) + `"}`,
		} {
			f.Add(uint8(i), args)
		}
	}
	s := newSession(f)
	f.Fuzz(func(t *testing.T, which uint8, args string) {
		if !json.Valid([]byte(args)) {
			return
		}
		all := tools()
		s.t = t
		answer := s.call(all[int(which)%len(all)].name, args)
		fault, isFault := strings.CutPrefix(answer, "error: ")
		if !utf8.ValidString(answer) || answer == "" {
			t.Errorf("answered %q", answer)
		}
		if isFault && (utf8.RuneCountInString(fault) > maxErrorText || strings.Contains(fault, "\n") || strings.Contains(fault, "internal error")) {
			t.Errorf("%s is not one short sentence: %q", args, fault)
		}
	})
}
