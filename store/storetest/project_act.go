package storetest

import (
	"slices"
	"strings"
	"testing"

	"memtray/store"
)

// named returns the id of the project that a name leads to, 0 if to none.
func (f *fixture) named(name string) int64 {
	f.t.Helper()
	p, err := f.Project(ctx, store.ProjectRef{Name: name})
	if store.ErrorCode(err) == store.NotFound {
		return 0
	}
	f.ok(err)
	return p.ID
}

func (f *fixture) rename(id int64, name string) store.ProjectAct {
	f.t.Helper()
	out, err := f.RenameProject(ctx, you, id, name)
	f.ok(err)
	return out
}

func (f *fixture) merge(from, into int64) store.ProjectAct {
	f.t.Helper()
	out, err := f.MergeProjects(ctx, you, from, into)
	f.ok(err)
	return out
}

// within returns the ids of the memories of a project, oldest first.
func (f *fixture) within(project int64) []int64 {
	f.t.Helper()
	return f.find(store.Query{Sort: store.Oldest, Filter: store.Filter{Projects: []int64{project}, States: store.States()}})
}

func testRename(t *testing.T, f *fixture) {
	p := f.project("api")
	m := f.save(claude, store.Draft{Body: "tabs", ProjectID: p.ID})
	out := f.rename(p.ID, "  Payments API ")
	if out.Act == 0 || out.Project.Name != "Payments API" || !slices.Equal(out.Project.Aliases, []string{"api"}) {
		t.Errorf("renamed %+v", out)
	}
	if got := f.get(m.ID); got.Project != "Payments API" || got.Revision != 1 {
		t.Errorf("its memory is %+v", got)
	}
	for _, name := range []string{"api", "API", "payments api"} {
		if f.named(name) != p.ID {
			t.Errorf("%q leads to %d", name, f.named(name))
		}
	}
	if got := f.project("Api"); got.ID != p.ID || got.Created {
		t.Errorf("the former name makes %+v", got)
	}
	first := out.Act
	// Another spelling is no other name, and no difference no act.
	out = f.rename(p.ID, "payments API")
	if out.Act == 0 || !slices.Equal(out.Project.Aliases, []string{"api"}) {
		t.Errorf("another spelling: %+v", out)
	}
	spelt := out.Act
	if out := f.rename(p.ID, "payments API"); out.Act != 0 {
		t.Errorf("the same name: %+v", out)
	}
	// Back to a former name.
	back := f.rename(p.ID, "api")
	if !slices.Equal(back.Project.Aliases, []string{"payments API"}) {
		t.Errorf("back: %+v", back)
	}

	u := f.undo(you, back.Act)
	if u.Act == 0 || !slices.Equal(u.Projects, []int64{p.ID}) || len(u.Restored)+len(u.Kept) != 0 {
		t.Errorf("undone %+v", u)
	}
	if got := f.project("api"); got.ID != p.ID || got.Name != "payments API" {
		t.Errorf("after undo: %+v", got)
	}
	f.undo(you, u.Act)
	if got := f.project("api"); got.Name != "api" {
		t.Errorf("after redo: %+v", got)
	}
	// Undone at any depth: what was undone since is out of the way.
	last := f.rename(p.ID, "x")
	f.undo(you, last.Act)
	f.undo(you, back.Act)
	u = f.undo(you, spelt)
	if got := f.project("api"); u.Act == 0 || got.Name != "Payments API" {
		t.Errorf("undone in depth: %+v, %+v", u, got)
	}
	f.undo(you, first)
	if got := f.project("api"); got.Name != "api" || len(got.Aliases) != 0 {
		t.Errorf("undone to the beginning: %+v", got)
	}
	// What was renamed since is kept.
	out = f.rename(p.ID, "y")
	f.rename(p.ID, "z")
	u = f.undo(cursor, out.Act)
	if u.Purged != 0 || u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].Project != p.ID || u.Kept[0].By.Kind != store.Person {
		t.Errorf("undone after another rename: %+v", u)
	}
}

