package mcpserver

import (
	"context"
	"fmt"
	"strings"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
)

type saveInput struct {
	Body    string   `json:"body"`
	Title   string   `json:"title"`
	Kind    string   `json:"kind"`
	Tags    []string `json:"tags"`
	Files   []string `json:"files"`
	Project string   `json:"project"`
	Scope   string   `json:"scope"`
}

func saveTool() tool {
	fields := []field{
		{name: "body", kind: textField, required: true, max: store.MaxBody, about: "Markdown. One thing, complete without this conversation."},
		{name: "title", kind: textField, max: store.MaxTitle, about: "One line. Default: the body's first."},
		{name: "kind", kind: textField, enum: kindNames(), initial: string(store.Note)},
		tagsField("What it is about, such as [\"auth\", \"postgres\"]."),
		{name: "files", kind: textsField, max: store.MaxFiles, each: store.MaxFile, quiet: true, about: "Paths it concerns, relative to the project."},
		projectField("By name or absolute folder. Default: that of the working directory."),
		{name: "scope", kind: textField, enum: []string{"project", "global"}, initial: "project", about: "global: holds in every project, such as a preference."},
	}
	return tool{
		name: "memory_save", title: "Save a memory",
		about: "Store what will matter in a later session: a decision and why, a preference, a fact, how a thing is done, a trap and its fix. " +
			"Never secrets. The answer begins with the id, then names what says the same or contradicts it.",
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
		Kind: store.Kind(in.Kind), Title: in.Title, Body: in.Body, Tags: in.Tags, Files: in.Files,
	}
	var err error
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
	return SaveAnswer(saved), nil
}

// place returns where the call comes from; named is its project argument.
func (c *call) place(ctx context.Context, named string) (store.ProjectRef, error) {
	if named == "" {
		named = c.opts.Project
	}
	return c.workspaces.Project(named, c.folders(ctx, c.incoming))
}

// SaveAnswer says in a line what a save did, in a second one what was removed
// before, and in further ones what says the same or contradicts it. The first #n is the saved memory's id. Whether the project was
// created for it is said too, so that a misspelt name is seen.
func SaveAnswer(saved recall.Saved) string {
	m := saved.Memory
	in := "project"
	if saved.NewProject {
		in = "new project"
	}
	answer := fmt.Sprintf("saved #%d in %s %s", m.ID, in, oneLine(m.Project))
	switch {
	case saved.Newer.Target != 0:
		answer = fmt.Sprintf("already known as #%d in project %s; nothing new was stored: %s", m.ID, oneLine(m.Project), newerLine(saved.Newer))
	case saved.Revived:
		answer = fmt.Sprintf("already known as #%d in project %s, which was archived: it is active again", m.ID, oneLine(m.Project))
	case saved.Known:
		answer = fmt.Sprintf("already known as #%d in project %s; nothing new was stored", m.ID, oneLine(m.Project))
	case m.State == store.Pending:
		answer = fmt.Sprintf("saved #%d, held for review", m.ID)
	}
	return answer + removedLine(saved.Removed) + similarLines(m.ID, saved.Similar)
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
