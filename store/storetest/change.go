package storetest

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

func testChange(t *testing.T, f *fixture) {
	p := f.project("api")
	m, target := f.note(claude, "old body"), f.note(you, "target")
	f.clock.Advance(time.Minute)
	links := []store.Link{{Relation: store.Supersedes, Target: target.ID}}
	c, err := f.Change(ctx, you, store.Change{IDs: []int64{m.ID}, Revision: 1, Reason: "clearer", Patch: store.Patch{
		Kind: ptr(store.Howto), Title: ptr("New title"), TitleDerived: ptr(false), Body: ptr("new body"),
		Tags: &[]string{"b", "a", "b"}, Files: &[]string{"x.go"}, Links: &links, ProjectID: &p.ID,
		Pinned: ptr(true), Private: ptr(true), ReviewedAt: ptr(store.Millis(5)), Tokens: ptr(7),
	}})
	f.ok(err)
	if c.Act == 0 || !slices.Equal(c.IDs, []int64{m.ID}) || len(c.Missing) != 0 {
		t.Errorf("changed %+v", c)
	}
	want := m
	want.Kind, want.Title, want.TitleDerived, want.Body = store.Howto, "New title", false, "new body"
	want.Tags, want.Files, want.Links, want.ProjectID, want.Project = []string{"b", "a"}, []string{"x.go"}, links, p.ID, "api"
	want.Pinned, want.Private, want.ReviewedAt, want.Tokens, want.Revision = true, true, 5, 7, 2
	want.UpdatedAt = store.MillisOf(f.clock.Now())
	if got := f.get(m.ID); !reflect.DeepEqual(got, want) {
		t.Errorf("changed to\n%+v, want\n%+v", got, want)
	}

	// A field that is not given stays; one given as empty is emptied.
	f.change(you, store.Patch{Tags: &[]string{}}, m.ID)
	if got := f.get(m.ID); len(got.Tags) != 0 || len(got.Files) != 1 || len(got.Links) != 1 {
		t.Errorf("after emptying the tags: %+v", got)
	}
	same := f.change(you, store.Patch{Pinned: ptr(true), Title: ptr("New title")}, m.ID)
	if same.Act != 0 || len(same.IDs) != 0 || f.get(m.ID).Revision != 3 {
		t.Errorf("a change without a difference: %+v", same)
	}
	// A review keeps its time.
	if c := f.change(you, store.Patch{ReviewedAt: ptr(store.Millis(99))}, m.ID); c.Act != 0 {
		t.Errorf("keeping twice: %+v", c)
	}
}

func testChangeKinds(t *testing.T, f *fixture) {
	p := f.project("api")
	m := f.note(claude, "one thing")
	state := func(s store.State) store.Patch { return store.Patch{State: &s} }
	for _, c := range []struct {
		patch store.Patch
		kind  string
	}{
		{state(store.Archived), "archive"},
		{state(store.Active), "unarchive"},
		{state(store.Trashed), "trash"},
		{state(store.Active), "restore"},
		{state(store.Pending), "hold"},
		{state(store.Active), "accept"},
		{store.Patch{Pinned: ptr(true)}, "pin"},
		{store.Patch{Pinned: ptr(false)}, "unpin"},
		{store.Patch{Private: ptr(true)}, "hide"},
		{store.Patch{Private: ptr(false)}, "unhide"},
		{store.Patch{ReviewedAt: ptr(store.Millis(1))}, "keep"},
		{store.Patch{ReviewedAt: ptr(store.Millis(0))}, "unkeep"},
		{store.Patch{ProjectID: &p.ID}, "move"},
		{store.Patch{Body: ptr("another thing")}, "edit"},
		{store.Patch{Pinned: ptr(true), Kind: ptr(store.Fact)}, "edit"},
	} {
		act := f.change(you, c.patch, m.ID).Act
		all, err := f.Versions(ctx, m.ID)
		f.ok(err)
		if all[0].Act.ID != act || all[0].Act.Kind != c.kind {
			t.Errorf("act %+v, want kind %s", all[0].Act, c.kind)
		}
	}
}

