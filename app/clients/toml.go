package clients

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"memtray/store"
)

// tomlSlot is a table of ours in a TOML file. Offsets count from the beginning of
// text.
type tomlSlot struct {
	text  []byte
	want  wanted
	table []string // the path of our table
	parts []tomlPart
	root  map[string]any
}

// tomlPart is a table's header, or a key with its value.
type tomlPart struct {
	header     bool
	path       []string // from the root of the file
	start, end int      // of the name in a header, or of key and value
	value      int      // where the value begins
}

// parseTOML reads a configuration file. One that is written so that a table of
// ours cannot stand in it is refused.
func parseTOML(text []byte, w wanted) (*tomlSlot, error) {
	t := &tomlSlot{text: text, want: w, table: append(slices.Clone(w.path), w.name)}
	if err := toml.Unmarshal(text, &t.root); err != nil {
		return nil, notTOML(err)
	}
	t.split()
	for n := range t.table {
		if err := t.checkTable(t.table[:n+1]); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// notTOML says where a text is wrong, in the library's words.
func notTOML(err error) error {
	where := ""
	if e, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := e.Position()
		where = fmt.Sprintf(" at line %d, column %d", line, column)
	}
	return store.Errorf(store.Invalid, "not valid TOML%s: %s; mend the file by hand", where, clip(strings.TrimPrefix(err.Error(), "toml: ")))
}

// split finds the parts of a text that is valid.
func (t *tomlSlot) split() {
	var p unstable.Parser
	p.Reset(t.text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		path, first, last := tomlKey(e.Key())
		part := tomlPart{header: e.Kind != unstable.KeyValue}
		if part.header {
			table, part.path = path, path
			part.start, part.end = first, last
		} else {
			part.path = slices.Concat(table, path)
			part.start = first
			part.end = int(e.Raw.Offset + e.Raw.Length)
			part.value = valueStart(t.text, last)
		}
		t.parts = append(t.parts, part)
	}
}

// tomlKey returns the parts of a key, and where its text begins and ends.
func tomlKey(keys unstable.Iterator) (path []string, first, last int) {
	for keys.Next() {
		k := keys.Node()
		if path == nil {
			first = int(k.Raw.Offset)
		}
		path = append(path, string(k.Data))
		last = int(k.Raw.Offset + k.Raw.Length)
	}
	return path, first, last
}

// valueStart returns where the value of a key begins that ends at an offset.
func valueStart(text []byte, key int) int {
	at := key + bytes.IndexByte(text[key:], '=') + 1
	return at + len(text[at:]) - len(bytes.TrimLeft(text[at:], " \t"))
}

// checkTable refuses a path at which something else is than tables of any form
// that can be extended by lines.
func (t *tomlSlot) checkTable(path []string) error {
	v, ok := t.at(path)
	if !ok {
		return nil
	}
	name := tomlPath(path)
	if _, ok := v.([]any); ok {
		return t.refuse(path, "%s is a list of tables; make it one table [%s] by hand", name, name)
	}
	value := func(p tomlPart) bool { return !p.header && slices.Equal(p.path, path) }
	if len(path) < len(t.table) && slices.ContainsFunc(t.parts, value) {
		return t.refuse(path, "%s is written as a value on one line, which cannot be extended; write it as tables [%s.NAME] by hand", name, name)
	}
	return nil
}

// refuse is the error of what is said at a path, or below it.
func (t *tomlSlot) refuse(path []string, message string, args ...any) error {
	first := t.parts[slices.IndexFunc(t.parts, func(p tomlPart) bool { return p.below(path) })]
	line, column := position(t.text, first.start)
	return store.Errorf(store.Invalid, "line %d, column %d: %s", line, column, fmt.Sprintf(message, args...))
}

// at returns the value at a path.
func (t *tomlSlot) at(path []string) (any, bool) {
	var v any = t.root
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = m[name]; !ok {
			return nil, false
		}
	}
	return v, true
}

// below reports whether the part says something at a path or below.
func (p tomlPart) below(path []string) bool {
	return len(p.path) >= len(path) && slices.Equal(p.path[:len(path)], path)
}
