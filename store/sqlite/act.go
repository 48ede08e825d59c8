package sqlite

import (
	"context"
	"encoding/json"

	"memtray/store"
)

// image is what a revision keeps of what was before.
type image struct {
	store.Image
	Tokens int `json:"tokens"`
}

func imageOf(m *store.Memory) image {
	return image{Tokens: m.Tokens, Image: store.Image{
		Kind: m.Kind, Title: m.Title, TitleDerived: m.TitleDerived, Body: m.Body,
		ProjectID: m.ProjectID, Project: m.Project, Tags: m.Tags, Files: m.Files, Links: m.Links,
		State: m.State, Pinned: m.Pinned, Private: m.Private,
		ReviewedAt: m.ReviewedAt, SnoozedUntil: m.SnoozedUntil, ExpiresAt: m.ExpiresAt,
	}}
}

// put sets m to what the image holds.
func (i image) put(m *store.Memory) {
	m.Kind, m.Title, m.TitleDerived, m.Body, m.Tokens = i.Kind, i.Title, i.TitleDerived, i.Body, i.Tokens
	m.ProjectID, m.Tags, m.Files, m.Links = i.ProjectID, i.Tags, i.Files, i.Links
	m.State, m.Pinned, m.Private = i.State, i.Pinned, i.Private
	m.ReviewedAt, m.SnoozedUntil, m.ExpiresAt = i.ReviewedAt, i.SnoozedUntil, i.ExpiresAt
}

func (t *transaction) insertAct(ctx context.Context, a store.Act) (int64, error) {
	return t.exec(ctx, `insert into acts (author_kind, client, session_id, process, at, kind, reason, count, undoes)
		values (?, ?, nullif(?, 0), ?, ?, ?, ?, ?, nullif(?, 0))`,
		a.Author.Kind, a.Author.Client, a.Author.Session, a.Author.Process, t.at, a.Kind, a.Reason, a.Count, a.Undoes)
}

// insertRevision notes that an act made a memory what it is at a revision;
// before is nil for the first.
func (t *transaction) insertRevision(ctx context.Context, id, revision, act int64, before *image) error {
	var text any
	if before != nil {
		b, err := json.Marshal(before)
		if err != nil {
			return err
		}
		text = string(b)
	}
	_, err := t.ExecContext(ctx, `insert into revisions (memory_id, revision, act_id, before) values (?, ?, ?, ?)`, id, revision, act, text)
	return err
}

const actColumns = `a.id, a.author_kind, a.client, coalesce(a.session_id, 0), a.process, a.at, a.kind, a.reason, a.count, coalesce(a.undoes, 0)`

func actFields(a *store.Act) []any {
	return []any{&a.ID, &a.Author.Kind, &a.Author.Client, &a.Author.Session, &a.Author.Process, &a.At, &a.Kind, &a.Reason, &a.Count, &a.Undoes}
}
