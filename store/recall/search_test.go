package recall_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
	"memtray/store/recall"
)

func TestSearch(t *testing.T) {
	f := open(t)
	webhook := f.save(claude, recall.Input{Body: "webhook 必须按编号去重"}).ID
	pool := f.save(claude, recall.Input{Body: "使用pgx连接池, it’s in HTTPServer2", Tags: []string{"数据库"}}).ID
	cpp := f.save(cursor, recall.Input{Body: "C++ templates and café 👨‍👩‍👧", Title: "c# too"}).ID
	odd := f.save(cursor, recall.Input{Body: `NEAR(foo"bar) AND *`}).ID
	for _, c := range []struct {
		query  string
		typing bool
		want   []int64
	}{
		{"去重", false, []int64{webhook}},
		{"去", false, []int64{webhook}},
		{"重", false, []int64{webhook}},
		{"ＷＥＢＨＯＯＫ", false, []int64{webhook}},
		{"webh", true, []int64{webhook}},
		{"webh", false, nil},
		{"webh ", true, nil},
		{"连接池", false, []int64{pool}},
		{"pgx", false, []int64{pool}},
		{"it's", false, []int64{pool}},
		{"httpserver2", false, []int64{pool}},
		{"数据", false, []int64{pool}},
		{"C++", false, []int64{cpp}},
		{"c#", false, []int64{cpp}},
		{"👨‍👩‍👧", false, []int64{cpp}},
		{norm.NFD.String("CAFÉ"), false, []int64{cpp}},
		{`foo"bar`, false, []int64{odd}},
		{"NEAR(", false, []int64{odd}},
		{`"`, false, []int64{odd}},
		{"*", false, []int64{odd}},
		{"?!;", false, nil},
		{"nothing", false, nil},
		{"<private>", true, nil},
		{"<private>webhook</private>", false, nil},
		{"\u200b", false, nil},
		{"", true, []int64{odd, cpp, pool, webhook}},
		{" \n", false, []int64{odd, cpp, pool, webhook}},
	} {
		wantIDs(t, "search "+c.query, f.found(recall.Request{Query: c.query, Typing: c.typing}), c.want...)
	}
	best := f.found(recall.Request{Query: "webhook 去重 templates"})
	if len(best) < 2 || best[0] != webhook || !slices.Contains(best, cpp) {
		t.Errorf("any word is enough and more of them are better: %v", best)
	}
}

func TestSearch_TrashIsFoundLiterally(t *testing.T) {
	f := open(t)
	thrown := f.save(claude, recall.Input{Body: "webhook thrown cafe\u0301"}).ID
	kept := f.save(claude, recall.Input{Body: "webhook kept"}).ID
	f.change(person, recall.Change{IDs: []int64{thrown}, State: ptr(store.Trashed)})
	trash := store.Filter{States: []store.State{store.Trashed}}
	both := store.Filter{States: []store.State{store.Active, store.Trashed}}
	wantIDs(t, "default", f.found(recall.Request{Query: "webhook"}), kept)
	wantIDs(t, "trash", f.found(recall.Request{Query: "Webhook thr", Filter: trash}), thrown)
	wantIDs(t, "trash, another order of words", f.found(recall.Request{Query: "thrown webhook", Filter: trash}), thrown)
	wantIDs(t, "trash, decomposed", f.found(recall.Request{Query: " cafe\u0301 ", Filter: trash}), thrown)
	wantIDs(t, "trash, no query", f.found(recall.Request{Filter: trash}), thrown)
	got := f.found(recall.Request{Query: "webhook", Filter: both})
	slices.Sort(got)
	wantIDs(t, "both", got, thrown, kept)
}

func TestSearch_Highlights(t *testing.T) {
	f := open(t)
	for _, c := range []struct {
		query  string
		states []store.State
		want   string
	}{
		{"", nil, ""},
		{"webhook 去重", nil, "webhook|去重"},
		{"?", nil, "?"},
		{" thrown webhook", []store.State{store.Trashed}, "thrown webhook|webhook|thrown|throw"},
		{"webhook", []store.State{store.Trashed}, "webhook"},
	} {
		got, err := f.Search(f.ctx, recall.Request{Query: c.query, Limit: 1, Filter: store.Filter{States: c.states}})
		if err != nil || strings.Join(got.Highlights, "|") != c.want {
			t.Errorf("%q: %q, %v", c.query, got.Highlights, err)
		}
	}
}

func TestSearch_ReaderAndPages(t *testing.T) {
	f := open(t)
	a := f.save(claude, recall.Input{Body: "word a"}).ID
	f.time.Add(1000)
	b := f.save(person, recall.Input{Body: "word b", Private: true}).ID
	f.time.Add(1000)
	c := f.save(claude, recall.Input{Body: "word c"}).ID
	reader := store.Filter{Reader: "cursor"}
	wantIDs(t, "client lists", f.found(recall.Request{Filter: reader}), c, a)
	wantIDs(t, "client's punctuation", f.found(recall.Request{Query: "?", Filter: reader}))
	wantIDs(t, "second page", f.found(recall.Request{Offset: 1, Limit: 1}), b)
	wantIDs(t, "oldest", f.found(recall.Request{Query: "word", Sort: store.Oldest, Limit: 2}), a, b)
}

func TestSearch_Refuses(t *testing.T) {
	f := open(t)
	for _, c := range []struct {
		req  recall.Request
		want string
	}{
		{recall.Request{Limit: 1, Query: strings.Repeat("去", 2001)}, "query is 2001 characters long; at most 2000 are allowed"},
		{recall.Request{}, "limit must be 1 to 500"},
		{recall.Request{Limit: 501}, "limit must be 1 to 500"},
	} {
		_, err := f.Search(f.ctx, c.req)
		wantError(t, err, store.Invalid, c.want)
	}
}

func TestFacets(t *testing.T) {
	f := open(t)
	f.save(claude, recall.Input{Body: "webhook a", Kind: store.Gotcha})
	f.save(cursor, recall.Input{Body: "webhook b", Kind: store.Fact})
	f.save(cursor, recall.Input{Body: "else"})
	facets, err := f.Facets(f.ctx, recall.Request{Query: "webh", Typing: true})
	if err != nil || len(facets.Kinds) != 2 || len(facets.Clients) != 2 {
		t.Errorf("%+v, %v", facets, err)
	}
}
