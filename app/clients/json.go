package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// entry is our server as a configuration states it.
type entry struct {
	command string
	args    []string
	typed   bool // with "type": "stdio"
}

// config is a parsed JSON configuration file. Offsets count from the beginning
// of text, which has no byte order mark.
type config struct {
	text    []byte
	key     string        // of the object that holds the servers
	root    *hujson.Value // nil: the text is blank
	servers *hujson.Value // value of key; nil: there is no such key
	entry   *hujson.Value // value of our entry; nil: there is none
}

// parseConfig reads strict JSON. A blank text counts as a configuration without
// anything. Errors are [store.Invalid] and say what to mend.
func parseConfig(text []byte, key string) (*config, error) {
	c := &config{text: text, key: key}
	if len(bytes.Trim(text, " \t\r\n")) == 0 {
		return c, nil
	}
	// The standard library goes first: it also bounds the depth, which hujson,
	// being recursive, does not.
	if err := checkStrict(text); err != nil {
		return nil, err
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, store.Errorf(store.Invalid, "the JSON is not understood; mend the file by hand")
	}
	c.root = &root
	top, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, store.Errorf(store.Invalid, "the file does not hold a JSON object {…}; mend or empty it by hand")
	}
	if c.servers, err = member(top, key); err != nil || c.servers == nil {
		return c, err
	}
	if c.servers.Value.Kind() == 'n' {
		return c, nil
	}
	servers, ok := c.servers.Value.(*hujson.Object)
	if !ok {
		return nil, store.Errorf(store.Invalid, "%q is not an object {…}; mend the file by hand", key)
	}
	c.entry, err = member(servers, EntryName)
	return c, err
}

// member returns the value of a key, nil if there is none. Programs disagree on
// which of two equal keys counts, so two are an error.
func member(obj *hujson.Object, key string) (*hujson.Value, error) {
	var found *hujson.Value
	for i := range obj.Members {
		if nameOf(obj.Members[i]) != key {
			continue
		}
		if found != nil {
			return nil, store.Errorf(store.Invalid, "the key %q is there twice; remove one of them by hand", key)
		}
		found = &obj.Members[i].Value
	}
	return found, nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

// current returns our entry as it is. One that is not a local command, or has
// parts of another shape, is the zero entry, which equals none of ours.
func (c *config) current() entry {
	// A map, since the fields of a struct would match keys in any case.
	var raw map[string]json.RawMessage
	if json.Unmarshal(c.text[c.entry.StartOffset:c.entry.EndOffset], &raw) != nil {
		return entry{}
	}
	var e entry
	var kind string
	if t, ok := raw["type"]; ok {
		if json.Unmarshal(t, &kind) != nil || kind != "stdio" {
			return entry{}
		}
		e.typed = true
	}
	if json.Unmarshal(raw["command"], &e.command) != nil {
		return entry{}
	}
	if a, ok := raw["args"]; ok && json.Unmarshal(a, &e.args) != nil {
		return entry{}
	}
	return e
}

// checkStrict returns an error with line and column of the first fault.
func checkStrict(text []byte) error {
	var v json.RawMessage
	err := json.Unmarshal(text, &v)
	if err == nil {
		return nil
	}
	at := len(text)
	if e, ok := errors.AsType[*json.SyntaxError](err); ok && !strings.HasPrefix(e.Error(), "unexpected end") {
		at = min(max(int(e.Offset)-1, 0), len(text))
	}
	line, column := position(text, at)
	return store.Errorf(store.Invalid, "not valid JSON at line %d, column %d: %s; mend the file by hand",
		line, column, fault(text, at))
}

// fault names what is wrong at an offset, without repeating the file.
func fault(text []byte, at int) string {
	if at >= len(text) {
		return "the file ends too early"
	}
	before := bytes.TrimRight(text[:at], " \t\r\n")
	switch c := text[at]; {
	case bytes.HasPrefix(text[at:], []byte("//")), bytes.HasPrefix(text[at:], []byte("/*")):
		return "a comment is not allowed in this file"
	case (c == '}' || c == ']') && bytes.HasSuffix(before, []byte(",")):
		return "a comma after the last item is not allowed in this file"
	case c == '{' || c == '[':
		return "unexpected character, or nested too deeply"
	default:
		return "unexpected character"
	}
}

// position returns the line and column of an offset, both from 1; columns count
// characters.
func position(text []byte, at int) (line, column int) {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return 1 + bytes.Count(text[:at], []byte("\n")), 1 + utf8.RuneCount(text[start:at])
}
