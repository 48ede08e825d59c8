package mcpserver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
	"memtray/store/when"
)

type saveInput struct {
	Body    string   `json:"body"`
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Tags    []string `json:"tags"`
	Files   []string `json:"files"`
	Project string   `json:"project"`
	Scope   string   `json:"scope"`

	Supersedes []int64 `json:"supersedes"`
	Expires    string  `json:"expires"`
}

func saveTool() tool {
	fields := []field{
		{name: "body", kind: textField, required: true, max: store.MaxBody, quiet: true, about: "Markdown. One thing, complete without this conversation."},
		{name: "title", kind: textField, max: store.MaxTitle, quiet: true, about: "One line. Default: the body's first."},
		{name: "kind", kind: textField, enum: kindNames(), initial: string(store.Note)},
		tagsField("What it is about, such as [\"auth\"]."),
		{name: "files", kind: textsField, max: store.MaxFiles, each: store.MaxFile, quiet: true, about: "Paths it concerns, relative to the project."},
		projectField("By name or absolute folder. Default: the present one."),
		{name: "scope", kind: textField, enum: []string{"project", "global"}, initial: "project", about: "global: holds in every project, such as a preference."},
		{name: "supersedes", kind: idsField, max: store.MaxSupersedes, quiet: true, about: "Ids whose place it takes."},
		{name: "expires", kind: textField, max: maxDate, quiet: true, about: "Last day it holds: 2027-01-31, in 2 weeks."},
	}
	return tool{
		name: "memory_save", title: "Save a memory",
		about: "Store what will matter in a later session: a decision and why, a preference, a fact, how a thing is done, a trap and its fix. " +
			"Never secrets. The answer names what says the same or contradicts it.",
		readOnly: false, destructive: false, repeat: true, openWorld: false,
		fields: fields,
		handle: handler(fields, save),
	}
}

// tagsField and projectField are the same in several tools.
func tagsField(about string) field {
	return field{name: "tags", kind: textsField, max: store.MaxTags, each: store.MaxTag, quiet: true, about: about}
}

func projectField(about string) field {
	return field{name: "project", kind: textField, max: store.MaxFile, quiet: true, about: about}
}

func save(ctx context.Context, c *call, in saveInput) (string, error) {
	memory := recall.Input{
		Kind: store.Kind(in.Kind), Title: in.Title, Body: in.Body, Tags: in.Tags, Files: in.Files, Supersedes: in.Supersedes,
	}
	var err error
	if memory.ExpiresAt, err = c.expires(in.Expires); err != nil {
		return "", err
	}
	switch {
	case in.Scope == "global" && in.Project != "":
		err = faultf("project cannot be given with scope global")
	case in.Scope == "global":
		memory.ProjectID = store.Global
	default:
		memory.Project, err = c.place(ctx, in.Project)
	}
	if err != nil {
		return "", err
	}
	saved, err := c.recall.Save(ctx, c.by, memory)
	if err != nil {
		return "", err
	}
	return SaveAnswer(saved, toModel) + c.heldUntil(saved), nil
}

// heldUntil says until when a memory holds: how the date was understood, or that
// of one that was known.
func (c *call) heldUntil(saved recall.Saved) string {
	if saved.Memory.ExpiresAt == 0 || saved.Declined {
		return ""
	}
	at := saved.Memory.ExpiresAt.Time().In(c.opts.Now().Location())
	if h, m, s := at.Clock(); h+m+s > 0 {
		return "\nholds until " + at.Format("2006-01-02 15:04")
	}
	return "\nholds until the end of " + at.Add(-time.Hour).Format(time.DateOnly)
}

// expires reads the last day on which a memory holds, of the person's time zone.
func (c *call) expires(given string) (store.Millis, error) {
	if given == "" {
		return 0, nil
	}
	span, ok := when.Ahead(given, c.opts.Now())
	if !ok {
		return 0, faultf("expires must be a date such as 2027-01-31, tomorrow, in 2 weeks or 下周")
	}
	if !span.End.After(c.opts.Now()) {
		return 0, faultf("expires must be in the future")
	}
	return store.MillisOf(span.End), nil
}

// place returns where the call comes from; named is its project argument.
func (c *call) place(ctx context.Context, named string) (store.ProjectRef, error) {
	if named == "" {
		named = c.opts.Project
	}
	ref, err := c.workspaces.Project(named, c.folders(ctx, c.incoming))
	if err != nil || unknown(ref) {
		return ref, err
	}
	return ref, c.recall.EnterProject(ctx, c.by, ref)
}

// SaveAnswer says in a line what a save did, in a second one what was removed
// before, and in further ones what says the same or contradicts it; behind these
// stands similar, which says what is done about it. The first #n is the saved
// memory's id. Whether the project was created for it is said too, so that a
// misspelt name is seen.
func SaveAnswer(saved recall.Saved, similar string) string {
	m := saved.Memory
	in := "project"
	if saved.NewProject {
		in = "new project"
	}
	answer := fmt.Sprintf("saved #%d in %s %s", m.ID, in, oneLine(m.Project))
	switch {
	case saved.Newer.Target != 0:
		answer = fmt.Sprintf("already known as #%d in project %s; nothing new was stored: %s", m.ID, oneLine(m.Project), newerLine(saved.Newer))
	case saved.Revived && saved.Expired:
		answer = fmt.Sprintf("already known as #%d in project %s, which had expired: it holds again", m.ID, oneLine(m.Project))
	case saved.Revived:
		answer = fmt.Sprintf("already known as #%d in project %s, which was archived: it is active again", m.ID, oneLine(m.Project))
	case saved.Known:
		answer = fmt.Sprintf("already known as #%d in project %s; nothing new was stored", m.ID, oneLine(m.Project))
	case saved.Declined:
		answer = fmt.Sprintf("#%d, which the user declined before, says the same; nothing was stored", m.ID)
	case m.State == store.Pending:
		answer = fmt.Sprintf("saved #%d, held for review", m.ID)
	}
	if saved.Known && m.State == store.Pending {
		answer = fmt.Sprintf("already known as #%d, held for review; nothing new was stored", m.ID)
	}
	if len(saved.Asked) > 0 {
		answer += fmt.Sprintf("\nproposed that it supersedes %s: waits for the user's review", idList(saved.Asked))
	}
	return answer + removedLine(saved.Removed) + similarLines(m.ID, otherThan(saved.Similar, saved.Asked), similar)
}

// otherThan leaves out what the client itself asked to supersede.
func otherThan(near []store.Near, asked []int64) []store.Near {
	return slices.DeleteFunc(slices.Clone(near), func(n store.Near) bool { return slices.Contains(asked, n.ID) })
}

// newerLine names the memory that is given instead of one that was saved again.
func newerLine(l store.Link) string {
	if l.Relation == store.MergedInto {
		return fmt.Sprintf("it was merged into #%d, update that", l.Target)
	}
	return fmt.Sprintf("#%d supersedes it, update that", l.Target)
}

// removedLine names what was removed from a text before it was stored.
func removedLine(removed []guard.Removal) string {
	if len(removed) == 0 {
		return ""
	}
	var parts []string
	for _, r := range removed {
		parts = append(parts, plural(r.Count, r.What, r.What+"s"))
	}
	return "\nremoved before storing: " + strings.Join(parts, ", ")
}
