package mcpserver

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
)

// repository is what its files say of a git repository; git itself is not run.
type repository struct {
	top    string // the working tree's top folder, real path
	common string // the folder that all worktrees share, real path
	linked bool   // top is a further worktree of a repository elsewhere
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
// and submodules).
func openRepository(dir string) (repository, bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return repository{}, false
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

// ref returns the keys of the repository, strongest first. The root commit is
// one only without a remote: copies of a template share their first commit.
// A linked worktree's path is none, since such folders come and go.
func (r repository) ref() store.ProjectRef {
	var ref store.ProjectRef
	add := func(kind, value string) {
		if value != "" {
			ref.Keys = append(ref.Keys, store.ProjectKey{Kind: kind, Value: value})
		}
	}
	remote := normalRemote(originURL(readSmall(filepath.Join(r.common, "config"))))
	add(store.KeyRemote, remote)
	if remote == "" {
		add(store.KeyRootCommit, rootCommit(r.common))
	}
	add(store.KeyCommonDir, r.common)
	if !r.linked {
		add(store.KeyPath, r.top)
	}
	ref.Label = label(r.name(remote))
	return ref
}

// name is the repository's: that of its remote, else of its main working tree.
func (r repository) name(remote string) string {
	if remote != "" {
		return remote[strings.LastIndex(remote, "/")+1:]
	}
	if r.linked {
		if filepath.Base(r.common) == ".git" {
			return filepath.Base(filepath.Dir(r.common))
		}
		return strings.TrimSuffix(filepath.Base(r.common), ".git")
	}
	return filepath.Base(r.top)
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

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
