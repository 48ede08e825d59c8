package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// pool asks for candidates that match words, with their neighbours.
func (f *fixture) pool(words string, filter store.Filter) store.Pool {
	f.t.Helper()
	p, err := f.Candidates(ctx, store.Query{Terms: terms(words), Filter: filter, Neighbours: true}, store.MaxCandidates)
	f.ok(err)
	if p.Total != len(p.Candidates) {
		f.t.Errorf("total %d, but %d candidates", p.Total, len(p.Candidates))
	}
	return p
}

// candidate returns the one with an id.
func candidate(t *testing.T, p store.Pool, id int64) store.Candidate {
	t.Helper()
	for _, c := range p.Candidates {
		if c.ID == id {
			return c
		}
	}
	t.Fatalf("#%d is no candidate", id)
	return store.Candidate{}
}

func candidateIDs(p store.Pool) []int64 {
	ids := []int64{}
	for _, c := range p.Candidates {
		ids = append(ids, c.ID)
	}
	return ids
}

func testCandidates(t *testing.T, f *fixture) {
	api := f.project("api")
	body := f.save(claude, store.Draft{Kind: store.Gotcha, ProjectID: api.ID, Title: "Deploy", Body: "the cache is cold", Tags: []string{"redis"}})
	f.clock.Advance(time.Minute)
	title := f.save(you, store.Draft{Title: "Cache", Body: "it is cold for a while after each deploy", Pinned: true})
	f.note(cursor, "nothing of that kind")
	f.ok(f.NoteRecall(ctx, store.Recall{Author: claude, Kind: store.FetchedRecall, IDs: []int64{body.ID}}))
	p := f.pool("cache redis", store.Filter{})
	body = f.get(body.ID)

	got := candidate(t, p, body.ID)
	if got.Kind != store.Gotcha || got.ProjectID != api.ID || got.Client != "claude-code" || got.Session != body.Session ||
		got.State != store.Active || got.Pinned || got.Fetched != 1 || got.CreatedAt != body.CreatedAt || got.UpdatedAt != body.UpdatedAt {
		t.Errorf("candidate %+v of %+v", got, body)
	}
	for _, c := range []struct {
		token string
		in    string
	}{{"deploy", got.Title}, {"cache", got.Body}, {"redis", got.Meta}} {
		if !slices.Contains(text.Expand(c.in), terms(c.token)[0].Token) {
			t.Errorf("%q is not among %q", c.token, c.in)
		}
	}
	if got := candidate(t, p, title.ID); !got.Pinned || got.Session != 0 || got.Client != "" || got.Score <= 0 {
		t.Errorf("candidate %+v", got)
	}
	if p.Documents != 4 {
		t.Errorf("%d documents", p.Documents)
	}
	if !slices.Equal(p.Holding, []int{2, 1}) {
		t.Errorf("holding %v", p.Holding)
	}

	f.change(you, store.Patch{Private: ptr(true)}, body.ID)
	for reader, want := range map[string][]int{"": {2, 1}, "claude-code": {1, 0}} {
		if got := f.pool("cache redis", store.Filter{Reader: reader}).Holding; !slices.Equal(got, want) {
			t.Errorf("holding for %q: %v, want %v", reader, got, want)
		}
	}

	one, err := f.Candidates(ctx, store.Query{Terms: terms("cold"), Sort: store.Oldest, Offset: 7}, 1)
	f.ok(err)
	if one.Total != 2 || len(one.Candidates) != 1 || len(one.Neighbours) != 0 {
		t.Errorf("one candidate: %+v", one)
	}
	if p := f.pool("zebra", store.Filter{}); len(p.Candidates) != 0 || !slices.Equal(p.Holding, []int{0}) {
		t.Errorf("of an unknown word: %+v", p)
	}
	if p := f.pool("", store.Filter{}); len(p.Candidates) != 0 {
		t.Errorf("without terms: %+v", p)
	}
	for name, n := range map[string]int{"none": 0, "too many": store.MaxCandidates + 1} {
		if _, err := f.Candidates(ctx, store.Query{Terms: terms("cold")}, n); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
	_, err = f.Candidates(ctx, store.Query{Terms: terms("cold"), Filter: store.Filter{Reader: `a" OR "b`}}, 1)
	f.fails(err, store.Invalid)
}

// Candidates are those that Find finds, whatever the filter.
func testCandidateFilters(t *testing.T, f *fixture) {
	Seed(t, f.Store, 200)
	api := f.project("memtray")
	for _, filter := range []store.Filter{
		{}, {Projects: []int64{api.ID, store.Global}}, {Kinds: []store.Kind{store.Fact, store.Howto}}, {Clients: []string{"codex", ""}},
		{Tags: []string{"webhook"}}, {Pinned: ptr(true)}, {Reader: "codex"}, {States: store.States()[:3], Reader: "cursor"},
		{States: []store.State{store.Archived}}, {States: []store.State{store.Trashed}}, {Reviewed: ptr(false)},
	} {
		q := store.Query{Terms: terms("webhook deploy 支付回调 the"), Filter: filter}
		p := f.pool("webhook deploy 支付回调 the", filter)
		want := []int64{}
		if !slices.Contains(filter.States, store.Trashed) {
			want = f.find(q)
		}
		if got := candidateIDs(p); !slices.Equal(got, want) {
			t.Errorf("%+v: candidates %v, found %v", filter, got, want)
		}
	}
}

// A reader's neighbours are what it may itself recall, of the same session and
// project.
func testNeighbours(t *testing.T, f *fixture) {
	api, web := f.project("api"), f.project("web")
	save := func(by store.Author, p store.Project, body string) int64 {
		f.clock.Advance(time.Minute)
		return f.save(by, store.Draft{ProjectID: p.ID, Body: body}).ID
	}
	first := save(claude, api, "one zebra")
	save(claude, web, "elsewhere")
	save(cursor, api, "by another client")
	gone := save(claude, api, "in the trash")
	private := save(claude, api, "private secret")
	second := save(claude, api, "two zebra")
	held := save(claude, api, "held back")
	third := save(claude, api, "three zebra")
	f.clock.Advance(5 * time.Hour)
	later := save(claude, api, "four zebra")
	alone := save(you, api, "five zebra")
	save(you, api, "the person has no sessions")
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone)
	f.change(you, store.Patch{Private: ptr(true)}, private)
	f.change(you, store.Patch{State: ptr(store.Pending)}, held)

	for _, c := range []struct {
		name   string
		filter store.Filter
		want   map[int64][2]int64
	}{
		{"the person", store.Filter{}, map[int64][2]int64{
			first: {0, private}, second: {private, held}, third: {held, 0}, later: {0, 0}, alone: {0, 0}}},
		{"its own client", store.Filter{Reader: "claude-code"}, map[int64][2]int64{
			first: {0, second}, second: {first, held}, third: {held, 0}}},
		{"another client", store.Filter{Reader: "cursor"}, map[int64][2]int64{
			first: {0, second}, second: {first, third}, third: {second, 0}}},
		{"active alone", store.Filter{States: []store.State{store.Active}}, map[int64][2]int64{
			first: {0, private}, second: {private, third}, third: {second, 0}}},
	} {
		p := f.pool("zebra", c.filter)
		for id, want := range c.want {
			m := candidate(t, p, id)
			if got := [2]int64{m.Previous, m.Next}; got != want {
				t.Errorf("%s: beside #%d are %v, want %v", c.name, id, got, want)
			}
		}
		for _, n := range p.Neighbours {
			if n.Score != 0 || !n.Within || n.ID != private && n.ID != held {
				t.Errorf("%s: neighbour %+v", c.name, n)
			}
		}
	}
	p := f.pool("zebra", store.Filter{Kinds: []store.Kind{store.Note}, Tags: []string{"stripe"}})
	if len(p.Candidates)+len(p.Neighbours) != 0 {
		t.Errorf("with a tag that none has: %+v", p)
	}
	f.change(you, store.Patch{Kind: ptr(store.Fact)}, first, second, third)
	p = f.pool("zebra", store.Filter{Kinds: []store.Kind{store.Fact}})
	if len(p.Neighbours) != 2 {
		t.Fatalf("neighbours %+v", p.Neighbours)
	}
	for i, want := range []store.Candidate{{ID: private, Previous: first, Next: second}, {ID: held, Previous: second, Next: third}} {
		n := p.Neighbours[i]
		if n.ID != want.ID || n.Previous != want.Previous || n.Next != want.Next || n.Within || n.Kind != store.Note {
			t.Errorf("neighbour %+v, want %+v", n, want)
		}
	}
	if got := p.Neighbours[0].Body; got != text.Compact("private secret") {
		t.Errorf("tokens of a neighbour: %q", got)
	}
	f.change(you, store.Patch{ProjectID: ptr(web.ID)}, second)
	if m := candidate(t, f.pool("zebra", store.Filter{Reader: "cursor"}), first); m.Next != third {
		t.Errorf("beside one that moved to another project is %d", m.Next)
	}
}

