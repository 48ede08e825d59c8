package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// wanted is one thing of ours: where it stands in a file and what it says.
type wanted struct {
	path  []string // keys from the outermost value to the container
	list  bool     // the container is a list, whose items say their name
	name  string   // ours in the container
	shape shape
	argv  []string // the command to be run, with its arguments
	known []string // the one that was written before; nil if none
	top   []field  // what the file must say besides; written into a blank one

	// stated is written in place of the command, if it is not nil.
	stated []field

	// Of items in lists of a JSON file.
	lists []listing

	// Of a section of a text file.
	texts    map[string]string // the lines, by language
	language string            // of the one that is wanted
	above    string            // written above it into a file that has nothing else
}

// field is one key of an entry.
type field struct {
	name  string
	value any  // string, bool, int, []string, or []field for an object
	loose bool // only set where it is not there: any value will do
}

// shape is how a client states a server.
type shape struct {
	command string   // key of the program; "" is "command"
	joined  bool     // the command is a list that holds the arguments too
	kinds   []string // what "type" may say of a local command, the first being written; nil: "stdio", none is written
	typed   bool     // an entry without a type is not understood by the client
	named   bool     // the entry repeats its name as "name"
	nests   bool     // the client itself states the command in an object "transport"
	more    []field  // written into a new entry

	// http states a server at an address with a bearer token; nil where the file
	// cannot.
	http func(url, token string) []field
}

// fields are what Memtray sets in an entry, in the order of writing.
func (w wanted) fields() []field {
	if w.stated != nil {
		return w.stated
	}
	s, f := w.shape, []field(nil)
	if len(s.kinds) > 0 {
		f = append(f, field{name: "type", value: s.kinds[0], loose: !s.typed})
	}
	if s.named {
		f = append(f, field{name: "name", value: w.name, loose: !w.list})
	}
	if s.joined {
		f = append(f, field{name: s.program(), value: w.argv})
	} else {
		f = append(f, field{name: s.program(), value: w.argv[0]}, field{name: "args", value: w.argv[1:]})
	}
	for _, m := range s.more {
		m.loose = true
		f = append(f, m)
	}
	return f
}

func (s shape) program() string {
	if s.command == "" {
		return "command"
	}
	return s.command
}

// holding compares a decoded entry of our name with what is wanted.
func (w wanted) holding(entry any) holding {
	e, _ := entry.(map[string]any)
	argv := w.shape.argv(e)
	off := e["disabled"] == true || e["enabled"] == false
	switch {
	case len(argv) == 0:
		return holding{is: foreign, what: "is not a local command"}
	case w.isWanted(e):
		return holding{is: asWanted, argv: argv, off: off}
	case isShim(argv[0]) || (w.known != nil && slices.Equal(argv, w.known)):
		return holding{is: otherwise, argv: argv, off: off}
	}
	return holding{is: foreign, argv: argv, what: fmt.Sprintf("runs %q", clip(argv[0]))}
}

// isWanted reports whether an entry says all that must be said.
func (w wanted) isWanted(entry map[string]any) bool {
	if inner, ok := w.shape.nested(entry); ok {
		return slices.Equal(w.shape.argv(inner), w.argv)
	}
	return !slices.ContainsFunc(w.fields(), func(f field) bool { return !f.loose && !sameValue(entry[f.name], f.value) })
}

// nested returns the object in which the client itself stated the command.
func (s shape) nested(entry map[string]any) (map[string]any, bool) {
	inner, ok := entry["transport"].(map[string]any)
	return inner, ok && s.nests
}

// argv returns the command that an entry runs, with its arguments. It is nil if
// the entry is no local command, or has parts of another shape.
func (s shape) argv(entry map[string]any) []string {
	if inner, ok := s.nested(entry); ok {
		entry = inner
	}
	kinds := s.kinds
	if kinds == nil {
		kinds = []string{"stdio"}
	}
	if kind, ok := entry["type"]; ok && !slices.Contains(kinds, fmt.Sprint(kind)) {
		return nil
	}
	if s.joined {
		return stringsOf(entry[s.program()])
	}
	command, _ := entry[s.program()].(string)
	if command == "" {
		return nil
	}
	args, ok := entry["args"]
	if !ok {
		return []string{command}
	}
	list := stringsOf(args)
	if args != nil && list == nil {
		return nil
	}
	return append([]string{command}, list...)
}

// stringsOf returns a decoded list of strings, nil if v is something else.
func stringsOf(v any) []string {
	items, ok := v.([]any)
	if !ok {
		return nil
	}
	list := make([]string, len(items))
	for i, item := range items {
		if list[i], ok = item.(string); !ok {
			return nil
		}
	}
	return list
}

// sameValue reports whether a decoded value is this one.
func sameValue(got, want any) bool {
	b, err := json.Marshal(got)
	w, _ := json.Marshal(decoded(want))
	return err == nil && bytes.Equal(b, w)
}

// decoded is a field's value as a decoder would give it.
func decoded(v any) any {
	fields, ok := v.([]field)
	if !ok {
		return v
	}
	m := map[string]any{}
	for _, f := range fields {
		m[f.name] = decoded(f.value)
	}
	return m
}

// encode returns v as JSON on one line. Strings keep <, > and & as they are.
func encode(v any) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only what JSON can hold comes here
	}
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}
