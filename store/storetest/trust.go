package storetest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"memtray/store"
)

func (f *fixture) access(client string) store.Access {
	f.t.Helper()
	a, err := f.Access(ctx, client, 0)
	f.ok(err)
	return a
}

func testTrust(t *testing.T, f *fixture) {
	api := f.project("api").ID
	if a := f.access("never-called"); a.Trust != store.SaveTrust || len(a.Projects) != 0 || a.Limit != store.HourlySaves || a.Saved != 0 {
		t.Errorf("by default %+v", a)
	}
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	f.ok(f.SetTrust(ctx, "cursor", store.ReviewTrust))
	f.ok(f.SetProjectTrust(ctx, "cursor", api, store.ReadTrust))
	f.ok(f.SetHourlyLimit(ctx, "cursor", ptr(3)))
	if c, err := f.Changes(ctx, end.Seq); err != nil || !slices.Equal(c.Other, []string{"client"}) {
		t.Errorf("others are told of %+v, %v", c, err)
	}
	level := store.ProjectTrust{ProjectID: api, Project: "api", Trust: store.ReadTrust}
	a := f.access("cursor")
	if a.Trust != store.ReviewTrust || a.In(api) != store.ReadTrust || a.In(store.Unfiled) != store.ReviewTrust || a.Limit != 3 ||
		!slices.Equal(a.Projects, []store.ProjectTrust{level}) {
		t.Errorf("set to %+v", a)
	}
	f.note(cursor, "its first call")
	all, err := f.Clients(ctx)
	f.ok(err)
	now := store.MillisOf(f.clock.Now())
	want := []store.Client{{ID: "cursor", FirstAt: now, LastAt: now, Memories: 1, Trust: store.ReviewTrust,
		Projects: []store.ProjectTrust{level}, HourlyLimit: ptr(3)}}
	if !reflect.DeepEqual(all, want) {
		t.Errorf("clients %+v, want %+v", all, want)
	}
	f.ok(f.SetProjectTrust(ctx, "cursor", api, ""))
	f.ok(f.SetHourlyLimit(ctx, "cursor", nil))
	f.ok(f.SetSetting(ctx, store.SettingHourlySaves, "7"))
	f.ok(f.SetSetting(ctx, store.SettingExclusions, "/secret"))
	if a := f.access("cursor"); len(a.Projects) != 0 || a.Limit != 7 || a.Exclusions != "/secret" {
		t.Errorf("taken back: %+v", a)
	}
}

func testTrustRefuses(t *testing.T, f *fixture) {
	f.fails(f.SetTrust(ctx, "cursor", "some"), store.Invalid)
	f.fails(f.SetTrust(ctx, "A B", store.SaveTrust), store.Invalid)
	f.fails(f.SetProjectTrust(ctx, "cursor", 99, store.SaveTrust), store.NotFound)
	f.fails(f.SetProjectTrust(ctx, "cursor", store.Global, "some"), store.Invalid)
	f.fails(f.SetHourlyLimit(ctx, "cursor", ptr(-1)), store.Invalid)
	if all, err := f.Clients(ctx); err != nil || len(all) != 0 {
		t.Errorf("left are %+v, %v", all, err)
	}
}

// testTrustMerged: a level goes where its project goes, the smallest first.
func testTrustMerged(t *testing.T, f *fixture) {
	from, into := f.project("from").ID, f.project("into").ID
	f.ok(f.SetProjectTrust(ctx, "cursor", from, store.PausedTrust))
	f.ok(f.SetProjectTrust(ctx, "cursor", into, store.ReviewTrust))
	act := f.merge(from, into).Act
	if a := f.access("cursor"); a.In(into) != store.PausedTrust || len(a.Projects) != 1 {
		t.Errorf("merged: %+v", a)
	}
	f.undo(you, act)
	if a := f.access("cursor"); a.In(into) != store.ReviewTrust || a.In(from) != store.PausedTrust {
		t.Errorf("undone: %+v", a)
	}
	f.merge(from, into)
	f.ok(f.SetProjectTrust(ctx, "cursor", into, store.SaveTrust))
	if a := f.access("cursor"); a.In(into) != store.SaveTrust {
		t.Errorf("set again: %+v", a)
	}
}

func testHourlySaves(t *testing.T, f *fixture) {
	f.note(claude, "one")
	f.note(claude, "two")
	f.note(cursor, "three")
	f.note(you, "four")
	_, err := f.Save(ctx, claude, complete(store.Draft{Body: "one"}))
	f.ok(err)
	if a, b := f.access("claude-code"), f.access("cursor"); a.Saved != 2 || b.Saved != 1 {
		t.Errorf("saved %d and %d", a.Saved, b.Saved)
	}
	f.clock.Advance(time.Hour)
	if a := f.access("claude-code"); a.Saved != 0 {
		t.Errorf("in the next hour %d", a.Saved)
	}
}

func testCalls(t *testing.T, f *fixture) {
	count := func(day, client, tool string, calls, errors int) store.CallCount {
		return store.CallCount{Day: day, Client: client, Tool: tool, Calls: calls, Errors: errors}
	}
	f.ok(f.AddCalls(ctx, []store.CallCount{count("2026-11-30", "cursor", "memory_get", 2, 1), count("2026-11-29", "cursor", "memory_get", 1, 0)}))
	f.ok(f.AddCalls(ctx, []store.CallCount{count("2026-11-30", "cursor", "memory_get", 1, 0), count("2026-11-30", "claude-code", "memory_save", 1, 0),
		count("2024-01-01", "cursor", "memory_get", 5, 0)}))
	want := []store.CallCount{count("2026-11-30", "claude-code", "memory_save", 1, 0), count("2026-11-30", "cursor", "memory_get", 3, 1)}
	if got, err := f.CallCounts(ctx, "2026-11-30"); err != nil || !slices.Equal(got, want) {
		t.Errorf("counted %+v, %v", got, err)
	}
	f.ok(f.Upkeep(ctx))
	if got, err := f.CallCounts(ctx, "2000-01-01"); err != nil || len(got) != 3 {
		t.Errorf("after upkeep %+v, %v", got, err)
	}
	for _, c := range []store.CallCount{count("today", "cursor", "x", 1, 0), count("2026-11-30", "", "x", 1, 0), count("2026-11-30", "cursor", "", 1, 0), count("2026-11-30", "cursor", "x", 1, 2)} {
		f.fails(f.AddCalls(ctx, []store.CallCount{c}), store.Invalid)
	}
	_, err := f.CallCounts(ctx, "now")
	f.fails(err, store.Invalid)
}
