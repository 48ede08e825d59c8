package recall

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/skills"
)

// ContextRequest asks for what a client is told at the start of its work.
type ContextRequest struct {
	// Project is where it works. Nothing means [store.Unfiled]; one that has a name
	// but no id is new, so that only what holds everywhere is known of it.
	Project store.Project

	Limits brief.Limits

	// Language of headings if the person has not chosen one; see [brief.Language].
	Language string
}

// Context compiles what by is told at the start of its work; see package brief.
// It is of the project and of [store.Global] only: what is in no project is told
// only where no project is known. Whoever gives it to a client notes that with
// [Recall.Note] as [store.InjectedRecall].
//
// Nothing is given that is pending, private, archived or in the trash, that has
// expired, or whose place another memory takes, not to its own client either.
func (r *Recall) Context(ctx context.Context, by store.Author, req ContextRequest) (brief.Context, error) {
	r.activity.used()
	g, err := r.gate(ctx, by)
	if err != nil {
		return brief.Context{}, err
	}
	in := brief.Input{Now: r.now()}
	switch p := &req.Project; {
	case p.ID == 0 && p.Name == "":
		p.ID = store.Unfiled
	case p.ID != store.Unfiled:
		in.Project = p.Name
	}
	if in.Language, err = r.store.Setting(ctx, store.SettingLocale); err != nil {
		return brief.Context{}, err
	}
	if in.Language == "" {
		in.Language = req.Language
	}
	if err := r.remembered(ctx, g, req, &in); err != nil {
		return brief.Context{}, err
	}
	if g.readsWritings() {
		if err := r.written(ctx, req, &in); err != nil {
			return brief.Context{}, err
		}
		in.Skills = skillIndex(r.store.Home())
	}
	return brief.Compile(in, req.Limits), nil
}

// The groups of memories that a context has, in the order of their limits.
const (
	pinnedGroup = iota
	knownGroup
	summaryGroup
	globalGroup
	otherGroup
	groups
)

// rowCost is what the shortest row of a context costs, in tokens.
const rowCost = 12

// remembered gathers the memories of a context.
func (r *Recall) remembered(ctx context.Context, g *gate, req ContextRequest, in *brief.Input) error {
	most := min(req.Limits.Tokens/rowCost+1, store.MaxPage)
	q := store.GatherQuery{
		Projects: g.readable(req.Project.ID, store.Global), At: store.MillisOf(in.Now),
		Limits: []int{pinnedGroup: most, knownGroup: most, summaryGroup: 1, globalGroup: most, otherGroup: most},
		Start:  min(4*req.Limits.Tokens, store.MaxBody),
		Sort: func(o store.Outline) (int, float64) {
			retention := brief.Retention(o.Kind, o.Fetched, o.CreatedAt, in.Now)
			switch {
			case o.Pinned:
				return pinnedGroup, retention
			case o.ProjectID != req.Project.ID:
				return globalGroup, retention
			case o.Kind == store.Summary:
				return summaryGroup, float64(o.CreatedAt)
			case o.Kind == store.Decision, o.Kind == store.Preference, o.Kind == store.Gotcha:
				return knownGroup, retention
			}
			return otherGroup, retention
		},
	}
	if len(q.Projects) == 0 {
		return nil
	}
	found, err := r.store.Gather(ctx, q)
	if err != nil {
		return err
	}
	in.Pinned, in.Known = itemsOf(found[pinnedGroup]), itemsOf(found[knownGroup])
	in.Global, in.Other = itemsOf(found[globalGroup]), itemsOf(found[otherGroup])
	if last := itemsOf(found[summaryGroup]).Items; len(last) > 0 {
		in.Summary = &last[0]
		in.Other.Total += found[summaryGroup].Total - 1
	}
	return nil
}

func itemsOf(g store.Gathered) brief.Items {
	out := brief.Items{Total: g.Total, Items: make([]brief.Item, len(g.Rows))}
	for i, m := range g.Rows {
		out.Items[i] = brief.Item{ID: m.ID, Kind: m.Kind, Title: m.Title, Body: m.Start, Derived: m.TitleDerived, Cut: !m.Whole, Tokens: m.Tokens}
	}
	return out
}

// written reads the documents that a context has, the names of the others, and
// the journal of today.
func (r *Recall) written(ctx context.Context, req ContextRequest, in *brief.Input) error {
	for _, name := range store.WellKnownDocuments() {
		d, err := r.store.Document(ctx, name)
		if store.ErrorCode(err) == store.NotFound {
			continue
		}
		if err != nil {
			return err
		}
		start := prefix(d.Text, 4*req.Limits.Tokens)
		in.Documents = append(in.Documents, brief.Document{Name: name, Text: start, Cut: start != d.Text, Tokens: d.Tokens})
	}
	all, err := r.store.Documents(ctx, false)
	if err != nil {
		return err
	}
	slices.SortStableFunc(all, func(a, b store.DocumentHead) int { return cmp.Compare(b.UpdatedAt, a.UpdatedAt) })
	for _, d := range all {
		if !slices.Contains(store.WellKnownDocuments(), d.Name) {
			in.Further = append(in.Further, brief.Document{Name: d.Name, Tokens: d.Tokens})
		}
	}
	notes, err := r.store.JournalDay(ctx, in.Now.Format(time.DateOnly))
	if err != nil {
		return err
	}
	for _, n := range notes {
		in.Journal = append(in.Journal, brief.Note{At: n.CreatedAt.Time().In(in.Now.Location()), Text: n.Text})
	}
	return nil
}

// prefix returns at most n bytes of s, in whole characters.
func prefix(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// skillIndex returns the good skills of a data folder. A folder that cannot be
// read has none: a context is given without them rather than not at all.
func skillIndex(home string) []brief.Skill {
	all, _ := skills.In(home).List()
	var out []brief.Skill
	for _, s := range all {
		if s.Error == "" {
			out = append(out, brief.Skill{Name: s.Name, Description: s.Description})
		}
	}
	return out
}

// ContextBudget returns the budget of a context in tokens: the one asked for, or
// if that is 0 the one of the environment (MEMTRAY_TOKEN_BUDGET), or the person's
// setting, or [brief.DefaultBudget]. Others than the one asked for are brought
// within the bounds, and left out if they are no number.
func (r *Recall) ContextBudget(ctx context.Context, asked int, environment string) (int, error) {
	if asked != 0 {
		return asked, nil
	}
	setting, err := r.store.Setting(ctx, store.SettingContextBudget)
	if err != nil {
		return 0, err
	}
	for _, value := range []string{environment, setting} {
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
			return max(brief.MinBudget, min(brief.MaxBudget, n)), nil
		}
	}
	return brief.DefaultBudget, nil
}
