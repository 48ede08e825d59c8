package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memtray/store"
)

// Title returns a title for a body that has none: its first line with content,
// without the Markdown marks of headings, lists, tasks and quotations, on one
// line, and cut to [store.TitleCut] characters and "…". A line that only opens a
// block of code or draws a rule is passed over if another one follows. The title
// is "" if body is blank.
//
// Whole says that the title holds all that the body says.
func Title(body string) (title string, whole bool) {
	var first string
	for rest := body; rest != ""; {
		var line string
		line, rest = cutLine(rest)
		if line = oneLine(line); line == "" {
			continue
		}
		if content := dropMarks(line); content != "" {
			title = Cut(content, store.TitleCut)
			return title, title == content && first == "" && oneLine(rest) == ""
		}
		if first == "" {
			first = line
		}
	}
	return Cut(first, store.TitleCut), first == oneLine(body)
}

// cutLine returns the first line of s and what follows it.
func cutLine(s string) (line, rest string) {
	if i := strings.IndexAny(s, "\n\r\v\f\u0085\u2028\u2029"); i >= 0 {
		_, size := utf8.DecodeRuneInString(s[i:])
		return s[:i], s[i+size:]
	}
	return s, ""
}

// oneLine makes white space runs of s one blank and drops control characters.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}

// dropMarks returns a line without the Markdown marks before its content, "" if
// it has no content.
func dropMarks(line string) string {
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") || strings.Trim(line, "-=*_# ") == "" {
		return ""
	}
	for {
		mark, rest, found := strings.Cut(line, " ")
		if !found || !isMark(mark) {
			return line
		}
		line = rest
		if box, rest, found := strings.Cut(line, "] "); found && (box == "[" || box == "[x" || box == "[X" || box == "[ ") {
			line = rest
		}
	}
}

// isMark reports whether s marks a heading, a list item or a quotation.
func isMark(s string) bool {
	switch s {
	case "-", "*", "+":
		return true
	}
	if strings.Trim(s, "#") == "" {
		return len(s) <= 6
	}
	if strings.Trim(s, ">") == "" {
		return true
	}
	number := strings.TrimRight(s, ".)")
	return len(number) == len(s)-1 && len(number) <= 9 && strings.Trim(number, "0123456789") == ""
}
