package recall

import (
	"context"
	"strings"

	"memtray/store"
	"memtray/store/guard"
)

// Project finds or creates a project; see [store.ProjectRef]. Its name and label
// are cleaned like the texts of a memory; a label that is suspicious (package
// guard) gives way to "project". Returns [store.Invalid] if nothing is
// left of the name.
func (r *Recall) Project(ctx context.Context, ref store.ProjectRef) (store.Project, error) {
	ref, err := cleanRef(ref)
	if err != nil {
		return store.Project{}, err
	}
	return r.store.Project(ctx, ref)
}

// ProjectOf is [Recall.Project] for what by asks for: an error names no project
// that by may not read.
func (r *Recall) ProjectOf(ctx context.Context, by store.Author, ref store.ProjectRef) (store.Project, error) {
	p, err := r.Project(ctx, ref)
	if store.ErrorCode(err) != store.NotFound || by.Kind != store.Agent {
		return p, err
	}
	g, all, gateErr := r.projects(ctx, by)
	if gateErr != nil {
		return p, gateErr
	}
	for _, one := range all {
		if !g.reads(one.ID) {
			ref.Unnamed = append(ref.Unnamed, one.ID)
		}
	}
	if len(ref.Unnamed) == 0 {
		return p, err
	}
	return r.Project(ctx, ref)
}

func (r *Recall) projects(ctx context.Context, by store.Author) (*gate, []store.Project, error) {
	g, err := r.gate(ctx, by)
	if err != nil {
		return nil, nil, err
	}
	all, err := r.store.Projects(ctx)
	return g, all, err
}

func cleanRef(ref store.ProjectRef) (store.ProjectRef, error) {
	var c cleaner
	given := ref.Name
	ref.Name = c.text(given)
	if strings.TrimSpace(ref.Name) == "" && given != "" {
		return ref, store.Errorf(store.Invalid, "nothing is left of the project's name after cleaning")
	}
	label := ref.Label
	if ref.Label = c.line(label); label != "" && (ref.Label == "" || speaks(label)) {
		ref.Label = "project"
	}
	return ref, nil
}

// NameOf returns what a project that is not known yet would be called; "" if its
// name cannot be one.
func NameOf(ref store.ProjectRef) string {
	ref, err := cleanRef(ref)
	if err != nil {
		return ""
	}
	return ref.Name + ref.Label
}

// speaks reports whether the name of a folder is an order to a model. Nobody typed
// it for us, and it would be read by every client: the folder may come from
// anywhere.
func speaks(label string) bool {
	return guard.Suspicious(guard.Field{Name: "project", Text: label}) != nil
}

// projectToSave returns the project for ref, made if it is new, and that of
// [store.Unfiled] if ref asks for none.
func (r *Recall) projectToSave(ctx context.Context, ref store.ProjectRef) (store.Project, error) {
	if ref.Name == "" && len(ref.Keys) == 0 {
		return store.Project{ID: store.Unfiled}, nil
	}
	ref.Create = true
	return r.Project(ctx, ref)
}

// RenameProject gives a project another display name, cleaned like any text of
// one line; see [store.Store]. Only the person can do that.
func (r *Recall) RenameProject(ctx context.Context, by store.Author, id int64, name string) (store.ProjectAct, error) {
	if err := onlyPerson(by, "renames projects"); err != nil {
		return store.ProjectAct{}, err
	}
	var c cleaner
	cleaned := c.line(name)
	if cleaned == "" && strings.TrimSpace(name) != "" {
		return store.ProjectAct{}, store.Errorf(store.Invalid, "nothing is left of the project's name after cleaning")
	}
	return r.store.RenameProject(ctx, by, id, cleaned)
}

// MergeProjects moves everything of one project into another; see [store.Store].
// Only the person can do that.
func (r *Recall) MergeProjects(ctx context.Context, by store.Author, from, into int64) (store.ProjectAct, error) {
	if err := onlyPerson(by, "merges projects"); err != nil {
		return store.ProjectAct{}, err
	}
	return r.store.MergeProjects(ctx, by, from, into)
}
