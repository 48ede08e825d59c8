package recall

import (
	"context"

	"memtray/store"
	"memtray/store/guard"
)

// Input is a memory as someone wrote it.
type Input struct {
	Kind      store.Kind // "" means [store.Note]
	Title     string     // "" derives it from the body
	Body      string
	Tags      []string
	Files     []string
	ProjectID int64 // 0 means Project
	Private   bool
	Pinned    bool

	// Project is where to file it if ProjectID is 0; a new one is made once the
	// memory is known to be storable. Nothing means [store.Unfiled].
	Project store.ProjectRef
}

// Saved is the outcome of [Recall.Save].
type Saved struct {
	store.Saved

	// Removed is what was taken out of the texts before they were stored.
	Removed []guard.Removal

	// NewProject says that the project was made for this memory because it was
	// asked for by name: that may be a slip, while a new folder is none.
	NewProject bool
}

// Save stores a memory, or counts or revives an equal one of the same project;
// see [store.Store]. Texts are
// stored as they are after cleaning; title, tags and files are trimmed, and
// repeated tags (ignoring case) and files left out.
//
// What says the same or contradicts it, in the project or everywhere, becomes a
// proposal to the person ([store.Saved]); nothing else is done about it.
//
// Returns [store.Paused] for a client while saving is paused, and
// [store.Invalid] for what breaks a rule, also if nothing is left of the body.
// A save that is refused leaves no new project behind.
func (r *Recall) Save(ctx context.Context, by store.Author, in Input) (Saved, error) {
	r.activity.used()
	if err := r.mayWrite(ctx, by, "stored"); err != nil {
		return Saved{}, err
	}
	var c cleaner
	d, err := c.draft(in)
	if err != nil {
		return Saved{}, err
	}
	if err := d.Validate(); err != nil {
		return Saved{}, err
	}
	named := false
	if d.ProjectID == 0 {
		p, err := r.projectToSave(ctx, in.Project)
		if err != nil {
			return Saved{}, err
		}
		d.ProjectID, named = p.ID, p.Created && in.Project.Name != ""
	}
	if !d.Private {
		d.Similar = r.similar(ctx, by, writtenOf(d))
	}
	saved, err := r.store.Save(ctx, by, d)
	if err != nil {
		return Saved{}, err
	}
	return Saved{Saved: saved, Removed: c.removed, NewProject: named}, nil
}

func writtenOf(d store.Draft) written {
	w := written{kind: d.Kind, title: d.Title, body: d.Body, projectID: d.ProjectID}
	if d.TitleDerived {
		w.title = ""
	}
	return w
}

func (c *cleaner) draft(in Input) (store.Draft, error) {
	d := store.Draft{
		Kind: in.Kind, ProjectID: in.ProjectID, Private: in.Private, Pinned: in.Pinned,
		Tags: c.tags(in.Tags), Files: c.files(in.Files),
	}
	title := c.line(in.Title)
	var err error
	if d.Body, err = c.body(in.Body); err != nil {
		return d, err
	}
	d.Title, d.TitleDerived, d.Tokens = titled(title, d.Body)
	return d, nil
}
