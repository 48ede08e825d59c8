package clients

import (
	"bytes"
	"strings"

	"github.com/tailscale/hujson"
)

// style is how a file is laid out, so that what is added looks like the rest.
type style struct {
	newline string // "\n" or "\r\n"
	unit    string // one step of indentation
	colon   string // ":" or ": "
	comma   string // "," or ", ", between members on one line
	inline  bool   // members follow each other on one line
}

// render writes a value; indent is that of the line on which it begins.
type render func(st style, indent string) string

// styleOf reads the style off the outermost object. A file without any members
// gets lines with two spaces.
func styleOf(c *jsonSlot) style {
	st := style{newline: newlineOf(c.text), unit: "  ", colon: ": ", comma: ", "}
	if c.root == nil {
		return st
	}
	members := c.root.Value.(*hujson.Object).Members
	if len(members) == 0 {
		return st
	}
	if len(members[0].Value.BeforeExtra) == 0 {
		st.colon, st.comma = ":", ","
	}
	if len(members) > 1 && len(members[1].Name.BeforeExtra) == 0 {
		st.comma = ","
	}
	indent, ok := lineIndent(members[0].Name.BeforeExtra)
	if ok {
		st.unit = indent
	}
	st.inline = !ok
	return st
}

// lineIndent returns the white space that begins the line on which extra ends;
// it is false if extra has no line end.
func lineIndent(extra hujson.Extra) (string, bool) {
	i := bytes.LastIndexByte(extra, '\n')
	if i < 0 {
		return "", false
	}
	line := extra[i+1:] // it may end in a comment
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))]), true
}

// within adapts the style to an object that has members, which may be laid out
// in another way than the file, and returns their indentation.
func (st style) within(obj *hujson.Object) (style, string) {
	indent, ok := lineIndent(obj.Members[0].Name.BeforeExtra)
	st.inline = !ok
	return st, indent
}

// indentOf is the indentation of the line on which an object begins.
func (st style) indentOf(text []byte, v *hujson.Value) string {
	line := text[bytes.LastIndexByte(text[:v.StartOffset], '\n')+1:]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// separator is what stands between a comma and the next member.
func (st style) separator(indent string) string {
	if st.inline {
		return strings.TrimPrefix(st.comma, ",")
	}
	return st.newline + indent
}

func (st style) named(name string) string { return string(encode(name)) + st.colon }

// member renders one member of an object whose own line is indented by indent.
func (st style) member(name, indent string, value render) string {
	return st.named(name) + value(st, indent+st.unit)
}

// object renders members between braces.
func (st style) object(indent string, members ...string) string {
	if st.inline {
		return "{" + strings.Join(members, st.comma) + "}"
	}
	inner := st.newline + indent + st.unit
	return "{" + inner + strings.Join(members, ","+inner) + st.newline + indent + "}"
}

// value renders a value of a field: an object in the style of the file, all else
// on one line.
func (st style) value(v any, indent string) string {
	switch v := v.(type) {
	case []field:
		members := make([]string, len(v))
		for i, f := range v {
			members[i] = st.member(f.name, indent, f.render)
		}
		return st.object(indent, members...)
	case []string:
		items := make([]string, len(v))
		for i, s := range v {
			items[i] = string(encode(s))
		}
		return "[" + strings.Join(items, ","+strings.TrimPrefix(st.colon, ":")) + "]"
	}
	return string(encode(v))
}
