package clients

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"memtray/store"
)

// splice replaces the bytes old at an offset by new. It is the whole difference
// between two states of a file.
type splice struct {
	at       int
	old, new string
}

func (s splice) apply(text []byte) []byte {
	return slices.Concat(text[:s.at], []byte(s.new), text[s.at+len(s.old):])
}

// inverse is the splice that takes s back.
func (s splice) inverse() splice { return splice{at: s.at, old: s.new, new: s.old} }

// add returns the splice that puts our entry, which is not there yet, after the
// others, in the style of the file.
func (c *config) add(e entry) splice {
	st := styleOf(c)
	if c.root == nil {
		doc := st.object("", st.member(c.key, "", e.servers))
		return splice{old: string(c.text), new: doc + st.newline}
	}
	switch {
	case c.servers == nil:
		return c.insert(c.root, st, c.key, e.servers)
	case c.servers.Value.Kind() == 'n':
		v := c.servers
		return splice{at: v.StartOffset, old: "null", new: e.servers(st, st.indentOf(c, v))}
	default:
		return c.insert(c.servers, st, EntryName, e.object)
	}
}

// insert returns the splice that adds a member at the end of an object.
func (c *config) insert(v *hujson.Value, st style, name string, value render) splice {
	obj := v.Value.(*hujson.Object)
	n := len(obj.Members)
	if n == 0 {
		inner := c.text[v.StartOffset+1 : v.EndOffset-1]
		own := st.indentOf(c, v)
		whole := st.object(own, st.member(name, own, value))
		return splice{at: v.StartOffset + 1, old: string(inner), new: whole[1 : len(whole)-1]}
	}
	at := obj.Members[n-1].Value.EndOffset
	st, indent := st.within(obj)
	return splice{at: at, new: "," + st.separator(indent) + st.named(name) + value(st, indent)}
}

// update returns the text with our entry, which is there, saying what e says.
// Everything else in the entry stays.
func (c *config) update(e entry) ([]byte, error) {
	text := c.text
	for _, f := range e.fields() {
		c, err := parseConfig(text, c.key)
		if err != nil {
			return nil, err
		}
		obj, ok := c.entry.Value.(*hujson.Object)
		if !ok {
			return nil, store.Errorf(store.Invalid, "%q is not an object {…}; mend the file by hand", EntryName)
		}
		v, err := member(obj, f.name)
		if err != nil {
			return nil, err
		}
		st := styleOf(c)
		switch {
		case v == nil:
			text = c.insert(c.entry, st, f.name, f.render).apply(text)
		case !sameValue(text[v.StartOffset:v.EndOffset], f.value):
			s := splice{at: v.StartOffset, old: string(text[v.StartOffset:v.EndOffset]), new: st.value(f.value)}
			text = s.apply(text)
		}
	}
	return text, nil
}

// cut returns the splice that takes out our entry, and the object around it
// where that then is empty and whole is set.
func (c *config) cut(whole bool) splice {
	servers := c.servers.Value.(*hujson.Object)
	if whole && len(servers.Members) == 1 {
		return c.drop(c.root, c.key)
	}
	return c.drop(c.servers, EntryName)
}

// drop returns the splice that takes a member out of an object, with one comma.
func (c *config) drop(v *hujson.Value, name string) splice {
	members := v.Value.(*hujson.Object).Members
	i := slices.IndexFunc(members, func(m hujson.ObjectMember) bool { return nameOf(m) == name })
	from, to := v.StartOffset+1, v.EndOffset-1
	switch {
	case i > 0:
		from, to = members[i-1].Value.EndOffset, members[i].Value.EndOffset
	case len(members) > 1:
		from, to = members[0].Name.StartOffset, members[1].Name.StartOffset
	}
	return splice{at: from, old: string(c.text[from:to])}
}

// field is one key of an entry.
type field struct {
	name  string
	value any
}

func (f field) render(st style, _ string) string { return st.value(f.value) }

// fields are what Memtray sets in an entry, in the order of writing.
func (e entry) fields() []field {
	f := []field{{"command", e.command}, {"args", e.args}}
	if e.typed {
		f = slices.Insert(f, 0, field{"type", "stdio"})
	}
	return f
}

// servers renders the object of all servers with our entry alone.
func (e entry) servers(st style, indent string) string {
	return st.object(indent, st.member(EntryName, indent, e.object))
}

// object renders the entry.
func (e entry) object(st style, indent string) string {
	var members []string
	for _, f := range e.fields() {
		members = append(members, st.member(f.name, indent, f.render))
	}
	return st.object(indent, members...)
}

// same reports whether both entries start the same server. A client that needs
// no type may have one.
func (e entry) same(other entry) bool {
	return e.command == other.command && slices.Equal(e.args, other.args)
}

func (e entry) argv() []string {
	if e.command == "" {
		return nil
	}
	return append([]string{e.command}, e.args...)
}

// sameValue reports whether raw JSON, spelled anyhow, is this value.
func sameValue(raw []byte, value any) bool {
	var v any
	return json.Unmarshal(raw, &v) == nil && bytes.Equal(encode(v), encode(value))
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