func testProjectActRefuses(t *testing.T, f *fixture) {
	a, b := f.project("api"), f.project("web")
	f.rename(b.ID, "site")
	for name, c := range map[string]struct {
		id   int64
		name string
		code store.Code
	}{
		"taken":            {a.ID, "Site", store.Conflict},
		"former name":      {a.ID, "WEB", store.Conflict},
		"reserved name":    {a.ID, "Global", store.Conflict},
		"blank":            {a.ID, "  ", store.Invalid},
		"long":             {a.ID, strings.Repeat("长", store.MaxProject+1), store.Invalid},
		"two lines":        {a.ID, "a\nb", store.Invalid},
		"reserved project": {store.Global, "everything", store.Invalid},
		"unknown":          {999, "x", store.NotFound},
	} {
		_, err := f.RenameProject(ctx, you, c.id, c.name)
		if store.ErrorCode(err) != c.code {
			t.Errorf("rename, %s: %v, want %s", name, err, c.code)
		}
	}
	for name, c := range map[string]struct {
		from, into int64
		code       store.Code
	}{
		"itself":        {a.ID, a.ID, store.Invalid},
		"reserved":      {store.Unfiled, a.ID, store.Invalid},
		"into reserved": {a.ID, store.Global, store.Invalid},
		"unknown from":  {999, a.ID, store.NotFound},
		"unknown into":  {a.ID, 999, store.NotFound},
	} {
		_, err := f.MergeProjects(ctx, you, c.from, c.into)
		if store.ErrorCode(err) != c.code {
			t.Errorf("merge, %s: %v, want %s", name, err, c.code)
		}
	}
	if f.named("api") != a.ID || f.named("site") != b.ID {
		t.Error("a refused act changed a name")
	}
}

func testMerge(t *testing.T, f *fixture) {
	key := store.ProjectKey{Kind: store.KeyPath, Value: "/home/me/old"}
	from, err := f.Project(ctx, store.ProjectRef{Keys: []store.ProjectKey{key}, Label: "old", Create: true})
	f.ok(err)
	f.rename(from.ID, "older")
	into := f.project("api")
	draft := func(p int64, body string) store.Draft { return store.Draft{Body: body, ProjectID: p} }
	alone := f.save(claude, draft(from.ID, "alone in old"))
	gone := f.save(claude, draft(from.ID, "gone"))
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	there := f.save(claude, draft(into.ID, "same text"))
	twin := f.save(cursor, draft(from.ID, "Same  Text"))
	_, err = f.Save(ctx, cursor, complete(draft(from.ID, "same text")))
	f.ok(err)
	f.change(you, store.Patch{Pinned: ptr(true)}, twin.ID)

	end, err := f.Changes(ctx, -1)
	f.ok(err)
	out := f.merge(from.ID, into.ID)
	if out.Act == 0 || out.Moved != 3 || out.Joined != 1 || out.Project.ID != into.ID || out.Project.Memories != 2 ||
		!slices.Equal(out.Project.Aliases, []string{"old", "older"}) {
		t.Errorf("merged %+v", out)
	}
	if c, err := f.Changes(ctx, end.Seq); err != nil || len(c.Memories) != 4 || !slices.Contains(c.Other, "project") {
		t.Errorf("the change log has %+v, %v", c, err)
	}
	check := func(when string, merged bool) {
		t.Helper()
		home, other, seen := from.ID, from.ID, 1
		if merged {
			home, other, seen = into.ID, into.ID, 3
		}
		if got := f.get(there.ID); got.Seen != seen || got.Pinned != merged || got.State != store.Active || got.ProjectID != into.ID {
			t.Errorf("%s: the one that stays is %+v", when, got)
		}
		got := f.get(twin.ID)
		if (got.State == store.Trashed) != merged || got.ProjectID != home ||
			slices.Contains(got.Links, store.Link{Relation: store.MergedInto, Target: there.ID}) != merged {
			t.Errorf("%s: its twin is %+v", when, got)
		}
		if a, g := f.get(alone.ID), f.get(gone.ID); a.ProjectID != home || g.ProjectID != home || g.State != store.Trashed || a.State != store.Active {
			t.Errorf("%s: the others are %+v, %+v", when, a, g)
		}
		for _, name := range []string{"old", "older"} {
			if f.named(name) != other {
				t.Errorf("%s: %s leads to %d", when, name, f.named(name))
			}
		}
		if p, err := f.Project(ctx, store.ProjectRef{Keys: []store.ProjectKey{key}}); err != nil || p.ID != other {
			t.Errorf("%s: the folder leads to %+v, %v", when, p, err)
		}
		all, err := f.Projects(ctx)
		f.ok(err)
		if listed := slices.ContainsFunc(all, func(p store.Project) bool { return p.ID == from.ID }); listed == merged {
			t.Errorf("%s: projects %+v", when, all)
		}
		ids := f.find(store.Query{Terms: terms("alone"), Filter: store.Filter{Projects: []int64{home}}})
		if !slices.Equal(ids, []int64{alone.ID}) {
			t.Errorf("%s: the search in the project finds %v", when, ids)
		}
	}
	check("merged", true)
	u := f.undo(you, out.Act)
	if u.Purged != 0 || len(u.Restored) != 4 || !slices.Equal(u.Projects, []int64{from.ID}) || len(u.Kept) != 0 {
		t.Errorf("undone %+v", u)
	}
	check("undone", false)
	late := f.save(claude, draft(from.ID, "saved after the undo"))
	u = f.undo(you, u.Act)
	check("merged again", true)
	if got := f.get(late.ID); got.ProjectID != into.ID {
		t.Errorf("what was saved meanwhile is %+v", got)
	}
	f.undo(you, u.Act)
	check("undone again", false)
	if got := f.get(late.ID); got.ProjectID != from.ID {
		t.Errorf("what was saved meanwhile is %+v", got)
	}
}

