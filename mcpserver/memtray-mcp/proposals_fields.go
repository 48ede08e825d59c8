package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"memtray/store"
)

// fieldChange is one field of what a proposal changes. What is only shown has
// no after.
type fieldChange struct {
	name          string
	before, after string
	shown         bool // it does not change
}

// write prints it with every line of a client's text marked, so that none
// passes for one of this program.
func (f fieldChange) write(b *strings.Builder) {
	if f.shown {
		fmt.Fprintf(b, "\n%s:\n%s", f.name, marked("  | ", f.before))
		return
	}
	fmt.Fprintf(b, "\n%s, before:\n%s%s, after:\n%s", f.name, marked("  - ", f.before), f.name, marked("  + ", f.after))
}

func marked(mark, text string) string {
	if text == "" {
		return "  (nothing)\n"
	}
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(mark + readable(line) + "\n")
	}
	return b.String()
}

// changes are the fields that an edit changes. What title and text cost follows
// from them and is left out.
func changes(p store.Proposal) []fieldChange {
	if p.Memory == nil || p.Patch == nil {
		return nil
	}
	m, d := p.Memory, p.Patch
	var out []fieldChange
	changed(&out, "title", m.Title, d.Title, asIs)
	changed(&out, "text", m.Body, d.Body, asIs)
	changed(&out, "kind", m.Kind, d.Kind, asIs)
	changed(&out, "tags", m.Tags, d.Tags, lines)
	changed(&out, "files", m.Files, d.Files, lines)
	changed(&out, "links", m.Links, d.Links, links)
	changed(&out, projectField, m.ProjectID, d.ProjectID, number)
	changed(&out, "pinned", m.Pinned, d.Pinned, strconv.FormatBool)
	changed(&out, "private", m.Private, d.Private, strconv.FormatBool)
	changed(&out, "state", m.State, d.State, asIs)
	changed(&out, "expires", m.ExpiresAt, d.ExpiresAt, moment)
	return out
}

const projectField = "project"

func changed[T any](out *[]fieldChange, name string, before T, after *T, say func(T) string) {
	if after != nil {
		*out = append(*out, fieldChange{name: name, before: say(before), after: say(*after)})
	}
}

func asIs[T ~string](s T) string { return string(s) }

func lines(all []string) string { return strings.Join(all, "\n") }

func links(all []store.Link) string {
	var out []string
	for _, l := range all {
		out = append(out, fmt.Sprintf("%s #%d", l.Relation, l.Target))
	}
	return lines(out)
}

func number(id int64) string { return strconv.FormatInt(id, 10) }

func moment(at store.Millis) string {
	if at == 0 {
		return ""
	}
	return at.Time().Local().Format("2006-01-02 15:04")
}

// shownFields returns what show prints of a proposal, and the revision of what
// it changes.
func shownFields(ctx context.Context, s store.Store, p store.Proposal) ([]fieldChange, int64, error) {
	switch p.Kind {
	case store.EditProposal:
		fields, err := namedProjects(ctx, s, changes(p))
		return fields, p.Memory.Revision, err
	case store.DocumentProposal:
		return documentFields(ctx, s, p)
	case store.NoteProposal:
		return []fieldChange{{name: "text", before: p.Writing.Text, shown: true}}, 0, nil
	case store.MergeProposal, store.SupersedeProposal:
		found, err := s.Memories(ctx, []int64{p.New.ID, p.Old.ID})
		var fields []fieldChange
		for _, m := range found {
			fields = append(fields, memoryFields(fmt.Sprintf("#%d ", m.ID), m)...)
		}
		return fields, 0, err
	}
	return memoryFields("", *p.Memory), p.Memory.Revision, nil
}

// memoryFields are the fields of a memory that has any.
func memoryFields(prefix string, m store.Memory) []fieldChange {
	title := m.Title
	if m.TitleDerived {
		title = "" // the text begins with it
	}
	var out []fieldChange
	for _, f := range []fieldChange{
		{name: "title", before: title}, {name: "text", before: m.Body},
		{name: "tags", before: lines(m.Tags)}, {name: "files", before: lines(m.Files)}, {name: "links", before: links(m.Links)},
	} {
		if f.before != "" {
			out = append(out, fieldChange{name: prefix + f.name, before: f.before, shown: true})
		}
	}
	return out
}

// documentFields are the text of a document as it is, and as it would be.
func documentFields(ctx context.Context, s store.Store, p store.Proposal) ([]fieldChange, int64, error) {
	now, err := s.Document(ctx, p.Writing.Document)
	if store.ErrorCode(err) == store.NotFound {
		now, err = store.Document{Revision: store.NewDocument}, nil
	}
	w := store.DocumentWrite{Mode: p.Writing.Mode, Text: p.Writing.Text}
	return []fieldChange{{name: "text", before: now.Text, after: w.After(now.Text)}}, now.Revision, err
}

// namedProjects puts names in the place of projects' numbers.
func namedProjects(ctx context.Context, s store.Store, fields []fieldChange) ([]fieldChange, error) {
	for i, f := range fields {
		if f.name != projectField {
			continue
		}
		all, err := s.Projects(ctx)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			switch number(p.ID) {
			case f.before:
				fields[i].before = p.Name
			case f.after:
				fields[i].after = p.Name
			}
		}
	}
	return fields, nil
}
