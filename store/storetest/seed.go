package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// Seed fills a store with n memories like those of real work: of all kinds, in
// several projects, by several clients and the person, a third in Chinese. The
// same n gives the same memories.
func Seed(t testing.TB, s store.Store, n int) {
	t.Helper()
	if err := SeedN(context.Background(), s, n); err != nil {
		t.Fatal(err)
	}
}

// SeedN is [Seed] outside of tests. All memories are of the present time.
func SeedN(ctx context.Context, s store.Store, n int) error {
	return SeedOver(ctx, s, n, NewClock())
}

// SeedOver is [SeedN] with the memories spread over the 200 days before the
// time of clock, which must be the store's own. The clock ends where it began.
func SeedOver(ctx context.Context, s store.Store, n int, clock *Clock) error {
	g := &seeder{s: s, clock: clock, rng: rand.New(rand.NewPCG(20261130, 1)), seen: map[string]bool{}}
	if err := g.createProjects(ctx); err != nil {
		return err
	}
	end := clock.Now()
	defer clock.Set(end)
	for i := range n {
		clock.Set(end.Add(-seedAge(i, n)))
		if err := g.save(ctx, i); err != nil {
			return fmt.Errorf("seed memory %d: %w", i, err)
		}
		if i%seedBatch == seedBatch-1 || i == n-1 {
			if err := g.settle(ctx); err != nil {
				return fmt.Errorf("seed up to memory %d: %w", i, err)
			}
		}
	}
	return nil
}

const (
	seedSpan  = 200 * 24 * time.Hour
	seedBatch = 50 // memories after which some are kept, pinned or deleted
)

// seedAge makes recent days denser than those long ago.
func seedAge(i, n int) time.Duration {
	left := float64(n-i) / float64(n)
	return time.Duration(left * left * float64(seedSpan)).Truncate(time.Second)
}

type seeder struct {
	s        store.Store
	clock    *Clock
	rng      *rand.Rand
	projects []int64
	seen     map[string]bool // bodies, as equal texts would be one memory

	kept, archived, trashed, held, fetched []int64 // of the present batch
}

func (g *seeder) createProjects(ctx context.Context) error {
	g.projects = []int64{store.Unfiled, store.Global}
	for _, name := range seedProjects {
		p, err := g.s.Project(ctx, store.ProjectRef{Name: name, Create: true})
		if err != nil {
			return err
		}
		g.projects = append(g.projects, p.ID)
	}
	return nil
}

// save saves the memory number i. Work goes by sessions: some memories in a row
// are of one project and one client.
func (g *seeder) save(ctx context.Context, i int) error {
	session := i / 7
	project := g.projects[(session*5+session/3)%len(g.projects)]
	by := store.Author{Kind: store.Agent, Client: seedClients[session%len(seedClients)], Process: fmt.Sprintf("seed-%d", session/4)}
	if by.Client == "" {
		by = store.Author{Kind: store.Person, Process: "seed"}
	}
	saved, err := g.s.Save(ctx, by, g.draft(i, project))
	if err != nil {
		return err
	}
	id := saved.Memory.ID
	switch p := g.rng.IntN(100); {
	case p < 30:
		g.kept = append(g.kept, id)
	case p < 35:
		g.archived = append(g.archived, id)
	case p < 38:
		g.trashed = append(g.trashed, id)
	case p < 40 && by.Client != "":
		g.held = append(g.held, id)
	case p < 55:
		g.fetched = append(g.fetched, id)
	}
	return nil
}

