package mcpserver

import (
	"fmt"
	"strings"
	"time"

	"memtray/store"
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
}

func rowOf(r store.Row) row {
	return row{r.ID, r.CreatedAt, r.Kind, r.Title, r.Project, r.ProjectID, r.Tokens, r.State}
}

func rowOfMemory(m store.Memory) row {
	return row{m.ID, m.CreatedAt, m.Kind, m.Title, m.Project, m.ProjectID, m.Tokens, m.State}
}

// text returns r as one line. The project is left out if it is home.
func (r row) text(now time.Time, home int64) string {
	parts := []string{fmt.Sprintf("#%d", r.id), Age(r.created, now), string(r.kind)}
	if r.projectID != home {
		parts = append(parts, "["+oneLine(r.project)+"]")
	}
	if r.state == store.Pending {
		parts = append(parts, "held for review")
	}
	return strings.Join(append(parts, oneLine(r.title), fmt.Sprintf("%d tok", r.tokens)), " · ")
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
