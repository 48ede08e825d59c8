package storetest

import (
	"errors"
	"slices"
	"testing"

	"memtray/store"
)

// suggest files a proposal of claude.
func (f *fixture) suggest(d store.ProposalDraft) store.Filed {
	f.t.Helper()
	filed, err := f.Propose(ctx, claude, d)
	f.ok(err)
	return filed
}

func edit(m store.Memory, body string) store.ProposalDraft {
	return store.ProposalDraft{Kind: store.EditProposal, IDs: []int64{m.ID}, Revision: m.Revision,
		Patch: store.Patch{Body: &body}, Reason: "it moved", Holds: []store.Hold{{Code: store.HoldPerson}}}
}

func testProposeEdit(t *testing.T, f *fixture) {
	m := f.note(you, "the port is 80")
	d := edit(m, "the port is 81")
	first := f.suggest(d)
	p := f.only()
	if p.ID != first.ID || p.Kind != store.EditProposal || p.Old.ID != m.ID || p.New != nil || p.Memory.Body != m.Body ||
		*p.Patch.Body != "the port is 81" || p.Reason != "it moved" || p.Client != "claude-code" || p.BaseRevision != 1 || p.Stale ||
		!slices.Equal(p.Holds, d.Holds) {
		t.Errorf("proposed %+v", p)
	}
	if f.get(m.ID).Body != m.Body {
		t.Error("a proposal changed its memory")
	}
	if again := f.suggest(d); !again.Known || again.ID != first.ID || len(f.open()) != 1 {
		t.Errorf("proposed again: %+v", again)
	}
	done := f.rule(p.ID, store.Ruling{Verdict: store.Accept, Patch: store.Patch{Pinned: ptr(true)}})
	now := f.get(m.ID)
	if now.Body != "the port is 81" || !now.Pinned || now.ReviewedAt == 0 || now.Revision != 2 || !slices.Equal(done.IDs, []int64{m.ID}) {
		t.Errorf("accepted with an edit: %+v", now)
	}
	f.undo(you, done.Act)
	if now := f.get(m.ID); now.Body != m.Body || now.Pinned || f.only().ID != first.ID || f.only().Stale {
		t.Errorf("undone: %+v", now)
	}
	f.rule(p.ID, store.Ruling{Verdict: store.Decline, Reason: "no"})
	if again := f.suggest(d); !again.Declined || len(f.open()) != 0 {
		t.Errorf("after it was declined: %+v", again)
	}
}

// testProposeStale: what was proposed for another text is accepted knowingly only.
func testProposeStale(t *testing.T, f *fixture) {
	m := f.note(you, "one")
	d := edit(m, "two")
	p := f.suggest(d)
	body := "one and a half"
	f.change(you, store.Patch{Body: &body}, m.ID)
	if !f.only().Stale {
		t.Error("it is not said to be stale")
	}
	_, err := f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.Conflict)
	if e, ok := errors.AsType[*store.Error](err); !ok || e.Current == nil || e.Current.Body != body {
		t.Errorf("the conflict shows %+v", err)
	}
	_, err = f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept, Revision: 1})
	f.fails(err, store.Conflict)
	f.rule(p.ID, store.Ruling{Verdict: store.Accept, Revision: 2})
	if f.get(m.ID).Body != "two" {
		t.Errorf("accepted: %+v", f.get(m.ID))
	}
	_, err = f.Propose(ctx, claude, edit(m, "three"))
	f.fails(err, store.Conflict)
}

func testProposeDelete(t *testing.T, f *fixture) {
	m, other := f.note(you, "a"), f.note(you, "b")
	p := f.suggest(store.ProposalDraft{Kind: store.DeleteProposal, IDs: []int64{m.ID}})
	f.change(you, store.Patch{State: ptr(store.Trashed)}, m.ID)
	if all := f.open(); len(all) != 0 {
		t.Errorf("of what is in the trash: %+v", all)
	}
	f.change(you, store.Patch{State: ptr(store.Active)}, m.ID)
	d := f.rule(p.ID, store.Ruling{Verdict: store.Accept, Revision: 3})
	if f.get(m.ID).State != store.Trashed || d.Act == 0 {
		t.Errorf("accepted: %+v", f.get(m.ID))
	}
	f.suggest(store.ProposalDraft{Kind: store.ArchiveProposal, IDs: []int64{other.ID}})
	f.decide(f.only().ID, store.Accept)
	if f.get(other.ID).State != store.Archived {
		t.Errorf("archived: %+v", f.get(other.ID))
	}
	f.suggest(store.ProposalDraft{Kind: store.DeleteProposal, IDs: []int64{other.ID}})
	f.purge(m.ID)
	f.trash(other.ID)
	f.purge(other.ID)
	if all := f.open(); len(all) != 0 {
		t.Errorf("of what is gone: %+v", all)
	}
}

