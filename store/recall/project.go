package recall

import (
	"context"
	"strings"

	"memtray/store"
)

// Project finds or creates a project; see [store.ProjectRef]. Its name and label
// are cleaned like the texts of a memory. Returns [store.Invalid] if nothing is
// left of the name.
func (r *Recall) Project(ctx context.Context, ref store.ProjectRef) (store.Project, error) {
	ref, err := cleanRef(ref)
	if err != nil {
		return store.Project{}, err
	}
	return r.store.Project(ctx, ref)
}

func cleanRef(ref store.ProjectRef) (store.ProjectRef, error) {
	var c cleaner
	given := ref.Name
	ref.Name = c.text(given)
	if strings.TrimSpace(ref.Name) == "" && given != "" {
		return ref, store.Errorf(store.Invalid, "nothing is left of the project's name after cleaning")
	}
	label := ref.Label
	if ref.Label = c.line(label); ref.Label == "" && label != "" {
		ref.Label = "project"
	}
	return ref, nil
}

// projectToSave returns the project for ref, made if it is new, and
// [store.Unfiled] if ref asks for none.
func (r *Recall) projectToSave(ctx context.Context, ref store.ProjectRef) (int64, error) {
	if ref.Name == "" && len(ref.Keys) == 0 {
		return store.Unfiled, nil
	}
	ref.Create = true
	p, err := r.Project(ctx, ref)
	return p.ID, err
}
