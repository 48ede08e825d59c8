package mcpserver

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// machine is a made-up computer: a home folder and the variables of a process.
type machine struct {
	t    testing.TB
	root string
	home string
}

func newMachine(t testing.TB) machine {
	root := realPath(t.TempDir())
	m := machine{t: t, root: root, home: filepath.Join(root, "home", "ann")}
	m.dir(m.home)
	return m
}

func (m machine) getenv(name string) string {
	return map[string]string{
		"HOME": m.home, "USERPROFILE": m.home,
		"TMPDIR": filepath.Join(m.root, "tmp"), "CODEX_HOME": filepath.Join(m.root, "codex"),
	}[name]
}

func (m machine) dir(path string) string {
	m.t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		m.t.Fatal(err)
	}
	return path
}

func (m machine) file(path, content string) {
	m.t.Helper()
	m.dir(filepath.Dir(path))
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		m.t.Fatal(err)
	}
}

// repository makes what git init leaves, with a remote if one is given.
func (m machine) repository(top, remote string) string {
	m.file(filepath.Join(top, ".git", "HEAD"), "ref: refs/heads/main\n")
	config := "[core]\n\tbare = false\n"
	if remote != "" {
		config += "[remote \"origin\"]\n\turl = " + remote + "\n"
	}
	m.file(filepath.Join(top, ".git", "config"), config)
	return top
}

// commit writes a loose commit object and moves main to it.
func (m machine) commit(top, parent string) string { return m.commitBy(top, parent, "Ann") }

func (m machine) commitBy(top, parent, author string) string {
	body := "tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"
	if parent != "" {
		body += "parent " + parent + "\n"
	}
	body += "author " + author + " <ann@example.org> 1 +0000\ncommitter Ann <ann@example.org> 1 +0000\n\nnext\n"
	object := fmt.Appendf(nil, "commit %d\x00%s", len(body), body)
	sum := sha1.Sum(object)
	hash := hex.EncodeToString(sum[:])
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(object)
	z.Close()
	git := filepath.Join(top, ".git")
	m.file(filepath.Join(git, "objects", hash[:2], hash[2:]), packed.String())
	m.file(filepath.Join(git, "refs", "heads", "main"), hash+"\n")
	return hash
}

func keyMap(ref store.ProjectRef) map[string]string {
	keys := map[string]string{}
	for _, k := range ref.Keys {
		keys[k.Kind] = k.Value
	}
	return keys
}

func TestFindFolders(t *testing.T) {
	m := newMachine(t)
	inHome := func(parts ...string) string { return filepath.Join(append([]string{m.home}, parts...)...) }
	for _, test := range []struct {
		dir   string
		label string // "" if the folder does not count
	}{
		{string(filepath.Separator), ""},
		{m.home, ""},
		{filepath.Dir(m.home), ""},
		{m.root, ""},
		{m.dir(filepath.Join(m.root, "tmp", "scratch")), ""},
		{m.dir(filepath.Join(m.root, "codex", "threads")), ""},
		{m.dir(inHome(".claude", "projects")), ""},
		{m.dir(inHome(".config", "editor")), ""},
		{m.dir(inHome("code", "api")), "api"},
		{m.dir(inHome("新项目")), "新项目"},
		{m.dir(inHome("code", "two  words")), "two words"},
		{inHome("nowhere"), ""},
		{"code/api", ""},
		{"", ""},
		{m.repository(inHome("code", "shop"), ""), "shop"},
		{m.dir(inHome("code", "shop", "src", "deep")), "shop"},
		{m.repository(filepath.Join(m.root, "tmp", "clone"), "https://example.org/ann/tool.git"), "tool"},
		{m.repository(inHome(".codex", "worktrees", "x", "shop"), ""), "shop"},
		{m.repository(inHome(".claude"), ""), ""},
	} {
		ref, ok := NewWorkspaces(m.getenv).Find(test.dir)
		if ok != (test.label != "") || ref.Label != test.label {
			t.Errorf("Find(%s) = %q, %v; want %q", test.dir, ref.Label, ok, test.label)
		}
	}
}

// TestFindHomeRepository: someone keeps the home folder in git. That does not
// make one project of everything in it.
func TestFindHomeRepository(t *testing.T) {
	m := newMachine(t)
	m.repository(m.home, "https://example.org/ann/dotfiles")
	w := NewWorkspaces(m.getenv)
	if _, ok := w.Find(m.home); ok {
		t.Error("the home folder counts")
	}
	dir := m.dir(filepath.Join(m.home, "code", "api"))
	ref, ok := w.Find(dir)
	if !ok || ref.Label != "api" || keyMap(ref)[store.KeyPath] != dir || len(ref.Keys) != 1 {
		t.Errorf("Find = %+v, %v", ref, ok)
	}
}

func TestFindKeys(t *testing.T) {
	m := newMachine(t)
	top := m.repository(filepath.Join(m.home, "api"), "")
	w := NewWorkspaces(m.getenv)
	first := m.commit(top, "")
	m.commit(top, m.commit(top, first))
	ref, _ := w.Find(m.dir(filepath.Join(top, "cmd")))
	keys := keyMap(ref)
	if keys[store.KeyRootCommit] != first || keys[store.KeyPath] != top || keys[store.KeyCommonDir] != filepath.Join(top, ".git") {
		t.Errorf("keys are %v", keys)
	}

	// A remote that is added later is one more key of the same project.
	m.repository(top, "git@example.org:ann/backend.git")
	ref, _ = w.Find(top)
	keys = keyMap(ref)
	if ref.Keys[0] != (store.ProjectKey{Kind: store.KeyRemote, Value: "example.org/ann/backend"}) ||
		keys[store.KeyRootCommit] != "" || keys[store.KeyPath] != top || ref.Label != "backend" {
		t.Errorf("with a remote: %+v", ref)
	}
}

