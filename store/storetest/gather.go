package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// gather returns the ids of each group.
func (f *fixture) gather(q store.GatherQuery) [][]int64 {
	f.t.Helper()
	groups, err := f.Gather(ctx, q)
	f.ok(err)
	out := make([][]int64, len(groups))
	for i, g := range groups {
		for _, r := range g.Rows {
			out[i] = append(out[i], r.ID)
		}
		if g.Total < len(g.Rows) || len(g.Rows) < q.Limits[i] && g.Total != len(g.Rows) {
			f.t.Errorf("group %d: %d rows of %d", i, len(g.Rows), g.Total)
		}
	}
	return out
}

// inTime puts everything into one group, newest first.
func inTime(o store.Outline) (int, float64) { return 0, float64(o.CreatedAt) }

func testGather(t *testing.T, f *fixture) {
	api, web := f.project("api"), f.project("web")
	save := func(d store.Draft) int64 {
		f.clock.Advance(time.Minute)
		return f.save(claude, d).ID
	}
	decision := save(store.Draft{Body: "a decision", Kind: store.Decision, ProjectID: api.ID})
	pinned := save(store.Draft{Body: "a pinned fact", Kind: store.Fact, ProjectID: api.ID, Pinned: true})
	note := save(store.Draft{Title: "A note", Body: "连接池的上限", ProjectID: api.ID})
	global := save(store.Draft{Body: "everywhere", ProjectID: store.Global})
	save(store.Draft{Body: "unfiled"})
	save(store.Draft{Body: "elsewhere", ProjectID: web.ID})
	f.ok(f.NoteRecall(ctx, store.Recall{Author: claude, Kind: store.FetchedRecall, IDs: []int64{decision, decision}}))
	var seen []store.Outline
	q := store.GatherQuery{
		Projects: []int64{api.ID, store.Global}, Limits: []int{2, 1, 0}, Start: 3,
		Sort: func(o store.Outline) (int, float64) {
			seen = append(seen, o)
			switch {
			case o.Pinned:
				return 1, 0
			case o.ProjectID == store.Global:
				return 2, 0
			case o.Kind == store.Decision:
				return 0, 1
			}
			return 0, 2
		},
	}
	groups, err := f.Gather(ctx, q)
	f.ok(err)
	if len(seen) != 4 || len(groups) != 3 {
		t.Fatalf("sorted %+v into %d groups", seen, len(groups))
	}
	for _, o := range seen {
		if o.ID == decision && (o.Fetched == 0 || o.Kind != store.Decision || o.CreatedAt != f.get(decision).CreatedAt) {
			t.Errorf("outline is %+v", o)
		}
	}
	if got := groups[0]; got.Total != 2 || len(got.Rows) != 2 || got.Rows[0].ID != note || got.Rows[1].ID != decision {
		t.Errorf("the first group is %+v", got)
	}
	if got := groups[1]; got.Total != 1 || got.Rows[0].ID != pinned {
		t.Errorf("the second group is %+v", got)
	}
	if got := groups[2]; got.Total != 1 || len(got.Rows) != 0 {
		t.Errorf("the third group is %+v, want #%d counted", got, global)
	}
	m := f.get(note)
	want := store.GatheredRow{ID: note, Kind: store.Note, Title: "A note", Start: "连接池", Tokens: m.Tokens, CreatedAt: m.CreatedAt}
	if got := groups[0].Rows[0]; got != want {
		t.Errorf("row is %+v, want %+v", got, want)
	}
	q.Start = len("连接池的上限")
	groups, err = f.Gather(ctx, q)
	f.ok(err)
	if got := groups[0].Rows[0]; got.Start != "连接池的上限" || !got.Whole {
		t.Errorf("row is %+v", got)
	}
}

// testGatherLeavesOut: whatever must not be told unasked is not even sorted.
func testGatherLeavesOut(t *testing.T, f *fixture) {
	api := f.project("api")
	save := func(d store.Draft) int64 {
		d.ProjectID = api.ID
		return f.save(claude, d).ID
	}
	good := save(store.Draft{Body: "good"})
	old, between := save(store.Draft{Body: "old"}), save(store.Draft{Body: "between"})
	save(store.Draft{Body: "private", Private: true})
	archived, trashed, pending := save(store.Draft{Body: "archived"}), save(store.Draft{Body: "trashed"}), save(store.Draft{Body: "pending"})
	f.change(you, store.Patch{State: new(store.Archived)}, archived)
	f.change(you, store.Patch{State: new(store.Trashed)}, trashed)
	f.change(you, store.Patch{State: new(store.Pending)}, pending)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: old}}}, between)
	q := store.GatherQuery{Projects: []int64{api.ID}, Limits: []int{50}, Sort: inTime, Start: 10}
	has := func(what string, want ...int64) {
		t.Helper()
		got := f.gather(q)[0]
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	has("one that is superseded", good, between)
	f.change(you, store.Patch{State: new(store.Pending)}, between)
	has("the newer one is pending", good, old)
	f.change(you, store.Patch{State: new(store.Archived)}, between)
	has("the newer one is archived", good)
	f.change(you, store.Patch{State: new(store.Trashed)}, between)
	has("the newer one is in the trash", good, old)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.MergedInto, Target: good}}}, old)
	has("one that was merged", good)
}

func testGatherRefuses(t *testing.T, f *fixture) {
	for _, q := range []store.GatherQuery{
		{Limits: []int{1}, Sort: inTime},
		{Projects: []int64{1}, Limits: []int{store.MaxPage + 1}, Sort: inTime},
		{Projects: []int64{1}, Limits: []int{-1}, Sort: inTime},
		{Projects: []int64{1}, Start: -1, Sort: inTime},
	} {
		if _, err := f.Gather(ctx, q); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%+v: %v", q.Limits, err)
		}
	}
	for i := range 3 {
		f.note(claude, strings.Repeat("x", i+1))
	}
	out := f.gather(store.GatherQuery{Projects: []int64{1}, Limits: []int{5}, Sort: func(o store.Outline) (int, float64) { return int(o.ID) - 2, 0 }})
	if fmt.Sprint(out) != "[[2]]" {
		t.Errorf("groups that are not asked for: %v", out)
	}
}
