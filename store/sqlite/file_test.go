package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// raw opens the file itself, past the store.
func raw(t testing.TB, dir string) *sql.DB {
	t.Helper()
	path := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, sqlite.FileName))}).String()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func checkIntegrity(t *testing.T, dir string) {
	t.Helper()
	db := raw(t, dir)
	var result string
	if err := db.QueryRow(`pragma integrity_check`).Scan(&result); err != nil || result != "ok" {
		t.Errorf("integrity check: %s, %v", result, err)
	}
	if rows, err := db.Query(`pragma foreign_key_check`); err != nil || rows.Next() {
		t.Errorf("foreign key check found something, %v", err)
	} else {
		rows.Close()
	}
	if _, err := db.Exec(`insert into search (search) values ('integrity-check')`); err != nil {
		t.Errorf("integrity check of the index: %v", err)
	}
}

func TestSchemaGolden(t *testing.T) {
	dir := t.TempDir()
	openIn(t, dir, nil)
	rows, err := raw(t, dir).Query(`select sql from sqlite_schema where sql is not null order by type, name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var got strings.Builder
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		got.WriteString(text + ";\n\n")
	}
	const golden = "testdata/schema.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the schema differs from %s; run with -update and look at the difference", golden)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		make func(t *testing.T, dir string)
		code store.Code
		says []string
	}{
		"newer": {func(t *testing.T, dir string) {
			openIn(t, dir, nil).Close()
			execute(t, dir, `pragma user_version = 7`)
		}, store.Newer, []string{"version 7", "up to 1"}},
		"older": {func(t *testing.T, dir string) {
			openIn(t, dir, nil).Close()
			execute(t, dir, `pragma user_version = 0`)
		}, store.Damaged, []string{"version 0", "needs 1"}},
		"another application": {func(t *testing.T, dir string) {
			execute(t, dir, `pragma application_id = 99; create table x (y)`)
		}, store.Damaged, []string{"not a Memtray store"}},
		"no application": {func(t *testing.T, dir string) {
			execute(t, dir, `create table x (y)`)
		}, store.Damaged, []string{"not a Memtray store"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			c.make(t, dir)
			path := filepath.Join(dir, sqlite.FileName)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
			if err == nil {
				s.Close()
				t.Fatal("opened")
			}
			if store.ErrorCode(err) != c.code {
				t.Errorf("error %v, want %s", err, c.code)
			}
			for _, part := range c.says {
				if !strings.Contains(store.ErrorMessage(err), part) {
					t.Errorf("%q does not say %q", store.ErrorMessage(err), part)
				}
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("the file was changed, %v", err)
			}
		})
	}
}

// TestOpen_Kept: a file that another program keeps for itself is not waited for
// without end, and opens when it is free. Waiting opens do not hold each other up.
func TestOpen_Kept(t *testing.T) {
	for _, job := range []string{"keep", "keep with its log"} {
		t.Run(job, func(t *testing.T) {
			t.Parallel()
			ctx, dir := context.Background(), t.TempDir()
			s := openIn(t, dir, nil)
			if _, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "x"}); err != nil {
				t.Fatal(err)
			}
			s.Close()
			release := begin(t, job, dir)
			var all sync.WaitGroup
			for range 3 {
				all.Go(func() {
					short, cancel := context.WithTimeout(ctx, 12*time.Second)
					defer cancel()
					_, err := sqlite.Open(short, sqlite.Options{Home: dir})
					if store.ErrorCode(err) != store.Busy || !strings.Contains(store.ErrorMessage(err), "close that program and try again") {
						t.Errorf("open while it is kept: %v", err)
					}
				})
			}
			all.Wait()
			time.AfterFunc(time.Second, release)
			if all, err := openIn(t, dir, nil).Memories(ctx, []int64{1}); err != nil || len(all) != 1 {
				t.Errorf("after that: %v, %v", all, err)
			}
		})
	}
}

func execute(t *testing.T, dir, query string) {
	t.Helper()
	if _, err := raw(t, dir).Exec(query); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, dir, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, sqlite.FileName), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A shim may live for days while a newer program changes the file.
func TestFileBecomesNewer(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	execute(t, dir, `pragma user_version = 2`)
	_, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Body: "x"})
	if store.ErrorCode(err) != store.Newer {
		t.Errorf("a save into a newer file: %v", err)
	}
}

func TestPaths(t *testing.T) {
	for _, name := range []string{"plain", "with space", "a?b=c", "a#b", "100%25", "%", "记忆", "a&_pragma=query_only(1)", "é'\"", "[x];y"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, `?"`) {
			continue
		}
		dir := filepath.Join(t.TempDir(), name, "memtray")
		s := openIn(t, dir, nil)
		if _, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Body: name}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if s.Home() != dir {
			t.Errorf("home %s, want %s", s.Home(), dir)
		}
		s.Close()
		checkMode(t, dir, 0o700)
		checkMode(t, filepath.Join(dir, sqlite.FileName), 0o600)
	}
}

