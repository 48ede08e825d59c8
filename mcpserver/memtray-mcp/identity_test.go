package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// desk is a computer on which somebody works with git.
type desk struct {
	computer
	saves int
}

func newDesk(t *testing.T) *desk {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	return &desk{computer: newComputer(t)}
}

// git runs git in a folder below home.
func (d *desk) git(dir string, args ...string) {
	d.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = d.mkdir(dir)
	cmd.Env = append(os.Environ(), "HOME="+d.home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull,
		"GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.org", "GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.org")
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// commits makes commits with different contents; texts keep the first commits of
// two repositories apart.
func (d *desk) commits(dir string, texts ...string) {
	d.t.Helper()
	for _, text := range texts {
		d.git(dir, "commit", "-q", "--allow-empty", "-m", text)
	}
}

// repository makes a repository with a first commit.
func (d *desk) repository(dir string) {
	d.t.Helper()
	d.git(dir, "init", "-q", "-b", "main")
	d.commits(dir, "first of "+dir)
}

func (d *desk) path(dir string) string { return filepath.Join(d.home, filepath.FromSlash(dir)) }

func (d *desk) mkdir(dir string) string {
	d.t.Helper()
	if err := os.MkdirAll(d.path(dir), 0o755); err != nil {
		d.t.Fatal(err)
	}
	return d.path(dir)
}

func (d *desk) move(from, to string) {
	d.t.Helper()
	if err := os.Rename(d.path(from), d.path(to)); err != nil {
		d.t.Fatal(err)
	}
}

var projectOfAnswer = regexp.MustCompile(`saved #\d+ in project ([^"\\]+)`)

// project saves a memory from a folder and returns the project in the answer.
func (d *desk) project(dir string) string {
	d.t.Helper()
	d.saves++
	cmd := d.command("--client", "claude-code")
	cmd.Dir = d.mkdir(dir)
	cmd.Stdin = strings.NewReader(initialize + saveLine(2, fmt.Sprintf("memory %d", d.saves)))
	out, err := cmd.Output()
	if err != nil {
		d.t.Fatalf("in %s: %v", dir, err)
	}
	m := projectOfAnswer.FindSubmatch(out)
	if m == nil {
		d.t.Fatalf("in %s: %s", dir, out)
	}
	return string(m[1])
}

// is checks that all of these folders lead to the project named.
func (d *desk) is(project string, dirs ...string) {
	d.t.Helper()
	for _, dir := range dirs {
		if got := d.project(dir); got != project {
			d.t.Errorf("%s is in project %q, want %q", dir, got, project)
		}
	}
}

// TestIdentity works in real repositories, and expects what a person would: one
// project for one piece of work, wherever it lies, and two for two.
func TestIdentity(t *testing.T) {
	const https = "https://git.example.org/ann/api.git"
	for name, work := range map[string]func(d *desk){
		"subfolder": func(d *desk) {
			d.repository("code/api")
			d.is("api", "code/api", "code/api/cmd/deep", "code/api/.github")
		},
		"two repositories of one name": func(d *desk) {
			d.repository("one/api")
			d.repository("two/api")
			d.is("api", "one/api")
			d.is("api 2", "two/api")
			d.is("api", "one/api/sub")
		},
		"no commit yet": func(d *desk) {
			d.git("code/api", "init", "-q")
			d.is("api", "code/api/sub", "code/api")
			d.commits("code/api", "first")
			d.is("api", "code/api")
		},
		"plain folders": func(d *desk) {
			d.is("notes", "notes")
			d.is("deep", "notes/deep")
			d.git("notes", "init", "-q") // a repository later
			d.is("notes", "notes", "notes/other")
		},
		"worktree": func(d *desk) {
			d.repository("code/api")
			d.git("code/api", "worktree", "add", "-q", "../api-feature")
			d.is("api", "code/api-feature", "code/api-feature/sub", "code/api")
			d.git("code/api", "worktree", "add", "-q", d.path("elsewhere/x"))
			d.is("api", "elsewhere/x")
		},
		"worktree of a bare repository": func(d *desk) {
			d.repository("seed")
			d.git(".", "clone", "-q", "--bare", "seed", "srv/api.git")
			d.git("srv/api.git", "remote", "remove", "origin")
			d.git("srv/api.git", "worktree", "add", "-q", d.path("work/main"), "main")
			d.is("api", "work/main", "srv/api.git", "work/main/sub")
			d.git(".", "clone", "-q", "srv/api.git", "clones/api")
			d.is("api", "clones/api")
		},
		"bare repository beside its worktrees": func(d *desk) {
			d.repository("seed")
			d.git(".", "clone", "-q", "--bare", "seed", "api/.bare")
			d.git("api/.bare", "remote", "remove", "origin")
			if err := os.WriteFile(d.path("api/.git"), []byte("gitdir: ./.bare\n"), 0o644); err != nil {
				d.t.Fatal(err)
			}
			d.git("api", "worktree", "add", "-q", "main", "main")
			d.is("api", "api/main", "api")
		},
		"submodule": func(d *desk) {
			d.repository("code/library")
			d.repository("code/api")
			d.git("code/api", "-c", "protocol.file.allow=always", "submodule", "add", "-q", d.path("code/library"), "vendored")
			d.is("api", "code/api")
			d.is("library", "code/api/vendored", "code/library", "code/api/vendored/sub")
		},
		"submodule with a remote": func(d *desk) {
			d.repository("code/library")
			d.repository("code/api")
			d.git("code/api", "-c", "protocol.file.allow=always", "submodule", "add", "-q", d.path("code/library"), "vendored")
			d.git("code/api/vendored", "remote", "set-url", "origin", "https://git.example.org/ann/lib")
			d.is("lib", "code/api/vendored")
			d.is("api", "code/api")
		},
		"git's files elsewhere": func(d *desk) {
			d.mkdir("git")
			d.git("code/api", "init", "-q", "--separate-git-dir", d.path("git/api"))
			d.is("api", "code/api", "code/api/sub")
			d.move("code/api", "moved")
			d.is("api", "moved")
		},
		"symlink": func(d *desk) {
			d.repository("code/api")
			if err := os.Symlink(d.path("code/api"), d.path("link")); err != nil {
				d.t.Skip("no symlinks here:", err)
			}
			d.is("api", "link", "link/sub", "code/api")
		},
		"remote added later": func(d *desk) {
			d.repository("code/backend")
			d.is("backend", "code/backend")
			d.git("code/backend", "remote", "add", "origin", https)
			d.is("backend", "code/backend")
			d.move("code/backend", "moved")
			d.is("backend", "moved")
		},
		"clone elsewhere": func(d *desk) {
			d.repository("code/api")
			d.git("code/api", "remote", "add", "origin", https)
			d.repository("other/api") // as if it were cloned from there
			d.git("other/api", "remote", "add", "origin", "git@git.example.org:ann/api")
			d.is("api", "code/api", "other/api")
			d.repository("fork/api")
			d.git("fork/api", "remote", "add", "origin", "https://git.example.org/bob/api")
			d.is("api 2", "fork/api")
		},
		"clone of a clone on this machine": func(d *desk) {
			d.repository("code/api")
			d.git(".", "clone", "-q", "code/api", "tries/one")
			d.git("tries", "clone", "-q", "one", "two")
			d.git("tries", "clone", "-q", "--no-local", "../code/api", "three")
			d.git("tries/three", "remote", "set-url", "origin", "../../code/api") // as it is meant there
			d.is("api", "tries/two", "tries/one", "code/api", "tries/three")
		},
		"relative remotes of two": func(d *desk) {
			for _, dir := range []string{"one", "two"} {
				d.repository(dir + "/work")
				d.git(dir+"/work", "remote", "add", "origin", "../api.git")
			}
			d.is("api", "one/work")
			d.is("api 2", "two/work")
		},
		"moved with a remote": func(d *desk) {
			d.repository("code/api")
			d.git("code/api", "remote", "add", "origin", https)
			d.is("api", "code/api")
			d.move("code/api", "moved")
			d.is("api", "moved")
		},
		"moved without a remote": func(d *desk) {
			d.repository("code/api")
			d.commits("code/api", "two", "three")
			d.is("api", "code/api")
			d.move("code/api", "moved")
			d.commits("moved", "four")
			d.is("api", "moved")
		},
		"moved and packed": func(d *desk) {
			d.repository("code/api")
			d.commits("code/api", "two")
			d.is("api", "code/api")
			d.commits("code/api", "three")
			d.git("code/api", "gc", "-q")
			d.move("code/api", "moved")
			d.is("api", "moved")
			d.commits("moved", "four")
			d.move("moved", "again")
			d.is("api", "again")
		},
		"renamed remote": func(d *desk) {
			d.repository("code/api")
			d.git("code/api", "remote", "add", "origin", https)
			d.is("api", "code/api")
			d.git("code/api", "remote", "rename", "origin", "upstream")
			d.is("api", "code/api")
			d.repository("other")
			d.git("other", "remote", "add", "upstream", "ssh://ann@git.example.org:2222/ann/api.git")
			d.is("api", "other")
		},
		"repository renamed at its host": func(d *desk) {
			d.repository("code/api")
			d.git("code/api", "remote", "add", "origin", https)
			d.is("api", "code/api")
			d.git("code/api", "remote", "set-url", "origin", "https://git.example.org/ann/backend.git")
			d.is("api", "code/api")
			d.repository("other")
			d.git("other", "remote", "add", "origin", "https://git.example.org/ann/backend.git")
			d.is("api", "other")
		},
		"spellings of a remote": func(d *desk) {
			for i, url := range []string{
				"https://ann:secret@Git.Example.org/ann/API.git", "https://git.example.org:8443/ann/api/", "git@git.example.org:ann/api.git",
				"ssh://git@git.example.org:2222/ann/api", "git://git.example.org/ann/api.git", "git.example.org:ann/api",
			} {
				dir := fmt.Sprintf("clone%d", i)
				d.repository(dir)
				d.git(dir, "remote", "add", "origin", url)
				d.is("API", dir)
			}
		},
		"home in git": func(d *desk) {
			d.repository(".")
			d.is("unfiled", ".")
			d.is("api", "api")
			d.is("unfiled", ".config/app")
		},
		"folders of clients": func(d *desk) {
			d.env = append(d.env, "CODEX_HOME="+d.mkdir("elsewhere/codex"))
			d.is("unfiled", ".", ".claude", ".claude/projects/x", ".cursor", ".codex/sessions", ".gemini", ".config/opencode", "elsewhere/codex", "elsewhere/codex/log")
			d.git("elsewhere/codex", "init", "-q")
			d.git(".gemini", "init", "-q")
			d.is("unfiled", "elsewhere/codex", ".gemini/tmp")
			d.repository(".codex/worktrees/7/api") // where a client works for the person
			d.is("api", ".codex/worktrees/7/api/cmd")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			work(newDesk(t))
		})
	}
}
