package storetest

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/text"
)

// write replaces or appends to a document.
func (f *fixture) write(by store.Author, name string, mode store.DocumentMode, text string) store.DocumentWritten {
	f.t.Helper()
	w, err := f.WriteDocument(ctx, by, store.DocumentWrite{Name: name, Mode: mode, Text: text})
	f.ok(err)
	return w
}

// document returns the text of a document, "" if there is none.
func (f *fixture) document(name string) string {
	f.t.Helper()
	d, err := f.Document(ctx, name)
	if store.ErrorCode(err) == store.NotFound {
		return ""
	}
	f.ok(err)
	return d.Text
}

func (f *fixture) names(deleted bool) []string {
	f.t.Helper()
	all, err := f.Documents(ctx, deleted)
	f.ok(err)
	out := []string{}
	for _, d := range all {
		out = append(out, d.Name)
	}
	return out
}

func testDocument(t *testing.T, f *fixture) {
	f.note(claude, "begins a session")
	w := f.write(claude, "profile", store.Append, "Prefers tabs.\n")
	want := store.Document{Name: "profile", Text: "Prefers tabs.\n", Tokens: text.Count("Prefers tabs.\n"), Revision: 1,
		CreatedAt: store.MillisOf(f.clock.Now()), UpdatedAt: store.MillisOf(f.clock.Now()), By: w.Document.By}
	if !reflect.DeepEqual(w.Document, want) || w.Act == 0 || w.Document.By.Client != "claude-code" || w.Document.By.Session == 0 {
		t.Errorf("written\n%+v, want\n%+v", w, want)
	}
	f.clock.Advance(time.Hour)
	w = f.write(you, "profile", store.Append, "\n- 用中文回答")
	if got := w.Document; got.Text != "Prefers tabs.\n\n- 用中文回答" || got.Revision != 2 || got.By.Kind != store.Person || got.UpdatedAt != want.UpdatedAt+3600_000 || got.CreatedAt != want.CreatedAt {
		t.Errorf("appended %+v", got)
	}
	if got, err := f.Document(ctx, "profile"); err != nil || !reflect.DeepEqual(got, w.Document) {
		t.Errorf("read\n%+v, %v, want\n%+v", got, err, w.Document)
	}
	if same := f.write(cursor, "profile", store.Replace, w.Document.Text); same.Act != 0 || same.Document.Revision != 2 {
		t.Errorf("the same text again: %+v", same)
	}
	for _, name := range []string{"zoo", "glossary", "a-1", "persona"} {
		f.write(you, name, store.Replace, name)
	}
	if got := f.names(false); !slices.Equal(got, []string{"persona", "profile", "glossary", "a-1", "zoo"}) {
		t.Errorf("listed as %v", got)
	}
	heads, err := f.Documents(ctx, false)
	f.ok(err)
	if h := heads[1]; h.Tokens != w.Document.Tokens || h.Revision != 2 || h.By.Kind != store.Person || h.UpdatedAt != w.Document.UpdatedAt {
		t.Errorf("listed %+v", h)
	}
	clients, err := f.Clients(ctx)
	f.ok(err)
	if len(clients) != 2 {
		t.Errorf("clients %+v", clients)
	}
}

