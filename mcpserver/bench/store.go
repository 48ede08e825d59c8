package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

const (
	// scopedProject holds a twentieth of all memories, as the bound for a search
	// in one project presumes.
	scopedProject = "bench"
	scopedShare   = 20

	measuredSaves    = 200
	measuredSearches = 100
	shown            = 10 // rows of a search
)

// measureStore fills a store with n memories and compares it with plain SQLite
// tables in the file plain.
func measureStore(ctx context.Context, home, plain string, n int) ([]result, error) {
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r := recall.New(s)
	defer r.Close()
	if err := storetest.SeedN(ctx, s, n-n/scopedShare); err != nil {
		return nil, err
	}
	b := &bench{ctx: ctx, recall: r}
	if err := b.fill(n / scopedShare); err != nil {
		return nil, err
	}
	if b.plain, err = openPlain(ctx, plain, b.all); err != nil {
		return nil, err
	}
	defer b.plain.close()
	saves, err := b.saves()
	if err != nil {
		return nil, err
	}
	searches, err := b.searches()
	return append(saves, searches...), err
}

type bench struct {
	ctx     context.Context
	recall  *recall.Recall
	plain   *plainTables
	project int64
	all     []store.Memory
}

var by = store.Author{Kind: store.Agent, Client: "bench", Process: "bench"}

// fill reads all memories and copies some of them into a project of its own.
func (b *bench) fill(copies int) error {
	s := b.recall.Store()
	p, err := s.Project(b.ctx, store.ProjectRef{Name: scopedProject, Create: true})
	if err != nil {
		return err
	}
	b.project = p.ID
	if err := b.readAll(); err != nil {
		return err
	}
	for i := range min(copies, len(b.all)) {
		m := b.all[i*len(b.all)/copies]
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

// saves compares a durable save with a durable insert of the same text.
func (b *bench) saves() ([]result, error) {
	var ours, bare samples
	for i := range measuredSaves {
		m := b.all[i*len(b.all)/measuredSaves]
		body := fmt.Sprintf("%s\n\nOnce more, number %d.", m.Body, i)
		if err := bare.timed(func() error { return b.plain.insert(m.Title, body) }); err != nil {
			return nil, err
		}
		err := ours.timed(func() error {
			_, err := b.recall.Save(b.ctx, by, recall.Input{Kind: m.Kind, Body: body, ProjectID: b.project})
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return []result{bare.row("bare insert, p50"), ours.rowOver("save, p50, against a bare insert", bare, 10)}, nil
}

// searches compares searches with the same words OR-ed on a plain table.
func (b *bench) searches() ([]result, error) {
	var scoped, unscoped, plain samples
	for i := range measuredSearches {
		words := question(b.all[i*len(b.all)/measuredSearches].Body)
		if len(words) == 0 {
			continue
		}
		if err := plain.timed(func() error { return b.plain.search(words) }); err != nil {
			return nil, err
		}
		if err := scoped.timed(func() error { return b.search(words, b.project) }); err != nil {
			return nil, err
		}
		if err := unscoped.timed(func() error { return b.search(words) }); err != nil {
			return nil, err
		}
	}
	return []result{
		plain.row("plain unicode61 search, p50"),
		scoped.rowOver("search in one project, p50, against plain", plain, 1),
		unscoped.rowOver("search everywhere, p50, against plain", plain, 3),
	}, nil
}

func (b *bench) search(words []string, projects ...int64) error {
	_, err := b.recall.Search(b.ctx, recall.Request{
		Query: strings.Join(words, " "), Limit: shown,
		Filter: store.Filter{Reader: by.Client, Projects: projects, States: []store.State{store.Active, store.Pending}},
	})
	return err
}

// question takes three words of a text that a person might look for.
func question(body string) []string {
	var words []string
	for _, w := range strings.FieldsFunc(body, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		if len(w) > 4 && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words[:min(3, len(words))]
}