func testProposePair(t *testing.T, f *fixture) {
	old, m := f.note(you, "a"), f.note(claude, "b")
	f.suggest(store.ProposalDraft{Kind: store.SupersedeProposal, IDs: []int64{m.ID, old.ID}, Holds: held})
	if p := f.only(); p.New.ID != m.ID || p.Old.ID != old.ID || p.Keep != m.ID || !slices.Equal(p.Holds, held) {
		t.Errorf("proposed %+v", p)
	}
	f.suggest(store.ProposalDraft{Kind: store.MergeProposal, IDs: []int64{m.ID, old.ID}, Keep: m.ID})
	if p := f.only(); p.Kind != store.MergeProposal && p.Kind != store.SupersedeProposal {
		t.Errorf("one pair, two proposals: %+v", p)
	}
}

func testProposeWriting(t *testing.T, f *fixture) {
	write := func(mode store.DocumentMode, text string, revision int64) store.Filed {
		return f.suggest(store.ProposalDraft{Kind: store.DocumentProposal, Revision: revision,
			Writing: &store.Writing{Document: "persona", Mode: mode, Text: text}, Holds: []store.Hold{{Code: store.HoldDocument}}})
	}
	p := write(store.Replace, "Be brief.", store.NewDocument)
	if got := f.only(); got.Kind != store.DocumentProposal || got.Writing.Text != "Be brief." || got.Memory != nil || f.document("persona") != "" {
		t.Errorf("proposed %+v", got)
	}
	d := f.rule(p.ID, store.Ruling{Verdict: store.Accept, Text: ptr("Be brief and kind.")})
	if f.document("persona") != "Be brief and kind." || d.Act == 0 {
		t.Errorf("accepted: %q", f.document("persona"))
	}
	f.undo(you, d.Act)
	if f.document("persona") != "" || f.only().ID != p.ID {
		t.Errorf("undone: %q", f.document("persona"))
	}
	f.decide(p.ID, store.Decline)
	if !write(store.Replace, "Be brief.", store.NewDocument).Declined {
		t.Error("a declined document came back")
	}

	f.write(you, "persona", store.Replace, "Mine.")
	now, err := f.Document(ctx, "persona")
	f.ok(err)
	p = write(store.Replace, "Yours.", now.Revision)
	f.write(you, "persona", store.Append, "Still mine.")
	if !f.only().Stale {
		t.Error("it is not said to be stale")
	}
	_, err = f.Decide(ctx, you, p.ID, store.Ruling{Verdict: store.Accept})
	f.fails(err, store.Conflict)
	if e, ok := errors.AsType[*store.Error](err); !ok || e.CurrentDocument == nil {
		t.Errorf("the conflict shows %+v", err)
	}
	f.rule(p.ID, store.Ruling{Verdict: store.Accept, Revision: now.Revision + 1})
	if f.document("persona") != "Yours." {
		t.Errorf("accepted: %q", f.document("persona"))
	}
	f.suggest(store.ProposalDraft{Kind: store.NoteProposal, Writing: &store.Writing{Day: "2026-11-30", Text: "a note"}})
	f.decide(f.only().ID, store.Accept)
	notes, err := f.JournalDay(ctx, "2026-11-30")
	if err != nil || len(notes) != 1 || notes[0].Text != "a note" || notes[0].Client != "claude-code" {
		t.Errorf("notes %+v, %v", notes, err)
	}
}

func testProposeRefuses(t *testing.T, f *fixture) {
	m := f.note(you, "a")
	for _, d := range []store.ProposalDraft{
		{Kind: store.NewProposal, IDs: []int64{m.ID}},
		{Kind: "other", IDs: []int64{m.ID}},
		{Kind: store.EditProposal, IDs: []int64{m.ID}},
		{Kind: store.DeleteProposal},
		{Kind: store.MergeProposal, IDs: []int64{m.ID, m.ID}, Keep: m.ID},
		{Kind: store.MergeProposal, IDs: []int64{m.ID, 9}},
		{Kind: store.DocumentProposal},
		{Kind: store.NoteProposal, Writing: &store.Writing{Day: "today", Text: "x"}},
		{Kind: store.DocumentProposal, Writing: &store.Writing{Document: "A", Mode: store.Append, Text: "x"}},
		{Kind: store.DeleteProposal, IDs: []int64{m.ID}, Holds: []store.Hold{{}}},
	} {
		_, err := f.Propose(ctx, claude, d)
		f.fails(err, store.Invalid)
	}
	_, err := f.Propose(ctx, claude, store.ProposalDraft{Kind: store.DeleteProposal, IDs: []int64{99}})
	f.fails(err, store.NotFound)
	p := f.suggest(store.ProposalDraft{Kind: store.DeleteProposal, IDs: []int64{m.ID}})
	for _, r := range []store.Ruling{
		{Verdict: store.Accept, Patch: store.Patch{Pinned: ptr(true)}},
		{Verdict: store.Accept, Text: ptr("x")},
		{Verdict: store.Decline, Patch: store.Patch{Pinned: ptr(true)}},
	} {
		_, err := f.Decide(ctx, you, p.ID, r)
		f.fails(err, store.Invalid)
	}
	_, err = f.Proposal(ctx, 99)
	f.fails(err, store.NotFound)
}
