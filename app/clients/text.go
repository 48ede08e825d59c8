package clients

import "bytes"

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

// difference is the splice that makes before to after, as short as can be.
func difference(before, after []byte) splice {
	head, tail := 0, 0
	for head < min(len(before), len(after)) && before[head] == after[head] {
		head++
	}
	for tail < min(len(before), len(after))-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	return splice{at: head, old: string(before[head : len(before)-tail]), new: string(after[head : len(after)-tail])}
}
