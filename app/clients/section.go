package clients

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"memtray/store"
)

// Our section of a text file stands between two lines of its own.
const (
	sectionBegin = "memtray: begin"
	sectionEnd   = "memtray: end"
)

// marks is how a kind of text file spells a comment of one line.
type marks struct {
	before, after string
	fences        bool // what stands in code fences is no mark
}

var (
	markdown = marks{before: "<!-- ", after: " -->", fences: true}
	hashes   = marks{before: "# "}
)

func (m marks) line(word string) string { return m.before + word + m.after }

// section is the place of our marked section in a text. It stands at the end
// when it is added, a blank line apart, and may be moved by hand.
type section struct {
	text    []byte
	marks   marks
	want    wanted
	newline string // "\n" or "\r\n"
	from    int    // of the line of the first mark; -1: there is no section
	to      int    // behind the line of the second
}

// sectionFormat is a text file in which ours is a section.
func sectionFormat(m marks) format {
	return format{parse: func(text []byte, w wanted) (slot, error) { return parseSection(text, m, w) }}
}

// parseSection finds our section. Both marks must be there once, in their order,
// or not at all. Errors are [store.Invalid] and say the line.
func parseSection(text []byte, m marks, w wanted) (*section, error) {
	if !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil, store.Errorf(store.Invalid, "the text is not UTF-8; save it as UTF-8, then try again")
	}
	s := &section{text: text, marks: m, want: w, newline: newlineOf(text), from: -1}
	all := linesOf(text)
	begins, ends := []int{}, []int{}
	for i := range all {
		if m.fences && all[i].fenced {
			continue
		}
		switch all[i].content {
		case m.line(sectionBegin):
			begins = append(begins, i)
		case m.line(sectionEnd):
			ends = append(ends, i)
		}
	}
	if len(begins) == 0 && len(ends) == 0 {
		return s, nil
	}
	if err := checkMarks(m, begins, ends); err != nil {
		return nil, err
	}
	s.from, s.to = all[begins[0]].from, all[ends[0]].to
	s.newline = newlineOf(text[s.from:s.to])
	return s, nil
}

// checkMarks wants one of each, in order.
func checkMarks(m marks, begins, ends []int) error {
	fault := func(line int, what string) error {
		return store.Errorf(store.Invalid, "line %d: %s; remove what is left of Memtray's section by hand", line+1, what)
	}
	switch {
	case len(begins) > 1:
		return fault(begins[1], "the line "+m.line(sectionBegin)+" is there twice")
	case len(ends) > 1:
		return fault(ends[1], "the line "+m.line(sectionEnd)+" is there twice")
	case len(ends) == 0:
		return fault(begins[0], "no line "+m.line(sectionEnd)+" follows")
	case len(begins) == 0:
		return fault(ends[0], "no line "+m.line(sectionBegin)+" stands above")
	case begins[0] > ends[0]:
		return fault(ends[0], "the line "+m.line(sectionEnd)+" stands above the one that begins the section")
	}
	return nil
}

// body is a section with these lines, and the last line end.
func (s *section) body(lines string) string {
	return s.marks.line(sectionBegin) + "\n" + lines + s.marks.line(sectionEnd) + "\n"
}

// wanted is what is to be written, with the line ends of the file.
func (s *section) wanted() string {
	lines, ok := s.want.texts[s.want.language]
	if !ok {
		lines = s.want.texts["en"]
	}
	return s.inFile(s.body(lines))
}

func (s *section) inFile(text string) string { return strings.ReplaceAll(text, "\n", s.newline) }

// holds counts a section in any language as wanted.
func (s *section) holds() holding {
	if s.from < 0 {
		return holding{}
	}
	there := strings.ReplaceAll(string(s.text[s.from:s.to]), "\r\n", "\n")
	for _, lines := range s.want.texts {
		if strings.TrimSuffix(there, "\n") == strings.TrimSuffix(s.body(lines), "\n") {
			return holding{is: asWanted}
		}
	}
	return holding{is: otherwise}
}

