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
	var c cleaner
	given := ref.Name
	ref.Name = c.text(given)
	if strings.TrimSpace(ref.Name) == "" && given != "" {
		return store.Project{}, store.Errorf(store.Invalid, "nothing is left of the project's name after cleaning")
	}
	label := ref.Label
	if ref.Label = c.line(label); ref.Label == "" && label != "" {
		ref.Label = "project"
	}
	return r.store.Project(ctx, ref)
}
