package storetest

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"memtray/store"
)

// imageFields leaves out what an undo does not restore.
func imageFields(m store.Memory) store.Memory {
	m.Revision, m.UpdatedAt = 0, 0
	return m
}

func testUndo(t *testing.T, f *fixture) {
	p := f.project("api")
	a := f.save(claude, store.Draft{Kind: store.Fact, Title: "A", Body: "first", Tags: []string{"x"}, Files: []string{"f"}, Pinned: true})
	b := f.note(claude, "second")
	f.clock.Advance(time.Hour)
	c := f.change(you, store.Patch{Kind: ptr(store.Howto), Body: ptr("changed"), Tags: &[]string{"y", "z"},
		ProjectID: &p.ID, Tokens: ptr(99), Links: &[]store.Link{{Relation: store.Related, Target: b.ID}}}, a.ID)
	changed := f.get(a.ID)

	u := f.undo(you, c.Act)
	if u.Act == 0 || !slices.Equal(u.Restored, []int64{a.ID}) || len(u.Kept) != 0 {
		t.Fatalf("undone %+v", u)
	}
	if got := f.get(a.ID); !reflect.DeepEqual(imageFields(got), imageFields(a)) || got.Revision != 3 {
		t.Errorf("restored\n%+v, want\n%+v", got, a)
	}
	if got := f.find(store.Query{Terms: terms("first")}); !slices.Equal(got, []int64{a.ID}) {
		t.Errorf("the restored text is found in %v", got)
	}
	if got := f.find(store.Query{Terms: terms("changed")}); len(got) != 0 {
		t.Errorf("the undone text is still found in %v", got)
	}

	redo := f.undo(you, u.Act)
	if got := f.get(a.ID); !reflect.DeepEqual(imageFields(got), imageFields(changed)) || len(redo.Restored) != 1 {
		t.Errorf("redone\n%+v, want\n%+v", got, changed)
	}
	versions, err := f.Versions(ctx, a.ID)
	f.ok(err)
	if act := versions[0].Act; act.Kind != "undo" || act.Undoes != u.Act || act.Count != 1 {
		t.Errorf("the act of a redo is %+v", act)
	}

	// A save is undone into the trash, and that again.
	s, err := f.Save(ctx, claude, complete(store.Draft{Body: "a slip"}))
	f.ok(err)
	gone := f.undo(you, s.Act)
	if f.get(s.Memory.ID).State != store.Trashed {
		t.Error("an undone save is not in the trash")
	}
	f.undo(you, gone.Act)
	if f.get(s.Memory.ID).State != store.Active {
		t.Error("the undo of an undone save did not bring it back")
	}
	_, err = f.Undo(ctx, you, 9999)
	f.fails(err, store.NotFound)
}

func testUndoKept(t *testing.T, f *fixture) {
	a, b, c := f.note(claude, "a"), f.note(claude, "b"), f.note(claude, "c")
	act := f.change(you, store.Patch{State: ptr(store.Archived)}, a.ID, b.ID, c.ID).Act
	f.change(cursor, store.Patch{Pinned: ptr(true)}, b.ID)
	u := f.undo(you, act)
	if !slices.Equal(u.Restored, []int64{a.ID, c.ID}) || len(u.Kept) != 1 ||
		u.Kept[0].ID != b.ID || u.Kept[0].By.Client != "cursor" || u.Kept[0].By.Kind != store.Agent || u.Kept[0].Duplicate != 0 {
		t.Errorf("undone %+v", u)
	}
	if got := f.get(b.ID); got.State != store.Archived || !got.Pinned {
		t.Errorf("the kept memory is %+v", got)
	}
	// A second time there is nothing left to do.
	u = f.undo(you, act)
	if u.Act != 0 || len(u.Restored) != 0 || len(u.Kept) != 3 || u.Kept[0].By.Kind != store.Person {
		t.Errorf("undone twice: %+v", u)
	}
}

