package storetest

import (
	"slices"
	"testing"
	"time"

	"memtray/store"
)

// saveNear saves a text that is near to another memory, as by's.
func (f *fixture) saveNear(by store.Author, body string, near ...store.Near) store.Saved {
	f.t.Helper()
	saved, err := f.Save(ctx, by, complete(store.Draft{Body: body, Similar: near}))
	f.ok(err)
	return saved
}

// nearTo says that something is near to m as it is.
func nearTo(m store.Memory, kind store.ProposalKind) store.Near {
	return store.Near{ID: m.ID, Revision: m.Revision, Kind: kind, Reason: "why"}
}

// open returns what waits for a verdict, after checking its total and its rows.
func (f *fixture) open() []store.Proposal {
	f.t.Helper()
	p, err := f.Proposals(ctx, 0, store.MaxPage)
	f.ok(err)
	if p.Total != len(p.Proposals) {
		f.t.Errorf("total %d, but %d proposals", p.Total, len(p.Proposals))
	}
	for _, one := range p.Proposals {
		for _, row := range []*store.Row{one.New, one.Old} {
			if row == nil {
				continue
			}
			if m := f.get(row.ID); row.Title != m.Title || row.Revision != m.Revision || row.State != m.State {
				f.t.Errorf("row %+v of %+v", row, m)
			}
		}
	}
	return p.Proposals
}

// only returns the only proposal.
func (f *fixture) only() store.Proposal {
	f.t.Helper()
	all := f.open()
	if len(all) != 1 {
		f.t.Fatalf("%d proposals are open: %+v", len(all), all)
	}
	return all[0]
}

func (f *fixture) decide(id int64, v store.Verdict) store.Decided {
	f.t.Helper()
	d, err := f.Decide(ctx, you, id, store.Ruling{Verdict: v})
	f.ok(err)
	return d
}

func testProposals(t *testing.T, f *fixture) {
	old := f.note(claude, "the port is 80")
	before := f.get(old.ID)
	saved := f.saveNear(cursor, "the port is 81", nearTo(old, store.SupersedeProposal))
	if len(saved.Similar) != 1 || saved.Similar[0].ID != old.ID {
		t.Errorf("saved %+v", saved)
	}
	p := f.only()
	if p.Kind != store.SupersedeProposal || p.Reason != "why" || p.Client != "cursor" || p.CreatedAt != store.MillisOf(f.clock.Now()) ||
		p.New.ID != saved.Memory.ID || p.Old.ID != old.ID || p.Keep != p.New.ID {
		t.Errorf("proposed %+v", p)
	}
	if now := f.get(old.ID); now.Revision != before.Revision || len(now.Links) != 0 || now.UpdatedAt != before.UpdatedAt {
		t.Errorf("a proposal changed its memory: %+v", now)
	}
	f.clock.Advance(time.Minute)
	near := nearTo(old, store.MergeProposal)
	near.KeepNew = true
	bigger := f.saveNear(you, "the port is 80 and so on", near)
	all := f.open()
	if len(all) != 2 || all[0].New.ID != bigger.Memory.ID || all[0].Keep != bigger.Memory.ID || all[0].Client != "" || all[1].ID != p.ID {
		t.Errorf("proposed %+v", all)
	}
	if page, err := f.Proposals(ctx, 1, 1); err != nil || page.Total != 2 || len(page.Proposals) != 1 || page.Proposals[0].ID != p.ID {
		t.Errorf("second page %+v, %v", page, err)
	}
	_, err := f.Proposals(ctx, 0, store.MaxPage+1)
	f.fails(err, store.Invalid)
}

// testProposalsLeftOut: a save does not fail for what it was near to.
func testProposalsLeftOut(t *testing.T, f *fixture) {
	old := f.note(claude, "first")
	stale := nearTo(old, store.MergeProposal)
	stale.Revision = 7
	gone := store.Near{ID: 999, Revision: 1, Kind: store.MergeProposal}
	if s := f.saveNear(claude, "second", stale, gone); len(s.Similar) != 0 || s.Memory.ID == 0 {
		t.Errorf("saved %+v", s)
	}
	if s := f.saveNear(claude, "FIRST", nearTo(old, store.MergeProposal)); !s.Known || len(s.Similar) != 0 {
		t.Errorf("saved again %+v", s)
	}
	d := complete(store.Draft{Body: "third", Private: true, Similar: []store.Near{nearTo(f.get(old.ID), store.MergeProposal)}})
	if s, err := f.Save(ctx, you, d); err != nil || len(s.Similar) != 0 {
		t.Errorf("a private one %+v, %v", s, err)
	}
	if all := f.open(); len(all) != 0 {
		t.Errorf("proposed %+v", all)
	}
	_, err := f.Save(ctx, claude, complete(store.Draft{Body: "x", Similar: make([]store.Near, store.MaxNear+store.MaxSupersedes+1)}))
	f.fails(err, store.Invalid)
	_, err = f.Save(ctx, claude, complete(store.Draft{Body: "x", Similar: []store.Near{{ID: old.ID, Kind: "delete"}}}))
	f.fails(err, store.Invalid)
}

