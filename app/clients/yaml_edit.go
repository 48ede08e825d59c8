package clients

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"memtray/store"
)

// entry is what our entry holds; it is false if there is none.
func (y *yamlFile) entry() (v any, ok bool) {
	if y.ours.value == nil {
		return nil, false
	}
	if y.ours.value.Decode(&v) != nil {
		return nil, true
	}
	return v, true
}

// add returns the splice that puts our entry, which is not there, before the
// others.
func (y *yamlFile) add(fields []field) splice {
	if y.root != nil && y.group.key != nil {
		return difference(y.text, y.extend(fields))
	}
	indent := y.indentation(y.kind())
	root := spaces(y.rootIndent())
	lines := append([]string{root + yamlString(y.key) + ":"}, y.entryText(fields, indent)...)
	if y.root == nil {
		for i, f := range y.preamble {
			lines = slices.Insert(lines, i, yamlString(f.name)+": "+yamlValue(f.value))
		}
		return difference(y.text, insertLines(y.blank(), len(y.blank()), lines))
	}
	// At the end, unless the last value would take in our lines, or what marks the
	// end of the document stands there.
	after := insertLines(y.text, len(y.text), lines)
	if now, err := parseYAML(after, y.key, y.list, y.preamble); err != nil || now.ours.value == nil || now.rest() != y.rest() {
		after = insertLines(y.text, y.line(y.root.Line), lines)
	}
	return difference(y.text, after)
}

// blank is a text that holds nothing, without what says so.
func (y *yamlFile) blank() []byte {
	token := y.nothing()
	if token == "" {
		return y.text
	}
	at := y.offset(y.top)
	if end := lineEnd(y.text, at); len(bytes.TrimSpace(y.text[at+len(token):end])) == 0 {
		return slices.Concat(y.text[:at], y.text[end:])
	}
	return slices.Concat(y.text[:at], y.text[at+len(token):])
}

// extend is the text with our entry below the key of the others.
func (y *yamlFile) extend(fields []field) []byte {
	v := y.group.value
	indent := y.indentation(y.kind())
	if !void(v) {
		indent = v.Column - 1
	}
	text, line := y.text, y.group.key.Line
	if from, to, _ := y.emptyValue(); from < to {
		text = slices.Concat(bytes.TrimRight(text[:from], " \t"), text[to:])
	}
	now := yamlFile{text: text}
	return insertLines(text, now.lineAfter(line), y.entryText(fields, indent))
}

func (y *yamlFile) kind() yaml.Kind {
	if y.list {
		return yaml.SequenceNode
	}
	return yaml.MappingNode
}

// entryText returns the lines of an entry.
func (y *yamlFile) entryText(fields []field, indent int) []string {
	lines := []string{spaces(indent) + EntryName + ":"}
	first, next := spaces(indent+2), spaces(indent+2)
	if y.list {
		lines = nil
		first = spaces(indent) + "- "
		fields = append([]field{{"name", EntryName}}, fields...)
	}
	for _, f := range fields {
		lines = append(lines, first+yamlString(f.name)+": "+yamlValue(f.value))
		first = next
	}
	return lines
}

// cut returns the splice that takes out our entry, and the key above it too if
// whole is set and nothing else is below that.
func (y *yamlFile) cut(whole bool) splice {
	from, to, _ := y.entryLines()
	text := removeLines(y.text, from, to)
	if y.others() > 0 {
		return difference(y.text, text)
	}
	k := y.group.key
	if whole {
		now := yamlFile{text: text}
		return difference(y.text, removeLines(text, now.line(k.Line), now.lineAfter(k.Line)))
	}
	colon, _, _ := y.emptyValue()
	empty := " {}"
	if y.list {
		empty = " []"
	}
	return difference(y.text, slices.Concat(text[:colon], []byte(empty), text[colon:]))
}

// update returns the text in which our entry says what fields say, and has none
// of the keys in drop. Everything else in it stays.
func (y *yamlFile) update(fields []field, drop []string) ([]byte, error) {
	for _, name := range drop {
		if err := y.set(field{name: name}, true); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if err := y.set(f, false); err != nil {
			return nil, err
		}
	}
	return y.text, nil
}

// set changes one key of our entry, or takes it out.
func (y *yamlFile) set(f field, gone bool) error {
	n := y.ours.value
	if n.Kind != yaml.MappingNode || flow(n) {
		return refuse(n, "the entry %q is written between braces; write it on lines of its own, or remove it by hand", EntryName)
	}
	has := find(n, f.name)
	text := y.text
	switch {
	case has.key == nil && gone, has.key != nil && !gone && decodes(has.value, f.value):
		return nil
	case gone:
		text = y.withoutKey(has)
	case has.key != nil:
		text = y.replaced(has, f)
	default:
		_, to, _ := y.entryLines()
		text = insertLines(text, to, []string{spaces(n.Column-1) + yamlString(f.name) + ": " + yamlValue(f.value)})
	}
	now, err := parseYAML(text, y.key, y.list, y.preamble)
	if err != nil || now.ours.value == nil {
		return store.Errorf(store.Invalid, "line %d: the entry %q is written in an unusual way; remove it by hand", n.Line, EntryName)
	}
	*y = *now
	return nil
}

func decodes(n *yaml.Node, want any) bool {
	var v any
	return n.Decode(&v) == nil && says(v, want)
}

// fieldText returns where a key of our entry, with its value, begins and ends.
func (y *yamlFile) fieldText(p yamlPair) (from, to int) {
	from = y.offset(p.key)
	return from, y.body(from, p.key.Column-1, p.value.Kind == yaml.SequenceNode)
}

func (y *yamlFile) replaced(p yamlPair, f field) []byte {
	from, to := y.fieldText(p)
	line := yamlString(f.name) + ": " + yamlValue(f.value)
	if c := p.value.LineComment; c != "" && !strings.Contains(c, "\n") && to == lineEnd(y.text, from) {
		line += " " + c
	}
	return slices.Concat(y.text[:from], []byte(line), y.text[len(trimNewline(y.text[:to])):])
}

func (y *yamlFile) withoutKey(p yamlPair) []byte {
	from, to := y.fieldText(p)
	start := lineStart(y.text, from)
	if len(bytes.TrimSpace(y.text[start:from])) == 0 {
		return removeLines(y.text, start, to)
	}
	// Behind the dash of a list's item: the next key takes its place.
	rest := bytes.TrimLeft(y.text[to:], " ")
	return slices.Concat(y.text[:from], rest)
}

func spaces(n int) string { return strings.Repeat(" ", n) }
