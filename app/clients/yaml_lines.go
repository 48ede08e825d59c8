package clients

import (
	"bytes"
	"strings"

	"go.yaml.in/yaml/v3"
)

// line returns where a line begins; lines count from 1.
func (y *yamlFile) line(n int) int {
	at := 0
	for ; n > 1; n-- {
		at = lineEnd(y.text, at)
	}
	return at
}

func (y *yamlFile) lineAfter(n int) int { return lineEnd(y.text, y.line(n)) }

// offset returns where a key that nothing but one-byte characters precede on
// its line is written.
func (y *yamlFile) offset(n *yaml.Node) int { return min(y.line(n.Line)+n.Column-1, len(y.text)) }

// body returns where the lines end that belong to one which begins at an offset:
// those indented deeper than by column characters. Blank lines and comments at
// the end count only where they are indented so.
func (y *yamlFile) body(at, column int, dashes bool) int {
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

// entryLines returns where the lines of our entry begin and end, and how far it
// is indented.
func (y *yamlFile) entryLines() (from, to, indent int) {
	if !y.list {
		k := y.ours.key
		from = y.line(k.Line)
		return from, y.body(from, k.Column-1, false), k.Column - 1
	}
	// The dash may stand on a line before the first key.
	indent = y.group.value.Column - 1
	for from = y.line(y.ours.value.Line); from > 0; from = lineStart(y.text, from-1) {
		line := y.text[from:lineEnd(y.text, from)]
		if len(line) > indent && line[indent] == '-' && len(bytes.TrimLeft(line[:indent], " ")) == 0 {
			break
		}
	}
	return from, y.body(from, indent, false), indent
}

// indentation is that of the first map or list of lines below a key of the top,
// which others follow.
func (y *yamlFile) indentation(kind yaml.Kind) int {
	for i := 1; y.root != nil && i < len(y.root.Content); i += 2 {
		v, k := y.root.Content[i], y.root.Content[i-1]
		if v.Kind == kind && !flow(v) && !void(v) && v.Line > k.Line && v.Column >= k.Column {
			return v.Column - 1
		}
	}
	return y.rootIndent() + 2
}

func (y *yamlFile) rootIndent() int {
	if y.root == nil {
		return 0
	}
	return y.root.Column - 1
}

// insertLines puts lines before one that begins at an offset, or at the end. A
// text whose last line does not end stays one.
func insertLines(text []byte, at int, lines []string) []byte {
	nl := newlineOf(text)
	s := strings.Join(lines, nl)
	if at == len(text) && at > 0 && text[at-1] != '\n' {
		s = nl + s
	} else {
		s += nl
	}
	return bytes.Join([][]byte{text[:at], []byte(s), text[at:]}, nil)
}

// removeLines takes out lines; the former one does not end then if the last of
// them did not.
func removeLines(text []byte, from, to int) []byte {
	if to == len(text) && !bytes.HasSuffix(text, []byte("\n")) {
		from = len(trimNewline(text[:from]))
	}
	return bytes.Join([][]byte{text[:from], text[to:]}, nil)
}
