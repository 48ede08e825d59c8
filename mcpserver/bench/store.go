package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

const (
	// scopedProject holds a twentieth of all memories, as the bound for a search
	// in one project presumes.
	scopedProject = "bench"
	scopedShare   = 20

	roundSaves    = 100
	roundSearches = 50
	shown         = 10 // rows of a search
)

// bench is a filled store and what it is measured with.
type bench struct {
	ctx     context.Context
	dir     string // for files of the measurements
	shim    string
	home    string
	recall  *recall.Recall
	project int64 // the scoped one
	all     []store.Memory
}

var by = store.Author{Kind: store.Agent, Client: "bench", Process: "bench"}

// fill opens a store and fills it with n memories.
func fill(ctx context.Context, home string, n int) (*bench, error) {
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home})
	if err != nil {
		return nil, err
	}
	b := &bench{ctx: ctx, home: home, recall: recall.New(s)}
	if err := b.fill(n); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// unlimited lets a client save as many memories an hour as a benchmark does.
func unlimited(ctx context.Context, s store.Store) error {
	return s.SetSetting(ctx, store.SettingHourlySaves, strconv.Itoa(store.MaxHourly))
}

// fill saves the memories, a share of them as copies in a project of its own,
// and keeps them all for the measurements.
func (b *bench) fill(n int) error {
	s := b.recall.Store()
	if err := unlimited(b.ctx, s); err != nil {
		return err
	}
	copies := n / scopedShare
	if err := storetest.SeedN(b.ctx, s, n-copies); err != nil {
		return err
	}
	p, err := s.Project(b.ctx, store.ProjectRef{Name: scopedProject, Create: true})
	if err != nil {
		return err
	}
	b.project = p.ID
	if err := b.readAll(); err != nil {
		return err
	}
	seeded := len(b.all)
	for i := range copies {
		m := b.all[i*seeded/copies]
		saved, err := b.recall.Save(b.ctx, by, recall.Input{Kind: m.Kind, Title: m.Title, Body: m.Body, Tags: m.Tags, ProjectID: p.ID})
		if err != nil {
			return err
		}
		b.all = append(b.all, saved.Memory)
	}
	return nil
}

func (b *bench) readAll() error {
	s := b.recall.Store()
	for {
		page, err := s.Find(b.ctx, store.Query{Sort: store.Oldest, Offset: len(b.all), Limit: store.MaxPage})
		if err != nil || len(page.Rows) == 0 {
			return err
		}
		ids := make([]int64, len(page.Rows))
		for i, row := range page.Rows {
			ids[i] = row.ID
		}
		memories, err := s.Memories(b.ctx, ids)
		if err != nil {
			return err
		}
		b.all = append(b.all, memories...)
	}
}

// sample returns the number i of count memories that lie evenly among all.
func (b *bench) sample(i, count int) store.Memory { return b.all[i*len(b.all)/count] }

// store compares saves and searches with plain SQLite tables.
func (b *bench) store() ([]result, error) {
	plain, err := openPlain(b.ctx, filepath.Join(b.dir, "plain.db"), b.all)
	if err != nil {
		return nil, err
	}
	defer plain.close()
	results, err := b.saves(plain)
	if err != nil {
		return nil, err
	}
	more, err := b.searches(plain)
	return append(results, more...), err
}

// saves compares a durable save with a durable insert of the same text, and one
// that first looks for what says the same with a search in the project.
func (b *bench) saves(plain *plainTables) ([]result, error) {
	var engine, looking, search, bare series
	questions := b.questions(rounds * roundSaves)
	for i := range rounds * roundSaves {
		round, body := i/roundSaves, b.newText(i)
		if err := bare.timed(round, func() error { return plain.insert("", body) }); err != nil {
			return nil, err
		}
		err := engine.timed(round, func() error {
			title, _ := text.Title(body)
			_, err := b.recall.Store().Save(b.ctx, by, store.Draft{Title: title, TitleDerived: true, Body: body, ProjectID: b.project})
			return err
		})
		if err != nil {
			return nil, err
		}
		err = looking.timed(round, func() error {
			_, err := b.recall.Save(b.ctx, by, recall.Input{Body: b.newText(i + rounds*roundSaves), ProjectID: b.project})
			return err
		})
		if err != nil {
			return nil, err
		}
		if err := search.timed(round, func() error { return b.search(questions[i], b.project) }); err != nil {
			return nil, err
		}
	}
	return []result{
		bare.row("bare insert"),
		engine.rowOver("save, against a bare insert", &bare, 10),
		looking.rowOver("with the search for duplicates, against a search", &search, 2),
	}, nil
}

// newText returns a text like those that are there: half of one and half of another.
func (b *bench) newText(i int) string {
	const count = 2 * rounds * roundSaves
	first, second := []rune(b.sample(i%count, count).Body), []rune(b.sample((i*7+3)%count, count).Body)
	return fmt.Sprintf("%s %s (%d)", string(first[:len(first)/2]), string(second[len(second)/2:]), i)
}

// searches compares searches with the same words OR-ed on a plain table.
func (b *bench) searches(plain *plainTables) ([]result, error) {
	var scoped, unscoped, reference, told series
	for i, words := range b.questions(rounds * roundSearches) {
		round := i / roundSearches
		if err := reference.timed(round, func() error { return plain.search(words) }); err != nil {
			return nil, err
		}
		if err := scoped.timed(round, func() error { return b.search(words, b.project) }); err != nil {
			return nil, err
		}
		if err := unscoped.timed(round, func() error { return b.search(words) }); err != nil {
			return nil, err
		}
		if err := told.timed(round, b.context); err != nil {
			return nil, err
		}
	}
	return []result{
		reference.row("plain unicode61 search"),
		scoped.rowOver("search in one project, against plain", &reference, b.scopedBound()),
		unscoped.rowOver("search everywhere, against plain", &reference, 3),
		told.rowOver("context of one project, against a search in it", &scoped, 4),
	}, nil
}

// fullSize is about how many memories the bounds are meant for: of 100,000 that
// are saved some are equal.
const fullSize = 90_000

// scopedBound is that of a search in one project. The plain search takes longer
// the more there is, but to rank the best takes the same in any store: in a small
// one it weighs more.
func (b *bench) scopedBound() float64 {
	if len(b.all) < fullSize {
		return 2
	}
	return 1
}

func (b *bench) search(words []string, projects ...int64) error {
	_, err := b.recall.Search(b.ctx, recall.Request{
		Query: strings.Join(words, " "), Limit: shown,
		Filter: store.Filter{Reader: by.Client, Projects: projects, States: []store.State{store.Active, store.Pending}},
	})
	return err
}

// context compiles what a client is told at the start, in the usual budget.
func (b *bench) context() error {
	_, err := b.recall.Context(b.ctx, by, recall.ContextRequest{
		Project: store.Project{ID: b.project, Name: scopedProject}, Limits: brief.Limits{Tokens: brief.DefaultBudget},
	})
	return err
}

// questions returns count questions of words that stand in memories.
func (b *bench) questions(count int) [][]string {
	var questions [][]string
	step := max(1, len(b.all)/(2*count)) // a third of the memories are without Latin words
	for i := 0; len(questions) < count; i += step {
		if words := question(b.all[i%len(b.all)].Body); len(words) > 0 {
			questions = append(questions, words)
		}
	}
	return questions
}

// question takes three words of a text that a person might look for; none of a
// text without Latin words.
func question(body string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(body, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		if len(w) > 4 && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words[:min(3, len(words))]
}

func (b *bench) close() {
	b.recall.Close()
	b.recall.Store().Close()
}
