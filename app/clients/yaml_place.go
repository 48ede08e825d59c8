package clients

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"

	"go.yaml.in/yaml/v3"

	"memtray/store"
)

// locate finds root, group and our entry, and refuses what cannot be extended
// or cut by lines.
func (y *yamlSlot) locate() error {
	n := y.doc
	switch {
	case void(n) && n.Anchor == "" && (n.Kind == yaml.ScalarNode && n.Value == "" || y.nothing() != ""):
		return nil
	case n.Kind != yaml.MappingNode:
		return refuse(n, "the file does not hold keys with values; mend or empty it by hand")
	case flow(n):
		return refuse(n, "everything is written between braces; write each key on a line of its own")
	}
	y.root = n
	if err := unshared(n, "the file"); err != nil {
		return err
	}
	if y.group = pairOf(n, y.key()); y.group.key == nil {
		return nil
	}
	if err := y.checkGroup(); err != nil {
		return err
	}
	return y.findOurs()
}

// spelled is a document that is nothing, but says so.
var spelled = regexp.MustCompile(`^(?:~|null|Null|NULL|\{[ \t]*\})`)

// nothing returns what says, at the beginning of a line, that the document is
// nothing.
func (y *yamlSlot) nothing() string {
	if y.doc == nil || y.doc.Column != 1 {
		return ""
	}
	return string(spelled.Find(y.text[y.offset(y.doc):]))
}

func refuse(n *yaml.Node, message string, args ...any) error {
	return store.Errorf(store.Invalid, "line %d: %s", n.Line, fmt.Sprintf(message, args...))
}

// unshared refuses a value that shares what it holds with other places.
func unshared(n *yaml.Node, what string) error {
	if n.Kind == yaml.AliasNode || n.Anchor != "" {
		return refuse(n, "%s is shared by an anchor or alias; write it out by hand", what)
	}
	for i := 0; n.Kind == yaml.MappingNode && i < len(n.Content); i += 2 {
		if n.Content[i].ShortTag() == "!!merge" {
			return refuse(n.Content[i], "%s takes in another map by <<; write that out by hand", what)
		}
	}
	return nil
}

// checkGroup refuses a group that is of another kind, or is not written on lines
// of its own.
func (y *yamlSlot) checkGroup() error {
	k, v := y.group.key, y.group.value
	if err := unshared(v, fmt.Sprintf("%q", y.key())); err != nil {
		return err
	}
	word := map[bool]string{false: "map", true: "list"}[y.want.list]
	if !void(v) && v.Kind != y.kind() {
		return refuse(v, "%q is not a %s; mend the file by hand", y.key(), word)
	}
	from, to, ok := y.emptyValue()
	if !ok || !void(v) && (flow(v) || from < to || v.Line == k.Line) {
		return refuse(k, "%q is not written as a key with a %s on the lines below it; write it so by hand", y.key(), word)
	}
	return nil
}

// emptyLine is what may follow a key whose value is empty or on the next lines.
var emptyLine = regexp.MustCompile(`^[ \t]*:(?:[ \t]+(~|null|Null|NULL|\[[ \t]*\]|\{[ \t]*\}))?[ \t]*(?:#[^\r\n]*)?\r?\n?$`)

// emptyValue returns where the empty value of the group is written on its key's
// line; from and to are the end of the key if it is not. It is false if the line
// holds anything else.
func (y *yamlSlot) emptyValue() (from, to int, ok bool) {
	k := y.group.key
	at := y.offset(k)
	if k.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0 {
		at += 2
	}
	at += len(k.Value)
	end := y.lineAfter(k.Line)
	if at > end {
		return 0, 0, false
	}
	m := emptyLine.FindSubmatchIndex(y.text[at:end])
	switch {
	case m == nil:
		return 0, 0, false
	case m[2] >= 0:
		return at + m[2], at + m[3], true
	}
	// Nothing on the line, and nothing that is empty on another.
	v := y.group.value
	colon := at + bytes.IndexByte(y.text[at:end], ':') + 1
	return colon, colon, !void(v) || v.Kind == yaml.ScalarNode && v.Value == ""
}

// findOurs looks for our entry.
func (y *yamlSlot) findOurs() error {
	v := y.group.value
	if !y.want.list {
		y.ours = pairOf(v, y.want.name)
		return y.checkOurs()
	}
	for _, item := range v.Content {
		m := item
		if item.Kind == yaml.AliasNode {
			m = item.Alias
		}
		name := pairOf(m, "name")
		if name.value == nil || name.value.Value != y.want.name {
			continue
		}
		if y.ours.value != nil {
			return refuse(item, "two entries are called %q; remove one of them by hand", y.want.name)
		}
		y.ours.value = item
	}
	return y.checkOurs()
}

// checkOurs refuses an entry that shares what it holds with other places.
func (y *yamlSlot) checkOurs() error {
	n := y.ours.value
	if n == nil {
		return nil
	}
	if n.Kind == yaml.AliasNode || anchored(n) || y.ours.key != nil && y.ours.key.Anchor != "" {
		return refuse(n, "the entry %q is shared by an anchor or alias; write it out, or remove it by hand", y.want.name)
	}
	return y.checkExtent()
}

// checkExtent finds the lines of our entry: nothing else changes without them. A
// text before them that keeps blank lines at its end must not get those after.
func (y *yamlSlot) checkExtent() error {
	y.from, y.to = y.extent()
	blank := y.to + len(y.text[y.to:]) - len(bytes.TrimLeft(y.text[y.to:], " \r\n"))
	if blank < len(y.text) {
		blank = lineStart(y.text, blank)
	}
	for _, to := range []int{y.to, blank} {
		rest, err := parseYAML(slices.Concat(y.text[:y.from], y.text[to:]), y.want)
		if err == nil && rest.ours.value == nil && rest.all() == y.all() {
			y.to = to
			return nil
		}
	}
	return unusual(y)
}

func unusual(y *yamlSlot) error {
	return refuse(y.ours.value, "the entry %q is written in an unusual way; remove it by hand", y.want.name)
}

func anchored(n *yaml.Node) bool { return n.Anchor != "" || slices.ContainsFunc(n.Content, anchored) }
