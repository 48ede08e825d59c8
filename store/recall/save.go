package recall

import (
	"context"
	"slices"

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
	ExpiresAt store.Millis // 0: never

	// Supersedes are memories whose place it takes.
	Supersedes []int64

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

	// Asked are the memories that it is to supersede once the person agrees.
	Asked []int64
}

// Save stores a memory, or counts or revives an equal one of the same project;
// see [store.Store]. Texts are
// stored as they are after cleaning; title, tags and files are trimmed, and
// repeated tags (ignoring case) and files left out.
//
// What says the same or contradicts it, in the project or everywhere, becomes a
// proposal to the person ([store.Saved]); nothing else is done about it. A
// client's save is held for the person ([store.Pending]) where its trust or its
// limit says so, or where a text is suspicious (package guard). It supersedes
// pinned memories and the person's own only once the person agrees.
//
// Returns [store.Paused] for a client that may not store anything here, and
// [store.Invalid] for what breaks a rule, also if nothing is left of the body.
// A save that is refused leaves no new project behind.
func (r *Recall) Save(ctx context.Context, by store.Author, in Input) (Saved, error) {
	r.activity.used()
	g, err := r.gateToWrite(ctx, by, "stored")
	if err != nil {
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
	if d.ExpiresAt != 0 && d.ExpiresAt <= store.MillisOf(r.now()) {
		return Saved{}, store.Errorf(store.Invalid, "expires must be in the future")
	}
	d.Holds = g.suspected(fieldsOf(in)...)
	if slices.ContainsFunc(d.Holds, func(h store.Hold) bool { return h.Field == "project" }) {
		in.Project = store.ProjectRef{} // its name would be shown to others before anybody has seen it
	}
	var out Saved
	if err := r.superseding(ctx, by, in, &d, &out); err != nil {
		return Saved{}, err
	}
	if out.NewProject, err = r.fileIn(ctx, g, in, &d); err != nil {
		return Saved{}, err
	}
	if !d.Private {
		for _, n := range r.similar(ctx, by, writtenOf(d)) {
			if !slices.Contains(in.Supersedes, n.ID) {
				d.Similar = append(d.Similar, n)
			}
		}
	}
	if out.Saved, err = r.store.Save(ctx, by, d); err != nil {
		return Saved{}, err
	}
	out.Removed = c.removed
	return out, r.supersedeKnown(ctx, by, in, &out)
}

// fileIn settles the project of a draft, and with it whether the client may save
// there at once.
func (r *Recall) fileIn(ctx context.Context, g *gate, in Input, d *store.Draft) (newProject bool, err error) {
	if d.ProjectID == 0 {
		if err := r.mayCreate(ctx, g, in.Project, "stored"); err != nil {
			return false, err
		}
		p, err := r.projectToSave(ctx, in.Project)
		if err != nil {
			return false, err
		}
		d.ProjectID, newProject = p.ID, p.Created && in.Project.Name != ""
	}
	level, err := g.level(d.ProjectID, "stored")
	if err != nil {
		return false, err
	}
	if level == store.ReviewTrust {
		d.Holds = append(d.Holds, store.Hold{Code: store.HoldReview})
	}
	if g.by.Kind == store.Agent && g.access.Saved >= g.access.Limit {
		d.Holds = append(d.Holds, store.Hold{Code: store.HoldHourly})
	}
	return newProject, nil
}

// mayCreate fails for a project, new or not, in which the client may not store.
func (r *Recall) mayCreate(ctx context.Context, g *gate, ref store.ProjectRef, done string) error {
	if err := g.place(ref); err != nil {
		return err
	}
	if g.by.Kind != store.Agent || len(g.access.Projects) == 0 && len(g.apart) == 0 || ref.Name == "" && len(ref.Keys) == 0 {
		return nil
	}
	ref.Create = false
	p, err := r.Project(ctx, ref)
	if store.ErrorCode(err) == store.NotFound {
		p, err = store.Project{}, nil // a new one, for which the general level counts
	}
	if err == nil {
		_, err = g.level(p.ID, done)
	}
	return err
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
		Kind: in.Kind, ProjectID: in.ProjectID, Private: in.Private, Pinned: in.Pinned, ExpiresAt: in.ExpiresAt,
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
