package sqlite_test

import (
	"context"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// declineAll files what a client may not write by itself, each of it with a
// marker, and declines it for reasons with another one.
func declineAll(t *testing.T, s *sqlite.Store, drafts ...store.ProposalDraft) {
	t.Helper()
	for _, d := range drafts {
		f, err := s.Propose(context.Background(), codex, d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decide(context.Background(), me, f.ID, store.Ruling{Verdict: store.Decline, Reason: "because of snargle"}); err != nil {
			t.Fatal(err)
		}
	}
}

func ofDocument(text string) store.ProposalDraft {
	return store.ProposalDraft{Kind: store.DocumentProposal, Revision: store.NewDocument, Reason: "for zwiebax",
		Writing: &store.Writing{Document: "quixzotl", Mode: store.Replace, Text: text}, Holds: []store.Hold{{Code: store.HoldDocument, Found: "vexhollow"}}}
}

var ofNote = store.ProposalDraft{Kind: store.NoteProposal, Writing: &store.Writing{Day: day, Text: "plorvian " + strings.Repeat("plorvian words ", 200)},
	Holds: []store.Hold{{Code: "override", Found: "vexhollow"}}}

// TestPurgeLeavesNoBytes_Declined: what was declined goes with what it was about,
// and so does why.
func TestPurgeLeavesNoBytes_Declined(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	fill(t, s, "stays", 20)
	saved, err := s.Save(ctx, codex, store.Draft{Body: "plorvian and druntle"})
	if err != nil {
		t.Fatal(err)
	}
	id := saved.Memory.ID
	declineAll(t, s, ofDocument("plorvian words"),
		store.ProposalDraft{Kind: store.EditProposal, IDs: []int64{id}, Patch: store.Patch{Body: ptr("morblequent")}, Holds: []store.Hold{{Code: store.HoldReview}}})
	if f, err := s.Propose(ctx, codex, ofDocument("other plorvian words")); err != nil || f.Declined {
		t.Fatal(f, err)
	}
	if _, err := s.Change(ctx, me, store.Change{IDs: []int64{id}, Patch: store.Patch{State: ptr(store.Trashed)}}); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) < 7 {
		t.Fatalf("the markers are not even there before: %v", found)
	}
	if p, err := s.Purge(ctx, []int64{id}); err != nil || len(p.IDs) != 1 {
		t.Fatal(p, err)
	}
	// The document was only proposed, so it is in no list.
	if err := s.PurgeDocument(ctx, "quixzotl"); err != nil {
		t.Fatal(err)
	}
	if err := s.PurgeDocument(ctx, "quixzotl"); store.ErrorCode(err) != store.NotFound {
		t.Errorf("purged again: %v", err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	checkIntegrity(t, dir)
}

// TestUpkeepLeavesNoBytes_Declined: of documents and notes that were declined
// nothing stays longer than in the trash, but the same does not come back.
func TestUpkeepLeavesNoBytes_Declined(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	fill(t, s, "stays", 20)
	declineAll(t, s, ofDocument("plorvian words"), ofNote)
	clock.Advance(store.TrashKept - 1)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) == 0 {
		t.Error("gone too soon")
	}
	clock.Advance(store.TrashKept)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	for _, d := range []store.ProposalDraft{ofDocument("plorvian words"), ofNote} {
		if f, err := s.Propose(ctx, codex, d); err != nil || !f.Declined {
			t.Errorf("%s comes back: %+v, %v", d.Kind, f, err)
		}
	}
	if all, err := s.Proposals(ctx, 0, 10); err != nil || all.Total != 0 {
		t.Errorf("%d wait, %v", all.Total, err)
	}
	checkIntegrity(t, dir)
}
