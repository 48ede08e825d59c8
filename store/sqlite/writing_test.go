package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

func writeDocument(t *testing.T, s store.Store, by store.Author, name, text string) store.DocumentWritten {
	t.Helper()
	w, err := s.WriteDocument(context.Background(), by, store.DocumentWrite{Name: name, Mode: store.Replace, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func writeNote(t *testing.T, s store.Store, by store.Author, day, text string) store.NoteWritten {
	t.Helper()
	w, err := s.WriteNote(context.Background(), by, store.NoteDraft{Day: day, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// markedWritings puts markers into a document and a note, in former versions too,
// among others that stay.
func markedWritings(t *testing.T, s *sqlite.Store) (note int64) {
	t.Helper()
	fill(t, s, "before", 20)
	writeDocument(t, s, codex, "stays", strings.Repeat("what stays here ", 1000))
	writeDocument(t, s, codex, "quixzotl", "plorvian "+strings.Repeat("plorvian words ", 2000)+"饕餮")
	w := store.DocumentWrite{Name: "quixzotl", Mode: store.Append, Text: "vexhollow and druntle", Reason: "because of zwiebax"}
	if _, err := s.WriteDocument(context.Background(), me, w); err != nil {
		t.Fatal(err)
	}
	n := writeNote(t, s, codex, day, "Quixzotl met plorvian 麒麟")
	writeNote(t, s, codex, day, "another note")
	if _, err := s.ChangeNote(context.Background(), me, store.NoteChange{ID: n.Note.ID, Text: "vexhollow met druntle"}); err != nil {
		t.Fatal(err)
	}
	fill(t, s, "after", 20)
	return n.Note.ID
}

// TestPurgeWritingsLeavesNoBytes: after deleting a document and a note for good,
// and compaction, neither text nor tokens nor the name are in the files.
func TestPurgeWritingsLeavesNoBytes(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	note := markedWritings(t, s)
	if found := leftovers(t, dir, markers()); len(found) < 14 {
		t.Fatalf("the markers are not even there before: %v", found)
	}
	if err := s.PurgeDocument(ctx, "quixzotl"); err != nil {
		t.Fatal(err)
	}
	if err := s.PurgeNote(ctx, note); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	execute(t, dir, fmt.Sprintf(`vacuum into '%s'`, filepath.Join(dir, "backup.db")))
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	checkIntegrity(t, dir)
	if hits, err := s.FindWritings(ctx, text.Terms("stays note", false), 5); err != nil || len(hits) != 2 {
		t.Errorf("%v of what stays is found, %v", hits, err)
	}
}

// TestUpkeepLeavesNoBytes_Writings: the same after 30 days for what was deleted,
// without anybody asking.
func TestUpkeepLeavesNoBytes_Writings(t *testing.T) {
	ctx, dir, clock := context.Background(), t.TempDir(), storetest.NewClock()
	s := openIn(t, dir, clock.Now)
	note := markedWritings(t, s)
	writeDocument(t, s, me, "quixzotl", "")
	if _, err := s.ChangeNote(ctx, me, store.NoteChange{ID: note}); err != nil {
		t.Fatal(err)
	}
	clock.Advance(store.TrashKept)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if found := leftovers(t, dir, markers()); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
	checkIntegrity(t, dir)
}

// writingsOf returns all documents with their versions and all notes, without
// what is the store's own: numbers.
func writingsOf(t *testing.T, s store.Store) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	heads, err := s.Documents(ctx, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range heads {
		d, err := s.Document(ctx, h.Name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %q r%d %d %d %s\n", d.Name, d.Text, d.Revision, d.CreatedAt, d.UpdatedAt, d.By.Client)
		all, err := s.DocumentVersions(ctx, h.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			fmt.Fprintf(&b, "  r%d %q %s %s %d\n", v.Revision, v.Text, v.Act.Kind, v.Act.Author.Client, v.Act.At)
		}
	}
	days, err := s.JournalDays(ctx, "", 500)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range days {
		notes, err := s.JournalDay(ctx, d.Day)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range notes {
			fmt.Fprintf(&b, "%s %s %q r%d %d %s %s\n", n.Day, n.UID, n.Text, n.Revision, n.CreatedAt, n.Client, n.By.Client)
		}
	}
	return b.String()
}

// TestRestore_Writings: documents and the journal come back with their history,
// and what was written since is kept.
func TestRestore_Writings(t *testing.T) {
	ctx := context.Background()
	from := openIn(t, t.TempDir(), storetest.NewClock().Now)
	if _, err := from.Save(ctx, codex, store.Draft{Body: "begins a session"}); err != nil {
		t.Fatal(err)
	}
	writeDocument(t, from, codex, "profile", "one")
	writeDocument(t, from, you, "profile", "two 连接池")
	writeDocument(t, from, you, "gone", "deleted before the copy")
	writeDocument(t, from, you, "gone", "")
	a := writeNote(t, from, codex, day, "a note")
	b := writeNote(t, from, you, day, "another")
	want, path := writingsOf(t, from), copyTo(t, from)

	dir := t.TempDir()
	s := openIn(t, dir, nil)
	restore(t, s, path, sqlite.Restored{Added: 1, Documents: 1, Notes: 2})
	if got := writingsOf(t, s); got != want {
		t.Errorf("restored\n%s, want\n%s", got, want)
	}
	if hits, err := s.FindWritings(ctx, text.Terms("连接池 note", false), 5); err != nil || len(hits) != 2 {
		t.Errorf("found %v, %v", hits, err)
	}
	restore(t, s, path, sqlite.Restored{Same: 4})
	if c, err := s.Check(ctx); err != nil || !c.Sound() || !c.Searchable() {
		t.Errorf("check %+v, %v", c, err)
	}
	checkIntegrity(t, dir)

	// In the store itself: what differs gets the text of the copy as one revision
	// more, as one act; what was deleted for good stays so; what is new stays.
	writeDocument(t, from, codex, "profile", "three")
	writeDocument(t, from, codex, "goals", "new")
	if _, err := from.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID}); err != nil {
		t.Fatal(err)
	}
	if err := from.PurgeNote(ctx, b.Note.ID); err != nil {
		t.Fatal(err)
	}
	c := writeNote(t, from, you, "2026-12-01", "new")
	meanwhile := writingsOf(t, from)
	restore(t, from, path, sqlite.Restored{Documents: 1, Notes: 1, Same: 1, Purged: 1})
	versions, err := from.DocumentVersions(ctx, "profile")
	if err != nil || len(versions) != 4 || versions[0].Text != "two 连接池" || versions[1].Text != "three" || versions[0].Act.Kind != "restore" || versions[0].Act.Count != 2 {
		t.Errorf("versions %+v, %v", versions, err)
	}
	if notes, err := from.JournalDay(ctx, day); err != nil || len(notes) != 1 || notes[0].Text != "a note" || notes[0].ID != a.Note.ID {
		t.Errorf("notes %+v, %v", notes, err)
	}
	if notes, err := from.JournalDay(ctx, "2026-12-01"); err != nil || len(notes) != 1 || notes[0].ID != c.Note.ID {
		t.Errorf("the new note: %+v, %v", notes, err)
	}
	u, err := from.Undo(ctx, you, versions[0].Act.ID)
	if err != nil || !reflect.DeepEqual(u.Documents, []string{"profile"}) || !reflect.DeepEqual(u.Notes, []int64{a.Note.ID}) {
		t.Errorf("undone %+v, %v", u, err)
	}
	strip := func(s string) string { return s[strings.Index(s, "2026-12-01"):] }
	if got := writingsOf(t, from); strip(got) != strip(meanwhile) {
		t.Errorf("undone to\n%s, want\n%s", got, meanwhile)
	}

	// A document of the same name that is another one.
	other := openIn(t, t.TempDir(), nil)
	writeDocument(t, other, you, "profile", "of this machine")
	restore(t, other, path, sqlite.Restored{Added: 1, Documents: 1, Notes: 2})
	versions, err = other.DocumentVersions(ctx, "profile")
	if err != nil || len(versions) != 2 || versions[0].Text != "two 连接池" || versions[1].Text != "of this machine" {
		t.Errorf("versions %+v, %v", versions, err)
	}
}

// TestCheck_Writings: every flaw in the index of documents and notes is seen, and
// repaired.
func TestCheck_Writings(t *testing.T) {
	for name, c := range map[string]struct {
		damage string
		seen   func(sqlite.Check) bool
	}{
		"lost":      {`delete from writing_search where rowid in (1, 2)`, func(c sqlite.Check) bool { return c.Lost == 2 && c.Stale == 0 }},
		"extra":     {`insert into writing_search (rowid, body) values (99, 'x')`, func(c sqlite.Check) bool { return c.Extra == 1 }},
		"deleted":   {`insert into writing_search (rowid, body) values (4, 'x')`, func(c sqlite.Check) bool { return c.Extra == 1 }},
		"text":      {`update writings set body = 'the harp' where id = 1`, func(c sqlite.Check) bool { return c.Stale == 1 && c.Lost == 0 }},
		"tokeniser": {`update writings set token_version = token_version - 1`, func(c sqlite.Check) bool { return c.Older == 4 && c.Stale == 0 }},
		"damaged":   {`update writing_search_data set block = x'00010203' where id > 10`, func(c sqlite.Check) bool { return len(c.Index) > 0 && c.Sound() }},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, dir := context.Background(), t.TempDir()
			s := openIn(t, dir, nil)
			writeDocument(t, s, me, "profile", "the lute")
			writeNote(t, s, codex, day, "a lute")
			writeNote(t, s, codex, day, "more")
			writeDocument(t, s, me, "gone", "a lute")
			writeDocument(t, s, me, "gone", "")
			if c, err := s.Check(ctx); err != nil || !c.Searchable() {
				t.Fatalf("before: %+v, %v", c, err)
			}
			execute(t, dir, c.damage)
			if got, err := s.Check(ctx); err != nil || !c.seen(got) || got.Searchable() {
				t.Errorf("seen: %+v, %v", got, err)
			}
			if err := s.Repair(ctx); err != nil {
				t.Fatal(err)
			}
			if got, err := s.Check(ctx); err != nil || !got.Searchable() || !got.Sound() {
				t.Errorf("repaired: %+v, %v", got, err)
			}
			if hits, err := openIn(t, dir, nil).FindWritings(ctx, text.Terms("lute harp", false), 5); err != nil || len(hits) != 2 {
				t.Errorf("found %v, %v", hits, err)
			}
		})
	}
}

// TestReindex_Writings: upkeep indexes anew what an older version indexed.
func TestReindex_Writings(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, nil)
	for i := range 25 {
		writeNote(t, s, codex, day, fmt.Sprintf("lute %d", i))
	}
	execute(t, dir, `update writings set token_version = token_version - 1`)
	execute(t, dir, `insert or replace into writing_search (rowid, name, body) select id, 'old', 'old' from writings`)
	if err := s.Upkeep(ctx); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Check(ctx); err != nil || !c.Searchable() {
		t.Errorf("%+v, %v", c, err)
	}
	if hits, err := s.FindWritings(ctx, text.Terms("lute", false), 5); err != nil || len(hits) != 1 || hits[0].Day != day {
		t.Errorf("found %v, %v", hits, err)
	}
}

// TestAppend_Processes: paragraphs and notes that two processes write at once are
// all there.
func TestAppend_Processes(t *testing.T) {
	const each = 40
	ctx, dir := context.Background(), t.TempDir()
	var writers sync.WaitGroup
	for p := range 2 {
		s := openIn(t, dir, nil)
		writers.Go(func() {
			for i := range each {
				said := fmt.Sprintf("process %d says %d.", p, i)
				if _, err := s.WriteDocument(ctx, codex, store.DocumentWrite{Name: "profile", Mode: store.Append, Text: said}); err != nil {
					t.Error(err)
				}
				if _, err := s.WriteNote(ctx, codex, store.NoteDraft{Day: day, Text: said}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	s := openIn(t, dir, nil)
	d, err := s.Document(ctx, "profile")
	if err != nil || d.Revision != 2*each {
		t.Errorf("revision %d, %v", d.Revision, err)
	}
	notes, err := s.JournalDay(ctx, day)
	if err != nil || len(notes) != 2*each {
		t.Errorf("%d notes, %v", len(notes), err)
	}
	for p := range 2 {
		for i := range each {
			if !strings.Contains("\n\n"+d.Text+"\n\n", fmt.Sprintf("\n\nprocess %d says %d.\n\n", p, i)) {
				t.Errorf("%d of process %d is lost", i, p)
			}
		}
	}
}
