package mcpserver

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/when"
)

// material is what the template of a prompt is filled with. Whatever was recorded
// is in a frame.
type material struct {
	words words
	args  map[string]string

	Project   string // as it was asked for
	About     string
	Topic     string
	Today     string // 2026-11-30
	Context   string
	Found     string // an index of memories
	Journal   string
	Before    string // the last day of the journal before today
	Documents string // names
	Open      string // an index of memories
	Waiting   string // a sentence, or ""
}

// Bounds of what prompts hold, in tokens and rows. What does not fit is named with
// how to read on.
const (
	journalRoom = 6000
	indexRows   = 20
	openRows    = 10
)

func (c *call) gatherWakeup(ctx context.Context, m *material) (err error) {
	m.Project = m.args["project"]
	m.Context, err = c.context(ctx, m.Project)
	return err
}

func (c *call) gatherThink(ctx context.Context, m *material) (err error) {
	if m.About = m.args["about"]; m.About != "" {
		m.Found, err = search(ctx, c, searchInput{Query: m.About, Project: m.args["project"]})
	}
	return err
}

func (c *call) gatherRecall(ctx context.Context, m *material) (err error) {
	m.Topic = m.args["topic"]
	m.Found, err = search(ctx, c, searchInput{Query: m.Topic, Project: m.args["project"]})
	return err
}

// gatherGrowup takes one day of the journal and what was saved from then on.
func (c *call) gatherGrowup(ctx context.Context, m *material) error {
	day := m.args["day"]
	if day == "" {
		newest, err := c.lastDay(ctx, "")
		if err != nil {
			return err
		}
		day = cmp.Or(newest, c.today())
	}
	day, ok := when.Day(day, c.opts.Now())
	if !ok {
		return faultf(dayForms)
	}
	var err error
	if m.Journal, err = c.page(ctx, day, m.words); err != nil {
		return err
	}
	if m.Found, err = c.since(ctx, m, day); err != nil {
		return err
	}
	all, err := c.documents(ctx)
	if err != nil {
		return err
	}
	for i, name := range all {
		all[i] = store.DocumentPrefix + name
	}
	if m.Documents = strings.Join(all, ", "); m.Documents == "" {
		m.Documents = m.words.noDocuments
	}
	return nil
}

// gatherBriefing takes today and the last day before it that has notes, and what
// was saved since.
func (c *call) gatherBriefing(ctx context.Context, m *material) error {
	m.Today = c.today()
	yesterday := c.opts.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	before, err := c.lastDay(ctx, yesterday)
	if err != nil {
		return err
	}
	since := yesterday
	m.Before = m.words.nothingNoted
	if before != "" {
		since = before
		if m.Before, err = c.page(ctx, before, m.words); err != nil {
			return err
		}
	}
	if m.Journal, err = c.page(ctx, m.Today, m.words); err != nil {
		return err
	}
	if m.Found, err = c.since(ctx, m, since); err != nil {
		return err
	}
	if m.Open, err = c.openItems(ctx, m); err != nil {
		return err
	}
	waiting, err := c.recall.Store().Proposals(ctx, 0, 1)
	if err == nil && waiting.Total > 0 {
		m.Waiting = fmt.Sprintf(m.words.waiting, waiting.Total)
	}
	return err
}

// openTags mark memories as not finished.
var openTags = []string{"todo", "open", "待办", "未完成"}

// openItems lists the newest memories of a project that are tagged as open.
func (c *call) openItems(ctx context.Context, m *material) (string, error) {
	l := list{most: openRows}
	for _, tag := range openTags {
		f := c.recallable()
		f.Tags = []string{tag}
		if err := c.gather(ctx, m, f, &l); err != nil {
			return "", err
		}
	}
	return c.write(ctx, l, m.words.nothingOpen), nil
}

// since lists the newest memories of a project that were saved from a day on.
func (c *call) since(ctx context.Context, m *material, day string) (string, error) {
	at, err := time.ParseInLocation(time.DateOnly, day, c.opts.Now().Location())
	if err != nil {
		return "", err
	}
	l := list{most: indexRows}
	f := c.recallable()
	f.Since = store.MillisOf(at)
	if err := c.gather(ctx, m, f, &l); err != nil {
		return "", err
	}
	text := c.write(ctx, l, m.words.nothingSaved)
	if n := l.total - len(l.ids); n > 0 {
		text += "\n" + fmt.Sprintf(m.words.more, n, day)
	}
	return text, nil
}

// list is an index of memories that is being written.
type list struct {
	most  int
	ids   []int64
	lines []string
	total int
}

// gather adds the memories of the prompt's project that a filter selects, the
// newest first.
func (c *call) gather(ctx context.Context, m *material, f store.Filter, l *list) error {
	where, err := c.area(ctx, searchInput{Project: m.args["project"]})
	if err != nil {
		return err
	}
	home, err := where.home(ctx, c.recall)
	if err != nil {
		return err
	}
	f.Projects, f.Except = where.projects(home), l.ids
	found, err := c.recall.Search(ctx, recall.Request{Filter: f, Limit: l.most})
	if err != nil {
		return err
	}
	l.total += found.Total
	for _, hit := range found.Rows[:min(len(found.Rows), l.most-len(l.ids))] {
		l.ids = append(l.ids, hit.ID)
		l.lines = append(l.lines, rowOf(hit.Row).text(Age(hit.CreatedAt, c.opts.Now()), home.ID))
	}
	return nil
}

// write returns the list in a frame, or what is said of an empty one, and notes
// that it was listed.
func (c *call) write(ctx context.Context, l list, nothing string) string {
	if len(l.ids) == 0 {
		return nothing
	}
	c.note(ctx, store.Recall{Kind: store.ListedRecall, IDs: l.ids})
	return frame(c.mark, strings.Join(l.lines, "\n"))
}

func (c *call) today() string { return c.opts.Now().Format(time.DateOnly) }

// lastDay returns the newest day of the journal from a day on back, or "". Days
// after today count only where none is given.
func (c *call) lastDay(ctx context.Context, from string) (string, error) {
	days, err := c.recall.JournalDays(ctx, c.by, from, 1)
	if err != nil || len(days) == 0 {
		return "", err
	}
	return days[0].Day, nil
}

// page returns a day of the journal in a frame, cut where it is very long, or a
// sentence if nothing was noted.
func (c *call) page(ctx context.Context, day string, w words) (string, error) {
	head, body, err := c.day(ctx, day)
	if err != nil {
		return "", err
	}
	if body == "" {
		return w.nothingNoted, nil
	}
	return c.framedDay(day, passage{head: head, body: body}, journalRoom), nil
}

// documents returns the names of the documents, the well-known ones first.
func (c *call) documents(ctx context.Context) ([]string, error) {
	all, err := c.recall.Documents(ctx, c.by)
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.Name
	}
	return names, nil
}