func checkMode(t *testing.T, path string, want os.FileMode) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != want {
		t.Errorf("%s has mode %o, want %o", path, info.Mode().Perm(), want)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := sqlite.Open(context.Background(), sqlite.Options{}); store.ErrorCode(err) != store.Invalid {
		t.Errorf("no folder: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(context.Background(), sqlite.Options{Home: file}); err == nil {
		t.Error("a file was opened as a folder")
	}
}

// Two programs on one folder see each other's writes.
func TestTwoOpens(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	a, b := openIn(t, dir, nil), openIn(t, dir, nil)
	before, err := a.DataVersion(ctx)
	if err != nil {
		t.Fatal(err)
	}
	saved, err := b.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "x"})
	if err != nil {
		t.Fatal(err)
	}
	after, err := a.DataVersion(ctx)
	if err != nil || after == before {
		t.Errorf("data version %d after %d, %v", after, before, err)
	}
	if all, err := a.Memories(ctx, []int64{saved.Memory.ID}); err != nil || len(all) != 1 {
		t.Errorf("memories %v, %v", all, err)
	}
}

func TestChangeLogKeeps30Days(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	if _, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "x"}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	for _, c := range []struct {
		days   int
		reload bool
	}{{29, false}, {31, true}} {
		clock.Set(storetest.NewClock().Now().AddDate(0, 0, c.days))
		s := openIn(t, dir, clock.Now)
		if set, err := s.Changes(ctx, 0); err != nil || set.Reload != c.reload {
			t.Errorf("after %d days: %+v, %v", c.days, set, err)
		}
		s.Close()
	}
}

// TestOpen_UnusableFolder: the message names the folder and what to do.
func TestOpen_UnusableFolder(t *testing.T) {
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	taken := t.TempDir()
	if err := os.Mkdir(filepath.Join(taken, sqlite.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	for home, want := range map[string]string{
		blocked: "the data folder " + blocked + " cannot be used; check it and its permissions, or choose another with --home or MEMTRAY_HOME",
		taken:   mainFile(taken) + " is not a file; move it away or choose another data folder",
	} {
		_, err := sqlite.Open(context.Background(), sqlite.Options{Home: home})
		if store.ErrorMessage(err) != want {
			t.Errorf("got %q, want %q", store.ErrorMessage(err), want)
		}
	}
}

// TestBusy_Queue: however many of one process wait for the lock of another, each
// is told after the same time.
func TestBusy_Queue(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	const patience = 300 * time.Millisecond
	sqlite.SetPatience(s, patience)
	conn, err := raw(t, dir).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `begin immediate`); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 5 {
		all.Go(func() {
			start := time.Now()
			_, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: fmt.Sprint(i)})
			if took := time.Since(start); store.ErrorCode(err) != store.Busy || took > 2*patience {
				t.Errorf("after %v: %v", took, err)
			}
		})
	}
	all.Wait()
	if _, err := conn.ExecContext(ctx, `rollback`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "x"}); err != nil {
		t.Error(err)
	}
}

func TestBusy(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	saved, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "x"})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := raw(t, dir).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, `begin immediate`); err != nil {
		t.Fatal(err)
	}
	// A note is dropped, a read goes on.
	note := store.Recall{Author: store.Author{Kind: store.Agent, Client: "codex"}, Kind: store.FetchedRecall, IDs: []int64{saved.Memory.ID}}
	if err := s.NoteRecall(ctx, note); err != nil {
		t.Errorf("a note while the file is busy: %v", err)
	}
	all, err := s.Memories(ctx, []int64{saved.Memory.ID})
	if err != nil || len(all) != 1 || all[0].Fetched.Count != 0 {
		t.Errorf("read while the file is busy: %+v, %v", all, err)
	}
	// A save waits, as long as its caller does.
	short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
	defer cancel()
	if _, err := s.Save(short, store.Author{Kind: store.Person}, store.Draft{Body: "y"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a save that nobody waits for: %v", err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: "z"})
		done <- err
	}()
	if _, err := conn.ExecContext(ctx, `rollback`); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Errorf("a save after the wait: %v", err)
	}
	if err := s.NoteRecall(ctx, note); err != nil {
		t.Error(err)
	}
	if all, err := s.Memories(ctx, []int64{saved.Memory.ID}); err != nil || all[0].Fetched.Count != 1 {
		t.Errorf("usage %+v, %v", all, err)
	}
}
