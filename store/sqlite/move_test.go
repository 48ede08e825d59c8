package sqlite_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// furnished makes a data folder with a memory and other things in it, and returns
// what it holds apart from what exists only while programs run.
func furnished(t *testing.T, dir string) map[string]string {
	t.Helper()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "what moves along")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"skills/示例 it's/SKILL.md": "a skill", "backups/old.db": strings.Repeat("b", 1<<20), "purged.txt": ""} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return contents(t, dir)
}

// contents returns the files of a folder with their modes, without what a running
// program keeps there.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || strings.HasPrefix(name, "run"+string(filepath.Separator)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := e.Info()
		found[filepath.ToSlash(name)] = info.Mode().String() + string(text)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return found
}

func same(a, b map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for k, v := range a {
		if b[k] != v {
			return false
		}
	}
	return true
}

// holdsOne checks that the store of a folder has the one memory.
func holdsOne(t *testing.T, dir string) {
	t.Helper()
	l, err := openIn(t, dir, nil).Find(context.Background(), store.Query{Limit: 1})
	if err != nil || l.Total != 1 {
		t.Errorf("%s holds %d memories, %v", dir, l.Total, err)
	}
}

// moveAndBack moves a data folder to another and back to where it was.
func moveAndBack(t *testing.T, from, to string) {
	t.Helper()
	ctx, before := context.Background(), furnished(t, from)
	if err := sqlite.Move(ctx, from, to); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, to); !same(got, before) {
		t.Errorf("the new folder holds %d files, want %d", len(got), len(before))
	}
	if left, err := os.ReadDir(from); err != nil || len(left) != 1 || left[0].Name() != "moved.txt" {
		t.Errorf("the former folder holds %v, %v", left, err)
	}
	if got, err := sqlite.ChosenHome(from); err != nil || got != to {
		t.Errorf("the former folder leads to %s, %v", got, err)
	}
	// Who was told of the former one before is refused, and makes nothing.
	if _, err := sqlite.Open(ctx, sqlite.Options{Home: from}); store.ErrorCode(err) != store.NotFound || !strings.Contains(store.ErrorMessage(err), to) {
		t.Errorf("the former folder: %v", err)
	}
	if err := sqlite.Move(ctx, to, from); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, from); !same(got, before) {
		t.Errorf("moved back there are %d files, want %d", len(got), len(before))
	}
	if got, err := sqlite.ChosenHome(to); err != nil || got != from {
		t.Errorf("%s leads to %s, %v", to, got, err)
	}
	holdsOne(t, from)
}

func TestMove(t *testing.T) {
	dir := t.TempDir()
	moveAndBack(t, filepath.Join(dir, "from"), filepath.Join(dir, "a b", "to 新"))
}

// TestMove_Refused: nothing is touched, and nothing made.
func TestMove_Refused(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	from := filepath.Join(dir, "from")
	before := furnished(t, from)
	full := filepath.Join(dir, "full")
	if err := os.MkdirAll(full, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(full, "theirs"), filepath.Join(dir, "file")} {
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for to, code := range map[string]store.Code{
		from: store.Invalid, filepath.Join(from, "in"): store.Invalid, dir: store.Invalid,
		full: store.Conflict, filepath.Join(dir, "file"): store.Invalid,
	} {
		if err := sqlite.Move(ctx, from, to); store.ErrorCode(err) != code {
			t.Errorf("to %s: %v", to, err)
		}
	}
	if err := sqlite.Move(ctx, filepath.Join(dir, "none"), filepath.Join(dir, "to")); store.ErrorCode(err) != store.NotFound {
		t.Errorf("from nothing: %v", err)
	}
	s := openIn(t, from, nil)
	if err := sqlite.Move(ctx, from, filepath.Join(dir, "to")); store.ErrorCode(err) != store.Busy {
		t.Errorf("in use: %v", err)
	}
	saveText(t, s, "it goes on")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	after := contents(t, from)
	if len(after) != len(before) {
		t.Errorf("%d files, want %d", len(after), len(before))
	}
	if _, err := os.Lstat(filepath.Join(dir, "to")); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}

// TestMove_Race: programs that start meanwhile never begin a store in the former
// folder.
func TestMove_Race(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	furnished(t, from)
	stop := make(chan struct{})
	var starters sync.WaitGroup
	for range 4 {
		starters.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if s, err := sqlite.Open(ctx, sqlite.Options{Home: from}); err == nil {
					_ = s.Close()
				}
			}
		})
	}
	for tries := 0; ; tries++ {
		err := sqlite.Move(ctx, from, to)
		if err == nil {
			break
		}
		if store.ErrorCode(err) != store.Busy || tries > 20000 {
			t.Fatal(err)
		}
	}
	close(stop)
	starters.Wait()
	if left := contents(t, from); len(left) != 1 {
		t.Errorf("the former folder holds %d files", len(left))
	}
	holdsOne(t, to)
}

// TestMove_Interrupted: a move that was killed is refused by everyone until it is
// asked for again, and then goes on.
func TestMove_Interrupted(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	before := furnished(t, from)
	if err := os.WriteFile(filepath.Join(from, "moved.txt"), []byte(to+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(from, "skills"), filepath.Join(to, "skills")); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.ChosenHome(from); store.ErrorCode(err) != store.NotFound || !strings.Contains(store.ErrorMessage(err), "memtray-mcp move again") {
		t.Errorf("half moved: %v", err)
	}
	if err := sqlite.Move(ctx, from, to); err != nil {
		t.Fatal(err)
	}
	if got := contents(t, to); !same(got, before) {
		t.Errorf("%d files, want %d", len(got), len(before))
	}
	holdsOne(t, to)
}
