package clients

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// DiffLine is one line of a preview.
type DiffLine struct {
	Op   string `json:"op"`  // " " kept, "+" added, "-" removed
	Old  int    `json:"old"` // line number before, 0 for an added line
	New  int    `json:"new"` // line number after, 0 for a removed line
	Text string `json:"text"`
}

const (
	diffContext = 3   // kept lines around the change
	longLine    = 400 // characters after which a line is shown in part
	longAround  = 60  // characters shown around the change of a long line
)

// diff returns the lines that differ and the kept ones next to them. Both texts
// differ in one region only, since an edit is one splice. Lines farther away
// are not returned: such files hold secrets.
func diff(before, after []byte) []DiffLine {
	a, b := lines(before), lines(after)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var out []DiffLine
	for i := max(0, head-diffContext); i < head; i++ {
		out = append(out, DiffLine{Op: " ", Old: i + 1, New: i + 1, Text: shorten(a[i], a[i])})
	}
	for i := head; i < len(a)-tail; i++ {
		out = append(out, DiffLine{Op: "-", Old: i + 1, Text: shorten(a[i], at(b, i, len(b)-tail))})
	}
	for i := head; i < len(b)-tail; i++ {
		out = append(out, DiffLine{Op: "+", New: i + 1, Text: shorten(b[i], at(a, i, len(a)-tail))})
	}
	for i := range min(tail, diffContext) {
		old, now := len(a)-tail+i, len(b)-tail+i
		out = append(out, DiffLine{Op: " ", Old: old + 1, New: now + 1, Text: shorten(a[old], a[old])})
	}
	return out
}

// lines splits a text, without line ends and byte order mark.
func lines(text []byte) []string {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if len(text) == 0 {
		return nil
	}
	all := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], "\r")
	}
	return all
}

// at returns the changed line i, "" if there is none.
func at(lines []string, i, end int) string {
	if i < end {
		return lines[i]
	}
	return ""
}

// shorten shows of a long line only what differs from its counterpart. A file
// on one line would otherwise be shown as a whole, with all that it holds.
func shorten(line, other string) string {
	if utf8.RuneCountInString(line) <= longLine {
		return line
	}
	a, b := []rune(line), []rune(other)
	head := 0
	for head < min(len(a), len(b)) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < min(len(a), len(b))-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	from, to := max(0, head-longAround), min(len(a), len(a)-tail+longAround)
	if line == other || other == "" {
		from, to = 0, longAround
	}
	shown := string(a[from:to])
	if from > 0 {
		shown = "…" + shown
	}
	if to < len(a) {
		shown += "…"
	}
	return shown
}
