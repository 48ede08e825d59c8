package mcpserver

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
)

// repository is what its files say of a git repository; git itself is not run.
type repository struct {
	top    string // the working tree's top folder, real path
	common string // the folder that all worktrees share, real path
	linked bool   // top is no working tree that stays: a further worktree, or a bare repository
}

// findRepository looks for the repository that holds dir, a real path.
func findRepository(dir string) (repository, bool) {
	for {
		if repo, ok := openRepository(dir); ok {
			return repo, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return repository{}, false
		}
		dir = parent
	}
}

// openRepository reads dir/.git: a folder, or a file that names one (worktrees
// and submodules). A folder may also be git's own: a bare repository, or the .git
// of a working tree.
func openRepository(dir string) (repository, bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return openBare(dir)
	}
	if !info.IsDir() {
		target, ok := strings.CutPrefix(readSmall(git), "gitdir:")
		if !ok {
			return repository{}, false
		}
		git = resolve(dir, target)
	}
	if !isFile(filepath.Join(git, "HEAD")) {
		return repository{}, false
	}
	repo := repository{top: dir, common: realPath(git)}
	if shared := readSmall(filepath.Join(git, "commondir")); shared != "" {
		repo.common, repo.linked = realPath(resolve(git, shared)), true
	}
	return repo, true
}

func openBare(dir string) (repository, bool) {
	if !isFile(filepath.Join(dir, "HEAD")) || !isFolder(filepath.Join(dir, "objects")) || !isFolder(filepath.Join(dir, "refs")) {
		return repository{}, false
	}
	if filepath.Base(dir) == ".git" {
		return repository{top: filepath.Dir(dir), common: dir}, true
	}
	return repository{top: dir, common: dir, linked: true}, true
}

// maxClones bounds how many repositories are followed that were cloned from one
// another on this machine.
const maxClones = 4

// keys returns the keys of a repository, strongest first. The root commit is
// one only without a remote: copies of a template share their first commit.
// A linked worktree's path is none, since such folders come and go.
func (w *Workspaces) keys(r repository, clones int) store.ProjectRef {
	var ref store.ProjectRef
	add := func(key store.ProjectKey) {
		if key.Value != "" && !slices.Contains(ref.Keys, key) {
			ref.Keys = append(ref.Keys, key)
		}
	}
	url := remoteURL(readSmall(filepath.Join(r.common, "config")))
	remote := normalRemote(url)
	name := r.name(url)
	if strings.HasPrefix(remote, localPrefix) {
		path := realPath(resolve(r.top, localPath(url)))
		remote = localRemote(path)
		name = filepath.Base(strings.TrimPrefix(remote, localPrefix))
		// A clone of a repository on this machine is one more place of the same.
		if origin, ok := openRepository(path); ok && clones > 0 && origin.common != r.common {
			upstream := w.keys(origin, clones-1)
			ref.Keys, name = upstream.Keys, upstream.Label
		}
	}
	marks := store.Marks{Remote: remote, RootCommit: w.roots.of(r.common), Born: born(r.common)}
	add(store.ProjectKey{Kind: store.KeyRemote, Value: remote})
	if remote == "" {
		add(store.ProjectKey{Kind: store.KeyRootCommit, Value: marks.RootCommit})
	}
	add(store.ProjectKey{Kind: store.KeyCommonDir, Value: r.common, Marks: marks})
	if !r.linked {
		add(store.ProjectKey{Kind: store.KeyPath, Value: r.top, Marks: marks})
	}
	ref.Label = label(name)
	return ref
}

// born returns when a git folder was made, or "". Git writes the description
// then and never again; a time that is not exact may be that of many folders.
func born(common string) string {
	info, err := os.Stat(filepath.Join(common, "description"))
	if err != nil || info.ModTime().Nanosecond() == 0 {
		return ""
	}
	return strconv.FormatInt(info.ModTime().UnixNano(), 10)
}

// name is the repository's: that of its remote, else of its main working tree.
func (r repository) name(url string) string {
	if name := remoteName(url); name != "" {
		return name
	}
	if !r.linked {
		return filepath.Base(r.top)
	}
	base := filepath.Base(r.common)
	if strings.HasPrefix(base, ".") { // .git, or a bare repository kept out of sight
		return filepath.Base(filepath.Dir(r.common))
	}
	return strings.TrimSuffix(base, ".git")
}

// maxGitFile bounds what is read of one of git's text files.
const maxGitFile = 256 << 10

// readSmall returns the start of a file without the white space around it, and
// "" if it cannot be read.
func readSmall(path string) string {
	f, err := openRegular(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxGitFile))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

// openRegular opens a regular file. Opening a pipe would wait for its writer,
// and a device need not end.
func openRegular(path string) (*os.File, error) {
	if !isFile(path) {
		return nil, fs.ErrInvalid
	}
	return os.Open(path)
}

// resolve returns path as it is meant in dir.
func resolve(dir, path string) string {
	path = filepath.FromSlash(strings.TrimSpace(path))
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
