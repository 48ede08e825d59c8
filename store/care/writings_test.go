package care_test

import (
	"testing"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/sqlite"
)

// TestRestore_Writings: a store of documents and notes alone is kept before a
// restore, and both come back.
func TestRestore_Writings(t *testing.T) {
	ctx := t.Context()
	s := openIn(t, t.TempDir())
	k := care.New(s)
	write := func(text string) {
		t.Helper()
		if _, err := s.WriteDocument(ctx, you, store.DocumentWrite{Name: "profile", Mode: store.Replace, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	note, err := s.WriteNote(ctx, you, store.NoteDraft{Day: "2026-11-30", Text: "a note"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Backup(ctx); err != nil {
		t.Fatal(err)
	}
	write("two")
	if _, err := s.ChangeNote(ctx, you, store.NoteChange{ID: note.Note.ID}); err != nil {
		t.Fatal(err)
	}
	_, before, out, err := k.Restore(ctx, you, care.Latest)
	if err != nil || out != (sqlite.Restored{Documents: 1, Notes: 1}) || before == "" {
		t.Fatalf("restored %+v, kept in %q, %v", out, before, err)
	}
	if d, err := s.Document(ctx, "profile"); err != nil || d.Text != "one" || d.Revision != 3 {
		t.Errorf("the document is %+v, %v", d, err)
	}
	if _, _, out, err = k.Restore(ctx, you, before); err != nil || out.Documents != 1 || out.Notes != 0 {
		t.Errorf("back to what was there: %+v, %v", out, err)
	}
	if d, err := s.Document(ctx, "profile"); err != nil || d.Text != "two" {
		t.Errorf("the document is %+v, %v", d, err)
	}
}
