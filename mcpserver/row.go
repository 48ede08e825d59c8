package mcpserver

import (
	"fmt"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// row is one memory in an index: what a model needs to decide whether to read
// it.
type row struct {
	id        int64
	created   store.Millis
	kind      store.Kind
	title     string
	project   string
	projectID int64
	tokens    int
	state     store.State
	newer     int64  // given instead of it; 0: none
	why       string // a few words; may be ""
}

func rowOf(r store.Row) row {
	return row{
		id: r.ID, created: r.CreatedAt, kind: r.Kind, title: r.Title, project: r.Project, projectID: r.ProjectID,
		tokens: r.Tokens, state: r.State, newer: r.Newer,
	}
}

// foundRows are the rows of hits, with why they were found.
func foundRows(hits []recall.Hit) []row {
	rows := make([]row, len(hits))
	for i, h := range hits {
		rows[i] = rowOf(h.Row)
		rows[i].why = Reason(h)
	}
	return rows
}

func idsOf(rows []row) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.id
	}
	return ids
}

// What title and project cost in an index at most, in tokens: who wants more
// reads the memory.
const (
	maxRowTitle   = 48
	maxRowProject = 16
	maxRowWhy     = 12
)

// text returns r as one line; when is its age or time. The project is left out
// if it is home.
func (r row) text(when string, home int64) string {
	parts := []string{fmt.Sprintf("#%d", r.id), when, string(r.kind)}
	if r.projectID != home {
		parts = append(parts, "["+shortName(r.project)+"]")
	}
	switch r.state {
	case store.Pending:
		parts = append(parts, "held for review")
	case store.Archived:
		parts = append(parts, "archived")
	}
	if r.newer != 0 {
		parts = append(parts, fmt.Sprintf("superseded by #%d", r.newer))
	}
	parts = append(parts, shortLine(r.title, maxRowTitle), fmt.Sprintf("%d tok", r.tokens))
	if r.why != "" {
		parts = append(parts, r.why)
	}
	return strings.Join(parts, " · ")
}

// Reason says in a few words why a memory was found, and leaves out what says
// little: the words if it holds all of them, the neighbours if it holds any, and
// which one takes its place, which a row says itself.
func Reason(h recall.Hit) string {
	w := h.Why
	if len(w.Words)+len(w.Parts) > 0 {
		w.Beside = nil
	}
	if len(w.Words) > 0 && len(w.Words) == w.Asked {
		w.Words, w.Meaning = nil, false
	}
	if h.Newer != 0 {
		w.ReplacedBy = nil
	}
	return shortLine(w.String(), maxRowWhy)
}

// shortName writes a project's name on one line, cut.
func shortName(name string) string { return shortLine(name, maxRowProject) }

// shortLine writes s on one line, cut so that it costs at most some tokens and
// the … after it.
func shortLine(s string, tokens int) string {
	s = oneLine(s)
	if cut, _ := cutTokens(s, tokens); cut != s {
		return strings.TrimSpace(cut) + "…"
	}
	return s
}

// Age says how long ago at was, in the largest whole unit.
func Age(at store.Millis, now time.Time) string {
	d := now.Sub(at.Time())
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d < day:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d < 60*day:
		return fmt.Sprintf("%d d", d/day)
	case d < 730*day:
		return fmt.Sprintf("%d mo", d/(30*day))
	}
	return fmt.Sprintf("%d y", d/(365*day))
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// idList writes ids as #1, #2.
func idList(ids []int64) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = fmt.Sprintf("#%d", id)
	}
	return strings.Join(parts, ", ")
}

// plural returns "1 memory" or "3 memories".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
