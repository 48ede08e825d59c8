package store

import "cmp"

// Reserved projects. Both are rows like any other.
const (
	Unfiled int64 = 1 // no project could be found; searched everywhere, never injected elsewhere
	Global  int64 = 2 // asked for by name; recalled everywhere
)

// Project is what memories belong to: usually a repository.
type Project struct {
	ID        int64    `json:"id"`
	Name      string   `json:"name"` // display name, unique ignoring case
	Aliases   []string `json:"aliases,omitempty"`
	CreatedAt Millis   `json:"created_at"`
	Memories  int      `json:"memories"` // active and pending

	// Created says that the call of [Store.Project] that returned it made it.
	Created bool `json:"-"`
}

// ProjectAct is the outcome of renaming or merging projects.
type ProjectAct struct {
	Project Project // as it is now; of a merge, the one that is left
	Act     int64   // 0 if nothing differed
	Moved   int     // memories that changed project, the trash included
	Joined  int     // of these, equal to another one and now in the trash
}

// ProjectKey is one way to recognise a project: several keys lead to one
// project, so that worktrees, subfolders, a remote added later and a moved
// folder stay together.
//
// A remote or a root commit says what a project is. A git folder or a path says
// only where it is: another repository may be put there. Such a key therefore
// carries what was seen at the place, and leads to its project only while that
// has not been replaced, see [Marks.Replaces].
type ProjectKey struct {
	Kind  string // remote, common_dir, root_commit or path
	Value string
	Marks Marks // of a place; zero for other keys, and where there is no repository
}

// Place reports whether k says where a project is, not what it is.
func (k ProjectKey) Place() bool { return k.Kind == KeyCommonDir || k.Kind == KeyPath }

// Marks tell the repository at a place from one that is put there later. What
// could not be found out is "".
type Marks struct {
	Remote     string // as in a key
	RootCommit string // as in a key
	Born       string // when its git folder was made; equal only for the same folder, also after a move
}

// Replaces reports whether m, found at a place, is another repository than the
// one that was seen there before. The same root commit or the same git folder is
// the same repository whatever its remote: renamed, or a fork of it. Otherwise
// it is another one if the root commits or the remotes differ, or if only one of
// the two has a remote and the git folder was made anew. Where nothing is known
// that differs, as when a folder becomes a repository, it is the same.
func (m Marks) Replaces(seen Marks) bool {
	same := func(a, b string) bool { return a != "" && a == b }
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	if same(m.RootCommit, seen.RootCommit) || same(m.Born, seen.Born) {
		return false
	}
	return differ(m.RootCommit, seen.RootCommit) || differ(m.Remote, seen.Remote) ||
		m.Remote != seen.Remote && differ(m.Born, seen.Born)
}

// After returns what is known of a place where seen was seen before and m now.
func (m Marks) After(seen Marks) Marks {
	if m.Replaces(seen) {
		return m
	}
	return Marks{cmp.Or(m.Remote, seen.Remote), cmp.Or(m.RootCommit, seen.RootCommit), cmp.Or(m.Born, seen.Born)}
}

// The kinds of project keys, strongest first.
const (
	KeyRemote     = "remote"      // normalised origin, without user information
	KeyRootCommit = "root_commit" // hash of the first commit
	KeyCommonDir  = "common_dir"  // git's common directory
	KeyPath       = "path"        // real path of the folder
)

// ProjectRef asks for a project by name, or by keys found in a folder.
type ProjectRef struct {
	// Name, if not "", is a display name or alias, ignoring case.
	Name string

	// Keys identify a folder, strongest first. The first known key decides, but
	// not one of a place that holds another repository now. Unknown keys are then
	// remembered for the same project and places go over to it, unless Create is
	// false: a search must not wait for a writer.
	Keys []ProjectKey

	// Label is the display name for a project that is created for Keys. If it is
	// taken, a number is added.
	Label string

	// Create says whether an unknown project is created. Otherwise it is an
	// [Error] with [NotFound] whose message names those like it, but none of
	// Unnamed.
	Create  bool
	Unnamed []int64
}
