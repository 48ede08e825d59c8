package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// fillFile saves n memories and closes the store.
func fillFile(t *testing.T, dir string, n int) {
	t.Helper()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		saveText(t, s, fmt.Sprintf("memory %d: 重试使用抖动 %s", i, strings.Repeat("words ", 50)))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func saveText(t *testing.T, s *sqlite.Store, body string) store.Memory {
	t.Helper()
	saved, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return saved.Memory
}

func mainFile(dir string) string { return filepath.Join(dir, sqlite.FileName) }

// scramble overwrites a part of the file.
func scramble(t *testing.T, path string, from, length int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(strings.Repeat("damage! ", int(length)/8)), from); err != nil {
		t.Fatal(err)
	}
}

// damages are what can have happened to a file of 30 memories.
var damages = map[string]func(t *testing.T, dir string){
	"plain text":  func(t *testing.T, dir string) { writeFile(t, dir, strings.Repeat("plain text ", 100)) },
	"a byte":      func(t *testing.T, dir string) { writeFile(t, dir, "x") },
	"header":      func(t *testing.T, dir string) { scramble(t, mainFile(dir), 0, 64) },
	"page size":   func(t *testing.T, dir string) { scramble(t, mainFile(dir), 16, 8) },
	"first page":  func(t *testing.T, dir string) { scramble(t, mainFile(dir), 100, 3000) },
	"truncated":   func(t *testing.T, dir string) { truncate(t, mainFile(dir), 40960) },
	"only a head": func(t *testing.T, dir string) { truncate(t, mainFile(dir), 100) },
	"empty beside a log": func(t *testing.T, dir string) {
		truncate(t, mainFile(dir), 0)
		if err := os.WriteFile(mainFile(dir)+"-wal", []byte("what was saved last"), 0o600); err != nil {
			t.Fatal(err)
		}
	},
	"gone beside a log": func(t *testing.T, dir string) {
		err := errors.Join(os.Remove(mainFile(dir)), os.WriteFile(mainFile(dir)+"-wal", []byte("what was saved last"), 0o600))
		if err != nil {
			t.Fatal(err)
		}
	},
}

func truncate(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// TestDamaged: what is damaged is kept under another name, byte for byte, an
// empty store takes its place, and the person is told.
func TestDamaged(t *testing.T) {
	sound := t.TempDir()
	fillFile(t, sound, 30)
	file, err := os.ReadFile(mainFile(sound))
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a?b#c %25 记忆")
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			writeFile(t, dir, string(file))
			damage(t, dir)
			before := map[string]string{}
			for _, side := range []string{"", "-wal"} {
				if data, err := os.ReadFile(mainFile(dir) + side); err == nil {
					before[side] = string(data)
				}
			}
			s := openIn(t, dir, nil)
			if m := saveText(t, s, "life goes on"); m.ID != 2001 { // above what was given before
				t.Errorf("the new store begins with #%d", m.ID)
			}
			notices, err := sqlite.Notices(dir)
			if err != nil || len(notices) != 1 {
				t.Fatalf("notices %+v, %v", notices, err)
			}
			n := notices[0]
			want := store.NoticeDamaged
			if _, ok := before[""]; !ok {
				want = store.NoticeMissing
			}
			if n.Code != want || n.Severity != store.Failure || n.Backup != nil || n.Cause == "" || fmt.Sprint(n.Actions) != "[dismiss]" {
				t.Errorf("notice %+v", n)
			}
			for side, data := range before {
				now, err := os.ReadFile(filepath.Join(dir, n.File+side))
				if err != nil || string(now) != data {
					t.Errorf("%s%s is not what it was: %d bytes of %d, %v", n.File, side, len(now), len(data), err)
				}
			}
			checkIntegrity(t, dir)
		})
	}
}

func TestDamaged_Healthy(t *testing.T) {
	dir := t.TempDir()
	fillFile(t, dir, 1)
	openIn(t, dir, nil)
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 0 {
		t.Errorf("notices of a healthy store: %+v, %v", n, err)
	}
	if aside := sqlite.SetAside(dir); len(aside) != 0 {
		t.Errorf("set aside: %v", aside)
	}
}

