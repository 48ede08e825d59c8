package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"memtray/store/sqlite"
)

// person is somebody with a home folder and a repository to work in. Nothing of
// the machine's real user is visible to the programs that they run.
type person struct {
	home    string // HOME
	project string // a git repository
	tmp     string // TMPDIR
}

// newPerson makes the folders of a person; they go with the test.
func newPerson(t *testing.T) *person {
	t.Helper()
	dir := t.TempDir()
	p := &person{home: filepath.Join(dir, "home"), project: filepath.Join(dir, "home", "src", "api"), tmp: filepath.Join(dir, "tmp")}
	for _, d := range []string{p.project, p.tmp} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"remote", "add", "origin", "git@git.example:team/api.git"}} {
		if out := finish(t, p.command(t, "git", args...)); out.code != 0 {
			t.Fatalf("git %v: %s", args, out.stderr)
		}
	}
	return p
}

// env returns the whole environment of this person's programs, and more on top.
func (p *person) env(more ...string) []string {
	return append([]string{
		"HOME=" + p.home,
		"TMPDIR=" + p.tmp,
		"PATH=" + os.Getenv("PATH"),
		"LANG=C.UTF-8",
		"TERM=dumb",
		"GIT_CONFIG_NOSYSTEM=1",
	}, more...)
}

// command prepares a program that runs in the person's project.
func (p *person) command(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.project, p.env()
	return cmd
}

// memtray runs memtray-mcp with a subcommand to its end.
func (p *person) memtray(t *testing.T, args ...string) outcome {
	t.Helper()
	return finish(t, p.command(t, shim(t), args...))
}

// must runs memtray-mcp, fails the test unless it exits 0, and returns what it
// printed.
func (p *person) must(t *testing.T, args ...string) string {
	t.Helper()
	out := p.memtray(t, args...)
	if out.code != 0 {
		t.Fatalf("memtray-mcp %q exited %d\nstdout: %s\nstderr: %s", args, out.code, out.stdout, out.stderr)
	}
	return out.stdout
}

// save stores a memory by the command line and returns its id.
func (p *person) save(t *testing.T, args ...string) int64 {
	t.Helper()
	printed := p.must(t, append([]string{"save"}, args...)...)
	var id int64
	if _, err := fmt.Sscanf(printed, "saved #%d in project", &id); err != nil {
		t.Fatalf("save printed %q: %v", printed, err)
	}
	return id
}

// data returns the person's data folder.
func (p *person) data() string { return filepath.Join(p.home, ".local", "share", "memtray") }

// open opens the person's store in this process, for seeding and looking.
func (p *person) open(t *testing.T) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: p.data()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// read returns the content of a file of the person.
func (p *person) read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(p.home, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// write creates a file of the person, with its folders.
func (p *person) write(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(p.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
