package clients

import (
	"bytes"

	"go.yaml.in/yaml/v3"
)

// line returns where a line begins; lines count from 1.
func (y *yamlSlot) line(n int) int {
	at := 0
	for ; n > 1; n-- {
		at = lineEnd(y.text, at)
	}
	return at
}

func (y *yamlSlot) lineAfter(n int) int { return lineEnd(y.text, y.line(n)) }

// offset returns where a key that nothing but one-byte characters precede on
// its line is written.
func (y *yamlSlot) offset(n *yaml.Node) int { return min(y.line(n.Line)+n.Column-1, len(y.text)) }

// body returns where the lines end that belong to one which begins at an offset:
// those indented deeper than by column characters. Blank lines and comments at
// the end count only where they are indented so.
func (y *yamlSlot) body(at, column int, dashes bool) int {
	end := lineEnd(y.text, at)
	for next := end; next < len(y.text); {
		line := y.text[next:lineEnd(y.text, next)]
		next += len(line)
		rest := bytes.TrimLeft(line, " ")
		indent := len(line) - len(rest)
		switch {
		case len(bytes.TrimSpace(rest)) == 0:
		case indent > column, dashes && indent == column && bytes.HasPrefix(rest, []byte("-")):
			end = next
		case rest[0] != '#':
			return end
		}
	}
	return end
}

// extent returns where the lines of our entry begin and end.
func (y *yamlSlot) extent() (from, to int) {
	if !y.want.list {
		k := y.ours.key
		from = y.line(k.Line)
		return from, y.body(from, k.Column-1, false)
	}
	// The dash may stand on a line before the first key.
	indent := y.group.value.Column - 1
	for from = y.line(y.ours.value.Line); from > 0; from = lineStart(y.text, from-1) {
		line := y.text[from:lineEnd(y.text, from)]
		if len(line) > indent && line[indent] == '-' && len(bytes.TrimLeft(line[:indent], " ")) == 0 {
			break
		}
	}
	return from, y.body(from, indent, false)
}

// kind is that of the group.
func (y *yamlSlot) kind() yaml.Kind {
	if y.want.list {
		return yaml.SequenceNode
	}
	return yaml.MappingNode
}

// indentation is that of the first value in the file of the group's kind that is
// written on lines, which ours follows.
func (y *yamlSlot) indentation() int {
	for i := 1; y.root != nil && i < len(y.root.Content); i += 2 {
		k, v := y.root.Content[i-1], y.root.Content[i]
		if v.Kind == y.kind() && !flow(v) && !void(v) && v.Line > k.Line && v.Column >= k.Column {
			return v.Column - 1
		}
	}
	return y.rootIndent() + 2
}

func (y *yamlSlot) rootIndent() int {
	if y.root == nil {
		return 0
	}
	return y.root.Column - 1
}
