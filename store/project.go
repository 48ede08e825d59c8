package store

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
type ProjectKey struct {
	Kind  string // remote, common_dir, root_commit or path
	Value string
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

	// Keys identify a folder, strongest first. The first known key decides; the
	// others are then remembered for the same project, unless Create is false:
	// a search must not wait for a writer.
	Keys []ProjectKey

	// Label is the display name for a project that is created for Keys. If it is
	// taken, a number is added.
	Label string

	// Create says whether an unknown project is created. Otherwise it is an
	// [Error] with [NotFound] whose message names the nearest names.
	Create bool
}
