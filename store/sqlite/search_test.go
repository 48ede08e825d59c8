package sqlite_test

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

// A scoped search is led by the index and reads only the rows of its page.
func TestSearchPlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	scoped := store.Filter{Projects: []int64{3}, Kinds: []store.Kind{store.Fact}, Clients: []string{"codex"}, Reader: "codex"}
	pinned := true
	words := text.Terms("webhook 去重", true)
	for name, q := range map[string]store.Query{
		"scoped":            {Terms: words, Filter: scoped, Limit: 10},
		"filtered":          {Terms: words, Filter: store.Filter{Pinned: &pinned, Tags: []string{"x"}}, Limit: 10},
		"sorted":            {Terms: words, Sort: store.Newest, Limit: 10},
		"narrowed":          {Terms: words, Filter: store.Filter{Since: 1, Until: 2, Files: []string{"x"}, IDs: []int64{1, 2}}, Limit: 10},
		"list of ids":       {Filter: store.Filter{Projects: []int64{3}, IDs: []int64{1, 2}}, Limit: 10},
		"list by time":      {Filter: store.Filter{Since: 1, Until: 2}, Limit: 10},
		"list":              {Limit: 100},
		"list of a project": {Filter: store.Filter{Projects: []int64{3}}, Limit: 100},
		"stop words":        {Literal: "to be", Filter: scoped, Limit: 10},
		"tag":               {Filter: store.Filter{Tags: []string{"x"}}, Limit: 10},
	} {
		for _, statement := range sqlite.Statements(q) {
			plan := explain(t, dir, statement)
			if len(q.Terms) > 0 && !strings.HasPrefix(plan, "SCAN search VIRTUAL TABLE") {
				t.Errorf("%s: the index does not lead:\n%s", name, plan)
			}
			for line := range strings.Lines(plan) {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "SCAN m") && !strings.Contains(line, "INDEX") {
					t.Errorf("%s: all memories are read:\n%s", name, plan)
				}
			}
		}
	}
}

// What ranking reads of candidates and their neighbours is looked up by id, and
// neighbours by their session; whatever the filter, nothing is scanned.
func TestCandidatePlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	pinned := true
	for name, f := range map[string]store.Filter{
		"everything": {},
		"scoped":     {Projects: []int64{3}, Kinds: []store.Kind{store.Fact}, Clients: []string{"codex"}, Reader: "codex"},
		"filtered":   {Pinned: &pinned, Tags: []string{"x"}, Files: []string{"x"}, Since: 1},
	} {
		q := store.Query{Terms: text.Terms("webhook 去重", false), Filter: f, Neighbours: true}
		for i, statement := range sqlite.CandidateStatements(q, 5, 6, 7) {
			plan := explain(t, dir, statement)
			for line := range strings.Lines(plan) {
				line = strings.TrimSpace(line)
				if strings.HasPrefix(line, "SCAN") && !strings.Contains(line, "VIRTUAL TABLE") && !strings.HasPrefix(line, "SCAN old") && !strings.HasPrefix(line, "SCAN l") {
					t.Errorf("%s: statement %d scans:\n%s", name, i, plan)
				}
			}
			if i == 1 && strings.Count(plan, "SEARCH b USING INDEX memories_session (session_id=? AND project_id=? AND rowid") != 2 {
				t.Errorf("%s: neighbours are not found by their session:\n%s", name, plan)
			}
		}
	}
}

// A filter, a list and facets are answered from the index that is made for them.
func TestListPlans(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 200)
	count := func(q store.Query) sqlite.Statement { return sqlite.Statements(q)[0] }
	page := func(q store.Query) sqlite.Statement { q.Limit = 100; return sqlite.Statements(q)[1] }
	project := store.Filter{Projects: []int64{3}, Reader: "codex"}
	for name, c := range map[string]struct {
		statement sqlite.Statement
		index     string
	}{
		"first page":         {page(store.Query{}), "USING INDEX memories_created"},
		"count":              {count(store.Query{}), "USING COVERING INDEX memories_filter"},
		"count of a project": {count(store.Query{Filter: project}), "USING COVERING INDEX memories_filter (project_id=? AND state=?)"},
		"facets":             {sqlite.FacetsStatement(store.Query{}), "USING COVERING INDEX memories_filter"},
		"facets of a search": {sqlite.FacetsStatement(store.Query{Terms: text.Terms("webhook", false)}), "SCAN search VIRTUAL TABLE"},
		"older tokens":       {sqlite.Statement{Text: `select memory_id from memory_tokens where version < 2 order by version desc, memory_id desc limit 100`}, "USING COVERING INDEX memory_tokens_version (version<?)"},
	} {
		if plan := explain(t, dir, c.statement); !strings.Contains(plan, c.index) {
			t.Errorf("%s: want %s in the plan:\n%s", name, c.index, plan)
		}
	}
}

