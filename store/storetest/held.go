package storetest

import (
	"slices"
	"testing"
	"time"

	"memtray/store"
)

var held = []store.Hold{{Code: store.HoldReview}, {Code: "override", Field: "body", Found: "ignore all"}}

// holdBack saves a text that is held.
func (f *fixture) holdBack(by store.Author, body string) store.Memory {
	f.t.Helper()
	return f.save(by, store.Draft{Body: body, Holds: held})
}

func (f *fixture) rule(id int64, r store.Ruling) store.Decided {
	f.t.Helper()
	d, err := f.Decide(ctx, you, id, r)
	f.ok(err)
	return d
}

func testHeld(t *testing.T, f *fixture) {
	m := f.holdBack(claude, "the port is 81")
	p := f.only()
	if m.State != store.Pending || p.Kind != store.NewProposal || p.Client != "claude-code" || p.New.ID != m.ID || p.Old != nil ||
		p.Memory == nil || p.Memory.Body != m.Body || !slices.Equal(p.Holds, held) || p.Stale {
		t.Errorf("held %+v as %+v", m, p)
	}
	if one, err := f.Proposal(ctx, p.ID); err != nil || one.ID != p.ID || one.Memory.ID != m.ID {
		t.Errorf("the proposal is %+v, %v", one, err)
	}
	d := f.rule(p.ID, store.Ruling{Verdict: store.Accept, Patch: store.Patch{Kind: ptr(store.Fact), Tags: ptr([]string{"net"})}})
	now := f.get(m.ID)
	if d.Act == 0 || now.State != store.Active || now.ReviewedAt == 0 || now.Kind != store.Fact || !slices.Equal(now.Tags, []string{"net"}) || len(f.open()) != 0 {
		t.Errorf("accepted with an edit: %+v", now)
	}
	if _, err := f.Proposal(ctx, p.ID); store.ErrorCode(err) != store.NotFound {
		t.Errorf("a proposal that was decided: %v", err)
	}
	f.undo(you, d.Act)
	if now := f.get(m.ID); now.State != store.Pending || now.Kind != store.Note || f.only().ID != p.ID {
		t.Errorf("undone: %+v", now)
	}
	d = f.rule(p.ID, store.Ruling{Verdict: store.Decline, Reason: "wrong"})
	if now := f.get(m.ID); now.State != store.Trashed || len(f.open()) != 0 || !slices.Equal(d.IDs, []int64{m.ID}) {
		t.Errorf("declined: %+v", now)
	}
	// Declined once, the same text of the same client does not come back.
	again, err := f.Save(ctx, claude, complete(store.Draft{Body: "The port  is 81", Holds: held}))
	if err != nil || !again.Declined || again.Memory.ID != m.ID || len(f.open()) != 0 {
		t.Errorf("saved again: %+v, %v", again, err)
	}
	u := f.undo(you, d.Act)
	if f.get(m.ID).State != store.Pending || f.only().ID != p.ID {
		t.Error("undoing the decline did not hold it again")
	}
	f.undo(you, u.Act)
	if f.get(m.ID).State != store.Trashed || len(f.open()) != 0 {
		t.Error("undone twice is not declined")
	}
	if s, err := f.Save(ctx, claude, complete(store.Draft{Body: "the port is 81", Holds: held})); err != nil || !s.Declined {
		t.Errorf("after undoing twice: %+v, %v", s, err)
	}
}

// testHeldFromOthers: what is held from one client is unknown to all others.
func testHeldFromOthers(t *testing.T, f *fixture) {
	m := f.holdBack(claude, "hold me back")
	if s, err := f.Save(ctx, claude, complete(store.Draft{Body: "Hold me back"})); err != nil || !s.Known || s.Memory.ID != m.ID || s.Memory.State != store.Pending {
		t.Errorf("saved again by itself: %+v, %v", s, err)
	}
	other := f.note(cursor, "hold me back")
	if other.ID == m.ID || other.State != store.Active || f.get(m.ID).Seen != 2 {
		t.Errorf("saved by another client: %+v", other)
	}
	second := f.holdBack(cursor, "also held")
	third := f.holdBack(claude, "also held")
	if second.ID == third.ID {
		t.Error("two clients share a held memory")
	}
	for _, q := range []store.Query{{Terms: terms("held hold")}, {Literal: "hold"}, {}} {
		q.Filter.Reader = "cursor"
		if got := f.find(q); slices.Contains(got, m.ID) || slices.Contains(got, third.ID) {
			t.Errorf("another client finds %v", got)
		}
	}
}