func (g *seeder) draft(i int, project int64) store.Draft {
	language := &english
	if i%3 == 1 {
		language = &chinese
	}
	kinds := store.Kinds()
	kind := kinds[g.rng.IntN(len(kinds))]
	topic := g.rng.IntN(len(language.topics))
	d := store.Draft{Kind: kind, ProjectID: project, Pinned: g.rng.IntN(25) == 0, Private: g.rng.IntN(40) == 0}
	d.Body = g.body(language, kind, topic)
	if g.seen[d.Body] {
		d.Body += fmt.Sprintf(language.again, i)
	}
	g.seen[d.Body] = true
	if g.rng.IntN(5) < 2 {
		d.Title = fmt.Sprintf(language.title, language.topics[topic].name, language.kinds[kind].word)
	}
	d.Tags = language.topics[topic].tags[:g.rng.IntN(3)]
	if g.rng.IntN(3) == 0 {
		d.Files = []string{language.topics[topic].file}
	}
	return complete(d)
}

// body is a first sentence by kind and some more, from one line to a page.
func (g *seeder) body(l *seedLanguage, kind store.Kind, topic int) string {
	fill := func(pattern string) string {
		return fmt.Sprintf(pattern, l.topics[topic].name, 2+g.rng.IntN(997))
	}
	openings := l.kinds[kind].openings
	body := fill(openings[g.rng.IntN(len(openings))])
	more := g.rng.IntN(6)
	if g.rng.IntN(20) == 0 {
		more = 25
	}
	for j := range more {
		gap := l.gap
		if j%3 == 2 {
			gap = "\n\n"
		}
		body += gap + fill(l.details[g.rng.IntN(len(l.details))])
	}
	if g.rng.IntN(8) == 0 {
		body += fmt.Sprintf("\n\n```\n%s --retry %d\n```", l.topics[topic].file, 1+g.rng.IntN(9))
	}
	return body
}

// settle does to the latest memories what a person does to them.
func (g *seeder) settle(ctx context.Context) error {
	by := store.Author{Kind: store.Person, Process: "seed"}
	now := store.MillisOf(g.clock.Now())
	for _, c := range []struct {
		ids   *[]int64
		patch store.Patch
	}{
		{&g.kept, store.Patch{ReviewedAt: &now}},
		{&g.archived, store.Patch{State: ptr(store.Archived)}},
		{&g.trashed, store.Patch{State: ptr(store.Trashed)}},
		{&g.held, store.Patch{State: ptr(store.Pending)}},
	} {
		if len(*c.ids) == 0 {
			continue
		}
		if _, err := g.s.Change(ctx, by, store.Change{IDs: *c.ids, Patch: c.patch}); err != nil {
			return err
		}
		*c.ids = nil
	}
	ids := g.fetched
	g.fetched = nil
	return g.s.NoteRecall(ctx, store.Recall{Author: store.Author{Kind: store.Agent, Client: seedClients[0], Process: "seed"}, Kind: store.FetchedRecall, IDs: ids})
}

// testSeed checks the seed itself: what screenshots and benchmarks rely on.
func testSeed(t *testing.T, f *fixture) {
	end := f.clock.Now()
	if err := SeedOver(ctx, f.Store, 300, f.clock); err != nil {
		t.Fatal(err)
	}
	if !f.clock.Now().Equal(end) {
		t.Error("the clock does not end where it began")
	}
	fc, err := f.Facets(ctx, store.Query{Filter: store.Filter{States: store.States()}})
	f.ok(err)
	if len(fc.Kinds) != 10 || len(fc.Projects) != 9 || len(fc.Clients) != 6 {
		t.Errorf("%d kinds, %d projects, %d clients", len(fc.Kinds), len(fc.Projects), len(fc.Clients))
	}
	l, err := f.Find(ctx, store.Query{Filter: store.Filter{States: store.States()}, Sort: store.Oldest, Limit: 300})
	f.ok(err)
	if l.Total != 300 {
		t.Fatalf("%d memories", l.Total)
	}
	if age := end.Sub(l.Rows[0].CreatedAt.Time()); age < 150*24*time.Hour {
		t.Errorf("the oldest memory is %s old", age)
	}
	for _, word := range []string{"webhook", "支付回调"} {
		if ids := f.find(store.Query{Terms: text.Terms(word, false)}); len(ids) == 0 {
			t.Errorf("nothing is found for %q", word)
		}
	}
}
