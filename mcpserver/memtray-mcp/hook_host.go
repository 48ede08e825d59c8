package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"unicode/utf16"
	"unicode/utf8"
)

// host is how one client is spoken to by its hooks.
type host struct {
	// names are what the client calls the events; an event without one cannot
	// add anything there.
	names map[string]string

	// field is the name of the text in a flat answer; "" is the answer of Claude
	// Code, where it is nested and with the name of the event.
	field string

	plain bool // the answer is the text itself

	tokens int // at most so many are added; 0 is no bound but that of all hooks
}

// maxHookUnits is how long an answer's text may be, in UTF-16 code units: Claude
// Code puts a preview of 2 KB in the place of what is longer than 10,000.
const maxHookUnits = 9500

var claudeNames = map[string]string{"session-start": "SessionStart", "user-prompt": "UserPromptSubmit"}

var hosts = map[string]host{
	// What is longer than some 2,500 tokens is cut by Codex.
	"codex":   {names: claudeNames, tokens: 2400},
	"gemini":  {names: map[string]string{"session-start": "SessionStart", "user-prompt": "BeforeAgent"}},
	"copilot": {names: claudeNames, field: "additionalContext"},
	"cursor":  {names: map[string]string{"session-start": "sessionStart"}, field: "additional_context"},
	"kiro":    {names: claudeNames, plain: true},
}

// hostOf returns how a client is spoken to. Those that are not known, and Qwen
// Code, take what Claude Code takes.
func hostOf(client string) host {
	if h, ok := hosts[client]; ok {
		return h
	}
	return host{names: claudeNames}
}

var eventName = regexp.MustCompile(`^[A-Za-z]{1,40}$`)

// answer writes text as the client wants it. A client that says what it calls
// the event is answered in the same words.
func (h host) answer(event string, in hookInput, text string) ([]byte, error) {
	if h.plain {
		return []byte(text + "\n"), nil
	}
	var out any
	if h.field != "" {
		out = map[string]string{h.field: text}
	} else {
		type nested struct {
			Event string `json:"hookEventName"`
			Text  string `json:"additionalContext"`
		}
		name := h.names[event]
		if eventName.MatchString(in.event) {
			name = in.event
		}
		out = map[string]nested{"hookSpecificOutput": {name, text}}
	}
	raw, err := json.Marshal(out)
	return append(ascii(raw), '\n'), err
}

// ascii writes JSON in ASCII alone: hosts are seen to read it in pieces, each made
// to text by itself, and some read it in another encoding.
func ascii(raw []byte) []byte {
	out := make([]byte, 0, 2*len(raw))
	for _, r := range string(raw) {
		if r < utf8.RuneSelf {
			out = append(out, byte(r))
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			out = fmt.Appendf(out, "\\u%04x", unit)
		}
	}
	return out
}
