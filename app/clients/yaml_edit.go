package clients

import (
	"bytes"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

func (y *yamlSlot) holds() holding {
	n := y.ours.value
	if n == nil {
		return holding{}
	}
	var v any
	if n.Decode(&v) != nil {
		v = nil
	}
	return y.want.holding(v)
}

// add puts our entry before the others.
func (y *yamlSlot) add() (splice, int, error) {
	if y.group.key != nil {
		return difference(y.text, y.extend()), 0, nil
	}
	lines := append([]string{spaces(y.rootIndent()) + yamlString(y.key()) + ":"}, y.entryLines(y.indentation())...)
	if y.root == nil {
		for i, f := range y.want.top {
			lines = slices.Insert(lines, i, yamlLine(f))
		}
		text := y.blank()
		return difference(y.text, insertLines(text, len(text), lines...)), 1, nil
	}
	// At the end, unless the last value would take in our lines, or what marks the
	// end of the document stands there.
	after := insertLines(y.text, len(y.text), lines...)
	if now, err := parseYAML(after, y.want); err != nil || now.ours.value == nil || now.all() != y.all() {
		after = insertLines(y.text, y.line(y.root.Line), lines...)
	}
	return difference(y.text, after), 1, nil
}

// blank is a text that holds nothing, without what says so.
func (y *yamlSlot) blank() []byte {
	token := y.nothing()
	if token == "" {
		return y.text
	}
	at := y.offset(y.doc)
	if end := lineEnd(y.text, at); len(bytes.TrimSpace(y.text[at+len(token):end])) == 0 {
		return slices.Concat(y.text[:at], y.text[end:])
	}
	return slices.Concat(y.text[:at], y.text[at+len(token):])
}

// extend is the text with our entry below the key of the others.
func (y *yamlSlot) extend() []byte {
	indent := y.indentation()
	if v := y.group.value; !void(v) {
		indent = v.Column - 1
	}
	text := y.text
	if from, to, _ := y.emptyValue(); from < to {
		text = slices.Concat(bytes.TrimRight(text[:from], " \t"), text[to:])
	}
	at := lineEnd(text, y.line(y.group.key.Line))
	return insertLines(text, at, y.entryLines(indent)...)
}

// entryLines are those of a new entry.
func (y *yamlSlot) entryLines(indent int) []string {
	var lines []string
	first, next := spaces(indent)+"- ", spaces(indent+2)
	if !y.want.list {
		lines, first = append(lines, spaces(indent)+yamlString(y.want.name)+":"), next
	}
	for _, f := range y.want.fields() {
		lines = append(lines, first+yamlLine(f))
		first = next
	}
	return lines
}

// cut takes out our entry, and the key above it if that was made for it and
// nothing else is below. The line before keeps its end, which may be a part of
// its value.
func (y *yamlSlot) cut(around int) splice {
	text := slices.Concat(y.text[:y.from], y.text[y.to:])
	if y.others() == 0 {
		head := y.line(y.group.key.Line)
		if around > 0 {
			text = slices.Concat(text[:head], text[lineEnd(text, head):])
		} else {
			colon, _, _ := y.emptyValue()
			text = slices.Concat(text[:colon], []byte(y.emptyGroup()), text[colon:])
		}
	}
	return difference(y.text, text)
}

func (y *yamlSlot) emptyGroup() string {
	if y.want.list {
		return " []"
	}
	return " {}"
}

// update sets each field by itself.
func (y *yamlSlot) update() (splice, error) {
	now := y
	for _, f := range y.want.fields() {
		var err error
		if now, err = now.set(f); err != nil {
			return splice{}, err
		}
	}
	return difference(y.text, now.text), nil
}

// set returns the file with one key of our entry set.
func (y *yamlSlot) set(f field) (*yamlSlot, error) {
	n := y.ours.value
	if flow(n) {
		return nil, refuse(n, "the entry %q is written between braces; write it on lines of its own, or remove it, by hand", y.want.name)
	}
	has := pairOf(n, f.name)
	if has.key != nil && (f.loose || decodes(has.value, f.value)) {
		return y, nil
	}
	var text []byte
	if has.key == nil {
		_, end := y.extent()
		text = insertLines(y.text, end, spaces(n.Column-1)+yamlLine(f))
	} else {
		text = y.replaced(has, f)
	}
	now, err := parseYAML(text, y.want)
	if err != nil || now.ours.value == nil || now.own(f.name) != y.own(f.name) {
		return nil, unusual(y)
	}
	return now, nil
}

func decodes(n *yaml.Node, want any) bool {
	var v any
	return n.Decode(&v) == nil && sameValue(v, want)
}

// replaced is the text in which a key of our entry has another value. A comment
// on its line stays.
func (y *yamlSlot) replaced(p yamlPair, f field) []byte {
	from := y.offset(p.key)
	to := y.body(from, p.key.Column-1, p.value.Kind == yaml.SequenceNode)
	line := yamlLine(f)
	if c := p.value.LineComment; c != "" && !strings.Contains(c, "\n") && to == lineEnd(y.text, from) {
		line += " " + c
	}
	return slices.Concat(y.text[:from], []byte(line), y.text[len(trimNewline(y.text[:to])):])
}

func spaces(n int) string { return strings.Repeat(" ", n) }
