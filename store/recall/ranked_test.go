package recall_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

// search returns a whole result.
func (f *fixture) search(req recall.Request) recall.Result {
	f.t.Helper()
	if req.Limit == 0 {
		req.Limit = 50
	}
	found, err := f.Search(f.ctx, req)
	if err != nil {
		f.t.Fatal(err)
	}
	return found
}

func hitIDs(r recall.Result) []int64 {
	ids := []int64{}
	for _, h := range r.Rows {
		ids = append(ids, h.ID)
	}
	return ids
}

// A question finds what lies beside an answer, and says so; words alone do not.
func TestSearchBeside(t *testing.T) {
	f := open(t)
	asked := f.save(claude, recall.Input{Body: "Which colour does the warning banner have?"}).ID
	answer := f.save(claude, recall.Input{Body: "Mostly orange."}).ID
	f.save(cursor, recall.Input{Body: "Nothing of it."})
	found := f.search(recall.Request{Query: "colour of the warning banner", Filter: store.Filter{Reader: "codex"}})
	wantIDs(t, "beside", hitIDs(found), asked, answer)
	if found.Total != 2 || found.Matching != 1 || found.Rows[1].Why.String() != fmt.Sprintf("beside #%d", asked) {
		t.Errorf("%d in all, %d match, why %q", found.Total, found.Matching, found.Rows[1].Why)
	}
	for name, req := range map[string]recall.Request{
		"two words":       {Query: "warning banner"},
		"while typing":    {Query: "colour of the warning banner", Typing: true},
		"another kind":    {Query: "colour of the warning banner", Filter: store.Filter{Kinds: []store.Kind{store.Fact, store.Note}, Tags: []string{"none"}}},
		"another order":   {Query: "colour of the warning banner", Sort: store.Newest},
		"another project": {Query: "colour of the warning banner", Filter: store.Filter{Projects: []int64{store.Global}}},
	} {
		if ids := f.found(req); slices.Contains(ids, answer) {
			t.Errorf("%s: found %v", name, ids)
		}
	}
	if listed := f.search(recall.Request{}); listed.Rows[0].Why.String() != "" {
		t.Errorf("a list says why: %q", listed.Rows[0].Why)
	}
}

// What a client may not see changes nothing in what it gets: not the order, not
// the totals, not the reasons.
func TestSearchHidesFromClients(t *testing.T) {
	f := open(t)
	one := f.save(claude, recall.Input{Body: "the lock of the scheduler waits"}).ID
	hidden := f.save(claude, recall.Input{Body: "private: the lock of the scheduler is broken, see the key"}).ID
	f.save(claude, recall.Input{Body: "orange things"})
	held := f.save(claude, recall.Input{Body: "held: the scheduler and its lock"}).ID
	f.save(claude, recall.Input{Body: "the scheduler has a lock"})
	request := recall.Request{Query: "lock scheduler waits broken", Filter: store.Filter{Reader: "codex"}}

	set := func(id int64, ch recall.Change) {
		t.Helper()
		ch.IDs = []int64{id}
		f.change(person, ch)
	}
	set(hidden, recall.Change{Private: ptr(true)})
	set(held, recall.Change{State: ptr(store.Pending)})
	seen := f.search(request)
	if ids := hitIDs(seen); slices.Contains(ids, hidden) || slices.Contains(ids, held) || !slices.Contains(ids, one) {
		t.Fatalf("found %v", ids)
	}
	// Its neighbour is now the next that may be seen, not the hidden one.
	for _, h := range seen.Rows {
		for _, id := range h.Why.Beside {
			if id == hidden || id == held {
				t.Errorf("#%d is there because of %q", h.ID, h.Why)
			}
		}
	}
	set(hidden, recall.Change{Body: ptr("private: nothing of it")})
	set(held, recall.Change{Body: ptr("held: nothing of it")})
	again := f.search(request)
	if !slices.Equal(hitIDs(again), hitIDs(seen)) || again.Total != seen.Total {
		t.Errorf("hidden texts changed the answer: %v of %d, %v of %d", hitIDs(again), again.Total, hitIDs(seen), seen.Total)
	}
	for i := range again.Rows {
		if !reflect.DeepEqual(again.Rows[i].Why, seen.Rows[i].Why) {
			t.Errorf("hidden texts changed a reason: %q, %q", again.Rows[i].Why, seen.Rows[i].Why)
		}
	}
}

