package recall_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// near returns what a save finds as "merge #1" or "supersede #1", with commas.
func (f *fixture) near(by store.Author, in recall.Input) string {
	f.t.Helper()
	saved, err := f.Save(f.ctx, by, in)
	if err != nil {
		f.t.Fatalf("save %q: %v", in.Body, err)
	}
	return nearText(saved.Similar)
}

func nearText(all []store.Near) string {
	var s []string
	for _, n := range all {
		s = append(s, fmt.Sprintf("%s #%d", n.Kind, n.ID))
	}
	return strings.Join(s, ", ")
}

func TestSimilar(t *testing.T) {
	f := open(t)
	other, err := f.Project(f.ctx, store.ProjectRef{Name: "other", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	port := func(n int) recall.Input {
		return recall.Input{Body: fmt.Sprintf("The gateway listens on port %d", n)}
	}
	for _, c := range []struct {
		name string
		by   store.Author
		in   recall.Input
		want string
	}{
		{"the first", claude, port(80), ""},
		{"another value", claude, port(81), "supersede #1"},
		{"the same again is known", claude, port(81), ""},
		{"in other words", cursor, recall.Input{Body: "On port 80 the gateway listens"}, "supersede #2, merge #1"},
		{"by the person", person, port(82), "supersede #3, supersede #2, supersede #1"},
		{"private", person, recall.Input{Body: "The gateway listens on port 83", Private: true}, ""},
		{"another project", claude, recall.Input{Body: port(84).Body, ProjectID: other.ID}, ""},
		{"everywhere", claude, recall.Input{Body: "Use English for commit messages", ProjectID: store.Global}, ""},
		{"against what holds everywhere", claude, recall.Input{Body: "Use Chinese for commit messages", ProjectID: other.ID}, "supersede #7"},
		{"more than what holds everywhere", claude, recall.Input{Body: "Use English for commit messages, with the ticket", ProjectID: other.ID}, "supersede #8"},
		{"a summary tells of the past", claude, recall.Input{Body: "The gateway listens on port 99", Kind: store.Summary}, ""},
	} {
		if got := f.near(c.by, c.in); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestSimilar_NotWhatOneMayNotSee: a save tells nobody of private memories, of
// those that others have waiting, and of those that have had their time.
func TestSimilar_NotWhatOneMayNotSee(t *testing.T) {
	f := open(t)
	for i, hide := range []recall.Change{
		{Private: ptr(true)}, {State: ptr(store.Pending)}, {State: ptr(store.Archived)}, {State: ptr(store.Trashed)},
	} {
		m := f.save(claude, recall.Input{Body: fmt.Sprintf("Service%d listens on port 80", i)})
		hide.IDs = []int64{m.ID}
		f.change(person, hide)
		if got := f.near(cursor, recall.Input{Body: fmt.Sprintf("Service%d listens on port 81", i)}); got != "" {
			t.Errorf("%d: %s", i, got)
		}
		if i == 0 {
			if got := f.near(person, recall.Input{Body: "Service0 listens on port 82"}); got != "supersede #2" {
				t.Errorf("the person's: %s", got)
			}
		}
	}
	// What a newer memory takes the place of is old news.
	old := f.save(claude, recall.Input{Body: "The worker listens on port 80"})
	saved, err := f.Save(f.ctx, claude, recall.Input{Body: "The worker listens on port 81"})
	if err != nil || nearText(saved.Similar) != fmt.Sprintf("supersede #%d", old.ID) {
		t.Fatalf("%+v, %v", saved.Similar, err)
	}
	p, err := f.Store().Proposals(f.ctx, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Decide(f.ctx, person, p.Proposals[0].ID, recall.Ruling{Verdict: store.Accept}); err != nil {
		t.Fatal(err)
	}
	if got := f.near(claude, recall.Input{Body: "The worker listens on port 82"}); got != fmt.Sprintf("supersede #%d", saved.Memory.ID) {
		t.Errorf("after the older was superseded: %s", got)
	}
}

func TestSimilar_OfAnEdit(t *testing.T) {
	f := open(t)
	a := f.save(claude, recall.Input{Body: "The gateway listens on port 80"})
	b := f.save(claude, recall.Input{Body: "Nothing of the kind"})
	changed := f.change(cursor, recall.Change{IDs: []int64{b.ID}, Body: ptr("The gateway listens on port 81")})
	if got := nearText(changed.Similar); got != fmt.Sprintf("supersede #%d", a.ID) {
		t.Errorf("edited: %q", got)
	}
	for name, ch := range map[string]recall.Change{
		"a pin":         {Pinned: ptr(true)},
		"the same text": {Body: ptr("The gateway listens on port 81")},
	} {
		ch.IDs = []int64{b.ID}
		if changed := f.change(cursor, ch); len(changed.Similar) != 0 {
			t.Errorf("%s: %+v", name, changed.Similar)
		}
	}
}

// TestSimilar_Labelled holds that a save finds what the comparison knows, among
// thousands of other memories.
func TestSimilar_Labelled(t *testing.T) {
	f := open(t)
	if err := storetest.SeedN(f.ctx, f.Store(), 600); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile("../rank/testdata/similar.tsv")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Project(f.ctx, store.ProjectRef{Name: "payments-api", Create: true})
	if err != nil {
		t.Fatal(err)
	}
	input := func(s string) recall.Input {
		if title, body, ok := strings.Cut(s, " ¦ "); ok {
			return recall.Input{Title: title, Body: body, ProjectID: p.ID}
		}
		return recall.Input{Body: s, ProjectID: p.ID}
	}
	var pairs [][]string
	var there []int64
	line := 0
	for text := range strings.Lines(string(data)) {
		line++ // one of four: package rank compares them all
		if pair := strings.Split(strings.TrimSpace(text), "\t"); len(pair) == 4 && pair[0] != "verdict" && line%4 == 0 {
			pairs = append(pairs, pair)
			there = append(there, f.save(claude, input(pair[3])).ID)
		}
	}
	found, wanted := 0, 0
	for i, pair := range pairs {
		saved, err := f.Save(f.ctx, claude, input(pair[2]))
		if err != nil {
			t.Fatal(err)
		}
		want := store.MergeProposal
		switch pair[0] {
		case "none":
			continue
		case "conflict":
			want = store.SupersedeProposal
		}
		wanted++
		for _, n := range saved.Similar {
			if n.ID == there[i] && n.Kind == want {
				found++
			}
		}
	}
	t.Logf("%d of %d found", found, wanted)
	if found*10 < wanted*7 {
		t.Errorf("%d of %d were found; at least 7 of 10 are wanted", found, wanted)
	}
}

// TestSimilar_ChangesNothingElse: whatever is saved, all other memories stay as
// they are.
func TestSimilar_ChangesNothingElse(t *testing.T) {
	f := open(t)
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("port 80 81 gateway is not use Vue React 不要 开启 关闭 缓存 the timeout 30 seconds never # \" * NEAR 😀 前端 用 改用")
	var all []store.Memory
	for range 60 {
		var s []string
		for range 2 + random.IntN(5) {
			s = append(s, words[random.IntN(len(words))])
		}
		saved, err := f.Save(f.ctx, claude, recall.Input{Body: strings.Join(s, " ")})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			if saved.Known && m.ID == saved.Memory.ID {
				continue
			}
			if now := f.get(m.ID); !saved.Known && !reflect.DeepEqual(now, m) {
				t.Fatalf("saving %q changed %+v to %+v", strings.Join(s, " "), m, now)
			}
		}
		if !saved.Known {
			all = append(all, saved.Memory)
		} else if i := int(saved.Memory.ID) - 1; i < len(all) {
			all[i] = saved.Memory
		}
	}
}

// deaf is a store in which nothing can be looked for.
type deaf struct {
	store.Store
	waits bool
}

func (d deaf) Sharing(ctx context.Context, q store.Query, n int) ([]store.Memory, error) {
	if d.waits {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, errors.New("the index is gone")
}

func TestSimilar_SavesWithoutTheSearch(t *testing.T) {
	f := open(t)
	for i, waits := range []bool{false, true} {
		r := recall.New(deaf{f.Store(), waits})
		t.Cleanup(r.Close)
		saved, err := r.Save(f.ctx, claude, recall.Input{Body: fmt.Sprintf("the port is %d", i)})
		if err != nil || saved.Memory.ID == 0 || len(saved.Similar) != 0 {
			t.Errorf("saved %+v, %v", saved, err)
		}
	}
}

// TestSimilar_Race: two processes that save what is near to one memory at the
// same time make one proposal for each pair.
func TestSimilar_Race(t *testing.T) {
	f := open(t)
	f.save(claude, recall.Input{Body: "Use pgx for the connection pool"})
	var wg sync.WaitGroup
	for range 2 {
		s, err := sqlite.Open(f.ctx, sqlite.Options{Home: f.Store().Home()})
		if err != nil {
			t.Fatal(err)
		}
		r := recall.New(s)
		wg.Go(func() {
			defer s.Close()
			defer r.Close()
			for range 5 {
				if _, err := r.Save(context.Background(), cursor, recall.Input{Body: "For the connection pool, use pgx"}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	p, err := f.Store().Proposals(f.ctx, 0, 10)
	if err != nil || p.Total != 1 {
		t.Errorf("proposed %+v, %v", p, err)
	}
}
