package storetest

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"memtray/store"
)

func (f *fixture) trash(ids ...int64) store.Changed {
	f.t.Helper()
	return f.change(you, store.Patch{State: ptr(store.Trashed)}, ids...)
}

func (f *fixture) purge(ids ...int64) store.Purged {
	f.t.Helper()
	p, err := f.Purge(ctx, ids)
	f.ok(err)
	return p
}

func testPurge(t *testing.T, f *fixture) {
	a, b, last := f.note(claude, "first"), f.note(claude, "second"), f.note(claude, "third")
	f.trash(a.ID, last.ID)
	_, err := f.Change(ctx, you, store.Change{IDs: []int64{a.ID, b.ID}, Patch: store.Patch{Pinned: ptr(true)}, Reason: "first matters"})
	f.ok(err)
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	f.fails(func() error { _, err := f.Purge(ctx, nil); return err }(), store.Invalid)
	f.fails(func() error { _, err := f.Purge(ctx, make([]int64, store.MaxSelected+1)); return err }(), store.Invalid)

	p := f.purge(last.ID, b.ID, a.ID, 999, a.ID)
	if !slices.Equal(p.IDs, []int64{a.ID, last.ID}) || !slices.Equal(p.Left, []int64{b.ID, 999}) {
		t.Errorf("purged %+v", p)
	}
	if ids := f.find(store.Query{Filter: store.Filter{States: store.States()}}); !slices.Equal(ids, []int64{b.ID}) {
		t.Errorf("left are %v", ids)
	}
	if c, err := f.Counts(ctx, 0); err != nil || c.Trash != 0 {
		t.Errorf("counts %+v, %v", c, err)
	}
	if versions, err := f.Versions(ctx, b.ID); err != nil || versions[0].Act.Reason != "" {
		t.Errorf("a reason that spoke of it too: %+v, %v", versions, err)
	}
	_, err = f.Versions(ctx, a.ID)
	f.fails(err, store.NotFound)
	_, err = f.Change(ctx, you, store.Change{IDs: []int64{a.ID}, Patch: store.Patch{State: ptr(store.Active)}})
	f.fails(err, store.NotFound)
	set, err := f.Changes(ctx, end.Seq)
	f.ok(err)
	slices.Sort(set.Memories)
	if !slices.Equal(set.Memories, []int64{a.ID, last.ID}) {
		t.Errorf("others are told of %+v", set)
	}
	if again := f.purge(a.ID); len(again.IDs) != 0 || !slices.Equal(again.Left, []int64{a.ID}) {
		t.Errorf("purged twice: %+v", again)
	}

	// The same text is a new memory, and no id is used twice: #3 was the last.
	next := f.note(claude, "third")
	if next.ID <= last.ID || next.UID == last.UID || next.Seen != 1 {
		t.Errorf("saved again as %+v", next)
	}
	f.ok(f.Compact(ctx))
	if ids := f.find(store.Query{Terms: terms("third second")}); len(ids) != 2 {
		t.Errorf("after compaction %v are found", ids)
	}
	if got := f.note(claude, "fourth"); got.ID != next.ID+1 {
		t.Errorf("after compaction the next is #%d", got.ID)
	}
}

// testPurgeUndo: an undo of what is gone says so and does the rest.
func testPurgeUndo(t *testing.T, f *fixture) {
	a, b := f.note(claude, "a"), f.note(claude, "b")
	pin := f.change(you, store.Patch{Pinned: ptr(true)}, a.ID, b.ID).Act
	trash := f.trash(a.ID).Act
	f.purge(a.ID)
	if u := f.undo(you, trash); u.Act != 0 || u.Purged != 1 || len(u.Restored)+len(u.Kept) != 0 {
		t.Errorf("undo of the trash: %+v", u)
	}
	u := f.undo(you, pin)
	if u.Act == 0 || u.Purged != 1 || !slices.Equal(u.Restored, []int64{b.ID}) || f.get(b.ID).Pinned {
		t.Errorf("undo of both: %+v", u)
	}
	if again := f.undo(you, u.Act); again.Purged != 0 || !f.get(b.ID).Pinned {
		t.Errorf("redone: %+v", again)
	}
}