// Pages follow each other without gaps and repetitions, also where ranking ends
// and the order of the engine goes on.
func TestSearchPages(t *testing.T) {
	f := open(t)
	want := map[int64]bool{}
	for i := range 260 {
		body := fmt.Sprintf("common words of number %d", i)
		if i%10 == 3 {
			body = fmt.Sprintf("something else %d", i)
		}
		want[f.save(claude, recall.Input{Body: body}).ID] = true
	}
	for _, limit := range []int{7, 50, 500} {
		got := map[int64]bool{}
		total := -1
		for offset := 0; total < 0 || offset < total; offset += limit {
			found := f.search(recall.Request{Query: "common words number", Offset: offset, Limit: limit})
			if total < 0 {
				total = found.Total
			}
			if found.Total != total || found.Matching != 234 {
				t.Fatalf("at %d: %d in all, %d match; before %d", offset, found.Total, found.Matching, total)
			}
			if n := len(found.Rows); n != min(limit, total-offset) {
				t.Errorf("at %d: %d rows", offset, n)
			}
			for _, h := range found.Rows {
				if got[h.ID] || !want[h.ID] {
					t.Errorf("#%d is on two pages", h.ID)
				}
				got[h.ID] = true
			}
		}
		if len(got) != total || total < 234 {
			t.Errorf("pages of %d: %d of %d", limit, len(got), total)
		}
	}
	for _, req := range []recall.Request{{Query: "common", Limit: 501}, {Query: "common", Limit: 1, Offset: -1}, {Query: "common", Limit: 1, Sort: "best"}} {
		if _, err := f.Search(f.ctx, req); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%+v: error %v", req, err)
		}
	}
}

// TestSearch_Whole: an identifier of letters and digits is found whole before what
// has its parts, which say that they are parts; a number only where it is whole.
func TestSearch_Whole(t *testing.T) {
	f := open(t)
	ids := map[string]int64{}
	for _, body := range []string{
		"we deploy to k8s every friday", "the k of the means is 8 and not s", "an s3 bucket holds 8 keys", "8 nodes, a k8 board",
		"port 443 is for TLS", "port 4433 is for tests", "error 44 of 3", "i18n keys are flat", "I am 18, n is 20",
		"version v2 of the API", "version 2 of the API", "2 of 3 v-belts", "S3 lifecycle rules", "s is 3",
	} {
		ids[body] = f.save(claude, recall.Input{Body: body}).ID
	}
	for query, first := range map[string]string{
		"k8s": "we deploy to k8s every friday", "K8S": "we deploy to k8s every friday", "ｋ８ｓ": "we deploy to k8s every friday",
		"443": "port 443 is for TLS", "i18n": "i18n keys are flat", "v2": "version v2 of the API", "s3 lifecycle": "S3 lifecycle rules",
	} {
		found, err := f.Search(f.ctx, recall.Request{Query: query, Limit: 20})
		if err != nil || len(found.Rows) == 0 || found.Rows[0].ID != ids[first] {
			t.Errorf("%s: %v, %v, want %q first", query, found.Rows, err, first)
			continue
		}
		if w := found.Rows[0].Why; len(w.Words) != w.Asked {
			t.Errorf("%s: the first is found for %q", query, w)
		}
		for _, h := range found.Rows[1:] {
			if s3 := query == "s3 lifecycle"; !s3 && len(h.Why.Words) > 0 || len(h.Why.Words) == h.Why.Asked {
				t.Errorf("%s: #%d says %q as if it held it", query, h.ID, h.Why)
			}
			if query == "443" {
				t.Errorf("443 finds %q", h.Title)
			}
		}
	}
}
