package mcpserver

import (
	"fmt"
	"strings"
	"time"

	"memtray/store"
)

// chronicle writes a timeline.
type chronicle struct {
	home  store.Project
	named bool // going on has to name the project
	zone  *time.Location
}

const (
	dayLayout  = "2006-01-02"
	timeLayout = "15:04"
)

// text returns the rows, one a line, under the session that they belong to. The
// one that was asked for is marked, or the place of the time.
func (l chronicle) text(found store.Timeline, q store.TimelineQuery) string {
	var out []string
	here := func() { out = append(out, "> "+l.moment(q.At)+" is here") }
	day, marked := "", q.ID != 0
	told := map[int64]bool{} // sessions whose times stand above
	for i, r := range found.Rows {
		if !marked && r.CreatedAt >= q.At {
			here()
			marked = true
		}
		if i == 0 || r.Session != found.Rows[i-1].Session {
			out = append(out, l.session(r, found.Sessions, told[r.Session]))
			told[r.Session] = true
		}
		at := r.CreatedAt.Time().In(l.zone)
		written := at.Format(timeLayout)
		if d := at.Format(dayLayout); d != day {
			written, day = d+" "+written, d
		}
		text := rowOf(r).text(written, l.home.ID)
		if r.ID == q.ID {
			text = "> " + text
		}
		out = append(out, text)
	}
	if !marked {
		here()
	}
	return strings.Join(out, "\n")
}

// session is the line above the rows of one session, short if it goes on: clients
// at work at the same time alternate.
func (l chronicle) session(r store.Row, sessions map[int64]store.Session, again bool) string {
	s, ok := sessions[r.Session]
	if !ok {
		return "— by the user —"
	}
	start, end := l.moment(s.StartedAt), l.moment(s.LastAt)
	if again {
		return fmt.Sprintf("— %s, %s —", s.Client, start[len(dayLayout)+1:])
	}
	if start == end {
		return fmt.Sprintf("— session: %s, %s —", s.Client, start)
	}
	day := start[:len(dayLayout)+1]
	return fmt.Sprintf("— session: %s, %s to %s —", s.Client, start, strings.TrimPrefix(end, day))
}

func (l chronicle) moment(at store.Millis) string {
	return at.Time().In(l.zone).Format(dayLayout + " " + timeLayout)
}

// goOn says how much is left on both sides, and how to see it.
func (l chronicle) goOn(found store.Timeline) string {
	text := fmt.Sprintf("%d earlier, %d later.", found.Earlier, found.Later)
	if found.Earlier+found.Later == 0 || len(found.Rows) == 0 {
		return text
	}
	var ids []string
	if found.Earlier > 0 {
		ids = append(ids, fmt.Sprintf("id %d and after 0", found.Rows[0].ID))
	}
	if found.Later > 0 {
		ids = append(ids, fmt.Sprintf("id %d and before 0", found.Rows[len(found.Rows)-1].ID))
	}
	project := ""
	if l.named {
		project = fmt.Sprintf(" in project %q", oneLine(l.home.Name))
	}
	return strings.TrimSuffix(text, ".") + ": go on with " + strings.Join(ids, ", or ") + project + "."
}
