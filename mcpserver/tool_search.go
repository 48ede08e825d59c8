package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/when"
)

type searchInput struct {
	Query   string   `json:"query"`
	Limit   int      `json:"limit"`
	Cursor  string   `json:"cursor"`
	Project string   `json:"project"`
	Scope   string   `json:"scope"`
	Kinds   []string `json:"kinds"`
	Tags    []string `json:"tags"`
	Client  string   `json:"client"`
	State   string   `json:"state"`
	Since   string   `json:"since"`
	Until   string   `json:"until"`
	Files   []string `json:"files"`
}

const (
	maxQuery     = 2000 // characters
	maxLimit     = 20
	defaultLimit = 10
	maxDate      = 80 // characters

	// searchDepth is how many of the best matches can be paged through. Who
	// needs more needs a better question.
	searchDepth = 100
)

func searchTool() tool {
	fields := []field{
		{name: "query", kind: textField, max: maxQuery, about: "The question in full, as you would ask a person: every word helps, any may match, best first."},
		{name: "limit", kind: intField, min: 1, max: maxLimit, initial: defaultLimit},
		{name: "cursor", kind: textField, max: 64, about: "From an earlier answer, alone, to go on."},
		projectField("Search in this project, by name or absolute folder."),
		{name: "scope", kind: textField, enum: []string{"project", "all"}, initial: "project", about: "all: every project. project: the present one, unfiled and global."},
		{name: "kinds", kind: textsField, max: len(store.Kinds()), enum: kindNames(), about: "Only these kinds."},
		tagsField("Only memories with all of these."),
		{name: "client", kind: textField, max: store.MaxClient, about: "Only what this client saved, such as claude-code; you for the user."},
		{name: "state", kind: textField, enum: []string{"active", "archived"}, initial: "active"},
		{name: "since", kind: textField, max: maxDate, about: "Saved from then on: 2026-11-30, 2026-11-30T14:00, yesterday, last week, 3 days ago, friday, nov 2025, 上周."},
		{name: "until", kind: textField, max: maxDate, about: "Saved until then, that day or span included."},
		{name: "files", kind: textsField, max: store.MaxFiles, each: store.MaxFile, about: "Only about one of these files or folders."},
	}
	return tool{
		name: "memory_search", title: "Search memories",
		about: "Find what is remembered. Give a query, a filter or both. Answers an index: id, age, kind, title, cost in tokens. " +
			"Read what looks useful with memory_get.",
		readOnly: true, repeat: true,
		fields: fields,
		handle: handler(fields, search),
	}
}

func search(ctx context.Context, c *call, in searchInput) (string, error) {
	limit := in.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	if in.Cursor != "" {
		return c.goOn(ctx, in, limit)
	}
	if in.Query == "" && in.Project == "" && in.Client == "" && in.State == "" && in.Since == "" && in.Until == "" &&
		len(in.Kinds)+len(in.Tags)+len(in.Files) == 0 {
		return "", faultf("query is required, or one of project, kinds, tags, client, state, since, until, files")
	}
	f, err := c.filter(in)
	if err != nil {
		return "", err
	}
	where, err := c.area(ctx, in)
	if err != nil {
		return "", err
	}
	home, err := where.home(ctx, c.recall)
	if err != nil {
		return "", err
	}
	f.Projects = where.projects(home)
	result, err := c.recall.Search(ctx, recall.Request{Query: in.Query, Filter: f, Limit: limit, Ahead: searchDepth - limit})
	if err != nil {
		return "", err
	}
	other, err := c.elsewhere(ctx, in.Query, f, result)
	if err != nil {
		return "", err
	}
	if len(result.Rows) == 0 {
		return nothing(in.Query, where, home, other), nil
	}
	answer := c.index(ctx, foundRows(result.Rows), page{
		first: in, filter: f, area: where, home: home.ID, rest: result.Ahead, shown: len(result.Rows), total: result.Total,
	})
	hint, err := c.mentioned(ctx, in, f, result.Matching)
	if err != nil {
		return "", err
	}
	answer += hint
	if other > 0 {
		answer += fmt.Sprintf("\n%d here; %d more in other projects: %s.", result.Matching, other, where.wider())
	}
	return answer, nil
}

// mentioned says how many of the hits are of the time that the question speaks
// of. A word alone never narrows: it may be meant otherwise.
func (c *call) mentioned(ctx context.Context, in searchInput, f store.Filter, matching int) (string, error) {
	word := when.Mention(in.Query)
	if word == "" || in.Since != "" || in.Until != "" || matching <= Few {
		return "", nil
	}
	var err error
	if f.Since, f.Until, err = when.Range(word, word, c.opts.Now()); err != nil {
		return "", nil // understood, but not of a time that counts
	}
	n, err := c.recall.Count(ctx, recall.Request{Query: in.Query, Filter: f})
	if n == 0 || n == matching || err != nil {
		return "", err
	}
	return fmt.Sprintf("\nOf these, %d saved then: since and until %q narrow to them.", n, word), nil
}

// filter returns what a search selects, but for where it looks.
func (c *call) filter(in searchInput) (store.Filter, error) {
	f := c.recallable()
	f.Tags, f.Files = in.Tags, in.Files
	if in.State == "archived" {
		f.States = []store.State{store.Archived}
	}
	for _, k := range in.Kinds {
		f.Kinds = append(f.Kinds, store.Kind(k))
	}
	switch in.Client {
	case "":
	case "you":
		f.Clients = []string{""}
	default:
		f.Clients = []string{in.Client}
	}
	var err error
	f.Since, f.Until, err = when.Range(in.Since, in.Until, c.opts.Now())
	return f, err
}

// recallable selects what the client may recall.
func (c *call) recallable() store.Filter {
	return store.Filter{Reader: c.by.Client, States: []store.State{store.Active, store.Pending}}
}

// index writes rows, how far they go and how to go on, and notes that they were
// listed.
func (c *call) index(ctx context.Context, rows []row, p page) string {
	now := c.opts.Now()
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r.text(Age(r.created, now), p.home)
	}
	next := fmt.Sprintf("%d of %d", p.shown, p.total)
	switch {
	case len(p.rest) > 0:
		next += fmt.Sprintf("; cursor %s shows more", c.cursors.keep(p))
	case p.shown < p.total:
		next += "; narrow the query to see others"
	}
	if len(rows) == 0 {
		return "The rest is gone meanwhile. " + next + "."
	}
	c.note(ctx, store.Recall{Kind: store.ListedRecall, Query: p.first.Query, IDs: idsOf(rows)})
	return frame(c.mark, strings.Join(lines, "\n")) + "\n" + next + ". Full text: memory_get."
}