// testMergeLeadsOn: who still knows the old id, or undoes an act from before the
// merge, comes to the project that is left.
func testMergeLeadsOn(t *testing.T, f *fixture) {
	a, b, c := f.project("a"), f.project("b"), f.project("c")
	m := f.save(claude, store.Draft{Body: "one", ProjectID: a.ID})
	moved := f.change(you, store.Patch{ProjectID: &c.ID}, m.ID)
	first := f.merge(a.ID, b.ID)
	second := f.merge(b.ID, c.ID)
	for _, name := range []string{"a", "b", "c"} {
		if f.named(name) != c.ID {
			t.Errorf("%s leads to %d", name, f.named(name))
		}
	}
	if got := f.save(claude, store.Draft{Body: "two", ProjectID: a.ID}); got.ProjectID != c.ID {
		t.Errorf("saved into %+v", got)
	}
	f.change(you, store.Patch{ProjectID: ptr(store.Unfiled)}, m.ID)
	f.change(you, store.Patch{ProjectID: &b.ID}, m.ID)
	if got := f.get(m.ID); got.ProjectID != c.ID {
		t.Errorf("moved into %+v", got)
	}
	if u := f.undo(you, moved.Act); len(u.Kept) != 1 {
		t.Errorf("an act from before: %+v", u)
	}
	if _, err := f.MergeProjects(ctx, you, a.ID, c.ID); store.ErrorCode(err) != store.NotFound {
		t.Errorf("merged twice: %v", err)
	}
	if _, err := f.RenameProject(ctx, you, a.ID, "x"); store.ErrorCode(err) != store.NotFound {
		t.Errorf("renamed after a merge: %v", err)
	}
	// Undone out of order: a becomes a project again, b stays merged.
	f.undo(you, first.Act)
	if f.named("a") != a.ID || f.named("b") != c.ID {
		t.Errorf("a leads to %d, b to %d", f.named("a"), f.named("b"))
	}
	f.undo(you, second.Act)
	if f.named("b") != b.ID {
		t.Errorf("b leads to %d", f.named("b"))
	}
	if got := f.within(b.ID); len(got) != 0 {
		t.Errorf("b has %v", got)
	}
}

// testMergeNameTaken: the name of a merged project can be taken by the one that
// is left; undone, it gets another.
func testMergeNameTaken(t *testing.T, f *fixture) {
	a, b := f.project("a"), f.project("b")
	out := f.merge(a.ID, b.ID)
	f.rename(b.ID, "A")
	f.undo(you, out.Act)
	if f.named("a") != b.ID || f.named("a 2") != a.ID || f.named("b") != b.ID {
		t.Errorf("a: %d, a 2: %d, b: %d", f.named("a"), f.named("a 2"), f.named("b"))
	}
}
