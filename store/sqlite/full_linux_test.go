package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// disk mounts a small disk, or skips where that is not allowed.
func disk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=0700,size="+size); err != nil {
		t.Skipf("no disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestDiskFull: a save that finds no room says so and leaves nothing behind,
// what was acknowledged is there, and with some room saves go on.
func TestDiskFull(t *testing.T) {
	ctx, root := context.Background(), disk(t, "2m")
	dir := filepath.Join(root, "data")
	filler := filepath.Join(root, "filler")
	if err := os.WriteFile(filler, make([]byte, 256<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openIn(t, dir, nil)
	saved := 0
	var err error
	for ; err == nil && saved < 5000; saved++ {
		_, err = s.Save(ctx, you, store.Draft{Body: fmt.Sprintf("memory %d %s", saved, strings.Repeat("words and 文字 ", 60))})
	}
	saved-- // the last one was refused
	if message := store.ErrorMessage(err); !strings.Contains(message, "nothing was") || !strings.Contains(message, "disk") {
		t.Fatalf("after %d saves: %v", saved, err)
	}
	count := func(s *sqlite.Store) {
		t.Helper()
		l, err := s.Find(ctx, store.Query{Limit: 1})
		if err != nil || l.Total != saved {
			t.Errorf("%d memories, %v; want %d", l.Total, err, saved)
		}
	}
	count(s)
	if err := s.Copy(ctx, filepath.Join(dir, "copy.db")); err == nil {
		t.Error("a copy found room")
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".memtray-*")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "with room again")
	saved++
	count(s)
	s.Close()
	count(openIn(t, dir, nil))
	checkIntegrity(t, dir)
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 0 {
		t.Errorf("notices %+v, %v", n, err)
	}
}

// TestDiskFull_Shared: of saves that share a transaction each one is told when there
// was no room, and those that were acknowledged are all that is there.
func TestDiskFull_Shared(t *testing.T) {
	ctx, root := context.Background(), disk(t, "2m")
	dir := filepath.Join(root, "data")
	s := openIn(t, dir, nil)
	var wg sync.WaitGroup
	var saved atomic.Int64
	for i := range 16 {
		wg.Go(func() {
			for j := range 1000 {
				_, err := s.Save(ctx, you, store.Draft{Body: fmt.Sprintf("memory %d of %d %s", j, i, strings.Repeat("words and 文字 ", 60))})
				if err == nil {
					saved.Add(1)
					continue
				}
				if message := store.ErrorMessage(err); !strings.Contains(message, "nothing was") || !strings.Contains(message, "disk") {
					t.Error(err)
				}
				return
			}
			t.Error("the disk is not full")
		})
	}
	wg.Wait()
	if l, err := s.Find(ctx, store.Query{Limit: 1}); err != nil || int64(l.Total) != saved.Load() || l.Total == 0 {
		t.Errorf("%d memories, %v; want %d", l.Total, err, saved.Load())
	}
	s.Close()
	checkIntegrity(t, dir)
}

// TestDiskFull_New: where there is no room for a store, it says so, and the next
// start with room finds nothing half-written.
func TestDiskFull_New(t *testing.T) {
	root := disk(t, "1m")
	dir, filler := filepath.Join(root, "data"), filepath.Join(root, "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	f.Close()
	if err := os.Truncate(filler, 1<<20-40960); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir}); err == nil {
		t.Fatal("opened without room")
	} else if store.ErrorCode(err) != store.Internal || !strings.Contains(store.ErrorMessage(err), "disk") {
		t.Errorf("open: %v", err)
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	saveText(t, openIn(t, dir, nil), "with room")
	if aside := sqlite.SetAside(dir); len(aside) != 0 {
		t.Errorf("set aside: %v", aside)
	}
}

// TestReadOnly: nothing can be saved on a disk that is read-only, and it says so.
func TestReadOnly(t *testing.T) {
	root := disk(t, "4m")
	dir := filepath.Join(root, "data")
	fillFile(t, dir, 3)
	if err := syscall.Mount("", root, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	_, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if want := "the data folder " + dir + " cannot be used; check it and its permissions, or choose another with --home or MEMTRAY_HOME"; store.ErrorMessage(err) != want {
		t.Errorf("open: %v", err)
	}
}