func testDocumentRefuses(t *testing.T, f *fixture) {
	long := strings.Repeat("x", store.MaxDocument)
	write := func(w store.DocumentWrite) error {
		_, err := f.WriteDocument(ctx, you, w)
		return err
	}
	f.write(you, "profile", store.Replace, long)
	for _, c := range []struct {
		w    store.DocumentWrite
		code store.Code
		says string
	}{
		{store.DocumentWrite{Mode: store.Append, Text: "x"}, store.Invalid, "name is required"},
		{store.DocumentWrite{Name: "Profile", Mode: store.Append, Text: "x"}, store.Invalid, "a document's name must be 1 to 64 letters, digits, - and _"},
		{store.DocumentWrite{Name: strings.Repeat("a", 65), Mode: store.Append, Text: "x"}, store.Invalid, "a document's name must be 1 to 64 letters, digits, - and _"},
		{store.DocumentWrite{Name: "a/b", Mode: store.Append, Text: "x"}, store.Invalid, "a document's name must be 1 to 64 letters, digits, - and _"},
		{store.DocumentWrite{Name: "a", Mode: "prepend", Text: "x"}, store.Invalid, "mode must be one of append, replace"},
		{store.DocumentWrite{Name: "a", Mode: store.Append, Text: " \n"}, store.Invalid, "text is required"},
		{store.DocumentWrite{Name: "a", Mode: store.Replace, Text: long + "x"}, store.Invalid, "the document would be 262145 bytes long; at most 262144 are allowed: shorten it or begin another"},
		{store.DocumentWrite{Name: "profile", Mode: store.Append, Text: "x"}, store.Invalid, "the document would be 262147 bytes long; at most 262144 are allowed: shorten it or begin another"},
		{store.DocumentWrite{Name: "a", Mode: store.Replace, Text: "x", Revision: -2}, store.Invalid, "revision must not be negative"},
		{store.DocumentWrite{Name: "a", Mode: store.Replace, Text: "x", Reason: strings.Repeat("r", 501)}, store.Invalid, "reason is 501 characters long; at most 500 are allowed"},
		{store.DocumentWrite{Name: "nothing", Mode: store.Replace}, store.NotFound, "there is no document nothing"},
		{store.DocumentWrite{Name: "profile", Mode: store.Replace, Text: "x", Revision: 7}, store.Conflict, "the document was changed since it was read; look at it again"},
		{store.DocumentWrite{Name: "profile", Mode: store.Replace, Text: "x", Revision: store.NewDocument}, store.Conflict, "there is a document of that name already; give its revision to replace it"},
		{store.DocumentWrite{Name: "a", Mode: store.Replace, Text: "x", Revision: 3}, store.Conflict, "the document was deleted since it was read; look at it again"},
	} {
		err := write(c.w)
		f.fails(err, c.code)
		if got := store.ErrorMessage(err); got != c.says {
			t.Errorf("%s %q says %q, want %q", c.w.Mode, c.w.Name, got, c.says)
		}
		if e, _ := errors.AsType[*store.Error](err); c.code == store.Conflict && (e.CurrentDocument == nil || e.CurrentDocument.Name != c.w.Name) {
			t.Errorf("%s: the document as it is now is %+v", c.says, e.CurrentDocument)
		}
	}
	f.fails(func() error {
		_, err := f.WriteDocument(ctx, store.Author{}, store.DocumentWrite{Name: "a", Mode: store.Replace, Text: "x"})
		return err
	}(), store.Invalid)
	_, err := f.Document(ctx, "a")
	f.fails(err, store.NotFound)
	_, err = f.Document(ctx, "../a")
	f.fails(err, store.Invalid)
	_, err = f.DocumentVersions(ctx, "a")
	f.fails(err, store.NotFound)
	if got := f.names(false); !slices.Equal(got, []string{"profile"}) || f.document("profile") != long {
		t.Errorf("there are %v", got)
	}
}

// testDocumentDelete: without text a document is deleted: it is neither listed
// nor found, and comes back by undo or by a new text.
func testDocumentDelete(t *testing.T, f *fixture) {
	f.write(you, "goals", store.Replace, "learn the lute")
	gone := f.write(you, "goals", store.Replace, " \n")
	if gone.Act == 0 || gone.Document.Text != "" || gone.Document.Tokens != 0 || f.document("goals") != "" {
		t.Errorf("deleted as %+v", gone)
	}
	if a, b := f.names(false), f.names(true); len(a) != 0 || !slices.Equal(b, []string{"goals"}) {
		t.Errorf("listed %v, deleted %v", a, b)
	}
	if hits := f.writings("lute"); len(hits) != 0 {
		t.Errorf("found %v", hits)
	}
	u := f.undo(you, gone.Act)
	if !slices.Equal(u.Documents, []string{"goals"}) || f.document("goals") != "learn the lute" || len(f.writings("lute")) != 1 {
		t.Errorf("undone %+v", u)
	}
	f.undo(you, u.Act)
	again, err := f.WriteDocument(ctx, you, store.DocumentWrite{Name: "goals", Mode: store.Append, Text: "rest", Revision: store.NewDocument})
	f.ok(err)
	if again.Document.Text != "rest" || again.Document.Revision != 5 {
		t.Errorf("written again %+v", again)
	}
}