func TestFindWorktreeAndLink(t *testing.T) {
	m := newMachine(t)
	top := m.repository(filepath.Join(m.home, "api"), "")
	main, _ := NewWorkspaces(m.getenv).Find(top)

	tree := m.dir(filepath.Join(m.home, "elsewhere", "feature"))
	git := filepath.Join(top, ".git", "worktrees", "feature")
	m.file(filepath.Join(git, "HEAD"), "ref: refs/heads/feature\n")
	m.file(filepath.Join(git, "commondir"), "../..\n")
	m.file(filepath.Join(tree, ".git"), "gitdir: "+git+"\n")
	link := filepath.Join(m.home, "link")
	if err := os.Symlink(top, link); err != nil {
		t.Skip("no symlinks here:", err)
	}
	for _, dir := range []string{tree, m.dir(filepath.Join(tree, "src")), link} {
		ref, ok := NewWorkspaces(m.getenv).Find(dir)
		if !ok || ref.Label != "api" || keyMap(ref)[store.KeyCommonDir] != keyMap(main)[store.KeyCommonDir] {
			t.Errorf("Find(%s) = %+v, %v", dir, ref, ok)
		}
		if keyMap(ref)[store.KeyPath] == tree {
			t.Errorf("the path of a worktree is a key")
		}
	}
}

func TestProjectNamed(t *testing.T) {
	m := newMachine(t)
	w := NewWorkspaces(m.getenv)
	scratch := m.dir(filepath.Join(m.root, "tmp", "scratch"))
	none := func(func(string) bool) { t.Error("folders were asked for") }

	if ref, err := w.Project("ann/api", none); err != nil || ref.Name != "ann/api" {
		t.Errorf("a name with a slash: %+v, %v", ref, err)
	}
	if ref, err := w.Project(scratch, none); err != nil || ref.Label != "scratch" {
		t.Errorf("a folder that was asked for: %+v, %v", ref, err)
	}
	for _, bad := range []string{m.home, "~", string(filepath.Separator), filepath.Join(m.home, "nowhere")} {
		if ref, err := w.Project(bad, none); store.ErrorCode(err) != store.Invalid {
			t.Errorf("Project(%s) = %+v, %v", bad, ref, err)
		}
	}
	m.dir(filepath.Join(m.home, "api"))
	if ref, err := w.Project("~/api", none); err != nil || ref.Label != "api" {
		t.Errorf("~/api: %+v, %v", ref, err)
	}
	ref, err := w.Project("", func(yield func(string) bool) {
		_ = yield("") && yield(m.home) && yield(filepath.Join(m.home, "api")) && yield("/never")
	})
	if err != nil || ref.Label != "api" {
		t.Errorf("first folder that counts: %+v, %v", ref, err)
	}
}

// TestFindReplaced: what stands at one path is told from what is put there
// later, in the form in which git leaves it.
func TestFindReplaced(t *testing.T) {
	m := newMachine(t)
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: filepath.Join(m.root, "data")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	w := NewWorkspaces(m.getenv)
	ask := func(dir string) int64 {
		t.Helper()
		ref, ok := w.Find(dir)
		if !ok {
			t.Fatalf("%s does not count", dir)
		}
		ref.Create = true
		p, err := s.Project(t.Context(), ref)
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	path := filepath.Join(m.home, "workspace")
	fresh := func(remote string) { // as git init and git clone do
		at = at.Add(time.Second)
		description := filepath.Join(path, ".git", "description")
		m.repository(path, remote)
		m.file(description, "Unnamed repository\n")
		if err := os.Chtimes(description, at, at); err != nil {
			t.Fatal(err)
		}
	}
	gone := func() {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}

	m.dir(path)
	folder := ask(path)
	fresh("")
	first := m.commit(path, "")
	if ask(path) != folder {
		t.Error("a folder in which git init was run is another project")
	}
	m.repository(path, "https://example.org/customer-a/backend")
	if ask(path) != folder {
		t.Error("with a remote added later it is another project")
	}
	m.repository(path, "https://example.org/customer-a/fork")
	m.file(filepath.Join(path, ".git", "objects", first[:2], first[2:]), "packed away")
	if ask(path) != folder {
		t.Error("with the remote of a fork it is another project")
	}
	moved := filepath.Join(m.home, "moved")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	fresh("https://example.org/customer-b/frontend")
	other := ask(path)
	if other == folder || ask(moved) != folder {
		t.Error("another clone in the same place is the same project")
	}
	gone()
	fresh("")
	local := ask(path)
	if local == other || local == folder {
		t.Error("a repository without a remote in the place of a clone is the same project")
	}
	m.commit(path, m.commitBy(path, "", "Bob"))
	if ask(path) != local {
		t.Error("its first commits made it another project")
	}
	gone()
	fresh("")
	m.commit(path, strings.Repeat("a", 40)) // cut off: nothing is known of its first commit
	if ref, _ := w.Find(path); keyMap(ref)[store.KeyRootCommit] != "" {
		t.Errorf("a history that is cut off has a first commit: %+v", ref)
	}
	gone()
	fresh("https://example.org/customer-a/backend")
	if ask(path) != folder {
		t.Error("a known remote leads elsewhere")
	}
}