// testProposalOfChange: an edit makes proposals too, one for each pair.
func testProposalOfChange(t *testing.T, f *fixture) {
	a, b := f.note(claude, "a"), f.note(claude, "b")
	edit := func(m store.Memory, body string, near store.Memory) store.Changed {
		t.Helper()
		c, err := f.Change(ctx, claude, store.Change{IDs: []int64{m.ID}, Patch: store.Patch{Body: &body},
			Similar: []store.Near{nearTo(f.get(near.ID), store.MergeProposal)}})
		f.ok(err)
		return c
	}
	if c := edit(a, "b too", b); len(c.Similar) != 1 || f.only().New.ID != a.ID {
		t.Errorf("changed %+v", c)
	}
	first := f.only()
	if c := edit(b, "b as well", a); len(c.Similar) != 1 || f.only().ID != first.ID || f.only().New.ID != b.ID {
		t.Errorf("the other one changed: %+v, %+v", c, f.only())
	}
	f.decide(first.ID, store.Decline)
	if c := edit(a, "b once more", b); len(c.Similar) != 0 || len(f.open()) != 0 {
		t.Errorf("after it was declined: %+v", c)
	}
	_, err := f.Change(ctx, claude, store.Change{IDs: []int64{a.ID, b.ID}, Patch: store.Patch{Pinned: ptr(true)},
		Similar: []store.Near{nearTo(a, store.MergeProposal)}})
	f.fails(err, store.Invalid)
}

func testDecideSupersede(t *testing.T, f *fixture) {
	old := f.note(claude, "the port is 80")
	saved := f.saveNear(claude, "the port is 81", nearTo(old, store.SupersedeProposal)).Memory
	p := f.only()
	end, err := f.Changes(ctx, -1)
	f.ok(err)
	d := f.decide(p.ID, store.Accept)
	link := store.Link{Relation: store.Supersedes, Target: old.ID}
	if d.Act == 0 || !slices.Equal(d.IDs, []int64{saved.ID}) || !slices.Equal(f.get(saved.ID).Links, []store.Link{link}) {
		t.Errorf("decided %+v: %+v", d, f.get(saved.ID))
	}
	if m := f.get(old.ID); m.State != store.Active || m.Revision != 1 {
		t.Errorf("the older one is %+v", m)
	}
	if set, err := f.Changes(ctx, end.Seq); err != nil || !slices.Contains(set.Memories, saved.ID) || !slices.Contains(set.Memories, old.ID) {
		t.Errorf("others are told of %+v, %v", set, err)
	}
	_, err = f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.Conflict)

	u := f.undo(you, d.Act)
	if len(f.get(saved.ID).Links) != 0 || f.only().ID != p.ID {
		t.Errorf("undone %+v", u)
	}
	redo := f.undo(you, u.Act)
	if !slices.Equal(f.get(saved.ID).Links, []store.Link{link}) || len(f.open()) != 0 {
		t.Errorf("done again %+v", redo)
	}
	f.undo(you, redo.Act)
	again := f.decide(f.only().ID, store.Accept)
	if again.Act == 0 || !slices.Equal(f.get(saved.ID).Links, []store.Link{link}) {
		t.Errorf("accepted again %+v", again)
	}
}

func testDecideMerge(t *testing.T, f *fixture) {
	old := f.note(claude, "run the tests first")
	f.change(you, store.Patch{Pinned: ptr(true), ReviewedAt: ptr(store.Millis(5))}, old.ID)
	near := nearTo(f.get(old.ID), store.MergeProposal)
	near.KeepNew = true
	bigger := f.saveNear(claude, "run the tests first, then commit", near).Memory
	d := f.decide(f.only().ID, store.Accept)
	kept, other := f.get(bigger.ID), f.get(old.ID)
	if other.State != store.Trashed || !slices.Equal(other.Links, []store.Link{{Relation: store.MergedInto, Target: kept.ID}}) {
		t.Errorf("the other one is %+v", other)
	}
	if kept.State != store.Active || !kept.Pinned || kept.ReviewedAt == 0 || kept.Seen != 2 || kept.Body != bigger.Body {
		t.Errorf("the kept one is %+v", kept)
	}
	slices.Sort(d.IDs)
	if !slices.Equal(d.IDs, []int64{old.ID, bigger.ID}) {
		t.Errorf("decided %+v", d)
	}
	f.undo(you, d.Act)
	if a, b := f.get(bigger.ID), f.get(old.ID); a.Pinned || a.Seen != 1 || b.State != store.Active || len(b.Links) != 0 || len(f.open()) != 1 {
		t.Errorf("undone: %+v and %+v", a, b)
	}

	// Without more in the new one, the one that was there stays.
	same := f.saveNear(claude, "first run the tests", nearTo(f.get(old.ID), store.MergeProposal)).Memory
	f.decide(f.open()[0].ID, store.Accept)
	if a, b := f.get(old.ID), f.get(same.ID); a.State != store.Active || b.State != store.Trashed {
		t.Errorf("merged: %+v and %+v", a, b)
	}
}

