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
		{name: "query", kind: textField, max: maxQuery, quiet: true, about: "The question in full, as to a person: every word helps, any may match."},
		{name: "limit", kind: intField, min: 1, max: maxLimit, initial: defaultLimit},
		{name: "cursor", kind: textField, max: 64, quiet: true, about: "From an earlier answer, alone, to go on."},
		projectField("By name or absolute folder."),
		{name: "scope", kind: textField, enum: []string{"project", "all"}, initial: "project", about: "all: every project. project: the present one, unfiled and global."},
		{name: "kinds", kind: textsField, max: len(store.Kinds()), enum: kindNames(), quiet: true, about: "As in memory_save."},
		tagsField("With all of these."),
		{name: "client", kind: textField, max: store.MaxClient, quiet: true, about: "Who saved it: claude-code; you for the user."},
		{name: "state", kind: textField, enum: []string{"active", "archived"}, initial: "active"},
		{name: "since", kind: textField, max: maxDate, quiet: true, about: "Saved from then on: 2026-11-30, 2026-11-30T14:00, last week, 3 days ago, 上周."},
		{name: "until", kind: textField, max: maxDate, quiet: true, about: "That day or span included."},
		{name: "files", kind: textsField, max: store.MaxFiles, each: store.MaxFile, quiet: true, about: "About one of these files or folders."},
	}
	return tool{
		name: "memory_search", title: "Search memories",
		about: "Find what is remembered. Give a query, a filter or both. Answers an index: id or name, age, kind, title, cost in tokens. " +
			"Read what looks useful with memory_get.",
		readOnly: true, destructive: false, repeat: true, openWorld: false,
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
	result, err := c.recall.Search(ctx, recall.Request{Query: in.Query, Filter: f, Limit: limit, Ahead: searchDepth - limit, Writings: true})
	if err != nil {
		return "", err
	}
	other, err := c.elsewhere(ctx, in.Query, f, result)
	if err != nil {
		return "", err
	}
	hint, err := c.mentioned(ctx, in, f, result.Matching)
	if err != nil {
		return "", err
	}
	if result.Partial {
		hint += fmt.Sprintf("\nThe query has only words that are everywhere, so only the newest %d memories were looked at: add one that tells more.", store.MaxScanned)
	}
	if len(result.Rows)+len(result.Writings) == 0 {
		return nothing(in.Query, where, home, other) + hint, nil
	}
	answer := c.index(ctx, foundRows(result.Rows), shownBeside(result.Writings, len(result.Rows), len(result.Rows)+len(result.Ahead)), page{
		first: in, filter: f, area: where, home: home.ID, rest: result.Ahead, shown: len(result.Rows), total: result.Total,
	})
	answer += hint
	if other > 0 {
		answer += fmt.Sprintf("\n%d here; %d more in other projects: %s.", result.Matching, other, where.wider())
	}
	return answer, nil
}

// mentioned says how many of the hits are of the time that the question speaks
// of, or, where its words find only few, how many memories are. A word alone
// never narrows: it may be meant otherwise.
func (c *call) mentioned(ctx context.Context, in searchInput, f store.Filter, matching int) (string, error) {
	word := when.Mention(in.Query)
	if word == "" || in.Since != "" || in.Until != "" {
		return "", nil
	}
	var err error
	if f.Since, f.Until, err = when.Range(word, word, c.opts.Now()); err != nil {
		return "", nil // understood, but not of a time that counts
	}
	if matching <= Few {
		n, err := c.recall.Count(ctx, recall.Request{Filter: f})
		if n == 0 || err != nil {
			return "", err
		}
		return fmt.Sprintf("\nSaved then, whatever the words: %d. Search with since and until %q and no query lists them.", n, word), nil
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
	return store.Filter{Reader: c.by.Client, Token: c.by.Token, States: []store.State{store.Active, store.Pending}}
}

// index writes rows, how far they go and how to go on, and notes that they were
// listed.
func (c *call) index(ctx context.Context, rows []row, writings []recall.Writing, p page) string {
	now := c.opts.Now()
	var lines []string
	for i, r := range rows {
		lines = append(lines, writingLines(writings, i, now)...)
		lines = append(lines, r.text(Age(r.created, now), p.home))
	}
	lines = append(lines, writingLines(writings, len(rows), now)...)
	next := fmt.Sprintf("%d of %d", p.shown, p.total)
	switch {
	case len(p.rest) > 0:
		next += fmt.Sprintf("; cursor %s shows more", c.cursors.keep(p))
	case p.shown < p.total:
		next += "; narrow the query to see others"
	}
	if len(lines) == 0 {
		return "The rest is gone meanwhile. " + next + "."
	}
	if len(rows) > 0 {
		c.note(ctx, store.Recall{Kind: store.ListedRecall, Query: p.first.Query, IDs: idsOf(rows)})
	}
	if p.total == 0 {
		next = "No memory besides matches"
	}
	return frame(c.mark, strings.Join(lines, "\n")) + "\n" + next + ". Full text: memory_get."
}
