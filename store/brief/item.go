package brief

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"memtray/store/text"
)

// entry is one item of a section as it can be written.
type entry struct {
	id    int64  // 0 for what is no memory
	name  string // by which it is read, if the lead has none, and a blank
	lead  string // before the first line
	title string // the first line of its short form
	rest  string // what follows in its short form
	text  string // of its whole form
	cut   bool   // text is only the start
	cost  int    // of all of it; 0: not said
}

// least is the smallest room for which an entry is begun: its lead and a few
// words, in tokens.
const least = 24

// indent sets text off from our own lines, so that a heading in it is not one of
// ours.
const indent = "  "

// memory returns the entry of a memory.
func memory(m Item) entry {
	body := clean(m.Body)
	e := entry{
		id: m.ID, cut: m.Cut, cost: m.Tokens, text: body,
		lead: fmt.Sprintf("- #%d %s: ", m.ID, m.Kind),
	}
	if !m.Derived {
		e.title = oneLine(m.Title)
		e.rest, e.text = body, e.title+"\n"+body
		return e
	}
	e.title, e.rest = firstLine(oneLine(m.Title), body)
	return e
}

// title returns the entry of a memory of which only the title is given.
func title(m Item) entry {
	return entry{id: m.ID, lead: fmt.Sprintf("- #%d %s: ", m.ID, m.Kind), title: oneLine(m.Title), cut: true, cost: m.Tokens}
}

// firstLine returns the line of a body from which its title was derived, and what
// follows it. A title that was cut is as long as the line again.
func firstLine(title, body string) (first, rest string) {
	start := strings.TrimSuffix(title, "…")
	for rest = body; rest != ""; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if i := strings.Index(oneLine(line), start); i >= 0 && start != "" {
			if start != title {
				title = oneLine(line)[i:]
			}
			return title, rest
		}
	}
	return title, ""
}

// whole returns the whole form, if it is known and costs at most room.
func (e entry) whole(room int) (string, bool) {
	if e.cut || len(e.text) > room*8 { // no text is so cheap
		return "", false
	}
	s := e.lead + e.indented(e.text)
	return s, text.Count(s+"\n") <= room
}

// short returns the longest form that is not whole and costs at most room, "" if
// that says nothing.
func (e entry) short(w words, room int) string {
	tail := ""
	if e.cost > 0 {
		tail = fmt.Sprintf(w.cost, e.name, e.cost)
	}
	room -= text.Count(e.lead) + text.Count("…"+tail+"\n")
	first := e.title
	if cut := text.Fit(first, room); cut != first {
		if strings.TrimSpace(cut) == "" {
			cut = firstRune(first, room)
		}
		if cut == "" {
			return ""
		}
		return e.lead + e.indented(strings.TrimRightFunc(cut, unicode.IsSpace)) + "…" + tail
	}
	room -= text.Count(indent + first + "\n")
	lines := []string{first}
	more := e.rest
	for more != "" && room > 0 {
		var line string
		line, more, _ = strings.Cut(more, "\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		start := text.Fit(line, room)
		cost := text.Count(indent + start + "\n")
		if start != line || cost > room {
			if len(lines) == 1 && room > least/2 { // part of a long line says more than a title
				lines = append(lines, strings.TrimRightFunc(text.Fit(line, room-3), unicode.IsSpace))
			}
			more = line
			break
		}
		room -= cost
		lines = append(lines, line)
	}
	end := ""
	if more != "" || e.cut && e.rest != "" {
		end = "…"
	}
	return e.lead + e.indented(strings.Join(lines, "\n")) + end + tail
}

// firstRune returns what a title begins with where not even its first grapheme,
// such as a family of emoji, costs at most room; "" if that costs more too.
func firstRune(title string, room int) string {
	r, _ := utf8.DecodeRuneInString(title)
	if s := string(r); title != "" && unicode.IsGraphic(r) && text.Count(s) <= room {
		return s
	}
	return ""
}

// indented sets all lines but the first off, and that too if nothing leads it.
func (e entry) indented(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		if (i > 0 || e.lead == "") && lines[i] != "" {
			lines[i] = indent + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// clean returns a text with the breaks of lines that we count, and without those
// at its ends.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = breaks.Replace(s)
	return strings.TrimRightFunc(strings.TrimLeft(s, "\n"), unicode.IsSpace)
}

var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")

func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " ")
}
