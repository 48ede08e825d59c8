package mcpserver

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"memtray/store"
)

// Workspaces finds which project a folder belongs to. The zero value knows no
// home folder; use [NewWorkspaces].
//
// Clients start servers in all kinds of folders, so a folder counts only if it
// looks like someone's work: a git repository anywhere, or a plain folder that
// is not the file system's root, the home folder or one above it, and does not
// lie in a temporary or system folder or in a hidden folder of the home folder,
// where clients keep their own files.
type Workspaces struct {
	home     string   // real path, "" if unknown
	reserved []string // real paths; neither they nor plain folders below them count
	getenv   func(string) string
	roots    rootCommits
}

// NewWorkspaces reads the places of this machine from getenv.
func NewWorkspaces(getenv func(string) string) *Workspaces {
	w := &Workspaces{getenv: getenv}
	home := getenv("HOME")
	if runtime.GOOS == "windows" {
		home = getenv("USERPROFILE")
	}
	if home != "" {
		w.home = realPath(home)
	}
	for _, dir := range append(systemFolders(getenv), w.clientFolders()...) {
		if dir != "" && filepath.IsAbs(dir) {
			w.reserved = append(w.reserved, realPath(dir))
		}
	}
	return w
}

func systemFolders(getenv func(string) string) []string {
	dirs := []string{getenv("TMPDIR"), getenv("TMP"), getenv("TEMP")}
	switch runtime.GOOS {
	case "windows":
		for _, name := range []string{"SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData"} {
			dirs = append(dirs, getenv(name))
		}
		return dirs
	case "darwin":
		dirs = append(dirs, "/System", "/Library", "/Applications", "/private/var/folders")
	}
	return append(dirs, "/tmp", "/var/tmp", "/bin", "/boot", "/dev", "/etc", "/lib", "/lib64",
		"/proc", "/run", "/sbin", "/sys", "/usr/bin", "/usr/lib", "/usr/sbin", "/usr/share", "/nix/store")
}

// clientFolders are those that clients move out of the home folder by a
// variable. All others begin with a dot; see [Workspaces.hidden].
func (w *Workspaces) clientFolders() []string {
	return []string{w.getenv("CODEX_HOME"), w.getenv("CLAUDE_CONFIG_DIR"), w.getenv("XDG_CONFIG_HOME")}
}

// Find returns how to recognise dir's project and true if dir counts. Different
// folders of one repository, its worktrees included, lead to the same project.
func (w *Workspaces) Find(dir string) (store.ProjectRef, bool) {
	if !filepath.IsAbs(dir) {
		return store.ProjectRef{}, false
	}
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return store.ProjectRef{}, false
	}
	dir = realPath(dir)
	if repo, ok := findRepository(dir); ok && w.repositoryCounts(repo) {
		return w.keys(repo, maxClones), true
	}
	if !w.folderCounts(dir) {
		return store.ProjectRef{}, false
	}
	return store.ProjectRef{
		Keys:  []store.ProjectKey{{Kind: store.KeyPath, Value: dir}},
		Label: label(filepath.Base(dir)),
	}, true
}

// repositoryCounts refuses what is only a repository because someone keeps the
// settings of a whole home folder or client in git.
func (w *Workspaces) repositoryCounts(repo repository) bool {
	return !w.aboveHome(repo.top) && !slices.Contains(w.reserved, repo.top) && !w.settings(repo.top)
}

func (w *Workspaces) folderCounts(dir string) bool {
	if w.aboveHome(dir) || w.hidden(dir) {
		return false
	}
	return !slices.ContainsFunc(w.reserved, func(r string) bool {
		// A home folder inside a temporary folder is a home folder all the same.
		inHome := w.home != "" && within(w.home, r) && within(dir, w.home)
		return within(dir, r) && !inHome
	})
}

// aboveHome reports whether dir is the home folder, one above it, or one of the
// folders right below the root, where whole systems are mounted.
func (w *Workspaces) aboveHome(dir string) bool {
	parent := filepath.Dir(dir)
	return parent == dir || w.home != "" && within(w.home, dir) ||
		runtime.GOOS != "windows" && slices.Contains([]string{"/home", "/Users", "/mnt", "/media", "/opt", "/srv", "/usr", "/var"}, dir)
}

// hidden reports whether dir lies in a folder of the home folder that holds
// settings and data of programs.
func (w *Workspaces) hidden(dir string) bool {
	if w.home == "" || !within(dir, w.home) {
		return false
	}
	rest, err := filepath.Rel(w.home, dir)
	if err != nil {
		return false
	}
	first, _, _ := strings.Cut(filepath.ToSlash(rest), "/")
	return strings.HasPrefix(first, ".") && first != "." ||
		runtime.GOOS == "darwin" && first == "Library" || runtime.GOOS == "windows" && strings.EqualFold(first, "AppData")
}

// settings reports whether dir is itself a hidden folder right in the home
// folder, such as ~/.claude or ~/.config.
func (w *Workspaces) settings(dir string) bool {
	return w.hidden(dir) && filepath.Dir(dir) == w.home
}

// within reports whether dir is parent or below it. Both are real paths.
func within(dir, parent string) bool {
	if dir == parent {
		return true
	}
	if !strings.HasSuffix(parent, string(filepath.Separator)) {
		parent += string(filepath.Separator)
	}
	return strings.HasPrefix(dir, parent)
}

// realPath returns path without symlinks, or cleaned if it does not exist.
func realPath(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// label makes a display name of a folder's name.
func label(name string) string {
	name = oneLine(strings.ToValidUTF8(name, ""))
	if r := []rune(name); len(r) > store.MaxProject {
		name = string(r[:store.MaxProject])
	}
	if name == "" || name == string(filepath.Separator) || name == "." {
		return "project"
	}
	return name
}
