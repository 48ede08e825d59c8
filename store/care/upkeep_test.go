package care_test

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// TestRun: of several processes one makes the backup that is due, and none
// another one within the day.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	clock := storetest.NewClock()
	ctx, stop := context.WithCancel(t.Context())
	var failures bytes.Buffer
	log := slog.New(slog.NewTextHandler(&failures, nil))
	var running sync.WaitGroup
	for range 4 {
		own := openIn(t, dir)
		k := care.New(own, care.WithClock(clock.Now), care.WithPace(2*time.Millisecond, 20*time.Millisecond))
		calls := recall.New(own)
		defer calls.Close()
		running.Go(func() { k.Run(ctx, calls, log) })
	}
	defer running.Wait()
	defer stop()
	for i := range 5 {
		time.Sleep(2 * time.Millisecond) // several looks at an empty store
		if len(sqlite.Backups(dir)) != 0 {
			t.Fatalf("an empty store has a backup after %d looks", i)
		}
	}
	save(t, s, "one")
	waitFor(t, func() bool { return len(sqlite.Backups(dir)) == 1 })
	clock.Set(clock.Now().Add(25 * time.Hour))
	waitFor(t, func() bool { return len(sqlite.Backups(dir)) == 2 })
	stop()
	running.Wait()
	if failures.Len() > 0 {
		t.Error(failures.String())
	}
}

// TestRun_Purges: what was in the trash for long enough goes by itself.
func TestRun_Purges(t *testing.T) {
	dir, clock := t.TempDir(), storetest.NewClock()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: dir, Now: clock.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	save(t, s, "one")
	gone := store.Trashed
	if _, err := s.Change(t.Context(), you, store.Change{IDs: []int64{1}, Patch: store.Patch{State: &gone}}); err != nil {
		t.Fatal(err)
	}
	clock.Set(clock.Now().Add(store.TrashKept))
	calls := recall.New(s)
	defer calls.Close()
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		care.New(s, care.WithPace(2*time.Millisecond, 20*time.Millisecond)).Run(ctx, calls, slog.New(slog.DiscardHandler))
	})
	defer running.Wait()
	defer stop()
	waitFor(t, func() bool {
		all, err := s.Memories(t.Context(), []int64{1})
		return err == nil && len(all) == 0
	})
}

// TestRun_Fails: a failure is in the log.
func TestRun_Fails(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	save(t, s, "one")
	if err := os.WriteFile(filepath.Join(dir, sqlite.BackupsDir), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	calls := recall.New(s)
	defer calls.Close()
	log := make(lines, 10)
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		care.New(s, care.WithPace(time.Millisecond, time.Millisecond)).Run(ctx, calls, slog.New(slog.NewTextHandler(log, nil)))
	})
	defer running.Wait()
	defer stop()
	select {
	case line := <-log:
		if !strings.Contains(line, "cannot be made; check its permissions") {
			t.Errorf("logged %s", line)
		}
	case <-time.After(5 * time.Second):
		t.Fatal("nothing is logged")
	}
}

// lines is a log to read from.
type lines chan string

func (l lines) Write(p []byte) (int, error) { l <- string(p); return len(p), nil }

func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("not within 5 s")
		}
	}
}

// taken is a process that is asked for something all the time.
type taken struct{}

func (taken) WhileIdle(context.Context, time.Duration, func(context.Context)) bool { return false }

func (taken) Index(context.Context) error { return nil }

// TestRun_InUse: a process that is never idle makes the backup in the end.
func TestRun_InUse(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir)
	save(t, s, "one")
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() {
		care.New(s, care.WithPace(time.Millisecond, time.Millisecond)).Run(ctx, taken{}, slog.New(slog.DiscardHandler))
	})
	defer running.Wait()
	defer stop()
	waitFor(t, func() bool { return len(sqlite.Backups(dir)) == 1 })
}
