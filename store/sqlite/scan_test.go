package sqlite_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

// Of a scope with more memories only the newest are read one by one, and the
// answer says so. A letter that is a word is found wherever it stands.
func TestScanned(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	you := store.Author{Kind: store.Person}
	save := func(project int64, body string) int64 {
		saved, err := s.Save(ctx, you, store.Draft{Body: body, ProjectID: project})
		if err != nil {
			t.Fatal(err)
		}
		return saved.Memory.ID
	}
	old := save(store.Global, "zebras are not to be fed")
	other := save(store.Global, "планы и 去重")
	letter := save(store.Global, "plan z")
	for i := range store.MaxScanned - 1 {
		save(store.Unfiled, fmt.Sprintf("memory %d", i))
	}
	last := save(store.Unfiled, "to be: the zoo")
	global := store.Filter{Projects: []int64{store.Global}}
	for name, c := range map[string]struct {
		q       store.Query
		want    []int64
		partial bool
	}{
		"stop words":               {store.Query{Literal: "to be"}, []int64{last}, true},
		"stop words in a project":  {store.Query{Literal: "to be", Filter: global}, []int64{old}, false},
		"a letter":                 {store.Query{Terms: text.Terms("z", true)}, []int64{last, letter}, true},
		"a letter in a project":    {store.Query{Terms: text.Terms("z", true), Filter: global}, []int64{letter, old}, false},
		"a letter, one by one":     {store.Query{Terms: text.Terms("z", true), Offset: 1}, []int64{letter}, true},
		"a letter behind the last": {store.Query{Terms: text.Terms("z", true), Offset: 2}, []int64{}, true},
		"a letter that is whole":   {store.Query{Terms: text.Terms("z", false)}, []int64{letter}, false},
		"a Cyrillic letter":        {store.Query{Terms: text.Terms("п", true)}, []int64{}, true},
		"a Chinese character":      {store.Query{Terms: text.Terms("去", true)}, []int64{other}, false},
		"two letters":              {store.Query{Terms: text.Terms("ze", true)}, []int64{old}, false},
	} {
		c.q.Limit = 10
		found, err := s.Find(ctx, c.q)
		if err != nil {
			t.Fatal(err)
		}
		ids := []int64{}
		for _, r := range found.Rows {
			ids = append(ids, r.ID)
		}
		if !slices.Equal(ids, c.want) || found.Partial != c.partial || found.Total != len(c.want)+c.q.Offset {
			t.Errorf("%s: %v of %d, partial %t; want %v, %t", name, ids, found.Total, found.Partial, c.want, c.partial)
		}
		if len(c.q.Terms) == 0 || c.q.Offset > 0 {
			continue
		}
		pool, err := s.Candidates(ctx, c.q, store.MaxCandidates)
		if err != nil || pool.Total != len(c.want) || pool.ByTerms != len(c.want) || pool.Partial != c.partial {
			t.Errorf("%s: %d candidates of %d, partial %t, %v", name, pool.ByTerms, pool.Total, pool.Partial, err)
		}
	}
}

// What is read one by one is bounded before anything of it is read.
func TestScanPlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	for name, q := range map[string]store.Query{
		"stop words": {Literal: "to be"},
		"a letter":   {Terms: text.Terms("w", true)},
	} {
		q.Filter = store.Filter{Projects: []int64{3}, Reader: "codex"}
		for _, statement := range append(sqlite.Statements(q), sqlite.CandidateStatements(q)[0]) {
			if !strings.Contains(statement.Text, fmt.Sprintf("order by m.id desc limit %d)", store.MaxScanned)) {
				t.Errorf("%s is not bounded:\n%s", name, statement.Text)
			}
			plan := explain(t, dir, statement)
			if !strings.Contains(plan, "SEARCH m USING COVERING INDEX memories_filter (project_id=? AND state=?)") ||
				strings.Contains(plan, "SCAN k") || strings.Contains(plan, "SCAN m") {
				t.Errorf("%s:\n%s", name, plan)
			}
		}
	}
}
