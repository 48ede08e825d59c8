package recall_test

import (
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

// TestLead_Held: what one client may not do to a memory it may not do by letting
// the memory take another one's place either.
func TestLead_Held(t *testing.T) {
	f := open(t)
	f.trust("cursor", store.Global, store.ReviewTrust)
	old := func(body string) int64 { return f.save(cursor, recall.Input{Body: body}).ID }
	mine := f.save(person, recall.Input{Body: "tabs are four blanks wide"}).ID
	pinned := f.save(person, recall.Input{Body: "the gateway is retried", Pinned: true}).ID
	theirs := f.save(claude, recall.Input{Body: "zebras graze at noon", ProjectID: store.Global}).ID
	for _, c := range []struct {
		next int64
		want string
	}{{mine, "person"}, {pinned, "person pinned"}, {theirs, "review"}} {
		id := old("an older word on " + c.want)
		done, err := f.Change(f.ctx, cursor, recall.Change{IDs: []int64{id}, SupersededBy: c.next})
		if err != nil || !slices.Equal(done.Proposed, []int64{id}) {
			t.Errorf("%s: %+v, %v", c.want, done, err)
		}
		if p := f.waiting()[0]; codes(p) != c.want || p.Kind != store.SupersedeProposal {
			t.Errorf("%s waits as %s for %q", c.want, p.Kind, codes(p))
		}
	}
}

// TestLead_IntoHeld: nothing goes to the trash for what only its author sees.
func TestLead_IntoHeld(t *testing.T) {
	f := open(t)
	known := f.save(claude, recall.Input{Body: "Deploys are on Tuesday"}).ID
	held := f.save(cursor, recall.Input{Body: hostile}).ID
	_, err := f.Change(f.ctx, cursor, recall.Change{IDs: []int64{known}, MergeInto: held})
	wantError(t, err, store.Invalid, "#2 is held for review: nothing is merged into it before the user has released it")
	if _, err := f.Change(f.ctx, cursor, recall.Change{IDs: []int64{known}, SupersededBy: held}); err != nil {
		t.Fatal(err)
	}
	wantIDs(t, "Claude Code finds", f.found(recall.Request{Query: "deploys", Filter: store.Filter{Reader: "claude-code"}}), known)
}
