package mcpserver

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
	"memtray/store/recall"
)

// Project returns how to find the project of a call: the one that was named, by
// its name or folder, else that of the first of dirs that counts. A reference
// without a name and without keys means that nothing was found. Returns an
// error only for a named folder that cannot be a project.
func (w *Workspaces) Project(named string, dirs iter.Seq[string]) (store.ProjectRef, error) {
	if named = strings.TrimSpace(named); named != "" {
		return w.named(named)
	}
	for dir := range dirs {
		if ref, ok := w.Find(dir); ok {
			return ref, nil
		}
	}
	return store.ProjectRef{}, nil
}

func (w *Workspaces) named(name string) (store.ProjectRef, error) {
	dir, ok := w.path(name)
	if !ok {
		return store.ProjectRef{Name: name}, nil
	}
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return store.ProjectRef{}, faultf("project names a folder that does not exist; give its name or another folder")
	}
	if ref, ok := w.Find(dir); ok {
		return ref, nil
	}
	// Asked for by name, a folder counts also where it would not by itself.
	dir = realPath(dir)
	if w.aboveHome(dir) {
		return store.ProjectRef{}, faultf("project names a folder that holds many projects; name one of them")
	}
	return store.ProjectRef{
		Keys:  []store.ProjectKey{{Kind: store.KeyPath, Value: dir}},
		Label: label(filepath.Base(dir)),
	}, nil
}

// path returns the folder that name means if it is written as a path. Relative
// paths begin with a dot, since a project's name may hold slashes.
func (w *Workspaces) path(name string) (string, bool) {
	slashed := filepath.ToSlash(name)
	switch {
	case filepath.IsAbs(name):
		return filepath.Clean(name), true
	case slashed == "~" || strings.HasPrefix(slashed, "~/"):
		return filepath.Join(w.home, name[1:]), w.home != ""
	case slashed == "." || slashed == ".." || strings.HasPrefix(slashed, "./") || strings.HasPrefix(slashed, "../"):
		dir, err := filepath.Abs(name)
		return dir, err == nil
	}
	return "", false
}

// ProjectToSearch returns the project for ref, which by asks for. If nothing is known of it yet
// that is an error which gives the names like it, if somebody asked for just
// this project; otherwise a project with only a name.
func ProjectToSearch(ctx context.Context, r *recall.Recall, by store.Author, ref store.ProjectRef, asked bool) (store.Project, error) {
	if unknown(ref) {
		return store.Project{}, nil
	}
	p, err := r.ProjectOf(ctx, by, ref)
	if store.ErrorCode(err) == store.NotFound && !(asked && ref.Name != "") {
		return store.Project{Name: recall.NameOf(ref)}, nil
	}
	return p, err
}

// Scope returns the projects that a search in p covers: p itself, what could
// not be filed, and what holds everywhere.
func Scope(p store.Project) []int64 {
	ids := []int64{store.Unfiled, store.Global}
	if p.ID != 0 && p.ID != store.Unfiled && p.ID != store.Global {
		ids = append([]int64{p.ID}, ids...)
	}
	return ids
}

func unknown(ref store.ProjectRef) bool { return ref.Name == "" && len(ref.Keys) == 0 }
