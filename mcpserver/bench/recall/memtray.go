package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"memtray/mcpserver/bench/sets"
	"memtray/store"
	"memtray/store/rank"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

// shown is how many rows every method is asked for: more than anybody reads, as
// several records may count as one unit.
const shown = sets.Depth

const client = "bench"

// memtray is the real store, filled with sets, and the real search over it.
type memtray struct {
	ctx      context.Context
	clock    *storetest.Clock
	recall   *recall.Recall
	sets     []sets.Set
	projects []int64       // of each set, where there are several
	records  map[int64]int // the record of a memory, by its number in its set
}

// fill saves the records of sets in their order, at their times and in their
// sessions.
func fill(ctx context.Context, home string, all []sets.Set) (*memtray, error) {
	clock := storetest.NewClock()
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home, Now: clock.Now})
	if err != nil {
		return nil, err
	}
	m := &memtray{
		ctx: ctx, clock: clock, sets: all, records: map[int64]int{},
		recall: recall.New(s, recall.WithClock(clock.Now)),
	}
	if err := m.fill(); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *memtray) fill() error {
	// A set is saved in less than the hour for which clients have a limit.
	if err := m.recall.Store().SetSetting(m.ctx, store.SettingHourlySaves, strconv.Itoa(store.MaxHourly)); err != nil {
		return err
	}
	var last time.Time
	for k, s := range m.sets {
		ref := store.ProjectRef{}
		if len(m.sets) > 1 {
			ref = store.ProjectRef{Name: s.Name, Create: true}
			p, err := m.recall.Store().Project(m.ctx, ref)
			if err != nil {
				return err
			}
			m.projects = append(m.projects, p.ID)
		}
		for i, r := range s.Records {
			if !r.At.IsZero() {
				m.clock.Set(r.At)
			}
			if m.clock.Now().After(last) {
				last = m.clock.Now()
			}
			if err := m.save(k, i, ref); err != nil {
				return fmt.Errorf("save record %q: %w", r.ID, err)
			}
		}
	}
	m.clock.Set(last.Add(24 * time.Hour)) // the questions come on the next day
	return nil
}

// save saves the record number i of the set number k. A record of no session is
// saved as by the person, who has none either.
func (m *memtray) save(k, i int, project store.ProjectRef) error {
	r := m.sets[k].Records[i]
	by := store.Author{Kind: store.Person, Process: client}
	if r.Session != "" {
		by = store.Author{Kind: store.Agent, Client: client, Process: process(k, r.Session)}
	}
	if project.Name == "" && r.Project != "" {
		project = store.ProjectRef{Name: r.Project, Create: true}
	}
	saved, err := m.recall.Save(m.ctx, by, recall.Input{Kind: r.Kind, Body: r.Text, Tags: r.Tags, Project: project})
	if err != nil {
		return err
	}
	if _, known := m.records[saved.Memory.ID]; !known {
		m.records[saved.Memory.ID] = i
	}
	return nil
}

// process names a session's process, as each session has one of its own.
func process(k int, session string) string {
	name := []rune(fmt.Sprint(k, " ", session))
	return string(name[:min(len(name), store.MaxProcess)])
}

func (m *memtray) methods() []method {
	return []method{
		{ours, m.search},
		{"memtray-index", m.ranked(rank.Index())},
		{"memtray-plain", m.ranked(rank.Plain())},
	}
}

// filter is what a client searches in: the project of the set number k, or
// everything if the store holds that set alone.
func (m *memtray) filter(k int) store.Filter {
	f := store.Filter{Reader: client, States: []store.State{store.Active, store.Pending}}
	if len(m.projects) > 0 {
		f.Projects = m.projects[k : k+1]
	}
	return f
}

// search is the search that clients get.
func (m *memtray) search(k int, question string) ([]int, error) {
	found, err := m.recall.Search(m.ctx, recall.Request{Query: question, Filter: m.filter(k), Limit: shown})
	if err != nil {
		return nil, err
	}
	records := make([]int, len(found.Rows))
	for i, row := range found.Rows {
		records[i] = m.records[row.ID]
	}
	return records, nil
}

// ranked is that search with other weights: what the engine finds, in the order
// of package rank. It reads no rows to show.
func (m *memtray) ranked(w rank.Weights) func(k int, question string) ([]int, error) {
	return func(k int, question string) ([]int, error) {
		terms := text.Terms(question, false)
		pool, err := m.recall.Store().Candidates(m.ctx, store.Query{
			Terms: terms, Filter: m.filter(k), Limit: shown, Neighbours: w.Previous > 0 || w.Next > 0 || w.Further > 0,
		}, store.MaxCandidates)
		if err != nil {
			return nil, err
		}
		now := m.clock.Now()
		hits := rank.Order(pool, recall.Question(question, terms, now), store.MillisOf(now), w)
		records := make([]int, len(hits))
		for i, h := range hits {
			records[i] = m.records[h.ID]
		}
		return records, nil
	}
}

func (m *memtray) close() {
	m.recall.Close()
	m.recall.Store().Close()
}
