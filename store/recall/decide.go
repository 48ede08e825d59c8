package recall

import (
	"context"

	"memtray/store"
)

// Ruling is the person's verdict over a proposal; see [store.Ruling]. The fields
// that are not nil are what the person changes in what is proposed.
type Ruling struct {
	Verdict  store.Verdict
	Reason   string
	Revision int64

	Title     *string // "" derives it from the body again
	Body      *string
	Kind      *store.Kind
	Tags      *[]string
	Files     *[]string
	ProjectID *int64
	Pinned    *bool

	Text *string // of a document or note
}

// Decide accepts or declines a proposal; see [store.Store]. What the person
// changes in it is cleaned like any text.
func (r *Recall) Decide(ctx context.Context, by store.Author, id int64, in Ruling) (store.Decided, error) {
	r.activity.used()
	var c cleaner
	want, err := c.change(Change{
		Title: in.Title, Body: in.Body, Kind: in.Kind, Tags: in.Tags, Files: in.Files, ProjectID: in.ProjectID, Pinned: in.Pinned,
	}, 0)
	if err != nil {
		return store.Decided{}, err
	}
	ruling := store.Ruling{Verdict: in.Verdict, Reason: c.line(in.Reason), Revision: in.Revision, Patch: want.Patch}
	if in.Text != nil {
		text, err := c.body(*in.Text)
		if err != nil {
			return store.Decided{}, err
		}
		ruling.Text = &text
	}
	if in.Verdict == store.Accept {
		if err := r.retitle(ctx, id, &ruling); err != nil {
			return store.Decided{}, err
		}
	}
	return r.store.Decide(ctx, by, id, ruling)
}

// retitle completes what accepting sets if that is a title or body: the two
// decide over each other.
func (r *Recall) retitle(ctx context.Context, id int64, d *store.Ruling) error {
	p, err := r.store.Proposal(ctx, id)
	if store.ErrorCode(err) == store.NotFound {
		return nil // it makes no sense or is decided: the store says which
	}
	if err != nil || p.Memory == nil {
		return err
	}
	text := store.Patch{Title: d.Patch.Title, Body: d.Patch.Body}
	if p.Patch != nil {
		if text.Title == nil {
			text.Title = p.Patch.Title
		}
		if text.Body == nil {
			text.Body = p.Patch.Body
		}
	}
	if text.Title == nil && text.Body == nil {
		return nil
	}
	text = retitled(*p.Memory, text)
	d.Patch.Title, d.Patch.TitleDerived, d.Patch.Tokens = text.Title, text.TitleDerived, text.Tokens
	return nil
}
