package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

var (
	me    = store.Author{Kind: store.Person, Process: "window"}
	codex = store.Author{Kind: store.Agent, Client: "codex", Process: "p"}
)

// leftovers returns in which files of a folder any of the words is, in any case.
func leftovers(t *testing.T, dir string, words []string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) < 3 {
		t.Fatalf("files %v, %v", files, err)
	}
	var found []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if bytes.Contains(bytes.ToLower(data), []byte(strings.ToLower(w))) {
				found = append(found, filepath.Base(file)+": "+w)
			}
		}
	}
	return found
}

// markers are texts that are nowhere else, and the tokens that the index makes
// of them.
func markers() []string {
	all := []string{"Quixzotl", "plorvian", "vexhollow", "druntle", "zwiebax", "morblequent", "snargle", "麒麟", "饕餮"}
	for _, w := range all {
		all = append(all, text.Tokens(w)...)
	}
	return all
}

// marked saves a memory that holds a marker in every place, changes it and moves
// it to the trash, among others that stay.
func marked(t *testing.T, s *sqlite.Store) int64 {
	t.Helper()
	ctx := context.Background()
	fill(t, s, "before", 40)
	saved, err := s.Save(ctx, codex, store.Draft{
		Title: "The Quixzotl of 麒麟", Body: "plorvian " + strings.Repeat("plorvian words ", 500) + "饕餮",
		Tags: []string{"vexhollow"}, Files: []string{"src/druntle.go"},
	})
	if err != nil {
		t.Fatal(err)
	}
	id := saved.Memory.ID
	fill(t, s, "between", 40)
	change := func(p store.Patch) {
		if _, err := s.Change(ctx, me, store.Change{IDs: []int64{id}, Patch: p, Reason: "because of zwiebax"}); err != nil {
			t.Fatal(err)
		}
	}
	// Questions that led to it alone, to others with it, and to nothing.
	for query, ids := range map[string][]int64{"what of Quixzotl": {id}, "morblequent and others": {1, id, 2}, "snargle": {}} {
		if err := s.NoteRecall(ctx, store.Recall{Author: codex, Kind: store.ListedRecall, Query: query, IDs: ids}); err != nil {
			t.Fatal(err)
		}
	}
	change(store.Patch{Body: ptr("shorter, without plorvian, with Quixzotl"), Tags: &[]string{"vexhollow", "饕餮"}})
	change(store.Patch{Title: ptr("harmless")})
	fill(t, s, "after", 40)
	// Acts that change others with it.
	both := store.Change{IDs: []int64{1, id}, Patch: store.Patch{Pinned: ptr(true)}, Reason: "zwiebax in both"}
	if _, err := s.Change(ctx, codex, both); err != nil {
		t.Fatal(err)
	}
	change(store.Patch{State: ptr(store.Trashed)})
	return id
}

func fill(t *testing.T, s *sqlite.Store, name string, n int) {
	t.Helper()
	for i := range n {
		if _, err := s.Save(context.Background(), codex, store.Draft{Body: fmt.Sprintf("%s: the number %d of those that stay", name, i)}); err != nil {
			t.Fatal(err)
		}
	}
}

// TestPurgeLeavesNoBytes: after deleting for good and compaction the text is
// nowhere in the files, nor are its tokens, nor is it in a copy made afterwards.
func TestPurgeLeavesNoBytes(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	other := openIn(t, dir, nil) // as a shim has it open
	if _, err := other.Find(ctx, store.Query{Limit: 1}); err != nil {
		t.Fatal(err)
	}
	id := marked(t, s)
	execute(t, dir, fmt.Sprintf(`insert into proposals (kind, targets, patch, fingerprint, created_at)
		values ('edit', '[1,%d]', '{"body":"vexhollow"}', 'f', 1)`, id))
	if found := leftovers(t, dir, markers()); len(found) < len(markers())-2 {
		t.Fatalf("the markers are not even there before: %v", found)
	}
	if p, err := s.Purge(ctx, []int64{id}); err != nil || len(p.IDs) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	execute(t, dir, fmt.Sprintf(`vacuum into '%s'`, filepath.Join(dir, "backup.db")))
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	checkIntegrity(t, dir)
	if l, err := other.Find(ctx, store.Query{Limit: 1, Terms: text.Terms("stay", false)}); err != nil || l.Total != 120 {
		t.Errorf("%d of 120 are found, %v", l.Total, err)
	}
	if saved, err := other.Save(ctx, codex, store.Draft{Body: "after all that"}); err != nil || saved.Memory.ID != 122 {
		t.Errorf("the next save: %+v, %v", saved.Memory, err)
	}
	var purged int
	if err := raw(t, dir).QueryRow(`select count(*) from purged`).Scan(&purged); err != nil || purged != 1 {
		t.Errorf("%d purged, %v", purged, err)
	}
}

// TestUpkeepLeavesNoBytes: the same after 30 days, without anybody asking.
func TestUpkeepLeavesNoBytes(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	marked(t, s)
	clock.Advance(store.TrashKept)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	checkIntegrity(t, dir)
}

