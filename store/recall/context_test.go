package recall_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/recall"
	"memtray/store/text"
)

func (f *fixture) context(project store.Project, tokens int) brief.Context {
	f.t.Helper()
	c, err := f.Context(f.ctx, cursor, recall.ContextRequest{Project: project, Limits: brief.Limits{Tokens: tokens}})
	if err != nil {
		f.t.Fatal(err)
	}
	return c
}

// TestContext: whatever may not be told is never in a context, whatever was done
// to the memories before.
func TestContext(t *testing.T) {
	f := open(t)
	r := rand.New(rand.NewPCG(3, 4))
	names := []string{"api", "web", "unfiled", "global"}
	homes := map[string]store.Project{}
	for _, name := range names {
		p, err := f.Project(f.ctx, store.ProjectRef{Name: name, Create: true})
		if err != nil {
			t.Fatal(err)
		}
		homes[name] = p
	}
	var ids []int64
	for i := range 160 {
		f.time.Add(int64(r.IntN(40)) * time.Hour.Milliseconds())
		in := recall.Input{
			Body: fmt.Sprintf("marker%04d %s", i, []string{"一件要记住的事", "one thing to remember", "запомнить"}[r.IntN(3)]),
			Kind: store.Kinds()[r.IntN(len(store.Kinds()))], ProjectID: homes[names[r.IntN(len(names))]].ID,
			Pinned: r.IntN(6) == 0, Private: r.IntN(8) == 0,
		}
		if r.IntN(6) == 0 {
			in.ExpiresAt = store.Millis(f.time.Load() + int64(1+r.IntN(3000))*time.Hour.Milliseconds())
		}
		ids = append(ids, f.save([]store.Author{person, claude, cursor}[r.IntN(3)], in).ID)
	}
	for range 120 {
		id := ids[r.IntN(len(ids))]
		state := store.States()[r.IntN(len(store.States()))]
		f.change(person, recall.Change{IDs: []int64{id}, State: &state})
	}
	for range 30 {
		a, b := ids[r.IntN(len(ids))], ids[r.IntN(len(ids))]
		if a == b {
			continue
		}
		links := []store.Link{{Relation: []store.Relation{store.Supersedes, store.Related, store.MergedInto}[r.IntN(3)], Target: b}}
		if _, err := f.Store().Change(f.ctx, person, store.Change{IDs: []int64{a}, Patch: store.Patch{Links: &links}}); err != nil {
			t.Fatal(err)
		}
	}
	all, err := f.Store().Memories(f.ctx, ids)
	if err != nil {
		t.Fatal(err)
	}
	may := mayTell(all, store.Millis(f.time.Load()))
	for _, budget := range []int{200, 900, 20000} {
		for _, name := range names {
			home := homes[name]
			c := f.context(home, budget)
			if again := f.context(home, budget); again.Text != c.Text {
				t.Errorf("%s: the same store at the same time gives another context", name)
			}
			if c.Tokens > budget || c.Tokens != text.Count(c.Text) {
				t.Errorf("%d of %d tokens", c.Tokens, budget)
			}
			told := map[int64]bool{}
			for _, id := range c.IDs {
				told[id] = true
			}
			for i, m := range all {
				want := may[m.ID] && (m.ProjectID == home.ID || m.ProjectID == store.Global)
				stands := strings.Contains(c.Text, fmt.Sprintf("marker%04d", i))
				if stands && !want || stands != told[m.ID] {
					t.Errorf("%s, budget %d: #%d (%s, private %v, in %s) stands there: %v, said: %v", name, budget, m.ID, m.State, m.Private, m.Project, stands, told[m.ID])
				}
				if budget == 20000 && want && !stands && m.Kind != store.Summary {
					t.Errorf("%s: #%d is left out though there is room", name, m.ID)
				}
			}
		}
	}
}

