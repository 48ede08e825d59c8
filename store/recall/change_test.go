package recall_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/recall"
	"memtray/store/text"
)

func TestChange_CleansEveryText(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "old"})
	changed := f.change(person, recall.Change{
		IDs: []int64{m.ID}, Reason: " why\n<private>x</private>",
		Title: ptr("New\ttitle"), Body: ptr("new\r\nbody\x00"),
		Tags: ptr([]string{"a", " A "}), Files: ptr([]string{" x.go "}), Kind: ptr(store.Fact),
	})
	got := f.get(m.ID)
	if got.Title != "New title" || got.TitleDerived || got.Body != "new\nbody" || got.Kind != store.Fact ||
		!slices.Equal(got.Tags, []string{"a"}) || !slices.Equal(got.Files, []string{"x.go"}) {
		t.Errorf("got %+v", got)
	}
	if want := text.Count(got.Title) + text.Count(got.Body); got.Tokens != want {
		t.Errorf("%d tokens, want %d", got.Tokens, want)
	}
	want := []guard.Removal{{What: guard.PrivateSpan, Count: 1}, {What: guard.ControlCharacter, Count: 1}}
	if !slices.Equal(changed.Removed, want) {
		t.Errorf("removed %v, want %v", changed.Removed, want)
	}
	versions, err := f.Store().Versions(f.ctx, m.ID)
	if err != nil || versions[0].Act.Reason != "why" {
		t.Errorf("versions %+v, %v", versions, err)
	}
}

func TestChange_TitleFollowsTheBody(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "first\nline"})
	for _, c := range []struct {
		name    string
		ch      recall.Change
		title   string
		derived bool
	}{
		{"derived again", recall.Change{Body: ptr("second\nline")}, "second", true},
		{"given", recall.Change{Title: ptr("Mine")}, "Mine", false},
		{"given stays", recall.Change{Body: ptr("third")}, "Mine", false},
		{"blank derives", recall.Change{Title: ptr(" ")}, "third", true},
		{"both", recall.Change{Title: ptr(""), Body: ptr("fourth")}, "fourth", true},
	} {
		c.ch.IDs = []int64{m.ID}
		f.change(claude, c.ch)
		got := f.get(m.ID)
		if got.Title != c.title || got.TitleDerived != c.derived {
			t.Errorf("%s: title %q, derived %v", c.name, got.Title, got.TitleDerived)
		}
		want := text.Count(got.Body)
		if !c.derived {
			want += text.Count(got.Title)
		}
		if got.Tokens != want {
			t.Errorf("%s: %d tokens, want %d", c.name, got.Tokens, want)
		}
	}
}

func TestChange_SameTextIsNoChange(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "same\ntext"})
	changed := f.change(claude, recall.Change{IDs: []int64{m.ID}, Body: ptr("same\r\ntext"), Title: ptr("")})
	if changed.Act != 0 || len(changed.IDs) != 0 || f.get(m.ID).Revision != m.Revision {
		t.Errorf("changed %+v", changed)
	}
}

func TestChange_Refuses(t *testing.T) {
	f := open(t)
	a := f.save(claude, recall.Input{Body: "a"}).ID
	b := f.save(claude, recall.Input{Body: "b"}).ID
	for _, c := range []struct {
		ch   recall.Change
		code store.Code
		want string
	}{
		{recall.Change{IDs: []int64{a}}, store.Invalid, "nothing to change was given"},
		{recall.Change{Pinned: ptr(true)}, store.Invalid, "1 to 10000 ids are allowed, 0 were given"},
		{recall.Change{IDs: []int64{a, b}, Body: ptr("x")}, store.Invalid, "title and body can be changed on one memory at a time"},
		{recall.Change{IDs: []int64{a}, Body: ptr(" ")}, store.Invalid, "body must not be empty; delete the memory instead"},
		{recall.Change{IDs: []int64{a}, Body: ptr("<private>x")}, store.Invalid, "nothing is left to store after private spans were removed"},
		{recall.Change{IDs: []int64{a}, Body: ptr("B")}, store.Conflict, fmt.Sprintf("the same text is already memory #%d of that project", b)},
		{recall.Change{IDs: []int64{999}, Body: ptr("x")}, store.NotFound, "there is no memory #999"},
		{recall.Change{IDs: []int64{999}, Pinned: ptr(true)}, store.NotFound, "there is no memory #999"},
		{recall.Change{IDs: []int64{a}, Pinned: ptr(true), Reason: strings.Repeat("x", 501)}, store.Invalid, "reason is 501 characters long; at most 500 are allowed"},
	} {
		for _, by := range []store.Author{person, claude} {
			_, err := f.Change(f.ctx, by, c.ch)
			wantError(t, err, c.code, c.want)
		}
	}
}

