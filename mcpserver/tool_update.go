package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

type updateInput struct {
	ID       int64     `json:"id"`
	Revision int64     `json:"revision"`
	Title    *string   `json:"title"`
	Body     *string   `json:"body"`
	Kind     *string   `json:"kind"`
	Tags     *[]string `json:"tags"`
	Files    *[]string `json:"files"`
	Project  string    `json:"project"`
	Pinned   *bool     `json:"pinned"`
	State    *string   `json:"state"`
	Reason   string    `json:"reason"`
	Links    *[]int64  `json:"links"`

	SupersededBy int64 `json:"superseded_by"`
	MergeInto    int64 `json:"merge_into"`
	Propose      bool  `json:"propose"`
}

// maxLinks is how many memories one can be related to.
const maxLinks = 32

func updateTool() tool {
	fields := []field{
		{name: "id", kind: idField, required: true},
		{name: "revision", kind: intField, min: 1, max: store.MaxID, quiet: true, about: "That you read; if stale, nothing is stored and you see both."},
		{name: "title", kind: textField, max: store.MaxTitle, quiet: true},
		{name: "body", kind: textField, max: store.MaxBody, quiet: true, about: "The new text in full."},
		{name: "kind", kind: textField, enum: kindNames(), quiet: true, about: "As in memory_save."},
		tagsField("Replaces all tags."),
		{name: "files", kind: textsField, max: store.MaxFiles, each: store.MaxFile, quiet: true, about: "Replaces all files."},
		projectField("Moves it, by name or absolute folder; global for every project."),
		{name: "pinned", kind: boolField},
		{name: "state", kind: textField, enum: []string{"active", "archived"}, about: "archived: found only on request."},
		{name: "links", kind: idsField, max: maxLinks, quiet: true, about: "Replaces the related memories."},
		{name: "superseded_by", kind: idField, quiet: true, about: "This one holds instead; alone."},
		{name: "merge_into", kind: idField, quiet: true, about: "This one says it too; alone."},
		{name: "propose", kind: boolField, about: "Ask the user first."},
		reasonField(),
	}
	return tool{
		name: "memory_update", title: "Change a memory",
		about: "Correct a memory: only what you give changes. The former version is kept. Prefer this to saving another one.",

		readOnly: false, destructive: false, repeat: true, openWorld: false,
		fields: fields,
		handle: handler(fields, update),
	}
}

func reasonField() field {
	return field{name: "reason", kind: textField, max: store.MaxReason, quiet: true}
}

func update(ctx context.Context, c *call, in updateInput) (string, error) {
	if in.nothing() {
		return "", faultf("nothing to change was given")
	}
	found, err := c.visible(ctx, []int64{in.ID})
	if err != nil {
		return "", err
	}
	if len(found.memories) == 0 {
		return "", store.Errorf(store.NotFound, "%s", strings.TrimSuffix(found.notes[0], "."))
	}
	ch, err := c.change(in)
	if err != nil {
		return "", err
	}
	changed, err := c.recall.Change(ctx, c.by, ch)
	if e, ok := errors.AsType[*store.Error](err); ok && e.Code == store.Conflict && e.Current != nil {
		return "", store.Errorf(store.Conflict, "%s", c.bothTexts(in, *e.Current))
	}
	if err != nil {
		return "", err
	}
	if len(changed.IDs) == 0 && len(changed.Proposed)+len(changed.Declined) > 0 {
		return heldLine(changed) + removedLine(changed.Removed), nil
	}
	switch {
	case in.SupersededBy != 0:
		return fmt.Sprintf("#%d now supersedes #%d", in.SupersededBy, in.ID), nil
	case in.MergeInto != 0:
		return fmt.Sprintf("#%d was merged into #%d", in.ID, in.MergeInto), nil
	}
	return c.updated(ctx, in.ID, changed)
}

// heldLine says what waits for the person, and what the person declined before.
func heldLine(changed recall.Changed) string {
	var lines []string
	if len(changed.Proposed) > 0 {
		lines = append(lines, fmt.Sprintf("proposed for %s, waits for the user's review; nothing was changed yet", idList(changed.Proposed)))
	}
	if len(changed.Declined) > 0 {
		lines = append(lines, fmt.Sprintf("the user declined the same for %s before; nothing was changed", idList(changed.Declined)))
	}
	return strings.Join(lines, "\n")
}

func (in updateInput) nothing() bool {
	return in.Title == nil && in.Body == nil && in.Kind == nil && in.Tags == nil && in.Files == nil &&
		in.Project == "" && in.Pinned == nil && in.State == nil && in.Links == nil && in.SupersededBy == 0 && in.MergeInto == 0
}

func (c *call) change(in updateInput) (recall.Change, error) {
	ch := recall.Change{
		IDs: []int64{in.ID}, Revision: in.Revision, Reason: in.Reason,
		Title: in.Title, Body: in.Body, Kind: (*store.Kind)(in.Kind),
		Tags: in.Tags, Files: in.Files, Pinned: in.Pinned, State: (*store.State)(in.State),
		Related: in.Links, SupersededBy: in.SupersededBy, MergeInto: in.MergeInto, Propose: in.Propose,
	}
	if in.Project == "" {
		return ch, nil
	}
	ref, err := c.workspaces.Project(in.Project, nil)
	if err != nil {
		return ch, err
	}
	ch.Project = &ref
	return ch, nil
}

// updated says what the change led to.
func (c *call) updated(ctx context.Context, id int64, changed recall.Changed) (string, error) {
	got, err := c.recall.Get(ctx, c.by, []int64{id})
	if err != nil {
		return "", err
	}
	now := "no longer shown to you"
	if len(got.Memories) == 1 {
		m := got.Memories[0]
		in := "project"
		if changed.NewProject {
			in = "new project"
		}
		now = fmt.Sprintf("revision %d in %s %s", m.Revision, in, oneLine(m.Project))
	}
	if len(changed.IDs) == 0 {
		return fmt.Sprintf("#%d was so already (%s); nothing changed", id, now), nil
	}
	return fmt.Sprintf("updated #%d, now %s%s", id, now, removedLine(changed.Removed)+similarLines(id, changed.Similar, toModel)), nil
}

// bothTexts shows what is stored now beside what the call wanted to store.
func (c *call) bothTexts(in updateInput, current store.Memory) string {
	r := reading{now: c.opts.Now(), room: defaultTokens / 2}
	r.add(current, 0)
	texts := []string{"stored now:\n" + r.texts[0].text}
	wanted := ""
	if in.Title != nil {
		wanted += "title: " + *in.Title + "\n"
	}
	if in.Body != nil {
		wanted += *in.Body
	}
	if wanted != "" {
		cut, _ := cutTokens(wanted, defaultTokens/2)
		texts = append(texts, "yours, not stored:\n"+cut)
	}
	return fmt.Sprintf("#%d is at revision %d, not %d: nothing was stored. Merge the two and update with revision %d.\n",
		current.ID, current.Revision, in.Revision, current.Revision) + frame(c.mark, texts...)
}
