package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

func testFindTerms(t *testing.T, f *fixture) {
	hook := f.save(claude, store.Draft{Kind: store.Gotcha, Title: "Webhook 去重", Body: "幂等键 is kept for 24 hours", Tags: []string{"payments"}, Files: []string{"internal/HookStore.go"}})
	pool := f.save(cursor, store.Draft{Title: "Pool size", Body: "postgres gets 20 connections; C++ client \"quoted\" 🧪"})
	prefix := func(token string) []store.Term { return []store.Term{{Token: token, Prefix: true}} }
	for _, c := range []struct {
		name  string
		terms []store.Term
		want  []int64
	}{
		{"word", terms("postgres"), []int64{pool.ID}},
		{"any case", terms("POSTGRES"), []int64{pool.ID}},
		{"title", terms("webhook"), []int64{hook.ID}},
		{"Chinese", terms("去重"), []int64{hook.ID}},
		{"one character", terms("去"), []int64{hook.ID}},
		{"tag", terms("payments"), []int64{hook.ID}},
		{"file", terms("internal"), []int64{hook.ID}},
		{"kind", terms("gotcha"), nil},
		{"client", terms("claude code codex"), nil},
		{"any of several", terms("nothing postgres"), []int64{pool.ID}},
		{"prefix", prefix("conn"), []int64{pool.ID}},
		{"not a prefix", []store.Term{{Token: "conn"}}, nil},
		{"marks of scope", []store.Term{{Token: "p", Prefix: true}}, []int64{pool.ID, hook.ID}},
		{"no mark of the project", terms("p1"), nil},
		{"no mark by prefix", prefix("k"), []int64{hook.ID}}, // "kept"
		{"syntax", terms(`zebra" OR NOT (zebra* ^ zebra: - NEAR/`), nil},
		{"quote and NUL", []store.Term{{Token: "\"\x00"}}, nil},
		{"unknown", terms("zebra"), nil},
	} {
		got := f.find(store.Query{Terms: c.terms})
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, append([]int64{}, c.want...)) {
			t.Errorf("%s: found %v, want %v", c.name, got, c.want)
		}
	}
}

func testFindOrder(t *testing.T, f *fixture) {
	body := f.save(you, store.Draft{Title: "Notes", Body: "the cache is cold after a deploy, and some more words here"})
	f.clock.Advance(time.Minute)
	title := f.save(you, store.Draft{Title: "Cache", Body: "cold after a deploy, and some more words here as well"})
	f.clock.Advance(time.Minute)
	other := f.save(you, store.Draft{Title: "Other", Body: "nothing of that kind"})
	f.clock.Advance(time.Minute)
	f.change(you, store.Patch{Pinned: ptr(true)}, body.ID)
	f.ok(f.NoteRecall(ctx, store.Recall{Author: claude, Kind: store.FetchedRecall, IDs: []int64{title.ID}}))

	for _, c := range []struct {
		sort  store.Sort
		terms string
		want  []int64
	}{
		{"", "cache", []int64{title.ID, body.ID}},
		{store.Relevance, "cache", []int64{title.ID, body.ID}},
		{store.Oldest, "cache", []int64{body.ID, title.ID}},
		{store.Updated, "cache", []int64{body.ID, title.ID}},
		{"", "", []int64{other.ID, title.ID, body.ID}},
		{store.Relevance, "", []int64{other.ID, title.ID, body.ID}},
		{store.Newest, "", []int64{other.ID, title.ID, body.ID}},
		{store.Oldest, "", []int64{body.ID, title.ID, other.ID}},
		{store.Updated, "", []int64{body.ID, other.ID, title.ID}},
		{store.Used, "", []int64{title.ID, other.ID, body.ID}},
	} {
		if got := f.find(store.Query{Terms: terms(c.terms), Sort: c.sort}); !slices.Equal(got, c.want) {
			t.Errorf("%q sorted by %q: %v, want %v", c.terms, c.sort, got, c.want)
		}
	}
	// Of equals the newer one comes first, whatever the order.
	for _, sort := range store.Sorts() {
		var want []int64
		for range 3 {
			want = append([]int64{f.note(you, fmt.Sprintf("equal %s %d", sort, len(want))).ID}, want...)
		}
		got := f.find(store.Query{Terms: terms("equal " + string(sort)), Sort: sort, Limit: 3})
		if !slices.Equal(got, want) {
			t.Errorf("equals sorted by %q: %v, want %v", sort, got, want)
		}
		f.change(you, store.Patch{State: ptr(store.Trashed)}, want...)
	}
}