func testCandidatesNewer(t *testing.T, f *fixture) {
	old := f.note(claude, "port 8080 zebra")
	newer, hidden := f.note(claude, "port 9090 zebra"), f.note(claude, "port 7070")
	newest, merged := f.note(claude, "port 6060"), f.note(claude, "the port zebra")
	supersedes := func(target int64) store.Patch {
		return store.Patch{Links: &[]store.Link{{Relation: store.Supersedes, Target: target}}}
	}
	f.change(you, supersedes(old.ID), newer.ID)
	f.change(you, supersedes(old.ID), hidden.ID)
	f.change(you, supersedes(old.ID), newest.ID)
	f.change(you, store.Patch{Links: &[]store.Link{{Relation: store.MergedInto, Target: newest.ID}, {Relation: store.Related, Target: old.ID}}}, merged.ID)
	f.change(you, store.Patch{Private: ptr(true)}, hidden.ID)

	check := func(reader string, id int64, want ...int64) {
		t.Helper()
		if got := candidate(t, f.pool("zebra", store.Filter{Reader: reader}), id).NewerIDs; !slices.Equal(got, want) {
			t.Errorf("newer than #%d for %q: %v, want %v", id, reader, got, want)
		}
	}
	check("", old.ID, newer.ID, hidden.ID, newest.ID)
	check("codex", old.ID, newer.ID, newest.ID)
	check("codex", merged.ID, newest.ID)
	check("codex", newer.ID)
	f.change(you, store.Patch{State: ptr(store.Trashed)}, newer.ID)
	check("codex", old.ID, newest.ID)
}

