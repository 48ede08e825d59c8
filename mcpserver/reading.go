package mcpserver

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/text"
)

// reading fills an answer with memories, documents and days of the journal in
// full while there is room.
type reading struct {
	now   time.Time
	room  int // tokens left
	texts []framed
	shown []int64
	left  []string        // had no room at all
	notes []string        // about texts that were cut
	newer map[int64]int64 // what supersedes a memory
}

// passage is a text that is read, with what stands above it. The label is as in
// [framed].
type passage struct{ label, head, body string }

// minBody is the least room for which a text is begun.
const minBody = 20 // tokens

// add appends m from a character on, cut to the room.
func (r *reading) add(m store.Memory, from int) {
	goOn := fmt.Sprintf("ids [%d]", m.ID)
	if r.put(fmt.Sprintf("#%d", m.ID), goOn, passage{head: r.head(m), body: m.Body}, from) {
		r.shown = append(r.shown, m.ID)
	}
}

// put appends a text from a character on, below its head, cut to the room. It
// reports whether there was any.
func (r *reading) put(name, goOn string, t passage, from int) bool {
	room := r.room - text.Count(t.head)
	if room < minBody {
		r.left = append(r.left, name)
		return false
	}
	body := t.body
	if from > 0 {
		body = string([]rune(body)[from:])
	}
	body, length := cutTokens(body, room)
	r.room = room - text.Count(body)
	r.texts = append(r.texts, framed{t.label, t.head + "\n" + body})
	if end, of := from+length, utf8.RuneCountInString(t.body); end < of {
		r.notes = append(r.notes, fmt.Sprintf("%s is cut at character %d of %d: memory_get with %s and from %d goes on.", name, end, of, goOn, end))
	}
	return true
}

// head is what stands above a text. A title that is only the start of the text
// is left out.
func (r *reading) head(m store.Memory) string {
	first := []string{fmt.Sprintf("#%d", m.ID), string(m.Kind)}
	if !m.TitleDerived {
		first = append(first, oneLine(m.Title))
	}
	second := []string{"project " + oneLine(m.Project)}
	list := func(what string, values []string) {
		if len(values) > 0 {
			second = append(second, what+" "+listed(values))
		}
	}
	list("tags", m.Tags)
	list("files", m.Files)
	second = append(second, r.saved(m))
	switch m.State {
	case store.Archived:
		second = append(second, "archived")
	case store.Pending:
		second = append(second, "held for review")
	}
	if m.Pinned {
		second = append(second, "pinned")
	}
	if newer := r.newer[m.ID]; newer != 0 {
		second = append(second, fmt.Sprintf("superseded by #%d, read that instead", newer))
	}
	for _, l := range m.Links {
		second = append(second, fmt.Sprintf("%s #%d", strings.ReplaceAll(string(l.Relation), "_", " "), l.Target))
	}
	second = append(second, fmt.Sprintf("revision %d", m.Revision))
	return strings.Join(first, " · ") + "\n" + strings.Join(second, " · ")
}

// maxListed bounds what a list in a head costs, or one of many long paths would
// leave no room for the text.
const maxListed = 200 // tokens

// listed joins values on one line, as many as cost at most maxListed, and says
// how many others there are. The first is cut if it alone costs more.
func listed(values []string) string {
	line := oneLine(values[0])
	if cut, _ := cutTokens(line, maxListed); cut != line {
		line = cut + "…"
	}
	for i, v := range values[1:] {
		longer := line + ", " + oneLine(v)
		if text.Count(longer) > maxListed {
			return fmt.Sprintf("%s and %d more", line, len(values)-1-i)
		}
		line = longer
	}
	return line
}

func (r *reading) saved(m store.Memory) string { return "saved " + ago(m.CreatedAt, m.Client, r.now) }

// ago says when something was done and by which client, "" for the person.
func ago(at store.Millis, client string, now time.Time) string {
	when := Age(at, now)
	if when != "now" {
		when += " ago"
	}
	return when + " by " + author(client)
}

func author(client string) string {
	if client == "" {
		return "the user"
	}
	return client
}
