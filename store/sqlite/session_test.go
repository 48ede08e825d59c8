package sqlite_test

import (
	"context"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/storetest"
)

// TestRecallLogHoldsTheSession: the row of a session is written with the note of
// the recall that began it.
func TestRecallLogHoldsTheSession(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	folder := store.ProjectRef{Keys: []store.ProjectKey{{Kind: store.KeyPath, Value: "/src/api"}}, Label: "api"}
	note := func(by store.Author) {
		t.Helper()
		if err := s.NoteRecall(ctx, store.Recall{Author: by, Kind: store.ListedRecall, Query: "q", Project: folder}); err != nil {
			t.Fatal(err)
		}
	}
	for _, wait := range []time.Duration{0, 3 * time.Hour, 4 * time.Hour} {
		clock.Advance(wait)
		note(codex)
	}
	note(me)
	var got string
	err := raw(t, dir).QueryRow(`select group_concat(l.client || ' ' || coalesce(s.id || ' in ' || p.name, 'none'), ', ')
		from recall_log l left join sessions s on s.id = l.session_id left join projects p on p.id = s.project_id`).Scan(&got)
	if want := "codex 1 in api, codex 1 in api, codex 2 in api,  none"; err != nil || got != want {
		t.Errorf("the log is %q, want %q, %v", got, want, err)
	}
}

// TestUpkeepCutsTheChangeLog: who is further behind than the log reaches reads
// everything anew, also where no process was started for weeks.
func TestUpkeepCutsTheChangeLog(t *testing.T) {
	ctx, clock := context.Background(), storetest.NewClock()
	s := openIn(t, t.TempDir(), clock.Now)
	fill(t, s, "old", 700) // more than one step
	end := func() int64 {
		set, err := s.Changes(ctx, -1)
		if err != nil {
			t.Fatal(err)
		}
		return set.Seq
	}
	old := end()
	clock.Advance(31 * 24 * time.Hour)
	fill(t, s, "new", 2)
	if set, err := s.Changes(ctx, old-1); err != nil || set.Reload {
		t.Fatalf("before: %+v, %v", set, err)
	}
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	for seq, reload := range map[int64]bool{1: true, old - 1: true, old: false, end(): false} {
		if set, err := s.Changes(ctx, seq); err != nil || set.Reload != reload {
			t.Errorf("after %d: %+v, %v", seq, set, err)
		}
	}
}
