package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// layer is what was done to one memory and is not undone.
type layer struct {
	key   int // of no other layer
	image store.Image
}

// model says what undo has to lead to: each memory, document and note (with ids
// of their own below zero, see [history.texts]) is a pile of layers, an act
// puts one on top of some, and an undo takes them away where they are on top.
type model struct {
	keys  int
	piles map[int64][]layer         // by memory
	does  map[int64]map[int64]int   // what an act put on which memory
	undos map[int64]map[int64]taken // what an undo took from which
}

// taken is a layer that was taken from a pile, and the one that it lay on.
type taken struct {
	layer layer
	under int
}

func (m *model) put(act, id int64, image store.Image) {
	m.keys++
	m.piles[id] = append(m.piles[id], layer{m.keys, image})
	if m.does[act] == nil {
		m.does[act] = map[int64]int{}
	}
	m.does[act][id] = m.keys
}

func (m *model) top(id int64) layer { return m.piles[id][len(m.piles[id])-1] }

func (m *model) has(id int64, key int) bool {
	return slices.ContainsFunc(m.piles[id], func(l layer) bool { return l.key == key })
}

// undo returns the ids that an undo of act restores; by is the act of the undo.
func (m *model) undo(act, by int64) []int64 {
	var restored []int64
	m.undos[by], m.does[by] = map[int64]taken{}, map[int64]int{}
	for id, key := range m.does[act] {
		if pile := m.piles[id]; m.top(id).key == key {
			m.piles[id] = pile[:len(pile)-1]
			m.undos[by][id] = taken{pile[len(pile)-1], m.top(id).key}
			restored = append(restored, id)
		}
	}
	for id, t := range m.undos[act] {
		if m.top(id).key == t.under && !m.has(id, t.layer.key) {
			m.piles[id] = append(m.piles[id], t.layer)
			m.does[by][id] = t.layer.key
			restored = append(restored, id)
		}
	}
	slices.Sort(restored)
	return restored
}

// actor is one author at one process, with the undo stack of a window.
type actor struct {
	store.Author
	s            *sqlite.Store
	done, undone []int64
}

// history is a random one of two authors, with the model of what it leads to.
type history struct {
	t      *testing.T
	r      *rand.Rand
	model  model
	actors []*actor
	ids    []int64
	texts  int
	notes  []int64
}

func (h *history) fresh() string {
	h.texts++
	return fmt.Sprintf("text %d", h.texts)
}

