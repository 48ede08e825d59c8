package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/recall"
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
}

const (
	maxQuery     = 2000 // characters
	maxLimit     = 20
	defaultLimit = 10

	// searchDepth is how many of the best matches can be paged through. Who
	// needs more needs a better question.
	searchDepth = 100
)

func searchTool() tool {
	fields := []field{
		{name: "query", kind: textField, max: maxQuery, about: "The question in full, as you would ask a person: every word helps, any may match, best first."},
		{name: "limit", kind: intField, min: 1, max: maxLimit, initial: defaultLimit},
		{name: "cursor", kind: textField, max: 64, about: "From an earlier answer, to go on."},
		projectField("Search in this project, by name or absolute folder."),
		{name: "scope", kind: textField, enum: []string{"project", "all"}, initial: "project", about: "all: every project. project: the present one, unfiled and global."},
		{name: "kinds", kind: textsField, max: len(store.Kinds()), enum: kindNames(), about: "Only these kinds."},
		tagsField("Only memories with all of these."),
		{name: "client", kind: textField, max: store.MaxClient, about: "Only what this client saved, such as claude-code; you for the user."},
		{name: "state", kind: textField, enum: []string{"active", "archived"}, initial: "active"},
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
		return c.goOn(ctx, in.Cursor, limit)
	}
	if in.Query == "" && in.Project == "" && in.Client == "" && in.State == "" && len(in.Kinds)+len(in.Tags) == 0 {
		return "", faultf("query is required, or one of project, kinds, tags, client, state")
	}
	home, filter, err := c.filter(ctx, in)
	if err != nil {
		return "", err
	}
	result, err := c.recall.Search(ctx, recall.Request{Query: in.Query, Filter: filter, Limit: searchDepth})
	if err != nil {
		return "", err
	}
	if len(result.Rows) == 0 {
		return c.nothing(ctx, in, home, filter)
	}
	rows := make([]row, len(result.Rows))
	ids := make([]int64, len(result.Rows))
	for i, r := range result.Rows {
		rows[i], ids[i] = rowOf(r), r.ID
	}
	n := min(limit, len(rows))
	return c.index(ctx, rows[:n], page{
		rest: ids[n:], shown: n, total: result.Total, home: home.ID, query: in.Query,
	}), nil
}

// filter returns the project that the search is in, and what it selects.
func (c *call) filter(ctx context.Context, in searchInput) (store.Project, store.Filter, error) {
	f := store.Filter{Reader: c.by.Client, States: []store.State{store.Active, store.Pending}, Tags: in.Tags}
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
	if in.Scope == "all" && in.Project != "" {
		return store.Project{}, f, faultf("project cannot be given with scope all")
	}
	ref, err := c.place(ctx, in.Project)
	if err != nil {
		return store.Project{}, f, err
	}
	home, err := ProjectToSearch(ctx, c.recall, ref, in.Project != "")
	if in.Scope == "all" {
		return home, f, err
	}
	f.Projects = Scope(home)
	return home, f, err
}

// goOn answers the next page of an earlier search. What was deleted or changed
// hands meanwhile is left out.
func (c *call) goOn(ctx context.Context, cursor string, limit int) (string, error) {
	p, ok := c.cursors.find(cursor)
	if !ok {
		return "", faultf("cursor is unknown or too old; search again")
	}
	n := min(limit, len(p.rest))
	got, err := c.recall.Get(ctx, c.by, p.rest[:n])
	if err != nil {
		return "", err
	}
	var rows []row
	for _, m := range got.Memories {
		if m.State != store.Trashed {
			rows = append(rows, rowOfMemory(m))
		}
	}
	p.rest, p.shown = p.rest[n:], p.shown+n
	return c.index(ctx, rows, p), nil
}

// index writes rows, how far they go and how to go on, and notes that they were
// listed.
func (c *call) index(ctx context.Context, rows []row, p page) string {
	now := c.opts.Now()
	lines := make([]string, len(rows))
	ids := make([]int64, len(rows))
	for i, r := range rows {
		lines[i], ids[i] = r.text(now, p.home), r.id
	}
	next := fmt.Sprintf("%d of %d", p.shown, p.total)
	switch {
	case len(p.rest) > 0:
		next += fmt.Sprintf("; cursor %s shows more", c.cursors.keep(p))
	case p.shown < p.total:
		next += "; narrow the query to see others"
	}
	if len(rows) == 0 {
		return "These memories are gone meanwhile. " + next + "."
	}
	c.note(ctx, store.Recall{Kind: store.ListedRecall, Query: p.query, IDs: ids})
	return frame(c.mark, strings.Join(lines, "\n")) + "\n" + next + ". Full text: memory_get."
}

// nothing answers a search without a match, and says where there is one.
func (c *call) nothing(ctx context.Context, in searchInput, home store.Project, f store.Filter) (string, error) {
	what := "No memory matches."
	if in.Query != "" {
		what = fmt.Sprintf("No memory matches %q.", clip(oneLine(in.Query), 60))
	}
	if len(f.Projects) == 0 {
		return what + " Try other words or fewer filters.", nil
	}
	where := "among the unfiled and global memories"
	if home.Name != "" && !slices.Contains([]int64{store.Unfiled, store.Global}, home.ID) {
		where = "in project " + oneLine(home.Name) + " or among the unfiled and global memories"
	}
	what = strings.TrimSuffix(what, ".") + " " + where + "."
	f.Projects = nil
	other, err := c.recall.Search(ctx, recall.Request{Query: in.Query, Filter: f, Limit: 1})
	if err != nil {
		return "", err
	}
	if other.Total == 0 {
		return what + " Other projects have none either: try other words.", nil
	}
	return what + fmt.Sprintf(" Other projects have %d: search with scope all.", other.Total), nil
}
