package sqlite

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"
)

// sides are what SQLite puts beside its file, after the file itself. All
// processes must have the same three files open: two that share the file but not
// its index (-shm) would overwrite each other's saves.
var sides = []string{"", "-wal", "-shm"}

// useLock is held shared by a process for as long as it has the file open.
const useLock = "use.lock"

// filesInUse holds, within runDir, the identities of the files that those who
// hold useLock have open.
const filesInUse = "files.json"

// follow returns where a path leads, also if nothing is there yet: SQLite keeps
// the side files beside the file that a symbolic link names.
func follow(path string) string {
	for range 40 { // links in a circle are an error of whoever opens it
		target, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return path
}

// found is what lies at the path of a store and beside it.
type found [3]os.FileInfo // as sides; nil for what is not there

func lookAt(real string) found {
	var f found
	for i, side := range sides {
		f[i], _ = os.Stat(real + side)
	}
	return f
}

// names are the identities of files.
type names [3]string

// none is the name of what is not there.
const none = "-"

// nobodys are the names where nobody has anything open.
var nobodys = names{"?", "?", "?"}

func (f found) names() names {
	var n names
	for i, info := range f {
		n[i] = none
		if info != nil {
			n[i] = identity(info)
		}
	}
	return n
}

func (f found) whole() bool { return f[0] != nil && f[1] != nil && f[2] != nil }

// unused reports whether nobody has the file open. The caller holds the lock of
// opening, without which nobody begins to.
func (s *Store) unused() bool {
	lock := s.newUseLock()
	defer lock.Close()
	ok, err := lock.TryLock()
	return ok && err == nil
}

func (s *Store) newUseLock() *flock.Flock {
	return flock.New(filepath.Join(s.home, runDir, useLock), flock.SetPermissions(0o600))
}

// filesOfOthers returns what those who have the file open have open.
func (s *Store) filesOfOthers() (names, error) {
	var n names
	data, err := os.ReadFile(filepath.Join(s.home, runDir, filesInUse))
	if err == nil {
		err = json.Unmarshal(data, &n)
	}
	return n, err
}

// hold notes which files are in use, and that this process uses them. The caller
// holds the lock of opening.
func (s *Store) hold(c *connection, now found) error {
	data, err := json.Marshal(now.names())
	if err != nil {
		return err
	}
	// Left alone where it says so already: a hook may end in the middle of writing.
	list := filepath.Join(s.home, runDir, filesInUse)
	if there, err := os.ReadFile(list); err != nil || !bytes.Equal(there, data) {
		if err := os.WriteFile(list, data, 0o600); err != nil {
			return s.unusable(err)
		}
	}
	c.lock = s.newUseLock()
	if ok, err := c.lock.TryRLock(); !ok || err != nil {
		return s.unusable(err)
	}
	c.files = []opened{{s.path, now[0]}}
	for i, info := range now {
		c.files = append(c.files, opened{c.real + sides[i], info})
	}
	info, err := os.Stat(c.lock.Path())
	c.files = append(c.files, opened{c.lock.Path(), info})
	return err
}

// opened is a file that this process has open.
type opened struct {
	path string
	info os.FileInfo
}

// moved returns a path that no longer leads to what is open, "" if all do: what is
// saved into a deleted file would be acknowledged and lost.
func (c *connection) moved() string {
	for _, o := range c.files {
		if now, err := os.Stat(o.path); err != nil || !sameFile(now, o.info) {
			return o.path
		}
	}
	return ""
}

// has reports whether this is what lies at a path.
func (c *connection) has(path string) bool {
	return slices.ContainsFunc(c.files, func(o opened) bool {
		now, err := os.Stat(path)
		return o.path == path && err == nil && sameFile(now, o.info)
	})
}
