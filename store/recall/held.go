package recall

import (
	"strings"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/text"
)

// suspected returns why texts of a client should wait for the person. The id that
// the client gave itself is shown beside its memories, so it is looked at too.
func (g *gate) suspected(fields ...guard.Field) []store.Hold {
	if g.by.Kind != store.Agent {
		return nil
	}
	words := strings.NewReplacer("-", " ", "_", " ").Replace(g.by.Client)
	fields = append(fields, guard.Field{Name: "client", Text: words})
	var holds []store.Hold
	for _, r := range guard.Suspicious(fields...) {
		found := text.Cut(r.Found, store.MaxHold-1)
		holds = append(holds, store.Hold{Code: string(r.Code), Field: r.Field, Found: found})
	}
	return holds
}

// fieldsOf returns the texts of a memory that is saved, and of the project that
// it names.
func fieldsOf(in Input) []guard.Field {
	return []guard.Field{
		{Name: "title", Text: in.Title}, {Name: "body", Text: in.Body},
		{Name: "tags", Text: strings.Join(in.Tags, "\n")}, {Name: "files", Text: strings.Join(in.Files, "\n")},
		{Name: "project", Text: in.Project.Name},
	}
}

// fields returns the texts of a memory as a change would leave them, and why it is
// asked for; of a memory whose texts stay only that.
func (ch Change) fields(m store.Memory) []guard.Field {
	fields := []guard.Field{{Name: "reason", Text: ch.Reason}}
	if ch.Title == nil && ch.Body == nil && ch.Tags == nil && ch.Files == nil {
		return fields
	}
	if m.TitleDerived {
		m.Title = ""
	}
	setTo(&m.Title, ch.Title)
	setTo(&m.Body, ch.Body)
	setTo(&m.Tags, ch.Tags)
	setTo(&m.Files, ch.Files)
	return append(fields, fieldsOf(Input{Title: m.Title, Body: m.Body, Tags: m.Tags, Files: m.Files})...)
}

// protected returns why a client's change of a memory waits for the person
// whatever it is.
func protected(m store.Memory) []store.Hold {
	var holds []store.Hold
	if m.Pinned {
		holds = append(holds, store.Hold{Code: store.HoldPinned})
	}
	if m.Client == "" {
		holds = append(holds, store.Hold{Code: store.HoldPerson})
	}
	return holds
}