// testUndoDeep: what was undone does not stand in the way of what was before.
func testUndoDeep(t *testing.T, f *fixture) {
	m := f.note(claude, "one")
	pin := f.change(you, store.Patch{Pinned: ptr(true)}, m.ID).Act
	two := f.change(you, store.Patch{Body: ptr("two")}, m.ID).Act
	three := f.change(you, store.Patch{Body: ptr("three")}, m.ID).Act
	var redo []int64
	for _, act := range []int64{three, two, pin} {
		u := f.undo(you, act)
		if len(u.Restored) != 1 {
			t.Fatalf("undo of %d: %+v", act, u)
		}
		redo = append(redo, u.Act)
	}
	if got := f.get(m.ID); !reflect.DeepEqual(imageFields(got), imageFields(m)) {
		t.Errorf("undone to %+v", got)
	}
	for _, act := range []int64{three, two, pin} {
		if u := f.undo(you, act); u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].By.Kind != store.Person {
			t.Errorf("undone a second time: %+v", u)
		}
	}
	slices.Reverse(redo)
	for i, act := range redo {
		if u := f.undo(you, act); len(u.Restored) != 1 {
			t.Fatalf("redo %d: %+v", i, u)
		}
	}
	if got := f.get(m.ID); got.Body != "three" || !got.Pinned {
		t.Errorf("redone to %+v", got)
	}

	// Another's edit stays, whatever was undone above it, and is named.
	edit := f.change(cursor, store.Patch{Kind: ptr(store.Fact)}, m.ID).Act
	f.undo(you, f.change(you, store.Patch{Pinned: ptr(false)}, m.ID).Act)
	if u := f.undo(you, three); u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].By.Client != "cursor" {
		t.Errorf("undo below another's edit: %+v", u)
	}
	f.undo(cursor, edit)
	if u := f.undo(you, three); len(u.Restored) != 1 || f.get(m.ID).Body != "two" {
		t.Errorf("after the other took its edit back: %+v", u)
	}
}

func testUndoDuplicate(t *testing.T, f *fixture) {
	a := f.note(claude, "the same")
	act := f.change(you, store.Patch{State: ptr(store.Trashed)}, a.ID).Act
	again := f.note(cursor, "The Same")
	u := f.undo(you, act)
	if u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].Duplicate != again.ID || u.Kept[0].By.Client != "cursor" {
		t.Errorf("undone %+v", u)
	}
	if f.get(a.ID).State != store.Trashed {
		t.Error("the duplicate was restored")
	}
}

func testVersions(t *testing.T, f *fixture) {
	p := f.project("api")
	m := f.save(claude, store.Draft{Body: "one", Tags: []string{"t"}})
	f.clock.Advance(time.Second)
	_, err := f.Change(ctx, you, store.Change{IDs: []int64{m.ID}, Reason: "why", Patch: store.Patch{Body: ptr("two"), ProjectID: &p.ID}})
	f.ok(err)
	f.change(cursor, store.Patch{Tags: &[]string{}}, m.ID)
	all, err := f.Versions(ctx, m.ID)
	f.ok(err)
	if len(all) != 3 {
		t.Fatalf("%d versions", len(all))
	}
	for i, want := range []struct {
		revision      int64
		kind, client  string
		body, project string
		tags          int
	}{
		{3, "edit", "cursor", "two", "api", 0},
		{2, "edit", "", "two", "api", 1},
		{1, "save", "claude-code", "one", "unfiled", 1},
	} {
		v := all[i]
		if v.Revision != want.revision || v.Act.Kind != want.kind || v.Act.Author.Client != want.client ||
			v.Image.Body != want.body || v.Image.Project != want.project || len(v.Image.Tags) != want.tags {
			t.Errorf("version %d: %+v, want %+v", i, v, want)
		}
	}
	if all[1].Act.Reason != "why" || all[1].Act.At != store.MillisOf(f.clock.Now()) || all[2].Act.Author.Session == 0 {
		t.Errorf("acts %+v, %+v", all[1].Act, all[2].Act)
	}
	_, err = f.Versions(ctx, 999)
	f.fails(err, store.NotFound)
}