func testDocumentVersions(t *testing.T, f *fixture) {
	f.write(claude, "profile", store.Replace, "one")
	f.clock.Advance(time.Minute)
	_, err := f.WriteDocument(ctx, you, store.DocumentWrite{Name: "profile", Mode: store.Append, Text: "two", Revision: 1, Reason: "why"})
	f.ok(err)
	gone := f.write(you, "profile", store.Replace, "")
	f.undo(you, gone.Act)
	all, err := f.DocumentVersions(ctx, "profile")
	f.ok(err)
	want := []struct{ text, kind, client, reason string }{
		{"one\n\ntwo", "undo", "", ""}, {"", "delete", "", ""}, {"one\n\ntwo", "document", "", "why"}, {"one", "document", "claude-code", ""},
	}
	if len(all) != len(want) {
		t.Fatalf("%d versions: %+v", len(all), all)
	}
	for i, v := range all {
		w := want[i]
		if v.Revision != int64(4-i) || v.Text != w.text || v.Act.Kind != w.kind || v.Act.Author.Client != w.client || v.Act.Reason != w.reason || v.Act.Count != 1 {
			t.Errorf("version %+v, want %+v", v, w)
		}
	}
}

// testDocumentUndo: undo and redo as of memories; what was changed since is kept
// and named.
func testDocumentUndo(t *testing.T, f *fixture) {
	one := f.write(claude, "profile", store.Replace, "one")
	two := f.write(you, "profile", store.Append, "two")
	other := f.write(cursor, "profile", store.Append, "three")
	u := f.undo(you, two.Act)
	if u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].Document != "profile" || u.Kept[0].By.Client != "cursor" || u.Kept[0].ID != 0 {
		t.Errorf("undone below another's: %+v", u)
	}
	back := f.undo(you, other.Act)
	if f.document("profile") != "one\n\ntwo" || back.Act == 0 || back.Purged != 0 {
		t.Errorf("undone %+v", back)
	}
	f.undo(you, two.Act)
	gone := f.undo(you, one.Act)
	if f.document("profile") != "" || !slices.Equal(gone.Documents, []string{"profile"}) {
		t.Errorf("undone to the beginning %+v", gone)
	}
	if u := f.undo(you, one.Act); u.Act != 0 || len(u.Kept) != 1 {
		t.Errorf("undone twice: %+v", u)
	}
	f.undo(you, gone.Act)
	if f.document("profile") != "one" {
		t.Error("a redo did not bring it back")
	}
	f.ok(f.PurgeDocument(ctx, "profile"))
	if u := f.undo(you, two.Act); u.Act != 0 || u.Purged != 1 || len(u.Kept) != 0 {
		t.Errorf("undo after deletion for good: %+v", u)
	}
}

func testPurgeWritings(t *testing.T, f *fixture) {
	f.write(you, "profile", store.Replace, "lute")
	n := f.journal(claude, "2026-11-30", "a lute arrived")
	f.journal(claude, "2026-11-30", "more")
	f.ok(f.PurgeDocument(ctx, "profile"))
	f.ok(f.PurgeNote(ctx, n.Note.ID))
	f.fails(f.PurgeDocument(ctx, "profile"), store.NotFound)
	f.fails(f.PurgeDocument(ctx, ""), store.Invalid)
	f.fails(f.PurgeNote(ctx, n.Note.ID), store.NotFound)
	if got := append(f.names(false), f.names(true)...); len(got) != 0 || len(f.writings("lute")) != 0 || len(f.day("2026-11-30")) != 1 {
		t.Errorf("left are %v, %v", got, f.day("2026-11-30"))
	}
	_, err := f.DocumentVersions(ctx, "profile")
	f.fails(err, store.NotFound)
	f.ok(f.Compact(ctx))
	if w := f.write(you, "profile", store.Replace, "another lute"); w.Document.Revision != 1 || len(f.writings("lute")) != 1 {
		t.Errorf("written again %+v", w)
	}

	// What is deleted goes for good after 30 days.
	f.write(you, "profile", store.Replace, "")
	kept := f.journal(you, "2026-11-30", "stays")
	_, err = f.ChangeNote(ctx, you, store.NoteChange{ID: kept.Note.ID})
	f.ok(err)
	f.clock.Advance(store.TrashKept - time.Hour)
	f.ok(f.Upkeep(ctx))
	if got := f.names(true); len(got) != 1 {
		t.Errorf("an hour before: %v", got)
	}
	f.clock.Advance(25 * time.Hour)
	f.ok(f.Upkeep(ctx))
	if got := f.names(true); len(got) != 0 {
		t.Errorf("after 30 days: %v", got)
	}
	f.fails(f.PurgeNote(ctx, kept.Note.ID), store.NotFound)
}
