package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"memtray/store"
)

// Bounds of what a client tells a hook.
const (
	maxHookInput  = 1 << 20
	hookInputTime = 100 * time.Millisecond
)

// hookInput is what a client tells a hook, as far as it matters. Whatever the
// client leaves out or spells in another way is "".
type hookInput struct {
	session string   // the client's id of the session
	event   string   // what the client calls the event
	source  string   // why the session starts
	prompt  string   // what the person wrote
	folders []string // where the client works, most telling first
}

// readHookInput reads one JSON object. Nothing at all, as when a person tries
// the command, is an empty one; the end of the input is not waited for.
func readHookInput(ctx context.Context, r io.Reader) (hookInput, error) {
	if isTerminal(r) {
		return hookInput{}, nil
	}
	type result struct {
		in  hookInput
		err error
	}
	read := make(chan result, 1)
	go func() {
		var raw json.RawMessage
		err := json.NewDecoder(io.LimitReader(r, maxHookInput)).Decode(&raw)
		if errors.Is(err, io.EOF) {
			read <- result{}
			return
		}
		if err != nil {
			read <- result{err: fmt.Errorf("what the client said is no JSON of at most %d bytes", maxHookInput)}
			return
		}
		in, err := parseHookInput(raw)
		read <- result{in, err}
	}()
	select {
	case got := <-read:
		return got.in, got.err
	case <-time.After(hookInputTime):
		return hookInput{}, fmt.Errorf("the client said nothing whole within %s", hookInputTime)
	case <-ctx.Done():
		return hookInput{}, ctx.Err()
	}
}

// parseHookInput reads the fields of all clients, by whichever of their names is
// there. Fields of another type than expected are left out.
func parseHookInput(raw []byte) (hookInput, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return hookInput{}, errors.New("what the client said is no JSON object")
	}
	text := func(names ...string) string {
		for _, name := range names {
			var s string
			if json.Unmarshal(fields[name], &s) == nil && s != "" {
				return s
			}
		}
		return ""
	}
	in := hookInput{
		session: text("session_id", "sessionId", "conversation_id"),
		event:   text("hook_event_name", "hookEventName"),
		source:  text("source"),
		prompt:  text("prompt"),
	}
	if utf8.RuneCountInString(in.session) > store.MaxExternal {
		in.session = ""
	}
	in.session = strings.ToValidUTF8(in.session, "")
	var roots []string
	if json.Unmarshal(fields["workspace_roots"], &roots) != nil {
		roots = nil
	}
	if cwd := text("cwd"); cwd != "" {
		roots = append([]string{cwd}, roots...)
	}
	in.folders = roots
	return in, nil
}

// isResumed says that the session goes on with what it was given before.
func (in hookInput) isResumed() bool { return in.source == "resume" }

// isDropped says that the client has dropped what the session was given.
func (in hookInput) isDropped() bool { return in.source == "clear" || in.source == "compact" }
