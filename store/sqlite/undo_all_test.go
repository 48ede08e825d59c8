package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// past is a history of acts of all kinds, with what there was before each.
type past struct {
	t        *testing.T
	r        *rand.Rand
	s        []*sqlite.Store // of two processes
	authors  []store.Author
	projects []int64
	ids      []int64
	dir      string
	copies   []string
	acts     []int64
	before   []string
}

func (p *past) check(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// state is all that undo has to bring back: memories outside the trash with
// what they hold, and projects with their names.
func (p *past) state() string {
	p.t.Helper()
	all, err := p.s[0].Memories(context.Background(), p.ids)
	p.check(err)
	out := ""
	for _, m := range all {
		if m.State != store.Trashed {
			out += fmt.Sprintf("#%d %+v\n", m.ID, imageNow(m))
		}
	}
	projects, err := p.s[0].Projects(context.Background())
	p.check(err)
	for _, one := range projects {
		out += fmt.Sprintf("%d %s %v %d\n", one.ID, one.Name, one.Aliases, one.Memories)
	}
	return out
}

func (p *past) did(act int64, before string) {
	if act != 0 {
		p.acts, p.before = append(p.acts, act), append(p.before, before)
	}
}

// text is one of few, so that equal ones meet.
func (p *past) text() string { return fmt.Sprintf("text %d", p.r.IntN(6)) }

func (p *past) some(n int) []int64 {
	var ids []int64
	for range n {
		ids = append(ids, p.ids[p.r.IntN(len(p.ids))])
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (p *past) project() int64 { return p.projects[p.r.IntN(len(p.projects))] }

// act does one random thing, which may be refused.
func (p *past) act() {
	before, who := p.state(), p.r.IntN(2)
	s, by := p.s[who], p.authors[who]
	var act int64
	var err error
	switch kind := p.r.IntN(12); {
	case kind < 4 || len(p.ids) == 0:
		var saved store.Saved
		saved, err = s.Save(context.Background(), by, store.Draft{Title: "t", Body: p.text(), ProjectID: p.project()})
		if act = saved.Act; err == nil && !slices.Contains(p.ids, saved.Memory.ID) {
			p.ids = append(p.ids, saved.Memory.ID)
		}
	case kind < 9:
		var c store.Changed
		c, err = s.Change(context.Background(), by, p.change(kind))
		act = c.Act
	case kind == 9:
		var c store.ProjectAct
		if p.r.IntN(2) == 0 {
			c, err = s.RenameProject(context.Background(), by, p.project(), fmt.Sprintf("name %d", p.r.IntN(4)))
		} else {
			c, err = s.MergeProjects(context.Background(), by, p.project(), p.project())
		}
		act = c.Act
	case kind == 10:
		file := filepath.Join(p.dir, fmt.Sprintf("%d.db", len(p.copies)))
		p.copies = append(p.copies, file)
		err = s.Copy(context.Background(), file)
	case len(p.copies) > 0:
		last := p.lastAct()
		_, err = s.Restore(context.Background(), by, p.copies[p.r.IntN(len(p.copies))])
		if now := p.lastAct(); now != last {
			act = now
		}
	}
	if code := store.ErrorCode(err); err != nil && code != store.Conflict && code != store.Invalid && code != store.NotFound {
		p.t.Fatal(err)
	}
	if now := p.state(); act == 0 && now != before {
		p.t.Fatalf("changed without an act:\n%s\nwas\n%s", now, before)
	}
	p.did(act, before)
}

func (p *past) change(kind int) store.Change {
	c := store.Change{IDs: p.some(1 + p.r.IntN(3))}
	switch kind {
	case 4:
		c.IDs = c.IDs[:1]
		c.Patch.Title, c.Patch.Body = ptr("t"), ptr(p.text())
	case 5:
		c.Patch.State = ptr([]store.State{store.Trashed, store.Active, store.Archived}[p.r.IntN(3)])
	case 6:
		c.Patch.ProjectID = ptr(p.project())
	case 7:
		c.IDs = c.IDs[:1]
		links := []store.Link{}
		for _, target := range p.some(2) {
			if target != c.IDs[0] {
				links = append(links, store.Link{Relation: []store.Relation{store.Related, store.Supersedes}[p.r.IntN(2)], Target: target})
			}
		}
		c.Patch.Links = &links
	case 8:
		c.Patch.Pinned, c.Patch.Private = ptr(p.r.IntN(2) == 0), ptr(p.r.IntN(4) == 0)
	}
	return c
}

func (p *past) lastAct() (id int64) {
	p.check(raw(p.t, p.dir).QueryRow(`select coalesce(max(id), 0) from acts`).Scan(&id))
	return id
}

// TestUndoOfAll: after any history with equal texts, links, moves, renamed and
// merged projects and restored backups, undoing all of it, newest first, leads
// back through every state there was, and redoing it leads forth again.
func TestUndoOfAll(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := t.TempDir()
			p := &past{t: t, r: rand.New(rand.NewPCG(seed, 11)), dir: dir, authors: []store.Author{me, codex},
				s: []*sqlite.Store{openIn(t, dir, nil), openIn(t, dir, nil)}, projects: []int64{store.Unfiled, store.Global}}
			for _, name := range []string{"a", "b", "c"} {
				one, err := p.s[0].Project(context.Background(), store.ProjectRef{Name: name, Create: true})
				p.check(err)
				p.projects = append(p.projects, one.ID)
			}
			for range 60 {
				p.act()
			}
			end := p.state()
			after := append(slices.Clone(p.before[1:]), end)
			undos := make([]int64, len(p.acts))
			for i, act := range slices.Backward(p.acts) {
				u, err := p.s[i%2].Undo(context.Background(), p.authors[i%2], act)
				p.check(err)
				if undos[i] = u.Act; len(u.Kept) > 0 {
					t.Errorf("undo of act %d kept %+v", act, u.Kept)
				}
				if got := p.state(); got != p.before[i] {
					t.Fatalf("undo of act %d, the %d. of %d, led to\n%s\nwant\n%s", act, i, len(p.acts), got, p.before[i])
				}
			}
			for i, undo := range undos {
				_, err := p.s[i%2].Undo(context.Background(), p.authors[i%2], undo)
				p.check(err)
				if got := p.state(); got != after[i] {
					t.Fatalf("redo of act %d led to\n%s\nwant\n%s", p.acts[i], got, after[i])
				}
			}
			checkIntegrity(t, dir)
		})
	}
}
