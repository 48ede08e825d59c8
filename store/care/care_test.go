package care_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/sqlite"
)

var you = store.Author{Kind: store.Person, Process: "test"}

func openIn(t *testing.T, dir string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func save(t *testing.T, s *sqlite.Store, body string) {
	t.Helper()
	if _, err := s.Save(t.Context(), you, store.Draft{Body: body}); err != nil {
		t.Fatal(err)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	all, err := os.ReadDir(filepath.Join(dir, sqlite.BackupsDir))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, one := range all {
		out = append(out, one.Name())
	}
	return out
}

func TestBackup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a?b#c %25 记忆")
	s := openIn(t, dir)
	save(t, s, "one")
	at := time.Date(2026, 11, 29, 3, 4, 5, 6, time.UTC)
	k := care.New(s, care.WithClock(func() time.Time { return at }))
	if err := os.MkdirAll(filepath.Join(dir, sqlite.BackupsDir), 0o700); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, sqlite.BackupsDir, ".memtray-123.tmp")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // within a second
		if b, err := k.Backup(t.Context()); err != nil || b.Memories != 1 {
			t.Fatalf("backup %+v, %v", b, err)
		}
	}
	if got := names(t, dir); fmt.Sprint(got) != "[memtray-20261129-030405.db memtray-20261129-030406.db]" {
		t.Errorf("backups %v", got)
	}
	info, err := os.Stat(filepath.Join(dir, sqlite.BackupsDir, "memtray-20261129-030405.db"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestBackup_OneAtATime: while a process makes a backup no other does.
func TestBackup_OneAtATime(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	lock := flock.New(filepath.Join(dir, "run", "backup.lock"))
	if ok, err := lock.TryLock(); err != nil || !ok {
		t.Fatal(err)
	}
	if _, err := care.New(s).Backup(t.Context()); store.ErrorCode(err) != store.Busy {
		t.Errorf("while another makes one: %v", err)
	}
	lock.Unlock()
	if _, err := care.New(s).Backup(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestRetention: after 60 days with two backups each, 7 daily and 4 weekly ones
// are there.
func TestRetention(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	end := time.Date(2026, 11, 30, 12, 0, 0, 0, time.Local) // a Monday
	backups := filepath.Join(dir, sqlite.BackupsDir)
	if err := os.MkdirAll(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	real := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Copy(t.Context(), real); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(real)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, at time.Time) {
		path := filepath.Join(backups, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	for day := 1; day <= 60; day++ {
		for _, hour := range []int{3, 15} {
			at := time.Date(2026, 11, 30-day, hour, 0, 0, 0, time.Local)
			write(sqlite.BackupName(at), at)
		}
	}
	write("memtray-20261001-000000-before-restore.db", end.AddDate(0, -2, 0))
	write("memtray-20261129-000000-before-restore.db", end.AddDate(0, 0, -1))
	write("mine.db", end.AddDate(-1, 0, 0))
	k := care.New(s, care.WithClock(func() time.Time { return end }))
	damaged := store.Notice{Code: store.NoticeDamaged, Actions: []store.NoticeAction{store.ActionDismiss}}
	if err := sqlite.Raise(dir, damaged); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Backup(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 124 {
		t.Errorf("%d files while a notice waits, want all 124", len(got))
	}
	if err := k.Answer(t.Context(), you, store.NoticeDamaged, store.ActionDismiss); err != nil {
		t.Fatal(err)
	}
	end = end.Add(time.Minute)
	if _, err := k.Backup(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range sqlite.Backups(dir) {
		got = append(got, b.At.Time().Local().Format("01-02 15:04"))
	}
	want := "[11-30 12:01 11-30 12:00 11-29 15:00 11-28 15:00 11-27 15:00 11-26 15:00 11-25 15:00 11-24 15:00 11-22 15:00 11-15 15:00]"
	if fmt.Sprint(got) != want {
		t.Errorf("kept %v, want %v", got, want)
	}
	all := names(t, dir)
	if !slices.Contains(all, "mine.db") || !slices.Contains(all, "memtray-20261129-000000-before-restore.db") || slices.Contains(all, "memtray-20261001-000000-before-restore.db") {
		t.Errorf("left %v", all)
	}
}

// TestNotice_Restore: a damaged file, the person restores the backup that is
// offered, and what was saved meanwhile is there as well.
func TestNotice_Restore(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	for i := range 5 {
		save(t, s, fmt.Sprint("before ", i))
	}
	first, err := care.New(s).Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := os.WriteFile(filepath.Join(dir, sqlite.FileName), []byte("damage"), 0o600); err != nil {
		t.Fatal(err)
	}
	s = openIn(t, dir)
	later := time.Now().Add(30 * time.Hour)
	k := care.New(s, care.WithClock(func() time.Time { return later }))
	save(t, s, "meanwhile")
	if _, err := k.Backup(t.Context()); err != nil { // must not become the one that is offered
		t.Fatal(err)
	}
	all, err := k.Notices(t.Context())
	if err != nil || len(all) != 1 || all[0].Code != store.NoticeDamaged || all[0].Backup == nil || all[0].Backup.File != first.File || all[0].Backup.Memories != 5 {
		t.Fatalf("notices %+v, %v", all, err)
	}
	for code, want := range map[store.NoticeCode]store.Code{store.NoticeDamaged: store.Invalid, store.NoticeIndex: store.NotFound} {
		if err := k.Answer(t.Context(), you, code, store.ActionRepair); store.ErrorCode(err) != want {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
	if err := k.Answer(t.Context(), you, store.NoticeDamaged, store.ActionRestore); err != nil {
		t.Fatal(err)
	}
	l, err := s.Find(t.Context(), store.Query{Limit: 10, Sort: store.Oldest})
	if err != nil || l.Total != 6 {
		t.Errorf("%d memories, %v; want 6", l.Total, err)
	}
	if all, err := k.Notices(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("notices after the answer %+v, %v", all, err)
	}
}

// TestNotice_BackupGone: what is not there any more is not offered.
func TestNotice_BackupGone(t *testing.T) {
	dir := t.TempDir()
	k := care.New(openIn(t, dir))
	n := store.Notice{Code: store.NoticeDamaged, Backup: &store.Backup{File: filepath.Join(dir, "none.db")},
		Actions: []store.NoticeAction{store.ActionRestore, store.ActionDismiss}}
	if err := sqlite.Raise(dir, n); err != nil {
		t.Fatal(err)
	}
	all, err := k.Notices(t.Context())
	if err != nil || len(all) != 1 || all[0].Backup != nil || fmt.Sprint(all[0].Actions) != "[dismiss]" {
		t.Errorf("notices %+v, %v", all, err)
	}
}

// TestRestore: what was there is kept, and latest does not lead to it.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	k := care.New(s)
	if _, _, _, err := k.Restore(t.Context(), you, care.Latest); store.ErrorCode(err) != store.NotFound {
		t.Errorf("without a backup: %v", err)
	}
	save(t, s, "one")
	made, err := k.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	save(t, s, "two")
	for range 2 {
		from, before, out, err := k.Restore(t.Context(), you, care.Latest)
		if err != nil || from.File != made.File || out != (sqlite.Restored{Same: 1}) {
			t.Fatalf("restored %+v from %+v, %v", out, from, err)
		}
		if n, err := sqlite.Inspect(t.Context(), before); err != nil || n != 2 {
			t.Errorf("%s has %d memories, %v; want 2", before, n, err)
		}
	}
	if _, _, _, err := k.Restore(t.Context(), you, filepath.Join(dir, sqlite.FileName)); store.ErrorCode(err) != store.Invalid {
		t.Errorf("from itself: %v", err)
	}
}

// TestPlace_Notice: the person is told of a synced folder once.
func TestPlace_Notice(t *testing.T) {
	for name, want := range map[string]string{"Dropbox": "Dropbox", "OneDrive - Firma": "OneDrive", "我的坚果云": "坚果云", "Google Drive": "Google Drive", "plain": ""} {
		dir := filepath.Join(t.TempDir(), name, "memtray")
		k := care.New(openIn(t, dir))
		all, err := k.Notices(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			if len(all) != 0 {
				t.Errorf("%s: notices %+v", name, all)
			}
			continue
		}
		if len(all) != 1 || all[0].Code != store.NoticePlace || all[0].Severity != store.Warning || all[0].Place != want {
			t.Errorf("%s: notices %+v", name, all)
		}
		if err := k.Answer(t.Context(), you, store.NoticePlace, store.ActionDismiss); err != nil {
			t.Fatal(err)
		}
		if all, err := k.Notices(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("%s: notices after the answer %+v, %v", name, all, err)
		}
	}
}

// TestExamine: each trouble is one line that says what to do.
func TestExamine(t *testing.T) {
	for name, c := range map[string]struct {
		happen func(t *testing.T, dir string)
		name   string
		state  care.State
		text   string
	}{
		"nothing": {func(*testing.T, string) {}, "store", care.Fine, "1 memories, version 1, sound"},
		"modes":   {func(t *testing.T, dir string) { os.Chmod(dir, 0o755) }, "permissions", care.Wrong, "others may open"},
		"damage": {func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, sqlite.FileName), []byte("damage"), 0o600)
		}, "notice", care.Wrong, "set aside as memtray.db.damaged-"},
		"no backup": {func(t *testing.T, dir string) { os.RemoveAll(filepath.Join(dir, sqlite.BackupsDir)) }, "backups", care.Doubtful, "there is none yet"},
		"bad backup": {func(t *testing.T, dir string) {
			os.WriteFile(sqlite.Backups(dir)[0].File, []byte("damage"), 0o600)
		}, "backups", care.Wrong, "cannot be read"},
		"old client": {func(t *testing.T, dir string) {
			if _, err := openIn(t, dir).Announce(t.Context(), store.Presence{Client: "codex", PID: 1, Version: "0.9"}); err != nil {
				t.Fatal(err)
			}
		}, "clients", care.Doubtful, "1 connected, 1 of them with another version"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			s := openIn(t, dir)
			save(t, s, "one")
			if _, err := care.New(s).Backup(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Close()
			c.happen(t, dir)
			found := care.Examine(t.Context(), dir, "1.0", false)
			i := slices.IndexFunc(found, func(f care.Finding) bool { return f.Name == c.name })
			if i < 0 || found[i].State != c.state || !strings.Contains(found[i].Text, c.text) || (c.state != care.Fine && found[i].Advice == "") {
				b, _ := json.MarshalIndent(found, "", " ")
				t.Errorf("found %s", b)
			}
			for j, f := range found {
				if j != i && f.State == care.Wrong {
					t.Errorf("also wrong: %+v", f)
				}
			}
		})
	}
}

func TestExamine_NoFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	found := care.Examine(t.Context(), dir, "1.0", false)
	if len(found) != 1 || found[0].State != care.Fine {
		t.Errorf("found %+v", found)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error("the folder was made")
	}
}