func testFindLiteral(t *testing.T, f *fixture) {
	a := f.save(you, store.Draft{Title: "100% Sure_Thing", Body: "a [b] \\ c"})
	b := f.save(you, store.Draft{Title: "Other", Body: "ÄRGER 去重 and sure things"})
	for query, want := range map[string][]int64{
		"100%":    {a.ID},
		"SURE":    {b.ID},
		"e_t":     {a.ID},
		"%":       {a.ID},
		"[b] \\":  {a.ID},
		"重":       {b.ID},
		"'; drop": {},

		"THINGS sure?": {b.ID}, // each word, in title or body, by itself
		"thing sure":   {},
		"100% c\t":     {a.ID},
		"sure zzz":     {},
		"":             {b.ID, a.ID},
	} {
		if got := f.find(store.Query{Literal: query}); !slices.Equal(got, want) {
			t.Errorf("literal %q: %v, want %v", query, got, want)
		}
	}
	if got := f.find(store.Query{Literal: strings.Repeat("x", 100_000)}); len(got) != 0 {
		t.Errorf("a long literal found %v", got)
	}
}

func testFindTrash(t *testing.T, f *fixture) {
	live, gone := f.note(you, "alpha live"), f.note(you, "alpha gone")
	f.change(you, store.Patch{State: ptr(store.Trashed)}, gone.ID)
	trash := store.Filter{States: []store.State{store.Trashed}}
	both := store.Filter{States: []store.State{store.Active, store.Trashed}}
	for _, c := range []struct {
		name string
		q    store.Query
		want []int64
	}{
		{"not by terms", store.Query{Terms: terms("alpha")}, []int64{live.ID}},
		{"not by literal", store.Query{Literal: "alpha"}, []int64{live.ID}},
		{"all of it", store.Query{Filter: trash}, []int64{gone.ID}},
		{"by literal", store.Query{Literal: "ALPHA", Filter: trash}, []int64{gone.ID}},
		{"by literal, not there", store.Query{Literal: "beta", Filter: trash}, []int64{}},
		{"by literal beside terms", store.Query{Terms: terms("alpha"), Literal: "alpha", Filter: trash}, []int64{gone.ID}},
		{"both", store.Query{Terms: terms("alpha"), Literal: "alpha", Filter: both}, []int64{gone.ID, live.ID}},
	} {
		if got := f.find(c.q); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	f.change(you, store.Patch{State: ptr(store.Active)}, gone.ID)
	if got := f.find(store.Query{Terms: terms("gone")}); !slices.Equal(got, []int64{gone.ID}) {
		t.Errorf("after its restore: %v", got)
	}
	f.change(you, store.Patch{Body: ptr("beta now")}, gone.ID)
	if got := f.find(store.Query{Terms: terms("gone")}); len(got) != 0 {
		t.Errorf("a word that was edited away is found in %v", got)
	}
}

func testFindPages(t *testing.T, f *fixture) {
	var want []int64
	for i := range 25 {
		want = append([]int64{f.note(claude, fmt.Sprintf("common word number %d", i)).ID}, want...)
	}
	for _, ts := range [][]store.Term{nil, terms("common")} {
		var got []int64
		for offset := 0; offset < 30; offset += 10 {
			l, err := f.Find(ctx, store.Query{Terms: ts, Offset: offset, Limit: 10, Sort: store.Newest})
			f.ok(err)
			if l.Total != 25 {
				t.Errorf("total at %d: %d", offset, l.Total)
			}
			for _, r := range l.Rows {
				got = append(got, r.ID)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("pages: %v, want %v", got, want)
		}
	}
	l, err := f.Find(ctx, store.Query{Offset: 100, Limit: 1})
	if err != nil || l.Total != 25 || l.Rows == nil || len(l.Rows) != 0 {
		t.Errorf("beyond the end: %+v, %v", l, err)
	}
}

func testFindRefuses(t *testing.T, f *fixture) {
	for name, q := range map[string]store.Query{
		"no limit":        {},
		"great limit":     {Limit: store.MaxPage + 1},
		"negative offset": {Limit: 1, Offset: -1},
		"sort":            {Limit: 1, Sort: "best"},
		"state":           {Limit: 1, Filter: store.Filter{States: []store.State{"gone"}}},
		"client":          {Limit: 1, Filter: store.Filter{Clients: []string{`a" OR "b`}}},
		"reader":          {Limit: 1, Filter: store.Filter{Reader: `a" OR "b`}},
	} {
		if _, err := f.Find(ctx, q); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