// testPurgeLinks: a link to what is gone is gone too, and comes back with no undo.
func testPurgeLinks(t *testing.T, f *fixture) {
	old, other, holder := f.note(claude, "old"), f.note(claude, "other"), f.note(claude, "new")
	links := []store.Link{{Relation: store.Related, Target: other.ID}, {Relation: store.Supersedes, Target: old.ID}}
	f.change(you, store.Patch{Links: &links}, holder.ID)
	unlink := f.change(you, store.Patch{Links: &[]store.Link{}, Pinned: ptr(true)}, holder.ID)
	f.change(you, store.Patch{Links: &links}, holder.ID)
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	f.trash(old.ID)
	f.purge(old.ID)
	left := []store.Link{links[0]}
	if got := f.get(holder.ID); !reflect.DeepEqual(got.Links, left) {
		t.Errorf("links %v", got.Links)
	}
	if set, err := f.Changes(ctx, end.Seq); err != nil || !slices.Contains(set.Memories, holder.ID) {
		t.Errorf("others are told of %+v, %v", set, err)
	}
	versions, err := f.Versions(ctx, holder.ID)
	f.ok(err)
	f.undo(you, versions[0].Act.ID)
	if u := f.undo(you, unlink.Act); len(u.Restored) != 1 {
		t.Errorf("undone %+v", u)
	}
	if got := f.get(holder.ID); got.Pinned || !reflect.DeepEqual(got.Links, left) {
		t.Errorf("restored %+v", got)
	}
}

func testEmptyTrash(t *testing.T, f *fixture) {
	if p, err := f.EmptyTrash(ctx, 0); err != nil || len(p.IDs) != 0 {
		t.Errorf("an empty trash: %+v, %v", p, err)
	}
	var ids []int64
	for i := range 250 { // more than one step
		ids = append(ids, f.note(claude, fmt.Sprintf("memory %d", i)).ID)
	}
	f.trash(ids[1:]...)
	for _, count := range []int{0, 248, 250} {
		_, err := f.EmptyTrash(ctx, count)
		f.fails(err, store.Conflict)
	}
	if c, err := f.Counts(ctx, 0); err != nil || c.Trash != 249 {
		t.Errorf("a refusal left %+v, %v", c, err)
	}
	p, err := f.EmptyTrash(ctx, 249)
	if err != nil || !slices.Equal(p.IDs, ids[1:]) || len(p.Left) != 0 {
		t.Errorf("emptied: %d gone, %d left, %v", len(p.IDs), len(p.Left), err)
	}
	if got := f.find(store.Query{Filter: store.Filter{States: store.States()}}); !slices.Equal(got, ids[:1]) {
		t.Errorf("left are %v", got)
	}
}

func testUpkeep(t *testing.T, f *fixture) {
	trashed := func() []int64 { return f.find(store.Query{Filter: store.Filter{States: []store.State{store.Trashed}}}) }
	old, young, kept := f.note(claude, "old"), f.note(claude, "young"), f.note(claude, "kept")
	f.trash(old.ID)
	f.clock.Advance(24 * time.Hour)
	f.trash(young.ID)
	f.clock.Advance(store.TrashKept - 24*time.Hour - time.Millisecond)
	f.ok(f.Upkeep(ctx))
	if got := trashed(); len(got) != 2 {
		t.Fatalf("a moment too early: %v are left", got)
	}
	f.clock.Advance(time.Millisecond)
	f.ok(f.Upkeep(ctx)) // it was done today
	if got := trashed(); len(got) != 2 {
		t.Errorf("twice in a day: %v are left", got)
	}
	f.clock.Advance(24*time.Hour - 2*time.Millisecond)
	f.ok(f.Upkeep(ctx))
	if got := trashed(); len(got) != 2 {
		t.Errorf("before the day was over: %v are left", got)
	}
	f.clock.Advance(time.Millisecond)
	f.trash(kept.ID)
	f.ok(f.Upkeep(ctx))
	if got := trashed(); !slices.Equal(got, []int64{kept.ID, young.ID}) {
		t.Errorf("a day later %v are left", got)
	}
	f.clock.Advance(24 * time.Hour)
	f.ok(f.Upkeep(ctx))
	if got := trashed(); !slices.Equal(got, []int64{kept.ID}) {
		t.Errorf("two days later %v are left", got)
	}
}

// testUpkeepClock: what was noted while the clock was ahead stops nothing.
func testUpkeepClock(t *testing.T, f *fixture) {
	ids := []int64{f.note(claude, "first").ID, f.note(claude, "second").ID}
	now := f.clock.Now()
	f.trash(ids...)
	f.clock.Advance(store.TrashKept - time.Hour)
	due := f.clock.Now()
	f.clock.Advance(365 * 24 * time.Hour)
	later := f.note(claude, "third").ID
	f.trash(later)
	f.ok(f.Upkeep(ctx)) // purges both, and notes it a year ahead
	if got := f.find(store.Query{Filter: store.Filter{States: []store.State{store.Trashed}}}); !slices.Equal(got, []int64{later}) {
		t.Fatalf("left are %v", got)
	}
	f.clock.Set(now)
	next := f.note(claude, "fourth").ID
	f.trash(next)
	f.clock.Set(due.Add(2 * time.Hour))
	f.ok(f.Upkeep(ctx))
	if got := f.find(store.Query{Filter: store.Filter{States: []store.State{store.Trashed}}}); !slices.Equal(got, []int64{later}) {
		t.Errorf("with the clock put right %v are left", got)
	}
}