// A short text that ends with a question mark asks.
func testCandidatesAsk(t *testing.T, f *fixture) {
	for body, want := range map[string]bool{
		"asks for the zebra?": true, "为什么要斑马 zebra？\n": true, "a zebra? no": false, "the zebra": false,
		strings.Repeat("zebra ", 400) + "?": false,
	} {
		id := f.note(claude, body).ID
		if got := candidate(t, f.pool("zebra", store.Filter{}), id); got.Asks != want {
			t.Errorf("%.20q asks: %v", body, got.Asks)
		}
	}
}

// Of a long body only the beginning is read, and figures hold for many memories.
func testCandidatesMany(t *testing.T, f *fixture) {
	long := ""
	for i := range 5000 {
		long += fmt.Sprintf("word%c%d ", 'a'+i%26, i)
	}
	m := f.note(you, "zebra "+long)
	for i := range 30 {
		f.note(claude, fmt.Sprintf("common number %d", i))
	}
	p := f.pool("zebra common", store.Filter{})
	if got := candidate(t, p, m.ID).Body; len(text.Expand(got)) < store.MaxCandidateTokens || !strings.HasPrefix(text.Compact(m.Body), got) {
		t.Errorf("tokens of a body: %.60q…, %d bytes", got, len(got))
	}
	if !slices.Equal(p.Holding, []int{1, 30}) {
		t.Errorf("holding %v", p.Holding)
	}
	few, err := f.Candidates(ctx, store.Query{Terms: terms("common"), Neighbours: true}, 5)
	f.ok(err)
	if few.Total != 30 || len(few.Candidates) != 5 || len(few.Neighbours) != 1 {
		t.Errorf("%d of %d candidates, %d neighbours", len(few.Candidates), few.Total, len(few.Neighbours))
	}
}
