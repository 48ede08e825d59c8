package mcpserver

import (
	"context"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/when"
)

type timelineInput struct {
	ID      int64  `json:"id"`
	At      string `json:"at"`
	Query   string `json:"query"`
	Before  *int   `json:"before"`
	After   *int   `json:"after"`
	Project string `json:"project"`
}

const (
	maxAround     = 20
	defaultAround = 5
)

func timelineTool() tool {
	fields := []field{
		{name: "id", kind: idField},
		{name: "at", kind: textField, max: maxDate, quiet: true, about: "Around a time: forms as in memory_search's since."},
		{name: "query", kind: textField, max: maxQuery, quiet: true, about: "Around the best match."},
		{name: "before", kind: intField, max: maxAround, initial: defaultAround},
		{name: "after", kind: intField, max: maxAround, initial: defaultAround},
		projectField("Default: the present one, or that of id."),
	}
	return tool{
		name: "memory_timeline", title: "What was saved around then",
		about:    "Memories in the order of saving around one id, time or query (exactly one), by session: how something came about.",
		readOnly: true, repeat: true,
		fields: fields,
		handle: handler(fields, timeline),
	}
}

func timeline(ctx context.Context, c *call, in timelineInput) (string, error) {
	given := 0
	for _, is := range []bool{in.ID != 0, in.At != "", in.Query != ""} {
		if is {
			given++
		}
	}
	if given != 1 {
		return "", faultf("exactly one of id, at and query is required")
	}
	a, err := c.area(ctx, searchInput{Project: in.Project})
	if err != nil {
		return "", err
	}
	home, err := a.home(ctx, c.recall)
	if err != nil {
		return "", err
	}
	l := chronicle{home: home, named: in.Project != "", zone: c.opts.Now().Location()}
	q := store.TimelineQuery{ID: in.ID, Before: around(in.Before), After: around(in.After), Filter: c.recallable()}
	if note, err := c.anchor(ctx, in, a, &q, &l); note != "" || err != nil {
		return note, err
	}
	q.Filter.Projects = Scope(l.home)
	found, err := c.recall.Timeline(ctx, q)
	if err != nil {
		return "", err
	}
	if len(found.Rows) == 0 && found.Earlier+found.Later == 0 {
		return nothing("", a, l.home, 0), nil
	}
	c.note(ctx, store.Recall{Kind: store.ListedRecall, Query: in.Query, IDs: rowIDs(found.Rows)})
	return frame(c.mark, l.text(found, q)) + "\n" + l.goOn(found) + " Full text: memory_get.", nil
}

func around(n *int) int {
	if n == nil {
		return defaultAround
	}
	return *n
}

// anchor settles what the timeline is around, and in which project. It returns
// a sentence if there is nothing of the kind.
func (c *call) anchor(ctx context.Context, in timelineInput, a area, q *store.TimelineQuery, l *chronicle) (string, error) {
	switch {
	case in.At != "":
		span, ok := when.Parse(in.At, c.opts.Now())
		if !ok {
			return "", faultf("at must be %s", when.Forms)
		}
		q.At = store.MillisOf(span.Start)
	case in.Query != "":
		f := q.Filter
		f.Projects = Scope(l.home)
		best, err := c.recall.Search(ctx, recall.Request{Query: in.Query, Filter: f, Limit: 1})
		if err != nil {
			return "", err
		}
		if len(best.Rows) == 0 {
			other, err := c.elsewhere(ctx, in.Query, f, best)
			return nothing(in.Query, a, l.home, other), err
		}
		q.ID = best.Rows[0].ID
	default:
		seen, err := c.visible(ctx, []int64{in.ID})
		if err != nil || len(seen.memories) == 0 {
			return strings.Join(seen.notes, "\n"), err
		}
		// What counts everywhere is shown among what is of here.
		if m := seen.memories[0]; !l.named && !slices.Contains(Scope(l.home), m.ProjectID) {
			l.home, l.named = store.Project{ID: m.ProjectID, Name: m.Project}, true
		}
	}
	return "", nil
}

func rowIDs(rows []store.Row) []int64 {
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	return ids
}