// TestDamaged_Together: of many processes that find the damage one sets the file
// aside, and all go on in the same new one.
func TestDamaged_Together(t *testing.T) {
	dir := t.TempDir()
	fillFile(t, dir, 30)
	truncate(t, mainFile(dir), 40960)
	together(t, 6, "save 10", dir)
	if aside := sqlite.SetAside(dir); len(aside) != 1 {
		t.Errorf("set aside: %v", aside)
	}
	l, err := openIn(t, dir, nil).Find(context.Background(), store.Query{Limit: 1})
	if err != nil || l.Total != 60 {
		t.Errorf("%d memories, %v; want 60", l.Total, err)
	}
	checkIntegrity(t, dir)
}

// TestDamaged_Twice: a name that is taken is not used again.
func TestDamaged_Twice(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		writeFile(t, dir, fmt.Sprintf("damage %d", i))
		openIn(t, dir, nil).Close()
	}
	if aside := sqlite.SetAside(dir); len(aside) != 3 {
		t.Errorf("set aside: %v", aside)
	}
}

// TestDamaged_Backup: the newest backup that can be read is offered, and the ids
// of its memories stay free for it.
func TestDamaged_Backup(t *testing.T) {
	ctx := context.Background()
	for name, code := range map[string]store.NoticeCode{"truncated": store.NoticeDamaged, "deleted": store.NoticeMissing, "emptied": store.NoticeDamaged} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s := openIn(t, dir, nil)
			for i := range 5 {
				saveText(t, s, fmt.Sprint("memory ", i))
			}
			backups := filepath.Join(dir, sqlite.BackupsDir)
			if err := os.Mkdir(backups, 0o700); err != nil {
				t.Fatal(err)
			}
			good := filepath.Join(backups, "memtray-20261128-100000.db")
			if err := s.Copy(ctx, good); err != nil {
				t.Fatal(err)
			}
			checkMode(t, good, 0o600)
			s.Close()
			bad := filepath.Join(backups, "memtray-20261129-100000.db")
			if err := os.WriteFile(bad, []byte("SQLite format 3\x00"), 0o600); err != nil {
				t.Fatal(err)
			}
			switch name {
			case "truncated":
				truncate(t, mainFile(dir), 40960)
			case "emptied":
				truncate(t, mainFile(dir), 0)
			case "deleted":
				os.Remove(mainFile(dir))
			}
			s = openIn(t, dir, nil)
			if m := saveText(t, s, "life goes on"); m.ID != 2001 {
				t.Errorf("the new store begins with #%d, want #2001", m.ID)
			}
			n, err := sqlite.Notices(dir)
			if err != nil || len(n) != 1 || n[0].Code != code || n[0].Backup == nil {
				t.Fatalf("notices %+v, %v", n, err)
			}
			if b := n[0].Backup; b.File != good || b.Memories != 5 || b.At.Time().UTC().Day() != 28 {
				t.Errorf("backup %+v", b)
			}
		})
	}
}