// TestCompactBusy: others in the way are said, and upkeep does it later.
func TestCompactBusy(t *testing.T) {
	for name, hold := range map[string]string{"a writer": `begin immediate`, "a reader": `begin; select count(*) from memories`} {
		t.Run(name, func(t *testing.T) {
			ctx, dir := context.Background(), t.TempDir()
			s := openIn(t, dir, nil)
			sqlite.SetPatience(s, 100*time.Millisecond)
			id := marked(t, s)
			if _, err := s.Purge(ctx, []int64{id}); err != nil {
				t.Fatal(err)
			}
			conn, err := raw(t, dir).Conn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := conn.ExecContext(ctx, hold); err != nil {
				t.Fatal(err)
			}
			for _, do := range []func(context.Context) error{s.Compact, s.Upkeep} {
				if err := do(ctx); store.ErrorCode(err) != store.Busy {
					t.Errorf("with %s: %v", name, err)
				}
			}
			if err := s.Compact(ctx); !strings.Contains(store.ErrorMessage(err), "its bytes leave the file when nobody uses it") {
				t.Errorf("with %s: %v", name, err)
			}
			if _, err := conn.ExecContext(ctx, `rollback`); err != nil {
				t.Fatal(err)
			}
			if err := s.Upkeep(ctx); err != nil {
				t.Fatal(err)
			}
			if found := leftovers(t, dir, markers()); len(found) > 0 {
				t.Errorf("left behind: %v", found)
			}
		})
	}
}

// TestCompactShrinks: space comes back.
func TestCompactShrinks(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	var ids []int64
	for i := range 40 {
		saved, err := s.Save(ctx, codex, store.Draft{Body: fmt.Sprintf("%d %s", i, strings.Repeat("space ", 5000))})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, saved.Memory.ID)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	before := sizeOf(t, dir)
	if _, err := s.Change(ctx, me, store.Change{IDs: ids, Patch: store.Patch{State: ptr(store.Trashed)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.EmptyTrash(ctx, len(ids)); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	if after := sizeOf(t, dir); after > before/2 {
		t.Errorf("%d bytes, %d before", after, before)
	}
}

func sizeOf(t *testing.T, dir string) int64 {
	t.Helper()
	var size int64
	for _, end := range []string{"", "-wal"} {
		info, err := os.Stat(filepath.Join(dir, sqlite.FileName+end))
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	return size
}

// TestCompactCanBeStopped: whoever has no time for it stops it, and the store
// goes on.
func TestCompactCanBeStopped(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	fill(t, s, "all", 200)
	for i := range 20 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i)*time.Millisecond)
		_ = s.Compact(ctx) // stopped anywhere
		cancel()
		if _, err := s.Save(context.Background(), codex, store.Draft{Body: fmt.Sprintf("save %d", i)}); err != nil {
			t.Fatal(err)
		}
	}
	checkIntegrity(t, dir)
}

// TestCompact_Clock: what was asked for while the clock was ahead is done once.
func TestCompact_Clock(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	id := marked(t, s)
	now := clock.Now()
	clock.Advance(365 * 24 * time.Hour)
	if _, err := s.Purge(ctx, []int64{id}); err != nil {
		t.Fatal(err)
	}
	clock.Set(now)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	var marks int
	if err := raw(t, dir).QueryRow(`select count(*) from upkeep where what in ('left', 'asked')`).Scan(&marks); err != nil || marks != 0 {
		t.Errorf("%d marks are left, so it is done again with each look: %v", marks, err)
	}
}

// TestPurgeOutlivesTheFile: what was deleted for good does not come back from a
// backup made before, though the file that knew of it is lost; nor do the words
// of its acts.
func TestPurgeOutlivesTheFile(t *testing.T) {
	for name, lose := range map[string]func(dir string) error{
		"damaged": func(dir string) error { return os.WriteFile(mainFile(dir), []byte("damage"), 0o600) },
		"gone":    func(dir string) error { return os.Remove(mainFile(dir)) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, dir := context.Background(), t.TempDir()
			s := openIn(t, dir, nil)
			id := marked(t, s)
			backup := filepath.Join(t.TempDir(), "backup.db")
			if err := s.Copy(ctx, backup); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Purge(ctx, []int64{id}); err != nil {
				t.Fatal(err)
			}
			list := filepath.Join(dir, "purged.txt")
			before, err := os.ReadFile(list)
			if err != nil || len(bytes.Fields(before)) != 2 {
				t.Fatalf("the list is %q, %v", before, err)
			}
			s.Close()
			if err := errors.Join(os.WriteFile(list, append(before, "torn"...), 0o600), lose(dir)); err != nil {
				t.Fatal(err)
			}
			s = openIn(t, dir, nil)
			r, err := s.Restore(ctx, me, backup)
			if err != nil || r.Purged != 1 || r.Added != 120 {
				t.Fatalf("restored %+v, %v", r, err)
			}
			var reasons int
			if err := raw(t, dir).QueryRow(`select count(*) from acts where reason <> ''`).Scan(&reasons); err != nil || reasons != 0 {
				t.Errorf("%d reasons are back, %v", reasons, err)
			}
			// What is deleted now is listed behind the line that was torn.
			if _, err := s.Change(ctx, me, store.Change{IDs: []int64{2}, Patch: store.Patch{State: ptr(store.Trashed)}}); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Purge(ctx, []int64{2}); err != nil {
				t.Fatal(err)
			}
			s.Close()
			if err := lose(dir); err != nil {
				t.Fatal(err)
			}
			s = openIn(t, dir, nil)
			if r, err := s.Restore(ctx, me, backup); err != nil || r.Purged != 2 || r.Added != 119 {
				t.Errorf("restored again %+v, %v", r, err)
			}
		})
	}
}

// TestPurge_ListLater: a list that could not be written is completed by upkeep.
func TestPurge_ListLater(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	id := marked(t, s)
	list := filepath.Join(dir, "purged.txt")
	if err := os.Mkdir(list, 0o700); err != nil {
		t.Fatal(err)
	}
	if p, err := s.Purge(ctx, []int64{id}); err != nil || len(p.IDs) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(list); err != nil || len(bytes.Fields(text)) != 2 {
		t.Errorf("the list is %q, %v", text, err)
	}
}
