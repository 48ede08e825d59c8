package storetest

import (
	"testing"
	"time"

	"memtray/store"
)

// testSaveArchived: a text that was archived counts again when it is saved again,
// and whoever looks through what is new sees it.
func testSaveArchived(t *testing.T, f *fixture) {
	old, m := f.note(claude, "the older one"), f.note(claude, "retry three times")
	f.change(you, store.Patch{State: ptr(store.Archived), ReviewedAt: ptr(store.Millis(5))}, old.ID, m.ID)
	f.change(you, store.Patch{Body: ptr("Retry three times")}, old.ID, m.ID)
	f.clock.Advance(time.Hour)

	saved, err := f.Save(ctx, cursor, complete(store.Draft{Body: "RETRY three times"}))
	f.ok(err)
	got := saved.Memory
	if !saved.Known || !saved.Revived || saved.Act == 0 || saved.Newer != (store.Link{}) ||
		got.ID != m.ID || got.State != store.Active || got.ReviewedAt != 0 || got.Seen != 2 || got.Body != "Retry three times" {
		t.Errorf("saved %+v", saved)
	}
	if ids := f.find(store.Query{Terms: terms("retry")}); len(ids) != 1 || ids[0] != m.ID {
		t.Errorf("found %v", ids)
	}
	if again, err := f.Save(ctx, cursor, complete(store.Draft{Body: "retry three times"})); err != nil || !again.Known || again.Revived {
		t.Errorf("and again: %+v, %v", again, err)
	}
	f.undo(you, saved.Act)
	if got := f.get(m.ID); got.State != store.Archived || got.ReviewedAt != 5 {
		t.Errorf("undone: %+v", got)
	}

	mine, err := f.Save(ctx, you, complete(store.Draft{Body: "retry three times"}))
	f.ok(err)
	if !mine.Revived || mine.Memory.ReviewedAt != store.MillisOf(f.clock.Now()) {
		t.Errorf("saved by the person: %+v", mine)
	}

	// A private one is nobody's business, archived or not.
	secret := f.save(you, store.Draft{Body: "only I know", Private: true})
	f.change(you, store.Patch{State: ptr(store.Archived)}, secret.ID)
	if public := f.note(claude, "only I know"); public.ID == secret.ID {
		t.Error("a private memory was revived")
	}
}

// testSaveExpired: a text that no longer holds does so again when it is saved
// again, as long as that save says.
func testSaveExpired(t *testing.T, f *fixture) {
	for _, state := range []store.State{store.Active, store.Archived} {
		body := "frozen until then, " + string(state)
		m := f.save(claude, store.Draft{Body: body, ExpiresAt: store.MillisOf(f.clock.Now().Add(time.Hour))})
		f.change(you, store.Patch{State: ptr(state), ReviewedAt: ptr(store.Millis(5))}, m.ID)
		if same, err := f.Save(ctx, claude, complete(store.Draft{Body: body})); err != nil || !same.Known || same.Expired || state == store.Active && same.Revived {
			t.Errorf("%s, while it holds: %+v, %v", state, same, err)
		}
		f.change(you, store.Patch{State: ptr(state)}, m.ID)
		f.clock.Advance(2 * time.Hour)
		until := store.MillisOf(f.clock.Now().Add(24 * time.Hour))
		if held, err := f.Save(ctx, cursor, complete(store.Draft{Body: body, Holds: []store.Hold{{Code: store.HoldReview}}})); err != nil || held.Known || held.Memory.ID == m.ID {
			t.Errorf("%s, held: %+v, %v", state, held, err)
		}
		saved, err := f.Save(ctx, claude, complete(store.Draft{Body: body, ExpiresAt: until}))
		f.ok(err)
		got := saved.Memory
		if !saved.Known || !saved.Revived || !saved.Expired || saved.Act == 0 || got.ID != m.ID || got.State != store.Active || got.ExpiresAt != until || got.ReviewedAt != 0 {
			t.Errorf("%s: %+v", state, saved)
		}
		f.clock.Advance(48 * time.Hour)
		saved, err = f.Save(ctx, claude, complete(store.Draft{Body: body}))
		f.ok(err)
		if !saved.Revived || saved.Memory.ExpiresAt != 0 {
			t.Errorf("%s, for good: %+v", state, saved)
		}
		f.undo(you, saved.Act)
		if got := f.get(m.ID); got.ExpiresAt != until {
			t.Errorf("%s, undone: %+v", state, got)
		}
	}
}

func testSaveSuperseded(t *testing.T, f *fixture) {
	link := func(from store.Memory, r store.Relation, to store.Memory) {
		f.change(you, store.Patch{Links: &[]store.Link{{Relation: r, Target: to.ID}}}, from.ID)
	}
	old, newer, newest := f.note(claude, "port 80"), f.note(claude, "port 8080"), f.note(claude, "port 9090")
	part, whole := f.note(claude, "half a rule"), f.note(claude, "the whole rule")
	link(newer, store.Supersedes, old)
	link(newest, store.Supersedes, newer)
	link(part, store.MergedInto, whole)
	f.change(you, store.Patch{State: ptr(store.Archived)}, newer.ID, part.ID)
	total := len(f.find(store.Query{Filter: store.Filter{States: store.States()}}))

	for _, c := range []struct {
		body         string
		known, newer int64
		relation     store.Relation
	}{
		{"port 80", old.ID, newest.ID, store.Supersedes},
		{"port 8080", newer.ID, newest.ID, store.Supersedes},
		{"half a rule", part.ID, whole.ID, store.MergedInto},
	} {
		before := f.get(c.known)
		saved, err := f.Save(ctx, cursor, complete(store.Draft{Body: c.body}))
		f.ok(err)
		if !saved.Known || saved.Revived || saved.Act != 0 || saved.Memory.ID != c.known ||
			saved.Newer != (store.Link{Relation: c.relation, Target: c.newer}) {
			t.Errorf("%q: %+v", c.body, saved)
		}
		if got := f.get(c.known); got.State != before.State || got.Revision != before.Revision || got.Seen != before.Seen+1 {
			t.Errorf("%q is now %+v", c.body, got)
		}
	}
	if got := len(f.find(store.Query{Filter: store.Filter{States: store.States()}})); got != total {
		t.Errorf("%d memories, there were %d", got, total)
	}

	// What a client must not see, or what is in the trash, takes nobody's place.
	f.change(you, store.Patch{Private: ptr(true)}, whole.ID)
	f.change(you, store.Patch{State: ptr(store.Trashed)}, newest.ID)
	if saved, err := f.Save(ctx, cursor, complete(store.Draft{Body: "half a rule"})); err != nil || !saved.Revived {
		t.Errorf("merged into a private one: %+v, %v", saved, err)
	}
	if saved, err := f.Save(ctx, cursor, complete(store.Draft{Body: "port 8080"})); err != nil || !saved.Revived {
		t.Errorf("superseded by one in the trash: %+v, %v", saved, err)
	}
}