func testDecideRefuses(t *testing.T, f *fixture) {
	old := f.note(claude, "a")
	f.saveNear(claude, "b", nearTo(old, store.MergeProposal))
	p := f.only()
	_, err := f.Decide(ctx, claude, p.ID, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.Invalid)
	_, err = f.Decide(ctx, you, p.ID, store.Ruling{Verdict: "perhaps"})
	f.fails(err, store.Invalid)
	_, err = f.Decide(ctx, you, p.ID+1, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.NotFound)
	d := f.decide(p.ID, store.Decline)
	if d.Act == 0 || len(d.IDs) != 0 || len(f.open()) != 0 {
		t.Errorf("declined %+v", d)
	}
	_, err = f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.Conflict)
	u := f.undo(you, d.Act)
	if u.Act == 0 || f.only().ID != p.ID {
		t.Errorf("undone %+v", u)
	}
	if f.undo(you, u.Act); len(f.open()) != 0 {
		t.Error("declined again, it is open")
	}
	if s := f.saveNear(claude, "b more", nearTo(f.get(old.ID), store.MergeProposal)); len(s.Similar) != 1 {
		t.Errorf("another text %+v", s)
	}
}

// testProposalsMakeSense: what a proposal speaks of may change before the verdict.
func testProposalsMakeSense(t *testing.T, f *fixture) {
	other := f.project("other").ID
	for name, c := range map[string]struct{ there, back store.Patch }{
		"trash":   {store.Patch{State: ptr(store.Trashed)}, store.Patch{State: ptr(store.Active)}},
		"archive": {store.Patch{State: ptr(store.Archived)}, store.Patch{State: ptr(store.Active)}},
		"private": {store.Patch{Private: ptr(true)}, store.Patch{Private: ptr(false)}},
		"text":    {store.Patch{Body: ptr("another text for " + "it")}, store.Patch{Body: ptr("")}},
		"project": {store.Patch{ProjectID: &other}, store.Patch{ProjectID: ptr(int64(store.Unfiled))}},
	} {
		old := f.note(claude, name+" of the old one")
		f.saveNear(claude, name+" of the new one", nearTo(old, store.MergeProposal))
		p := f.only()
		f.change(you, store.Patch{Pinned: ptr(true)}, old.ID) // says the same still
		if f.only().ID != p.ID {
			t.Errorf("%s: gone with a pin", name)
		}
		if c.back.Body != nil {
			c.back.Body = &old.Body
		}
		f.change(you, c.there, old.ID)
		if all := f.open(); len(all) != 0 {
			t.Errorf("%s: %+v is still there", name, all)
		}
		_, err := f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept})
		f.fails(err, store.Conflict)
		if got := f.get(p.New.ID); got.State != store.Active {
			t.Errorf("%s: %+v", name, got)
		}
		f.change(you, c.back, old.ID)
		if f.only().ID != p.ID {
			t.Errorf("%s: not back", name)
		}
		f.change(you, c.there, old.ID)
		f.decide(p.ID, store.Decline) // also what makes no sense can be put away
	}
}

func testProposalsPurged(t *testing.T, f *fixture) {
	old := f.note(claude, "a")
	saved := f.saveNear(claude, "b", nearTo(old, store.MergeProposal)).Memory
	p := f.only()
	f.trash(old.ID)
	f.purge(old.ID)
	if all := f.open(); len(all) != 0 || f.get(saved.ID).State != store.Active {
		t.Errorf("left is %+v", all)
	}
	_, err := f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Decline})
	f.fails(err, store.NotFound)
}

// testProposalsMove: where a project goes, its proposals go.
func testProposalsMove(t *testing.T, f *fixture) {
	from, into := f.project("from").ID, f.project("into").ID
	old := f.save(claude, store.Draft{Body: "a", ProjectID: from})
	s, err := f.Save(ctx, claude, complete(store.Draft{Body: "b", ProjectID: from, Similar: []store.Near{nearTo(old, store.SupersedeProposal)}}))
	f.ok(err)
	f.merge(from, into)
	if p := f.only(); p.New.ProjectID != into || p.Old.ProjectID != into {
		t.Errorf("moved %+v", p)
	}
	f.decide(f.only().ID, store.Accept)
	if m := f.get(s.Memory.ID); len(m.Links) != 1 || m.ProjectID != into {
		t.Errorf("accepted %+v", m)
	}
}
