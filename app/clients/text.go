package clients

import (
	"bytes"
	"slices"
	"strings"
)

// newlineOf is how the lines of a text end; the first one decides.
func newlineOf(text []byte) string {
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineStart is where the line of an offset begins, lineEnd where the next does.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// beforeBlank is where the blank line before a line begins, or that line itself
// where none is before it.
func beforeBlank(text []byte, line int) int {
	if line == 0 {
		return 0
	}
	blank := lineStart(text, line-1)
	if len(bytes.TrimSpace(text[blank:line])) > 0 {
		return line
	}
	return blank
}

// trimNewline is a text without its last line's end.
func trimNewline(text []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
}

// insertLines puts lines before one that begins at an offset, or at the end. A
// text whose last line does not end stays one.
func insertLines(text []byte, at int, lines ...string) []byte {
	nl := newlineOf(text)
	s := strings.Join(lines, nl)
	if at == len(text) && at > 0 && text[at-1] != '\n' {
		s = nl + s
	} else {
		s += nl
	}
	return slices.Concat(text[:at], []byte(s), text[at:])
}
