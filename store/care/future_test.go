package care_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// backupAt puts a file among the backups: a real one, or one that is none.
func backupAt(t *testing.T, dir string, at time.Time, content []byte) string {
	t.Helper()
	path := filepath.Join(dir, sqlite.BackupsDir, sqlite.BackupName(at))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestBackups_Useless: files that are dated in the future or cannot be read push
// nothing out, are not the latest, and do not pass for the backup of the day.
func TestBackups_Useless(t *testing.T) {
	dir, clock := t.TempDir(), storetest.NewClock()
	s := openIn(t, dir)
	save(t, s, "one")
	k := care.New(s, care.WithClock(clock.Now))
	made, err := k.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	real, err := os.ReadFile(made.File)
	if err != nil {
		t.Fatal(err)
	}
	var good []string
	for day := range 8 {
		good = append(good, backupAt(t, dir, clock.Now().AddDate(0, 0, -2-day), real))
	}
	var useless []string
	for n := range 8 {
		useless = append(useless,
			backupAt(t, dir, clock.Now().AddDate(0, 1, n), []byte("none")),
			backupAt(t, dir, clock.Now().AddDate(0, 2, n), real),
			backupAt(t, dir, clock.Now().Add(-time.Duration(n)*time.Minute-time.Second), nil))
	}
	if again, err := k.Backup(t.Context()); err != nil || again.Memories != 1 {
		t.Fatalf("backup %+v, %v", again, err)
	}
	left := sqlite.Backups(dir)
	for i, file := range append(good[:5:5], useless...) {
		if !slices.ContainsFunc(left, func(b store.Backup) bool { return b.File == file }) {
			t.Errorf("file %d is gone: %s", i, file)
		}
	}
	if from, _, _, err := k.Restore(t.Context(), you, care.Latest); err != nil || from.At.Time().After(clock.Now().Add(time.Minute)) || from.Memories != 1 {
		t.Errorf("the latest is %+v, %v", from, err)
	}
}

// TestRestore_OnlyAhead: what is dated in the future is better than nothing.
func TestRestore_OnlyAhead(t *testing.T) {
	dir, clock := t.TempDir(), storetest.NewClock()
	s := openIn(t, dir)
	save(t, s, "one")
	k := care.New(s, care.WithClock(clock.Now))
	made, err := k.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	clock.Set(clock.Now().AddDate(-1, 0, 0))
	if from, _, _, err := k.Restore(t.Context(), you, care.Latest); err != nil || from.File != made.File {
		t.Errorf("the latest is %+v, %v", from, err)
	}
}

// TestRun_ClockJumps: a clock that is put back leads to one more backup, not to
// one with each look, and none is removed.
func TestRun_ClockJumps(t *testing.T) {
	dir, clock := t.TempDir(), storetest.NewClock()
	s := openIn(t, dir)
	save(t, s, "one")
	looked := make(counted, 1000)
	k := care.New(s, care.WithClock(func() time.Time { looked.count(); return clock.Now() }), care.WithPace(time.Millisecond, time.Millisecond))
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { k.Run(ctx, taken{}, slog.New(slog.DiscardHandler)) })
	defer running.Wait()
	defer stop()
	waitFor(t, func() bool { return len(sqlite.Backups(dir)) == 1 })
	for n, jump := range []time.Duration{-100 * 24 * time.Hour, -100 * 24 * time.Hour, 150 * 24 * time.Hour} {
		clock.Set(clock.Now().Add(jump))
		waitFor(t, func() bool { return len(sqlite.Backups(dir)) == n+2 })
		looked.drain()
		for range 400 { // more looks than the patience of one that is never idle
			select {
			case <-looked:
			case <-time.After(5 * time.Second):
				t.Fatal("no look within 5 s")
			}
		}
		if n := n + 2; len(sqlite.Backups(dir)) != n {
			t.Fatalf("%d backups, want %d", len(sqlite.Backups(dir)), n)
		}
	}
}

// counted counts without bound in what it keeps.
type counted chan struct{}

func (c counted) count() {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (c counted) drain() {
	for len(c) > 0 {
		<-c
	}
}

// TestExamine_Ahead: doctor names what is dated in the future.
func TestExamine_Ahead(t *testing.T) {
	dir := t.TempDir()
	save(t, openIn(t, dir), "one")
	if err := os.MkdirAll(filepath.Join(dir, sqlite.BackupsDir), 0o700); err != nil {
		t.Fatal(err)
	}
	backupAt(t, dir, time.Now().AddDate(10, 0, 0), nil)
	found := fmt.Sprint(care.Examine(t.Context(), dir, "1", false))
	if !strings.Contains(found, "1 are dated in the future") {
		t.Errorf("found %s", found)
	}
}
