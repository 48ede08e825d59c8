package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"memtray/mcpserver/bench/sets"
)

// run measures the sets of a folder, or the questions of a file of LongMemEval.
func run(ctx context.Context, data string, misses int) (*report, error) {
	dir, err := os.MkdirTemp("", "memtray-recall")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b := &bench{ctx: ctx, dir: dir, report: newReport(misses)}
	if strings.HasSuffix(data, ".json") {
		return b.report, b.longMem(data)
	}
	all, err := sets.Read(data)
	if err != nil {
		return nil, err
	}
	return b.report, b.all(all, filepath.Base(filepath.Clean(data)))
}

// bench measures into its report, with files below dir.
type bench struct {
	ctx    context.Context
	dir    string
	stores int
	report *report
}

// all measures each set, and those that are conversations together as well. Root
// names those that lie in the folder itself.
func (b *bench) all(all []sets.Set, root string) error {
	groups := conversations(all, root)
	pooled := map[string]string{} // the group of a set
	for _, g := range groups {
		for _, s := range g.sets {
			pooled[s.Name] = g.name
		}
	}
	for _, s := range all {
		names := []string{s.Name}
		if group := pooled[s.Name]; group != "" {
			names = append(names, group)
		}
		if err := b.measure([]sets.Set{s}, names...); err != nil {
			return fmt.Errorf("set %s: %w", s.Name, err)
		}
	}
	for _, g := range groups {
		name := "joined"
		if len(groups) > 1 {
			name = g.name + "/joined"
		}
		if err := b.measure(g.sets, name); err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
	}
	return nil
}

// longMem measures each question in a store of its own.
func (b *bench) longMem(file string) error {
	name := strings.TrimSuffix(filepath.Base(file), ".json")
	for s, err := range sets.LongMem(file) {
		if err != nil {
			return err
		}
		if err := b.measure([]sets.Set{s}, name); err != nil {
			return fmt.Errorf("question %s: %w", s.Name, err)
		}
	}
	return nil
}

// group are conversations that lie side by side.
type group struct {
	name string
	sets []sets.Set
}

// conversations returns the folders in which two or more sets of sessions lie.
func conversations(all []sets.Set, root string) []group {
	var groups []group
	at := map[string]int{}
	for _, s := range all {
		folder := path.Dir(s.Name)
		if folder == "." {
			folder = root
		}
		if !s.Sessions() {
			continue
		}
		i, known := at[folder]
		if !known {
			i = len(groups)
			at[folder] = i
			groups = append(groups, group{name: folder})
		}
		groups[i].sets = append(groups[i].sets, s)
	}
	several := groups[:0]
	for _, g := range groups {
		if len(g.sets) > 1 {
			several = append(several, g)
		}
	}
	return several
}

// measure fills one store with sets, asks all their questions with every method,
// and reports the verdicts under each of names. Several sets have a project each,
// and their questions are asked within it.
func (b *bench) measure(all []sets.Set, names ...string) error {
	b.stores++
	home := filepath.Join(b.dir, fmt.Sprint(b.stores))
	defer os.RemoveAll(home)
	ours, err := fill(b.ctx, filepath.Join(home, "store"), all)
	if err != nil {
		return err
	}
	defer ours.close()
	peers, err := fillPlain(b.ctx, filepath.Join(home, "plain.db"), all)
	if err != nil {
		return err
	}
	defer peers.close()
	for _, name := range names {
		b.report.records(name, all)
	}
	for _, m := range append(ours.methods(), peers.methods()...) {
		for k, s := range all {
			for _, q := range s.Questions {
				start := time.Now()
				found, err := m.search(k, q.Text)
				took := time.Since(start)
				if err != nil {
					return fmt.Errorf("%s, question %q: %w", m.name, q.Text, err)
				}
				for _, name := range names {
					b.report.add(name, m.name, s, q, s.Found(found), took)
				}
			}
		}
	}
	return nil
}

// method is a way to search. It returns the numbers of records of the set number
// k that it finds, best first.
type method struct {
	name   string
	search func(k int, question string) ([]int, error)
}

// methodNames are all methods in the order of the tables.
var methodNames = []string{ours, "memtray-index", "memtray-plain", "or", "and", "substring"}
