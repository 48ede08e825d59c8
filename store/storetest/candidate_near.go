package storetest

import (
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/text"
)

// testCandidatesNear: what is near in meaning is a candidate too, with all that
// ranking reads, unless the filter leaves it out.
func testCandidatesNear(t *testing.T, f *fixture) {
	before := f.note(claude, "what came before")
	near := f.note(claude, "the automobile is red")
	both := f.note(claude, "a car")
	newer := f.note(cursor, "the automobile is blue")
	f.change(cursor, store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: near.ID}}}, newer.ID)
	private := f.save(you, store.Draft{Body: "my automobile", Private: true})
	trashed := f.note(you, "their automobile")
	f.trash(trashed.ID)
	ask := func(filter store.Filter, all ...store.VectorHit) store.Pool {
		t.Helper()
		p, err := f.Candidates(ctx, store.Query{Terms: terms("car"), Filter: filter, Neighbours: true, Near: all}, store.MaxCandidates)
		f.ok(err)
		return p
	}
	all := []store.VectorHit{{ID: near.ID, Similarity: .9}, {ID: both.ID, Similarity: .8}, {ID: private.ID, Similarity: .7},
		{ID: trashed.ID, Similarity: .6}, {ID: 999, Similarity: .5}}
	plain := ask(store.Filter{})
	f.equalIDs("without", candidateIDs(plain), both.ID)
	p := ask(store.Filter{}, all...)
	f.equalIDs("the person", candidateIDs(p), both.ID, private.ID, near.ID)
	if p.Total != 1 || p.ByTerms != 1 || p.Documents != plain.Documents || !slices.Equal(p.Holding, plain.Holding) {
		t.Errorf("pool %+v", p)
	}
	p = ask(store.Filter{Reader: "codex"}, all...)
	f.equalIDs("a client", candidateIDs(p), both.ID, near.ID)
	got := candidate(t, p, near.ID)
	if got.Similarity != .9 || got.Score != 0 || !slices.Contains(text.Expand(got.Body), terms("red")[0].Token) || got.Previous != before.ID || got.Next != both.ID ||
		!slices.Equal(got.NewerIDs, []int64{newer.ID}) {
		t.Errorf("candidate %+v", got)
	}
	if c := candidate(t, p, both.ID); c.Similarity != .8 || c.Score != plain.Candidates[0].Score {
		t.Errorf("candidate by word and meaning %+v", c)
	}
	f.equalIDs("in the archive", candidateIDs(ask(store.Filter{States: []store.State{store.Archived}}, all...)))
	f.equalIDs("by nothing but meaning", candidateIDs(func() store.Pool {
		p, err := f.Candidates(ctx, store.Query{Terms: terms("unheard"), Near: all[:1]}, 1)
		f.ok(err)
		return p
	}()), near.ID)
	_, err := f.Candidates(ctx, store.Query{Terms: terms("car"), Near: make([]store.VectorHit, store.MaxVectorHits+1)}, 1)
	f.fails(err, store.Invalid)
}
