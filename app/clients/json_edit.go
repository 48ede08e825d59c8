package clients

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/tailscale/hujson"

	"memtray/store"
)

func (s *jsonSlot) add() (splice, int, error) {
	st := styleOf(s)
	missing := s.want.path[max(0, len(s.chain)-1):]
	value := s.want.object
	if s.root == nil {
		keys := append(slices.Clone(s.want.path), s.want.name)
		doc := nest(keys, value)(st, "")
		return splice{old: string(s.text), new: doc + st.newline}, len(missing), nil
	}
	keys := append(slices.Clone(missing), s.want.name)
	v := s.container()
	if v.Value.Kind() == 'n' {
		return splice{at: v.StartOffset, old: "null", new: nest(keys, value)(st, st.indentOf(s.text, v))}, len(missing), nil
	}
	return s.insert(v, st, keys[0], nest(keys[1:], value)), len(missing), nil
}

// nest renders a value within objects of one member each.
func nest(keys []string, value render) render {
	for _, key := range slices.Backward(keys) {
		inner := value
		value = func(st style, indent string) string { return st.object(indent, st.member(key, indent, inner)) }
	}
	return value
}

// insert returns the splice that adds a member at the end of an object. Comments
// stay with the members that they follow.
func (s *jsonSlot) insert(v *hujson.Value, st style, name string, value render) splice {
	obj := v.Value.(*hujson.Object)
	if len(obj.Members) == 0 {
		return s.insertFirst(v, st, name, value)
	}
	last := obj.Members[len(obj.Members)-1].Value
	st, indent := st.within(obj)
	at, comma := last.EndOffset, ","
	if last.AfterExtra != nil { // a comma follows already
		at, comma = last.EndOffset+len(last.AfterExtra)+1, ""
	}
	note, open := sameLine(s.text[at:])
	if open {
		st.inline = false // or ours would belong to the comment
	}
	added := st.separator(indent) + st.named(name) + value(st, indent)
	if comma == "" {
		return splice{at: at + len(note), new: added + ","}
	}
	return splice{at: at, old: note, new: comma + note + added}
}

// insertFirst is insert for an object without members.
func (s *jsonSlot) insertFirst(v *hujson.Value, st style, name string, value render) splice {
	from, to := v.StartOffset+1, v.EndOffset-1
	inner := s.text[from:to]
	if !blank(inner) { // it holds comments: ours goes after them
		st.inline = false
		from += len(bytes.TrimRight(inner, " \t\r\n"))
	}
	own := st.indentOf(s.text, v)
	whole := st.object(own, st.member(name, own, value))
	return splice{at: from, old: string(s.text[from:to]), new: whole[1 : len(whole)-1]}
}

// sameLine returns the comments with which a text begins, up to the end of its
// first line, with the space before them. open says that the last one lasts to
// the end of the line.
func sameLine(text []byte) (note string, open bool) {
	end := 0
	for at := 0; ; {
		for at < len(text) && (text[at] == ' ' || text[at] == '\t') {
			at++
		}
		n := commentLen(text[at:])
		if n == 0 {
			return string(text[:end]), false
		}
		open := text[at+1] == '/'
		at += n
		end = at
		if open {
			return string(bytes.TrimSuffix(text[:end], []byte("\r"))), true
		}
	}
}

// update sets each field by itself.
func (s *jsonSlot) update() (splice, error) {
	text := s.text
	for _, f := range s.want.fields() {
		now, err := parseJSON(text, s.dialect, s.want)
		if err != nil {
			return splice{}, err
		}
		change, err := now.set(f)
		if err != nil {
			return splice{}, err
		}
		text = change.apply(text)
	}
	return difference(s.text, text), nil
}

// set returns the splice that makes our entry say one field.
func (s *jsonSlot) set(f field) (splice, error) {
	if inner, _ := member(s.entry, "transport"); inner != nil && s.want.shape.nests {
		return splice{}, store.Errorf(store.Invalid, "the entry %q is in a form that is not edited; remove it, then add it again", s.want.name)
	}
	v, err := member(s.entry, f.name)
	st := styleOf(s)
	switch {
	case err != nil:
		return splice{}, err
	case v == nil:
		return s.insert(s.entry, st, f.name, f.render), nil
	case f.loose:
		return splice{}, nil
	}
	at, end := v.StartOffset, v.EndOffset
	var now any
	if json.Unmarshal(standardJSON(s.text[at:end]), &now) == nil && sameValue(now, f.value) {
		return splice{}, nil
	}
	return splice{at: at, old: string(s.text[at:end]), new: f.render(st, "")}, nil
}

func (f field) render(st style, indent string) string { return st.value(f.value, indent) }

// object renders the entry.
func (w wanted) object(st style, indent string) string { return st.value(w.fields(), indent) }