// testHeldClosed: whatever the person does with a held memory closes its
// proposal, and undoing it opens that again.
func testHeldClosed(t *testing.T, f *fixture) {
	for name, p := range map[string]store.Patch{
		"keep":    {ReviewedAt: ptr(store.Millis(5))},
		"release": {State: ptr(store.Active)},
		"archive": {State: ptr(store.Archived)},
		"trash":   {State: ptr(store.Trashed)},
	} {
		m := f.holdBack(claude, name)
		id := f.only().ID
		c := f.change(you, p, m.ID)
		if all := f.open(); len(all) != 0 {
			t.Errorf("%s left %+v", name, all)
		}
		if name == "keep" && f.get(m.ID).State != store.Active {
			t.Error("a held memory that is kept is still held")
		}
		_, err := f.Decide(ctx, you, id, store.Ruling{Verdict: store.Accept})
		f.fails(err, store.Conflict)
		f.undo(you, c.Act)
		if f.only().ID != id || f.get(m.ID).State != store.Pending {
			t.Errorf("%s undone: %+v", name, f.open())
		}
		f.change(you, p, m.ID)
	}
	m := f.note(claude, "held by the person")
	f.change(you, store.Patch{State: ptr(store.Pending)}, m.ID)
	if p := f.only(); p.Kind != store.NewProposal || p.New.ID != m.ID {
		t.Errorf("held by the person: %+v", p)
	}
}

// testHeldEqual: a held text that is active by now is merged into that.
func testHeldEqual(t *testing.T, f *fixture) {
	m := f.holdBack(claude, "one text")
	other := f.note(cursor, "one text")
	d := f.decide(f.only().ID, store.Accept)
	now := f.get(m.ID)
	if now.State != store.Trashed || !slices.Equal(now.Links, []store.Link{{Relation: store.MergedInto, Target: other.ID}}) || f.get(other.ID).Seen != 2 {
		t.Errorf("accepted: %+v", now)
	}
	f.undo(you, d.Act)
	if f.get(m.ID).State != store.Pending || len(f.open()) != 1 {
		t.Error("undone, it is not held")
	}
	// What is archived is not active again without a review.
	a := f.note(cursor, "archived text")
	f.change(you, store.Patch{State: ptr(store.Archived)}, a.ID)
	if b := f.holdBack(claude, "archived text"); b.ID == a.ID || f.get(a.ID).State != store.Archived {
		t.Errorf("saved %+v", b)
	}
}

func testSupersedes(t *testing.T, f *fixture) {
	old := f.note(claude, "the port is 80")
	m := f.save(claude, store.Draft{Body: "the port is 81", Supersedes: []int64{old.ID, old.ID}})
	if !slices.Equal(m.Links, []store.Link{{Relation: store.Supersedes, Target: old.ID}}) || len(f.open()) != 0 {
		t.Errorf("saved %+v", m)
	}
	_, err := f.Save(ctx, claude, complete(store.Draft{Body: "x", Supersedes: []int64{999}}))
	f.fails(err, store.NotFound)
	_, err = f.Save(ctx, claude, complete(store.Draft{Body: "x", Supersedes: make([]int64, store.MaxSupersedes+1)}))
	f.fails(err, store.Invalid)
}

func testExpired(t *testing.T, f *fixture) {
	at := func() store.Millis { return store.MillisOf(f.clock.Now()) }
	stays := f.note(claude, "stays here")
	goes := f.save(claude, store.Draft{Body: "goes from here", ExpiresAt: at() + 1000})
	if a, err := f.Access(ctx, "cursor", 0); err != nil || a.Expired || f.get(goes.ID).ExpiresAt != at()+1000 {
		t.Errorf("before: %+v, %v", a, err)
	}
	f.clock.Advance(time.Second)
	if a, err := f.Access(ctx, "cursor", 0); err != nil || !a.Expired {
		t.Errorf("after: %+v, %v", a, err)
	}
	for _, q := range []store.Query{{}, {Terms: terms("here")}} {
		q.Filter.At = at()
		for expired, want := range map[bool]int64{true: goes.ID, false: stays.ID} {
			q.Filter.Expired = &expired
			if got := f.find(q); !slices.Equal(got, []int64{want}) {
				t.Errorf("expired %v: %v", expired, got)
			}
		}
	}
	f.change(you, store.Patch{ExpiresAt: ptr(store.Millis(0))}, goes.ID)
	if a, err := f.Access(ctx, "cursor", 0); err != nil || a.Expired {
		t.Errorf("without an end: %+v, %v", a, err)
	}
}