func TestChange_StaleRevision(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "one"})
	f.change(person, recall.Change{IDs: []int64{m.ID}, Revision: m.Revision, Body: ptr("two")})
	_, err := f.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Revision: m.Revision, Body: ptr("three")})
	e, ok := err.(*store.Error)
	if !ok || e.Code != store.Conflict || e.Current == nil || e.Current.Body != "two" {
		t.Errorf("got %#v", err)
	}
}

// TestChange_PrivateMeanwhile: a memory that becomes private while a client's
// stale edit is under way does not come back with the conflict.
func TestChange_PrivateMeanwhile(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "open"})
	r := recall.New(meddler{f.Store(), func() {
		f.change(person, recall.Change{IDs: []int64{m.ID}, Body: ptr("secret"), Private: ptr(true)})
	}})
	t.Cleanup(r.Close)
	_, err := r.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Revision: m.Revision, Kind: ptr(store.Fact)})
	wantError(t, err, store.NotFound, fmt.Sprintf("there is no memory #%d", m.ID))
}

// meddler is a store in which something else happens just before a change.
type meddler struct {
	store.Store
	meddle func()
}

func (m meddler) Change(ctx context.Context, by store.Author, c store.Change) (store.Changed, error) {
	m.meddle()
	return m.Store.Change(ctx, by, c)
}

// TestChange_TextsMeanwhile has several change one memory's text without naming
// a revision: nobody is refused, and title and cost fit the body that stays.
func TestChange_TextsMeanwhile(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "start"})
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			_, err := f.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Body: ptr(strings.Repeat("word ", i+1))})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	got := f.get(m.ID)
	if title, _ := text.Title(got.Body); got.Title != title || got.Tokens != text.Count(got.Body) || got.Revision != m.Revision+3 {
		t.Errorf("got %+v", got)
	}
}

func TestChange_ClientsSeeNotEverything(t *testing.T) {
	f := open(t)
	open := f.save(claude, recall.Input{Body: "open"}).ID
	private := f.save(person, recall.Input{Body: "private", Private: true}).ID
	held := f.save(claude, recall.Input{Body: "held"}).ID
	f.change(person, recall.Change{IDs: []int64{held}, State: ptr(store.Pending)})

	_, err := f.Change(f.ctx, cursor, recall.Change{IDs: []int64{private}, Body: ptr("x"), Revision: 99})
	wantError(t, err, store.NotFound, fmt.Sprintf("there is no memory #%d", private))
	changed := f.change(cursor, recall.Change{IDs: []int64{private, open, held}, State: ptr(store.Trashed)})
	wantIDs(t, "changed", changed.IDs, open)
	wantIDs(t, "missing", changed.Missing, private, held)
	changed = f.change(person, recall.Change{IDs: []int64{private, held}, State: ptr(store.Trashed)})
	wantIDs(t, "changed by the person", changed.IDs, private, held)
}

func TestChange_ReviewedAndUndo(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "a"})
	kept := f.change(person, recall.Change{IDs: []int64{m.ID}, Reviewed: ptr(true)})
	if at := f.get(m.ID).ReviewedAt; at != store.Millis(f.time.Load()) {
		t.Errorf("reviewed at %d", at)
	}
	undone, err := f.Undo(f.ctx, person, kept.Act)
	if err != nil || !slices.Equal(undone.Restored, []int64{m.ID}) || f.get(m.ID).ReviewedAt != 0 {
		t.Errorf("undone %+v, %v", undone, err)
	}
	f.change(person, recall.Change{IDs: []int64{m.ID}, Reviewed: ptr(true)})
	f.change(person, recall.Change{IDs: []int64{m.ID}, Reviewed: ptr(false)})
	if at := f.get(m.ID).ReviewedAt; at != 0 {
		t.Errorf("still reviewed at %d", at)
	}
}
