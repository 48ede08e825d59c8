package sqlite_test

import (
	"context"
	"slices"

	"memtray/store"
	"memtray/store/sqlite"
)

// documentNames are the documents of a history.
var documentNames = []string{"persona", "profile"}

const day = "2026-11-30"

// documentKey and noteKey are the ids that documents and notes have in a model,
// where memories have the others.
func documentKey(name string) int64 { return int64(-1 - slices.Index(documentNames, name)) }

func noteKey(id int64) int64 { return -1000 - id }

// wrote notes in the model that an act gave a document or note a text.
func (h *history) wrote(a *actor, act, key int64, text string) {
	if act == 0 {
		return
	}
	if len(h.model.piles[key]) == 0 {
		h.model.put(0, key, store.Image{}) // before it there was no text
	}
	h.model.put(act, key, store.Image{Body: text})
	a.done, a.undone = append(a.done, act), nil
}

// write replaces, appends to or deletes a document.
func (h *history) write(a *actor) {
	w := store.DocumentWrite{Name: documentNames[h.r.IntN(len(documentNames))], Mode: store.Append, Text: h.fresh()}
	switch h.r.IntN(4) {
	case 0:
		w.Mode = store.Replace
	case 1:
		w.Mode, w.Text = store.Replace, ""
	}
	done, err := a.s.WriteDocument(context.Background(), a.Author, w)
	if store.ErrorCode(err) == store.NotFound {
		return // there was none to delete
	}
	h.check(err)
	h.wrote(a, done.Act, documentKey(w.Name), done.Document.Text)
}

func (h *history) note(a *actor) {
	done, err := a.s.WriteNote(context.Background(), a.Author, store.NoteDraft{Day: day, Text: h.fresh()})
	h.check(err)
	h.notes = append(h.notes, done.Note.ID)
	h.wrote(a, done.Act, noteKey(done.Note.ID), done.Note.Text)
}

// changeNote edits or deletes a note.
func (h *history) changeNote(a *actor) {
	if len(h.notes) == 0 {
		return
	}
	c := store.NoteChange{ID: h.notes[h.r.IntN(len(h.notes))]}
	if h.r.IntN(2) == 0 {
		c.Text = h.fresh()
	}
	done, err := a.s.ChangeNote(context.Background(), a.Author, c)
	if store.ErrorCode(err) == store.NotFound {
		return // it was deleted
	}
	h.check(err)
	h.wrote(a, done.Act, noteKey(c.ID), c.Text)
}

// writings returns the texts of all documents and notes, "" where it is deleted.
func (h *history) writings(s *sqlite.Store) map[int64]string {
	h.t.Helper()
	all := map[int64]string{}
	for _, name := range documentNames {
		if len(h.model.piles[documentKey(name)]) > 0 {
			all[documentKey(name)] = ""
		}
		if d, err := s.Document(context.Background(), name); store.ErrorCode(err) != store.NotFound {
			h.check(err)
			all[documentKey(name)] = d.Text
		}
	}
	for _, id := range h.notes {
		all[noteKey(id)] = ""
	}
	notes, err := s.JournalDay(context.Background(), day)
	h.check(err)
	for _, n := range notes {
		all[noteKey(n.ID)] = n.Text
	}
	return all
}