func (h *history) some(n int) []int64 {
	var ids []int64
	for range n {
		ids = append(ids, h.ids[h.r.IntN(len(h.ids))])
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (h *history) check(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// act does one random thing.
func (h *history) act(a *actor, projects []int64) {
	ids := h.some(1)
	var p store.Patch
	switch h.r.IntN(12) {
	case 0:
		p.Body, p.Title = ptr(h.fresh()), ptr("a title")
	case 1:
		p.State = ptr(store.Trashed)
	case 2:
		p.State, ids = ptr(store.Active), h.some(2)
	case 3:
		p.Pinned, ids = ptr(h.r.IntN(2) == 0), h.some(3)
	case 4:
		p.ProjectID = &projects[h.r.IntN(len(projects))]
	case 5:
		p.Tags, p.Links = &[]string{h.fresh()}, &[]store.Link{}
	case 6:
		p.State, ids = ptr(store.Archived), h.some(4)
	case 7:
		h.save(a)
		return
	case 8, 9:
		h.write(a)
		return
	case 10:
		h.note(a)
		return
	case 11:
		h.changeNote(a)
		return
	}
	c, err := a.s.Change(context.Background(), a.Author, store.Change{IDs: ids, Patch: p})
	h.check(err)
	for _, m := range h.memories(a.s, c.IDs) {
		h.model.put(c.Act, m.ID, imageNow(m))
	}
	if c.Act != 0 {
		a.done, a.undone = append(a.done, c.Act), nil
	}
}

func (h *history) save(a *actor) {
	saved, err := a.s.Save(context.Background(), a.Author, store.Draft{Title: "t", Body: h.fresh()})
	h.check(err)
	m := saved.Memory
	gone := imageNow(m)
	gone.State = store.Trashed
	h.model.put(0, m.ID, gone) // what is below a save
	h.model.put(saved.Act, m.ID, imageNow(m))
	h.ids = append(h.ids, m.ID)
	a.done, a.undone = append(a.done, saved.Act), nil
}

func (h *history) memories(s *sqlite.Store, ids []int64) []store.Memory {
	h.t.Helper()
	all, err := s.Memories(context.Background(), ids)
	h.check(err)
	return all
}

// undo takes back the newest act of from and puts the new act on to. The model
// says which memories that has to restore.
func (h *history) undo(a *actor, from, to *[]int64) {
	if len(*from) == 0 {
		return
	}
	act := (*from)[len(*from)-1]
	*from = (*from)[:len(*from)-1]
	u, err := a.s.Undo(context.Background(), a.Author, act)
	h.check(err)
	want := h.model.undo(act, u.Act)
	restored := slices.Clone(u.Restored)
	for _, name := range u.Documents {
		restored = append(restored, documentKey(name))
	}
	for _, id := range u.Notes {
		restored = append(restored, noteKey(id))
	}
	slices.Sort(restored)
	if !slices.Equal(restored, want) && len(restored)+len(want) > 0 {
		h.t.Fatalf("undo of act %d restored %v, want %v; kept %+v", act, restored, want, u.Kept)
	}
	if u.Act != 0 {
		*to = append(*to, u.Act)
	}
}

func imageNow(m store.Memory) store.Image {
	return store.Image{
		Kind: m.Kind, Title: m.Title, TitleDerived: m.TitleDerived, Body: m.Body, ProjectID: m.ProjectID, Project: m.Project,
		Tags: m.Tags, Files: m.Files, Links: m.Links, State: m.State, Pinned: m.Pinned, Private: m.Private,
		ReviewedAt: m.ReviewedAt, SnoozedUntil: m.SnoozedUntil, ExpiresAt: m.ExpiresAt,
	}
}

func (h *history) compare(when string) {
	h.t.Helper()
	for i, a := range h.actors { // both processes see the same
		for _, m := range h.memories(a.s, h.ids) {
			if got, want := fmt.Sprintf("%+v", imageNow(m)), fmt.Sprintf("%+v", h.model.top(m.ID).image); got != want {
				h.t.Fatalf("%s, process %d: #%d is\n%s, want\n%s", when, i, m.ID, got, want)
			}
		}
		for key, got := range h.writings(a.s) {
			if want := h.model.top(key).image.Body; got != want {
				h.t.Fatalf("%s, process %d: %d is\n%q, want\n%q", when, i, key, got, want)
			}
		}
	}
}

// TestUndoOfTwoAuthors: after any history of two authors in two processes,
// undoing all that one of them did, newest first, restores exactly what nobody
// else built upon, and redoing it leads back.
func TestUndoOfTwoAuthors(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			dir := t.TempDir()
			h := &history{t: t, r: rand.New(rand.NewPCG(seed, 7)), model: model{
				piles: map[int64][]layer{}, does: map[int64]map[int64]int{}, undos: map[int64]map[int64]taken{},
			}}
			h.actors = []*actor{{Author: me, s: openIn(t, dir, nil)}, {Author: codex, s: openIn(t, dir, nil)}}
			projects := []int64{store.Unfiled, store.Global}
			for range 5 {
				h.save(h.actors[h.r.IntN(2)])
			}
			for range 60 {
				a := h.actors[h.r.IntN(2)]
				switch h.r.IntN(5) {
				case 0:
					h.undo(a, &a.done, &a.undone)
				case 1:
					h.undo(a, &a.undone, &a.done)
				default:
					h.act(a, projects)
				}
			}
			h.compare("after the history")
			one, other := h.actors[seed%2], h.actors[1-seed%2]
			before := h.states(one.s)
			of := h.revisions(one.s)
			one.undone = nil
			for len(one.done) > 0 {
				h.undo(one, &one.done, &one.undone)
			}
			h.compare("after undoing all of one author")
			for id, n := range h.revisions(one.s) {
				if n != of[id] && h.onlyBy(other, id) {
					t.Errorf("#%d, which only the other touched, was changed", id)
				}
			}
			for len(one.undone) > 0 {
				h.undo(one, &one.undone, &one.done)
			}
			h.compare("after redoing it")
			if after := h.states(one.s); after != before {
				t.Errorf("redone to\n%s, want\n%s", after, before)
			}
		})
	}
}

func (h *history) states(s *sqlite.Store) string {
	out := ""
	for _, m := range h.memories(s, h.ids) {
		out += fmt.Sprintf("#%d %+v\n", m.ID, imageNow(m))
	}
	return out + fmt.Sprint(h.writings(s))
}

func (h *history) revisions(s *sqlite.Store) map[int64]int64 {
	out := map[int64]int64{}
	for _, m := range h.memories(s, h.ids) {
		out[m.ID] = m.Revision
	}
	return out
}

// onlyBy reports whether all versions of a memory are by a.
func (h *history) onlyBy(a *actor, id int64) bool {
	all, err := a.s.Versions(context.Background(), id)
	h.check(err)
	return !slices.ContainsFunc(all, func(v store.Version) bool { return v.Act.Author.Kind != a.Kind })
}
