package clients

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// read is the parse function of a dialect.
func (d dialect) read(text []byte, w wanted) (slot, error) { return parseJSON(text, d, w) }

// jsonSlot is a member of an object in a JSON file, the objects on the way to it
// being found by their keys. Offsets count from the beginning of text.
type jsonSlot struct {
	text    []byte
	dialect dialect
	want    wanted
	root    *hujson.Value   // nil: the text is blank
	chain   []*hujson.Value // the containers that are there, the root first
	entry   *hujson.Value   // value of our entry; nil: there is none
}

// parseJSON reads a configuration file.
func parseJSON(text []byte, d dialect, w wanted) (*jsonSlot, error) {
	s := &jsonSlot{text: text, dialect: d, want: w}
	root, err := d.parse(text)
	if err != nil || root == nil {
		return s, err
	}
	s.root, s.chain = root, []*hujson.Value{root}
	if root.Value.Kind() != '{' {
		return nil, store.Errorf(store.Invalid, "the file does not hold a JSON object {…}; mend or empty it by hand")
	}
	for _, key := range w.path {
		v, err := member(s.container(), key)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return s, nil
		}
		s.chain = append(s.chain, v)
		switch v.Value.Kind() {
		case '{':
		case 'n':
			return s, nil
		default:
			return nil, store.Errorf(store.Invalid, "%q is not an object {…}; mend the file by hand", key)
		}
	}
	s.entry, err = member(s.container(), w.name)
	return s, err
}

// container is the innermost of the containers that are there.
func (s *jsonSlot) container() *hujson.Value { return s.chain[len(s.chain)-1] }

// member returns the value of a key, nil if there is none. Programs disagree on
// which of two equal keys counts, so two are an error.
func member(v *hujson.Value, key string) (*hujson.Value, error) {
	var found *hujson.Value
	members := v.Value.(*hujson.Object).Members
	for i := range members {
		if nameOf(members[i]) != key {
			continue
		}
		if found != nil {
			return nil, store.Errorf(store.Invalid, "the key %q is there twice; remove one of them by hand", key)
		}
		found = &members[i].Value
	}
	return found, nil
}

func nameOf(m hujson.ObjectMember) string { return m.Name.Value.(hujson.Literal).String() }

func (s *jsonSlot) holds() holding {
	if s.entry == nil {
		return holding{}
	}
	var v any
	if json.Unmarshal(standardJSON(s.text[s.entry.StartOffset:s.entry.EndOffset]), &v) != nil {
		v = nil
	}
	return s.want.holding(v)
}

func (s *jsonSlot) bare() bool {
	return s.root == nil || string(bytes.Trim(s.text, " \t\r\n")) == "{}"
}

func (s *jsonSlot) rest() (any, error) {
	all := map[string]any{}
	if s.root == nil {
		return all, nil
	}
	dec := json.NewDecoder(bytes.NewReader(standardJSON(s.text)))
	dec.UseNumber() // as they are spelled
	if err := dec.Decode(&all); err != nil {
		return nil, err
	}
	s.want.takeFrom(all)
	return all, nil
}

// takeFrom takes our entry out of a decoded file, and the containers on the way
// to it if nothing else is in them.
func (w wanted) takeFrom(all map[string]any) {
	on := []map[string]any{all}
	for _, key := range w.path {
		next, ok := on[len(on)-1][key].(map[string]any)
		if !ok {
			break
		}
		on = append(on, next)
	}
	if len(on) > len(w.path) {
		delete(on[len(on)-1], w.name)
	}
	for i := min(len(on), len(w.path)) - 1; i >= 0; i-- {
		v := on[i][w.path[i]]
		if m, ok := v.(map[string]any); v == nil || (ok && len(m) == 0) {
			delete(on[i], w.path[i])
		}
	}
}

// standardJSON is a text without comments and commas after the last item.
func standardJSON(text []byte) []byte {
	// The line end closes a comment on the last line.
	standard, err := hujson.Standardize(append(bytes.Clone(text), '\n'))
	if err != nil {
		return text // of a dialect without them
	}
	return standard
}

// position returns the line and column of an offset, both from 1; columns count
// characters.
func position(text []byte, at int) (line, column int) {
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	return 1 + bytes.Count(text[:at], []byte("\n")), 1 + len([]rune(string(text[start:at])))
}

// faultAt is the error of a fault at an offset.
func faultAt(text []byte, at int, what string) error {
	line, column := position(text, at)
	return store.Errorf(store.Invalid, "not valid JSON at line %d, column %d: %s; mend the file by hand", line, column, strings.TrimSpace(what))
}
