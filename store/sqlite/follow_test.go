package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// unixOnly skips where the system keeps files in place that are open.
func unixOnly(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the system keeps a file in place that is open")
	}
}

// bodies returns the texts in the file, as a new process finds them.
func bodies(t *testing.T, dir string) map[string]bool {
	t.Helper()
	s := openIn(t, dir, nil)
	l, err := s.Find(context.Background(), store.Query{Limit: store.MaxPage})
	if err != nil {
		t.Fatal(err)
	}
	ids := []int64{}
	for _, row := range l.Rows {
		ids = append(ids, row.ID)
	}
	found, err := s.Memories(context.Background(), ids)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for _, m := range found {
		all[m.Body] = true
	}
	return all
}

func remove(sides ...string) func(dir string) error {
	return func(dir string) error {
		var err error
		for _, side := range sides {
			err = errors.Join(err, os.Remove(mainFile(dir)+side))
		}
		return err
	}
}

// TestSideFilesGone: whichever of the side files is removed while processes have
// the file open, those that come later and those that were there go on with the
// same file, and all that was acknowledged is in it.
func TestSideFilesGone(t *testing.T) {
	unixOnly(t)
	for name, happen := range map[string]func(dir string) error{
		"the index":           remove("-shm"),
		"the log":             remove("-wal"),
		"both":                remove("-shm", "-wal"),
		"the locks":           func(dir string) error { return os.RemoveAll(filepath.Join(dir, "run")) },
		"an index of another": func(dir string) error { return replaceBy(mainFile(dir)+"-shm", make([]byte, 32768)) },
		"a log of another":    func(dir string) error { return replaceBy(mainFile(dir)+"-wal", []byte("another one's")) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			a, b := openIn(t, dir, nil), openIn(t, dir, nil)
			for i := range 5 {
				saveText(t, a, fmt.Sprint("before ", i))
			}
			if err := happen(dir); err != nil {
				t.Fatal(err)
			}
			saveText(t, b, "of b")
			together(t, 2, "save 10", dir)
			saveText(t, a, "of a")
			saveText(t, b, "of b again")
			a.Close()
			b.Close()
			if all := bodies(t, dir); len(all) != 28 || !all["before 4"] || !all["of a"] || !all["of b again"] {
				t.Errorf("%d memories: %v", len(all), all)
			}
			checkIntegrity(t, dir)
			if aside := sqlite.SetAside(dir); len(aside) > 1 || len(aside) == 1 && !strings.HasSuffix(aside[0], "-wal") {
				t.Errorf("set aside: %v", aside)
			}
		})
	}
}

