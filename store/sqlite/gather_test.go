package sqlite_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// What is told unasked is chosen from the indexes alone; no text is read for it.
func TestGatherPlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	gone, outlines := sqlite.GatherStatements([]int64{3, 2}, 1)
	if plan := explain(t, dir, outlines); !strings.Contains(plan, "SEARCH memories USING COVERING INDEX memories_filter (project_id=? AND state=?)") {
		t.Errorf("plan is:\n%s", plan)
	}
	if plan := explain(t, dir, gone); strings.Contains(plan, "SCAN memories") || strings.Contains(plan, "SCAN m") || !strings.Contains(plan, "memories_expires") {
		t.Errorf("plan is:\n%s", plan)
	}
}

func TestGatherExpired(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	at := store.MillisOf(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC))
	for i, expires := range []store.Millis{0, at - 1, at, at + 1} {
		saved, err := s.Save(t.Context(), store.Author{Kind: store.Person}, store.Draft{Title: "t", Body: fmt.Sprint("body ", i)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := raw(t, dir).Exec(`update memories set expires_at = ? where id = ?`, expires, saved.Memory.ID); err != nil {
			t.Fatal(err)
		}
	}
	groups, err := s.Gather(t.Context(), store.GatherQuery{
		Projects: []int64{store.Unfiled}, At: at, Limits: []int{10}, Start: 10,
		Sort: func(o store.Outline) (int, float64) { return 0, -float64(o.ID) },
	})
	if err != nil {
		t.Fatal(err)
	}
	if rows := groups[0].Rows; len(rows) != 2 || rows[0].ID != 1 || rows[1].ID != 4 || groups[0].Total != 2 {
		t.Errorf("told are %+v", groups[0])
	}
}