func explain(t *testing.T, dir string, s sqlite.Statement) string {
	t.Helper()
	rows, err := raw(t, dir).Query(`explain query plan `+s.Text, s.Args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(detail + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

func FuzzFind(f *testing.F) {
	for _, q := range []string{"webhook", "去重", "去", `"`, `a"b`, "NEAR(a b)", "^a : *", "a\x00b", "\xff\xfe", "-- '", "🧪👩‍👩‍👧", "：p1", "p:1", strings.Repeat("x ", 500)} {
		f.Add(q)
	}
	dir := f.TempDir()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { s.Close() })
	storetest.Seed(f, s, 60)
	trash := store.Filter{States: []store.State{store.Active, store.Trashed}, Reader: "codex"}
	f.Fuzz(func(t *testing.T, query string) {
		for _, q := range []store.Query{
			{Terms: text.Terms(query, true), Filter: store.Filter{Projects: []int64{3}}},
			{Terms: text.Terms(query, false), Literal: query, Filter: trash},
			{Literal: query},
		} {
			q.Limit = 5
			if _, err := s.Find(context.Background(), q); err != nil {
				t.Errorf("%q: %v", query, err)
			}
			if _, err := s.Facets(context.Background(), q); err != nil {
				t.Errorf("facets of %q: %v", query, err)
			}
		}
	})
}

// What is searched for in one project must not be found by the mark of another,
// nor a mark by any text.
func FuzzMarks(f *testing.F) {
	for _, s := range []string{"：p3", ":p3", "：sarchived", "﹕p3", "：\u200dp3", "︓v", "：ccodex"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, token := range text.Tokens(s) {
			for _, mark := range sqlite.Marks {
				if strings.HasPrefix(token, mark) {
					t.Errorf("%q gives the token %q", s, token)
				}
			}
		}
		for _, term := range text.Terms(s, true) {
			for _, mark := range sqlite.Marks {
				if term.Prefix && strings.HasPrefix(mark, term.Token) || strings.HasPrefix(term.Token, mark) {
					t.Errorf("%q gives the term %+v", s, term)
				}
			}
		}
	})
}

// Index, tokens and memories name the same rows, whatever was done to them.
func TestIndexIsComplete(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	storetest.Seed(t, s, 300)
	db := raw(t, dir)
	for name, query := range map[string]string{
		"memories without tokens": `select count(*) from memories where state <> 'trashed' and id not in (select memory_id from memory_tokens)`,
		"tokens of the trash":     `select count(*) from memory_tokens join memories on id = memory_id where state = 'trashed'`,
		"tokens without index":    `select count(*) from memory_tokens where memory_id not in (select id from search_docsize)`,
		"index without tokens":    `select count(*) from search_docsize where id not in (select memory_id from memory_tokens)`,
		"derived titles indexed":  `select count(*) from memory_tokens join memories on id = memory_id where title_derived and memory_tokens.title <> ''`,
	} {
		var n int
		if err := db.QueryRow(query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
}

// A great selection is one act, and comes back as one.
func TestChangeTwoThousand(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	you := store.Author{Kind: store.Person}
	ids := make([]int64, 2000)
	for i := range ids {
		saved, err := s.Save(ctx, you, store.Draft{Body: "memory " + strconv.Itoa(i)})
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = saved.Memory.ID
	}
	trashed := store.Trashed
	c, err := s.Change(ctx, you, store.Change{IDs: ids, Patch: store.Patch{State: &trashed}})
	if err != nil || len(c.IDs) != len(ids) {
		t.Fatalf("%d of %d in the trash, %v", len(c.IDs), len(ids), err)
	}
	u, err := s.Undo(ctx, you, c.Act)
	if err != nil || len(u.Restored) != len(ids) {
		t.Fatalf("%d of %d restored, %v", len(u.Restored), len(ids), err)
	}
	l, err := s.Find(ctx, store.Query{Terms: text.Terms("memory", false), Limit: 1})
	if err != nil || l.Total != len(ids) {
		t.Errorf("%d of %d found, %v", l.Total, len(ids), err)
	}
}