// TestSideFilesGone_Again: however often, nothing that was acknowledged is lost,
// and nobody waits for ever.
func TestSideFilesGone_Again(t *testing.T) {
	unixOnly(t)
	t.Parallel()
	dir := t.TempDir()
	var all sync.WaitGroup
	acknowledged := make([]string, 3)
	for i := range acknowledged {
		all.Go(func() {
			cmd := command("persist", dir, fmt.Sprint("process ", i))
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if err != nil {
				t.Errorf("process %d: %v: %s", i, err, errs.String())
			}
			acknowledged[i] = string(out)
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for i := 0; ; i++ {
		select {
		case <-done:
		case <-time.After(40 * time.Millisecond):
			_ = os.Remove(mainFile(dir) + sides[i%len(sides)]) // if it is there just now
			continue
		}
		break
	}
	found := bodies(t, dir)
	for _, body := range strings.Fields(strings.ReplaceAll(strings.Join(acknowledged, ""), " ", "_")) {
		if !found[strings.ReplaceAll(body, "_", " ")] {
			t.Errorf("lost %s", body)
		}
	}
	if len(found) < 100 {
		t.Errorf("%d memories", len(found))
	}
	checkIntegrity(t, dir)
}

var sides = []string{"-shm", "-wal"}

func replaceBy(path string, data []byte) error {
	return errors.Join(os.WriteFile(path+".new", data, 0o600), os.Rename(path+".new", path))
}

// TestStaleLog: an older log that comes back while the file is open destroys
// nothing, though the process is killed as soon as it has noticed.
func TestStaleLog(t *testing.T) {
	unixOnly(t)
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	saveText(t, s, "one")
	old, err := os.ReadFile(mainFile(dir) + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		saveText(t, s, fmt.Sprint("later ", i))
	}
	if err := replaceBy(mainFile(dir)+"-wal", old); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "two")
	if aside := sqlite.SetAside(dir); len(aside) != 1 || !strings.HasSuffix(aside[0], "-wal") {
		t.Errorf("set aside: %v", aside)
	}
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 1 || n[0].Code != store.NoticeLog {
		t.Errorf("notices %+v, %v", n, err)
	}
	if all := bodies(t, dir); len(all) != 22 {
		t.Errorf("%d memories, want 22", len(all))
	}
	checkIntegrity(t, dir)
}

// TestMainFileGone: what follows is a new file, and the person is told.
func TestMainFileGone(t *testing.T) {
	unixOnly(t)
	ctx := context.Background()
	for name, happen := range map[string]func(dir, path string) error{
		"folder deleted": func(dir, _ string) error { return os.RemoveAll(dir) },
		"file moved":     func(_, path string) error { return os.Rename(path, path+".old") },
		"file emptied": func(_, path string) error {
			return errors.Join(os.Rename(path, path+".old"), os.WriteFile(path, nil, 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "data")
			a, b := openIn(t, dir, nil), openIn(t, dir, nil)
			saveText(t, a, "before")
			seq, err := a.Changes(ctx, -1)
			if err != nil {
				t.Fatal(err)
			}
			version, err := a.DataVersion(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if err := happen(dir, mainFile(dir)); err != nil {
				t.Fatal(err)
			}
			saveText(t, b, "after")
			if l, err := a.Find(ctx, store.Query{Limit: 10}); err != nil || l.Total != 1 {
				t.Errorf("found %+v, %v", l, err)
			}
			if all := bodies(t, dir); !all["after"] {
				t.Errorf("memories %v", all)
			}
			n, err := sqlite.Notices(dir)
			if err != nil || len(n) != 1 || n[0].Code != store.NoticeMissing && n[0].Code != store.NoticeDamaged {
				t.Errorf("notices %+v, %v", n, err)
			}
			if now, err := a.DataVersion(ctx); err != nil || now == version {
				t.Errorf("data version %d after %d, %v", now, version, err)
			}
			if set, err := a.Changes(ctx, seq.Seq); err != nil || !set.Reload || set.Seq <= seq.Seq {
				t.Errorf("changes %+v after %+v, %v", set, seq, err)
			}
			if old := filepath.Join(dir, sqlite.FileName+".old"); name != "folder deleted" {
				if n, err := sqlite.Inspect(ctx, old); err != nil || n != 1 {
					t.Errorf("the former file has %d memories, %v", n, err)
				}
			}
		})
	}
}

// TestAnnouncedAgain: who runs here is known in the file that took the place of
// another, also if somebody wrote to that for longer than reopening waits.
func TestAnnouncedAgain(t *testing.T) {
	unixOnly(t)
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	release, err := s.Announce(ctx, store.Presence{Client: "codex", PID: os.Getpid()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(release)
	empty := filepath.Join(t.TempDir(), "empty")
	openIn(t, empty, nil).Close()
	if err := errors.Join(os.Rename(mainFile(empty), mainFile(dir)), remove("-wal", "-shm")(dir)); err != nil {
		t.Fatal(err)
	}
	c := newCrowd(t, s, dir)
	c.wg.Go(func() { saveText(t, s, "into the new file") })
	time.Sleep(sqlite.AnnounceWait + 500*time.Millisecond)
	c.release()
	c.wg.Wait()
	present, err := s.Present(ctx)
	if err != nil || len(present) != 1 || present[0].Client != "codex" {
		t.Errorf("present are %+v, %v", present, err)
	}
}

// TestReplacedByBackup: a backup that takes the place of the file is what counts
// from then on: no log of the former file is replayed over it.
func TestReplacedByBackup(t *testing.T) {
	unixOnly(t)
	ctx := context.Background()
	long := strings.Repeat("words ", 100)
	for _, cold := range []bool{false, true} {
		for how, replace := range map[string]func(from, to string) error{
			"moved": os.Rename,
			"copied": func(from, to string) error {
				data, err := os.ReadFile(from)
				return errors.Join(err, os.WriteFile(to, data, 0o600))
			},
		} {
			if how == "copied" && !cold {
				continue // into a file that is open: nobody can tell
			}
			t.Run(fmt.Sprintf("%s, cold %t", how, cold), func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				s := openIn(t, dir, nil)
				for i := range 20 {
					saveText(t, s, fmt.Sprint("old ", i))
				}
				backup := filepath.Join(t.TempDir(), "backup.db")
				if err := s.Copy(ctx, backup); err != nil {
					t.Fatal(err)
				}
				for i := range 40 {
					saveText(t, s, fmt.Sprint("later ", i, " ", long))
				}
				where := dir
				if cold { // as after a kill
					where = t.TempDir()
					for _, side := range []string{"", "-wal"} {
						data, err := os.ReadFile(mainFile(dir) + side)
						if err := errors.Join(err, os.WriteFile(mainFile(where)+side, data, 0o600)); err != nil {
							t.Fatal(err)
						}
					}
					s.Close()
				}
				if err := replace(backup, mainFile(where)); err != nil {
					t.Fatal(err)
				}
				if cold {
					s = openIn(t, where, nil)
				}
				saveText(t, s, "after")
				if all := bodies(t, where); len(all) != 21 || !all["old 19"] || !all["after"] {
					t.Errorf("%d memories", len(all))
				}
				checkIntegrity(t, where)
				n, err := sqlite.Notices(where)
				if err != nil || cold && (len(n) != 1 || n[0].Code != store.NoticeLog) || !cold && len(n) != 0 {
					t.Errorf("notices %+v, %v", n, err)
				}
			})
		}
	}
}

// TestHotLog: the log that a killed process left is this file's, and is used.
func TestHotLog(t *testing.T) {
	dir, where := t.TempDir(), t.TempDir()
	s := openIn(t, dir, nil)
	for i := range 10 {
		saveText(t, s, fmt.Sprint("memory ", i))
	}
	for _, side := range []string{"", "-wal", "-shm"} {
		data, err := os.ReadFile(mainFile(dir) + side)
		if err := errors.Join(err, os.WriteFile(mainFile(where)+side, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if all := bodies(t, where); len(all) != 10 {
		t.Errorf("%d memories", len(all))
	}
	if n, err := sqlite.Notices(where); err != nil || len(n) != 0 {
		t.Errorf("notices %+v, %v", n, err)
	}
}

// TestHeaderInLog: a file whose header is damaged, but stands in the log, is
// whole.
func TestHeaderInLog(t *testing.T) {
	dir, where := t.TempDir(), t.TempDir()
	s := openIn(t, dir, nil)
	saveText(t, s, "one")
	for _, side := range []string{"", "-wal"} {
		data, err := os.ReadFile(mainFile(dir) + side)
		if side == "" {
			copy(data, make([]byte, 100))
		}
		if err := errors.Join(err, os.WriteFile(mainFile(where)+side, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := sqlite.Inspect(context.Background(), mainFile(where)); err != nil || n != 1 {
		t.Errorf("as a copy: %d, %v", n, err)
	}
	if all := bodies(t, where); !all["one"] {
		t.Errorf("memories %v", all)
	}
	if aside := sqlite.SetAside(where); len(aside) != 0 {
		t.Errorf("set aside: %v", aside)
	}
}

// TestLinkedFile: a memory file may be a symbolic link; its side files are beside
// the file that it names.
func TestLinkedFile(t *testing.T) {
	unixOnly(t)
	dir, there := t.TempDir(), t.TempDir()
	real := filepath.Join(there, "real.db")
	if err := os.Symlink(real, mainFile(dir)); err != nil {
		t.Fatal(err)
	}
	s := openIn(t, dir, nil)
	saveText(t, s, "one")
	if err := os.Remove(real + "-wal"); err != nil {
		t.Fatal(err)
	}
	saveText(t, s, "two")
	together(t, 1, "save 1", dir)
	if all := bodies(t, dir); len(all) != 3 {
		t.Errorf("memories %v", all)
	}
	s.Close()
	if err := os.WriteFile(real, []byte("damage"), 0o600); err != nil {
		t.Fatal(err)
	}
	saveText(t, openIn(t, dir, nil), "three")
	if aside := sqlite.SetAside(dir); len(aside) != 1 || filepath.Dir(aside[0]) != there {
		t.Errorf("set aside: %v", aside)
	}
	if target, err := os.Readlink(mainFile(dir)); err != nil || target != real {
		t.Errorf("the link leads to %s, %v", target, err)
	}
}

// TestLeave: a process that nobody asks for anything leaves files that are no
// longer in place, so that others need not wait for it.
func TestLeave(t *testing.T) {
	unixOnly(t)
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	saveText(t, s, "one")
	if err := os.Remove(mainFile(dir) + "-shm"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	together(t, 1, "save 1", dir)
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("waited for %v", took)
	}
}

// TestFrozen: where somebody does not let go, it is said what to do.
func TestFrozen(t *testing.T) {
	t.Parallel()
	unixOnly(t)
	dir := t.TempDir()
	freeze(t, dir)
	if err := os.Remove(mainFile(dir) + "-shm"); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if store.ErrorCode(err) != store.Busy || !strings.Contains(store.ErrorMessage(err), "end all clients and Memtray") {
		t.Errorf("open: %v", err)
	}
}