// TestDamagedWhileOpen: the call says so, nothing is overwritten, and the next
// start sets the file aside.
func TestDamagedWhileOpen(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	fillFile(t, dir, 200)
	s := openIn(t, dir, nil)
	info, err := os.Stat(mainFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	scramble(t, mainFile(dir), 40*4096, info.Size()-40*4096)
	ids := []int64{}
	for id := range int64(200) {
		ids = append(ids, id+1)
	}
	_, err = s.Memories(ctx, ids)
	if store.ErrorCode(err) != store.Damaged || !strings.Contains(store.ErrorMessage(err), "set aside, not deleted") {
		t.Fatalf("read: %v", err)
	}
	n, err := sqlite.Notices(dir)
	if err != nil || len(n) != 1 || n[0].Code != store.NoticeCorrupt {
		t.Fatalf("notices %+v, %v", n, err)
	}
	s.Close()
	s = openIn(t, dir, nil)
	saveText(t, s, "life goes on")
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 1 || n[0].Code != store.NoticeDamaged {
		t.Errorf("notices after the restart %+v, %v", n, err)
	}
}

// TestCorruptNotice_FalseAlarm: a file that proves sound is used, and the notice
// is gone.
func TestCorruptNotice_FalseAlarm(t *testing.T) {
	dir := t.TempDir()
	fillFile(t, dir, 3)
	if err := sqlite.Raise(dir, store.Notice{Code: store.NoticeCorrupt}); err != nil {
		t.Fatal(err)
	}
	s := openIn(t, dir, nil)
	if all, err := s.Memories(context.Background(), []int64{1, 2, 3}); err != nil || len(all) != 3 {
		t.Errorf("memories %v, %v", all, err)
	}
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 0 {
		t.Errorf("notices %+v, %v", n, err)
	}
}

// TestDamaged_Again: each new store begins above what the former ones gave, and
// the backup that a waiting notice offers stays on offer.
func TestDamaged_Again(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	saveText(t, s, "before")
	backups := filepath.Join(dir, sqlite.BackupsDir)
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	good := filepath.Join(backups, "memtray-20261128-100000.db")
	if err := s.Copy(ctx, good); err != nil {
		t.Fatal(err)
	}
	s.Close()
	last := int64(0)
	for i := range 3 {
		scramble(t, mainFile(dir), 0, 64)
		s := openIn(t, dir, nil)
		m := saveText(t, s, fmt.Sprint("after ", i))
		if m.ID <= last {
			t.Errorf("the new store begins with #%d after #%d", m.ID, last)
		}
		last = m.ID
		if err := s.Copy(ctx, filepath.Join(backups, fmt.Sprintf("memtray-20261129-10000%d.db", i))); err != nil {
			t.Fatal(err)
		}
		s.Close()
		n, err := sqlite.Notices(dir)
		if err != nil || len(n) != 1 || n[0].Backup == nil || n[0].Backup.File != good {
			t.Errorf("notices %+v, %v", n, err)
		}
	}
	if aside := sqlite.SetAside(dir); len(aside) != 3 {
		t.Errorf("set aside: %v", aside)
	}
}

// TestDamaged_NoNotice: where no notice can be written the file stays.
func TestDamaged_NoNotice(t *testing.T) {
	dir := t.TempDir()
	fillFile(t, dir, 3)
	scramble(t, mainFile(dir), 0, 64)
	if err := os.WriteFile(filepath.Join(dir, "notices"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if store.ErrorCode(err) != store.Internal || !strings.Contains(store.ErrorMessage(err), "no notice of it can be written") {
		t.Errorf("open: %v", err)
	}
	if aside := sqlite.SetAside(dir); len(aside) != 0 {
		t.Errorf("set aside: %v", aside)
	}
	if err := os.Remove(filepath.Join(dir, "notices")); err != nil {
		t.Fatal(err)
	}
	openIn(t, dir, nil)
	if n, err := sqlite.Notices(dir); err != nil || len(n) != 1 {
		t.Errorf("notices %+v, %v", n, err)
	}
}

// TestDamaged_Interrupted: a process that was killed between the file and its log
// is finished by the next one.
func TestDamaged_Interrupted(t *testing.T) {
	from, dir := t.TempDir(), t.TempDir()
	s := openIn(t, from, nil)
	saveText(t, s, "in the log")
	name := sqlite.FileName + ".damaged-20261130-100000"
	for to, path := range map[string]string{name: mainFile(from), sqlite.FileName + "-wal": mainFile(from) + "-wal"} {
		data, err := os.ReadFile(path)
		if err := errors.Join(err, os.WriteFile(filepath.Join(dir, to), data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := sqlite.Raise(dir, store.Notice{Code: store.NoticeDamaged, File: name, Actions: []store.NoticeAction{}}); err != nil {
		t.Fatal(err)
	}
	openIn(t, dir, nil)
	if n, err := sqlite.Inspect(context.Background(), filepath.Join(dir, name)); err != nil || n != 1 {
		t.Errorf("the file that was set aside has %d memories, %v", n, err)
	}
	if aside := sqlite.SetAside(dir); len(aside) != 1 {
		t.Errorf("set aside: %v", aside)
	}
}
