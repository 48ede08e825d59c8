//go:build unix

package mcpserver

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestFindPipes: a pipe in the place of one of git's files is never waited for.
func TestFindPipes(t *testing.T) {
	hash := "0123456789012345678901234567890123456789"
	for _, name := range []string{
		".git", ".git/HEAD", ".git/config", ".git/commondir", ".git/packed-refs", ".git/refs/heads/main",
		".git/objects/01/" + hash[2:],
	} {
		t.Run(name, func(t *testing.T) {
			m := newMachine(t)
			dir := m.dir(filepath.Join(m.home, "api"))
			path := filepath.Join(dir, name)
			head := filepath.Join(dir, ".git", "HEAD")
			switch {
			case name == ".git" || path == head:
			case filepath.Base(filepath.Dir(path)) == "01":
				m.file(head, hash)
			default:
				m.file(head, "ref: refs/heads/main")
			}
			m.dir(filepath.Dir(path))
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			found := make(chan bool, 1)
			go func() { _, ok := NewWorkspaces(m.getenv).Find(dir); found <- ok }()
			select {
			case ok := <-found:
				if !ok {
					t.Error("the folder is no project")
				}
			case <-time.After(5 * time.Second):
				t.Fatal("it waits")
			}
		})
	}
}