// mayTell says of which memories anybody may be told, from what is known of all.
func mayTell(all []store.Memory, now store.Millis) map[int64]bool {
	may := map[int64]bool{}
	for _, m := range all {
		may[m.ID] = m.State == store.Active && !m.Private && (m.ExpiresAt == 0 || m.ExpiresAt > now)
	}
	for _, m := range all {
		for _, l := range m.Links {
			if l.Relation == store.Supersedes && (m.State == store.Active || m.State == store.Archived) {
				may[l.Target] = false
			}
			if l.Relation == store.MergedInto {
				may[m.ID] = false
			}
		}
	}
	return may
}

// TestContext_NewProject: of a folder that is not known yet nothing is told but
// what holds everywhere; what is in no project only where none is known.
func TestContext_NewProject(t *testing.T) {
	f := open(t)
	f.save(claude, recall.Input{Body: "of nothing"})
	global := f.save(claude, recall.Input{Body: "of everything", ProjectID: store.Global})
	if c := f.context(store.Project{Name: "new"}, 2000); !slices.Equal(c.IDs, []int64{global.ID}) || !strings.Contains(c.Text, "project new") {
		t.Errorf("a new project: %s", c.Text)
	}
	if c := f.context(store.Project{}, 2000); len(c.IDs) != 2 {
		t.Errorf("no project: %s", c.Text)
	}
}

// TestContext_Fetched: what was read matters more; being told does not count.
func TestContext_Fetched(t *testing.T) {
	f := open(t)
	old := f.save(claude, recall.Input{Body: "the old decision", Kind: store.Decision})
	f.time.Add((30 * 24 * time.Hour).Milliseconds())
	fresh := f.save(claude, recall.Input{Body: "the new decision", Kind: store.Decision})
	for range 20 {
		if err := f.Store().NoteRecall(f.ctx, store.Recall{Author: claude, Kind: store.InjectedRecall, IDs: []int64{old.ID}}); err != nil {
			t.Fatal(err)
		}
	}
	if c := f.context(store.Project{}, 2000); !slices.Equal(c.IDs, []int64{fresh.ID, old.ID}) {
		t.Errorf("order is %v", c.IDs)
	}
	for range 4 {
		if err := f.Store().NoteRecall(f.ctx, store.Recall{Author: claude, Kind: store.FetchedRecall, IDs: []int64{old.ID}}); err != nil {
			t.Fatal(err)
		}
	}
	if c := f.context(store.Project{}, 2000); !slices.Equal(c.IDs, []int64{old.ID, fresh.ID}) {
		t.Errorf("order is %v", c.IDs)
	}
}

// TestContext_Journal: the page is that of the day in the person's time zone.
func TestContext_Journal(t *testing.T) {
	f := open(t)
	f.note(claude, "", "Written today.")
	if c := f.context(store.Project{}, 2000); !strings.Contains(c.Text, "Written today.") {
		t.Errorf("context is %s", c.Text)
	}
	f.time.Add((24 * time.Hour).Milliseconds())
	if c := f.context(store.Project{}, 2000); !c.Empty {
		t.Errorf("a day later: %s", c.Text)
	}
}

// TestContext_Documents: the well-known documents are given, the others named, the
// newest first; a deleted one is neither.
func TestContext_Documents(t *testing.T) {
	f := open(t)
	write := func(name, text string) {
		t.Helper()
		f.time.Add(time.Minute.Milliseconds())
		if _, err := f.WriteDocument(f.ctx, person, recall.DocumentInput{Name: name, Mode: store.Replace, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"profile", "recipes", "个人简介", "gone"} {
		write(name, "The text of "+name+".")
	}
	write("gone", "")
	c := f.context(store.Project{}, 2000)
	if !strings.Contains(c.Text, "The text of profile.") || !strings.Contains(c.Text, "- doc:个人简介 (") || strings.Contains(c.Text, "doc:profile (") {
		t.Errorf("context is %s", c.Text)
	}
	if strings.Index(c.Text, "doc:个人简介") > strings.Index(c.Text, "doc:recipes") || strings.Contains(c.Text, "The text of recipes") || strings.Contains(c.Text, "gone") {
		t.Errorf("context is %s", c.Text)
	}
}