// add returns the splice that puts the section, which is not there yet, at the
// end. A text without a last line end keeps it so.
func (s *section) add() (splice, int, error) {
	body := s.wanted()
	switch {
	case len(s.text) == 0:
		return splice{new: s.inFile(s.want.above) + body}, 0, nil
	case bytes.HasSuffix(s.text, []byte("\n")):
		return splice{at: len(s.text), new: s.newline + body}, 0, nil
	}
	return splice{at: len(s.text), new: s.newline + s.newline + strings.TrimSuffix(body, s.newline)}, 0, nil
}

func (s *section) update() (splice, error) {
	there, body := string(s.text[s.from:s.to]), s.wanted()
	if !strings.HasSuffix(there, "\n") {
		body = strings.TrimSuffix(body, s.newline)
	}
	return splice{at: s.from, old: there, new: body}, nil
}

// cut returns the splice that takes the section out, with the blank line that
// sets it apart where nothing follows that would need it.
func (s *section) cut(int) splice {
	before, after := s.text[:s.from], s.text[s.to:]
	if len(after) == 0 && string(before) == s.inFile(s.want.above) {
		return splice{old: string(s.text)}
	}
	ends := bytes.HasSuffix(s.text[:s.to], []byte("\n"))
	apart := func(text []byte) []byte { return bytes.TrimSuffix(text, []byte(s.newline)) }
	if rest := apart(before); len(rest) < len(before) && isBlankLine(rest) && (len(after) == 0 || after[0] == '\n' || after[0] == '\r') {
		if before = rest; !ends {
			before = apart(before)
		}
	}
	return splice{at: len(before), old: string(s.text[len(before):s.to])}
}

// isBlankLine reports whether a line that is cut off behind text is empty.
func isBlankLine(text []byte) bool { return len(text) == 0 || text[len(text)-1] == '\n' }

// bare reports whether nothing is left but what was written above the section.
func (s *section) bare() bool {
	rest := s.text
	if s.from >= 0 {
		rest = s.cut(0).apply(s.text)
	}
	text := strings.ReplaceAll(string(rest), "\r\n", "\n")
	return strings.TrimSpace(strings.TrimPrefix(text, s.want.above)) == ""
}

func (s *section) rest() (any, error) {
	if s.from < 0 {
		return string(s.text), nil
	}
	return string(s.cut(0).apply(s.text)), nil
}

// textLine is a line of a text: its offsets, with the line end, and what it says
// without white space at its end.
type textLine struct {
	from, to int
	content  string
	fenced   bool // within a code fence, or one of its two lines
}

// linesOf splits a text into lines and finds its code fences. A fence that is
// never closed is none.
func linesOf(text []byte) []textLine {
	var all []textLine
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		all = append(all, textLine{from: at, to: end, content: strings.TrimRight(string(text[at:end]), " \t\r\n")})
		at = end
	}
	open := map[byte]int{'`': math.MaxInt, '~': math.MaxInt} // from this length on a fence is not closed below
	for i := 0; i < len(all); i++ {
		fence := fenceOf(all[i].content)
		if fence == "" || len(fence) >= open[fence[0]] {
			continue
		}
		n := slices.IndexFunc(all[i+1:], func(l textLine) bool { return closes(l.content, fence) })
		if n < 0 {
			open[fence[0]] = len(fence)
			continue
		}
		for end := i + 1 + n; i < end; i++ {
			all[i].fenced = true
		}
		all[i].fenced = true
	}
	return all
}

// fenceOf returns the run of ` or ~ that opens a code fence on a line, "" if
// the line opens none.
func fenceOf(line string) string {
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > 3 || text == "" || text[0] != '`' && text[0] != '~' {
		return ""
	}
	run := text[:len(text)-len(strings.TrimLeft(text, text[:1]))]
	if len(run) < 3 || run[0] == '`' && strings.Contains(text[len(run):], "`") {
		return ""
	}
	return run
}

// closes reports whether a line closes a code fence.
func closes(line, fence string) bool {
	text := strings.TrimLeft(line, " ")
	return len(line)-len(text) <= 3 && strings.HasPrefix(text, fence) && strings.Trim(text, fence[:1]) == ""
}