func testChangeRefuses(t *testing.T, f *fixture) {
	m := f.note(claude, "text")
	f.change(you, store.Patch{Pinned: ptr(true)}, m.ID)
	pin := store.Patch{Pinned: ptr(false)}
	for name, c := range map[string]struct {
		change store.Change
		code   store.Code
	}{
		"no ids":          {store.Change{Patch: pin}, store.Invalid},
		"too many ids":    {store.Change{IDs: make([]int64, store.MaxSelected+1), Patch: pin}, store.Invalid},
		"no patch":        {store.Change{IDs: []int64{m.ID}}, store.Invalid},
		"long reason":     {store.Change{IDs: []int64{m.ID}, Patch: pin, Reason: strings.Repeat("é", store.MaxReason+1)}, store.Invalid},
		"revision of two": {store.Change{IDs: []int64{m.ID, 2}, Patch: pin, Revision: 1}, store.Invalid},
		"no such memory":  {store.Change{IDs: []int64{999}, Patch: pin}, store.NotFound},
		"no such project": {store.Change{IDs: []int64{m.ID}, Patch: store.Patch{ProjectID: ptr(int64(999))}}, store.NotFound},
		"no such target":  {store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Links: &[]store.Link{{Relation: store.Related, Target: 999}}}}, store.NotFound},
		"its own target":  {store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Links: &[]store.Link{{Relation: store.Related, Target: m.ID}}}}, store.Invalid},
		"relation":        {store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Links: &[]store.Link{{Relation: "likes", Target: m.ID}}}}, store.Invalid},
		"empty body":      {store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Body: ptr("")}}, store.Invalid},
		"stale":           {store.Change{IDs: []int64{m.ID}, Patch: pin, Revision: 1}, store.Conflict},
	} {
		_, err := f.Change(ctx, you, c.change)
		if store.ErrorCode(err) != c.code {
			t.Errorf("%s: error %v, want %s", name, err, c.code)
		}
	}
	if got := f.get(m.ID); got.Revision != 2 || !got.Pinned {
		t.Errorf("refused changes left %+v", got)
	}
	_, err := f.Change(ctx, you, store.Change{IDs: []int64{m.ID}, Patch: pin, Revision: 1})
	if e, ok := errors.AsType[*store.Error](err); !ok || e.Current == nil || !reflect.DeepEqual(*e.Current, f.get(m.ID)) {
		t.Errorf("a stale change does not show the memory as it is: %v", err)
	}
}

func testChangeMany(t *testing.T, f *fixture) {
	var ids []int64
	for _, body := range []string{"a", "b", "c", "d"} {
		ids = append(ids, f.note(claude, body).ID)
	}
	f.change(you, store.Patch{Pinned: ptr(true)}, ids[1])
	c := f.change(you, store.Patch{Pinned: ptr(true)}, ids[3], ids[0], ids[1], 999, ids[0])
	if !slices.Equal(c.IDs, []int64{ids[0], ids[3]}) || !slices.Equal(c.Missing, []int64{999}) {
		t.Errorf("changed %+v", c)
	}
	all, err := f.Versions(ctx, ids[0])
	f.ok(err)
	if all[0].Act.Count != 2 || all[0].Act.ID != c.Act {
		t.Errorf("act %+v, want a count of 2", all[0].Act)
	}
	if f.get(ids[2]).Pinned {
		t.Error("a memory that was not named is pinned")
	}
}

func testChangeEqual(t *testing.T, f *fixture) {
	a, b := f.note(you, "first text"), f.note(you, "second text")
	_, err := f.Change(ctx, you, store.Change{IDs: []int64{b.ID}, Patch: store.Patch{Body: ptr("First  TEXT")}})
	f.fails(err, store.Conflict)

	// One of many is enough to change nothing.
	f.change(you, store.Patch{State: ptr(store.Trashed)}, a.ID)
	again := f.note(you, "first text")
	c := f.note(you, "third text")
	f.change(you, store.Patch{State: ptr(store.Trashed)}, c.ID)
	_, err = f.Change(ctx, you, store.Change{IDs: []int64{c.ID, a.ID}, Patch: store.Patch{State: ptr(store.Active)}})
	f.fails(err, store.Conflict)
	if f.get(c.ID).State != store.Trashed || f.get(a.ID).State != store.Trashed || f.get(again.ID).Revision != 1 {
		t.Error("a refused change was done in part")
	}
	f.change(you, store.Patch{State: ptr(store.Archived)}, a.ID) // archived ones may be equal
}

func testAgentClearsReview(t *testing.T, f *fixture) {
	m := f.note(claude, "text")
	f.change(you, store.Patch{ReviewedAt: ptr(store.Millis(7))}, m.ID)
	f.change(you, store.Patch{Body: ptr("text of mine")}, m.ID)
	if f.get(m.ID).ReviewedAt != 7 {
		t.Error("the person's own edit cleared the review")
	}
	f.change(cursor, store.Patch{Body: ptr("text of Cursor")}, m.ID)
	if got := f.get(m.ID); got.ReviewedAt != 0 || got.Client != "claude-code" {
		t.Errorf("after a client's edit: %+v", got)
	}
}
