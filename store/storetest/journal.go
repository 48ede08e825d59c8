package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/text"
)

func (f *fixture) journal(by store.Author, day, text string) store.NoteWritten {
	f.t.Helper()
	w, err := f.WriteNote(ctx, by, store.NoteDraft{Day: day, Text: text})
	f.ok(err)
	return w
}

// day returns the texts of a day's notes.
func (f *fixture) day(day string) []string {
	f.t.Helper()
	all, err := f.JournalDay(ctx, day)
	f.ok(err)
	out := []string{}
	for _, n := range all {
		out = append(out, n.Text)
	}
	return out
}

// writings returns the names of what is found, best first.
func (f *fixture) writings(query string) []string {
	f.t.Helper()
	hits, err := f.FindWritings(ctx, terms(query), 10)
	f.ok(err)
	out := []string{}
	for _, h := range hits {
		out = append(out, h.Name())
	}
	return out
}

func testJournal(t *testing.T, f *fixture) {
	a := f.journal(claude, "2026-11-30", "first thing")
	want := store.JournalNote{ID: a.Note.ID, UID: a.Note.UID, Day: "2026-11-30", Text: "first thing", Tokens: text.Count("first thing"),
		Revision: 1, Client: "claude-code", CreatedAt: store.MillisOf(f.clock.Now()), UpdatedAt: store.MillisOf(f.clock.Now()), By: a.Note.By}
	if a.Act == 0 || !reflect.DeepEqual(a.Note, want) || len(a.Note.UID) != 36 || a.Note.By.Client != "claude-code" || a.DayTokens != want.Tokens || a.Long {
		t.Errorf("written\n%+v, want\n%+v", a, want)
	}
	f.clock.Advance(time.Hour)
	b := f.journal(you, "2026-11-30", "第二件事")
	f.journal(cursor, "2026-12-01", "the day after")
	f.journal(you, "2024-02-29", "long ago")
	if b.DayTokens != a.Note.Tokens+b.Note.Tokens {
		t.Errorf("the day has %d tokens", b.DayTokens)
	}
	if got := f.day("2026-11-30"); !slices.Equal(got, []string{"first thing", "第二件事"}) {
		t.Errorf("the day holds %q", got)
	}
	if got := f.day("2026-11-29"); len(got) != 0 {
		t.Errorf("a day without notes holds %q", got)
	}
	days, err := f.JournalDays(ctx, "", 10)
	f.ok(err)
	if len(days) != 3 || days[0].Day != "2026-12-01" || days[2].Day != "2024-02-29" ||
		days[1] != (store.JournalDay{Day: "2026-11-30", Notes: 2, Tokens: b.DayTokens, UpdatedAt: b.Note.UpdatedAt}) {
		t.Errorf("days %+v", days)
	}
	days, err = f.JournalDays(ctx, "2026-11-30", 1)
	f.ok(err)
	if len(days) != 1 || days[0].Day != "2026-11-30" {
		t.Errorf("one day from there on: %+v", days)
	}
}

func testJournalRefuses(t *testing.T, f *fixture) {
	for _, c := range []struct {
		n    store.NoteDraft
		says string
	}{
		{store.NoteDraft{Text: "x"}, "day must be a date such as 2026-11-30"},
		{store.NoteDraft{Day: "2026-02-30", Text: "x"}, "day must be a date such as 2026-11-30"},
		{store.NoteDraft{Day: "26-2-3", Text: "x"}, "day must be a date such as 2026-11-30"},
		{store.NoteDraft{Day: "2026-11-30", Text: " \n"}, "text is required"},
		{store.NoteDraft{Day: "2026-11-30", Text: strings.Repeat("记", 1366)}, "the note is 4098 bytes long; at most 4096 are allowed: split it into several notes"},
	} {
		_, err := f.WriteNote(ctx, you, c.n)
		f.fails(err, store.Invalid)
		if got := store.ErrorMessage(err); got != c.says {
			t.Errorf("%q says %q", c.n.Day, got)
		}
	}
	f.journal(you, "2026-11-30", strings.Repeat("x", store.MaxNote))
	_, err := f.WriteNote(ctx, store.Author{Kind: store.Agent, Client: "No One"}, store.NoteDraft{Day: "2026-11-30", Text: "x"})
	f.fails(err, store.Invalid)
	_, err = f.JournalDay(ctx, "today")
	f.fails(err, store.Invalid)
	_, err = f.JournalDays(ctx, "today", 1)
	f.fails(err, store.Invalid)
	for _, limit := range []int{0, store.MaxPage + 1} {
		_, err = f.JournalDays(ctx, "", limit)
		f.fails(err, store.Invalid)
	}
	if days, err := f.JournalDays(ctx, "", 10); err != nil || len(days) != 1 {
		t.Errorf("days %+v, %v", days, err)
	}
}

func testNoteChange(t *testing.T, f *fixture) {
	a, b := f.journal(claude, "2026-11-30", "a lute"), f.journal(claude, "2026-11-30", "b")
	f.clock.Advance(time.Hour)
	edit, err := f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID, Text: "a harp", Revision: 1})
	f.ok(err)
	if n := edit.Note; n.Text != "a harp" || n.Revision != 2 || n.Client != "claude-code" || n.By.Kind != store.Person || n.Day != "2026-11-30" || n.CreatedAt != a.Note.CreatedAt {
		t.Errorf("edited %+v", n)
	}
	if got := f.writings("lute harp"); !slices.Equal(got, []string{"day:2026-11-30"}) || len(f.writings("lute")) != 0 {
		t.Errorf("found %v", got)
	}
	same, err := f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID, Text: "a harp"})
	if err != nil || same.Act != 0 {
		t.Errorf("the same text again: %+v, %v", same, err)
	}
	_, err = f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID, Text: "x", Revision: 1})
	f.fails(err, store.Conflict)
	if e, _ := errors.AsType[*store.Error](err); e.CurrentNote == nil || e.CurrentNote.Text != "a harp" {
		t.Errorf("the conflict shows %+v", e.CurrentNote)
	}
	gone, err := f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID, Text: " "})
	f.ok(err)
	if gone.Note.Text != "" || gone.DayTokens != b.Note.Tokens || !slices.Equal(f.day("2026-11-30"), []string{"b"}) || len(f.writings("harp")) != 0 {
		t.Errorf("deleted %+v", gone)
	}
	_, err = f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID})
	f.fails(err, store.NotFound)
	_, err = f.ChangeNote(ctx, you, store.NoteChange{ID: 999, Text: "x"})
	f.fails(err, store.NotFound)
	_, err = f.ChangeNote(ctx, you, store.NoteChange{ID: a.Note.ID, Text: strings.Repeat("x", store.MaxNote+1)})
	f.fails(err, store.Invalid)

	u := f.undo(you, gone.Act)
	if !slices.Equal(u.Notes, []int64{a.Note.ID}) || !slices.Equal(f.day("2026-11-30"), []string{"a harp", "b"}) {
		t.Errorf("undone %+v", u)
	}
	f.undo(you, edit.Act)
	if u := f.undo(cursor, a.Act); !slices.Equal(f.day("2026-11-30"), []string{"b"}) || len(u.Notes) != 1 {
		t.Errorf("the note itself undone: %+v", u)
	}
	if u := f.undo(you, edit.Act); u.Act != 0 || len(u.Kept) != 1 || u.Kept[0].Note != a.Note.ID || u.Kept[0].Document != "" {
		t.Errorf("undone twice: %+v", u)
	}
}

// testJournalLong: that a page is long is said once a day.
func testJournalLong(t *testing.T, f *fixture) {
	write := func(day string, longAt int) bool {
		w, err := f.WriteNote(ctx, claude, store.NoteDraft{Day: day, Text: "four words in here", LongAt: longAt})
		f.ok(err)
		return w.Long
	}
	one := text.Count("four words in here")
	var said []bool
	for range 4 {
		said = append(said, write("2026-11-30", 2*one))
	}
	said = append(said, write("2026-12-01", 0), write("2026-12-01", 3*one), write("2026-12-01", 3*one))
	if want := []bool{false, true, false, false, false, false, true}; !slices.Equal(said, want) {
		t.Errorf("said %v, want %v", said, want)
	}
	if v, err := f.Setting(ctx, store.SettingJournalSaid); err != nil || v != "2026-12-01" {
		t.Errorf("kept is %q, %v", v, err)
	}
}

func testFindWritings(t *testing.T, f *fixture) {
	f.write(you, "profile", store.Replace, "Lives in 杭州. Plays the lute every day, and the harp at weekends")
	f.write(you, "lute-strings", store.Replace, "gut or nylon")
	for i := range 5 {
		f.journal(claude, "2026-11-29", fmt.Sprintf("lute practice %d", i))
	}
	f.journal(claude, "2026-11-29", "something else")
	f.journal(claude, "2026-11-30", "修好了连接池的死锁")
	for query, want := range map[string][]string{
		"lute":       {"doc:lute-strings", "day:2026-11-29", "doc:profile"},
		"profile":    {"doc:profile"},
		"杭州":         {"doc:profile"},
		"连接池":        {"day:2026-11-30"},
		"2026-11-29": {"day:2026-11-29", "day:2026-11-30"},
		"nothing":    {},
	} {
		if got := f.writings(query); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
	hits, err := f.FindWritings(ctx, terms("lute practice 3"), 1)
	f.ok(err)
	days, err := f.JournalDays(ctx, "2026-11-29", 1)
	f.ok(err)
	if len(hits) != 1 || hits[0].Text != "lute practice 3" || hits[0].Tokens != days[0].Tokens || hits[0].UpdatedAt == 0 {
		t.Errorf("found %+v", hits)
	}
	if hits, err := f.FindWritings(ctx, nil, 1); err != nil || len(hits) != 0 {
		t.Errorf("without terms: %v, %v", hits, err)
	}
	_, err = f.FindWritings(ctx, terms("x"), 0)
	f.fails(err, store.Invalid)
	if ids := f.find(store.Query{Terms: terms("lute")}); len(ids) != 0 {
		t.Errorf("memories %v are found", ids)
	}
}

func testWritingChanges(t *testing.T, f *fixture) {
	since := func() store.ChangeSet {
		end, err := f.Changes(ctx, -1)
		f.ok(err)
		return end
	}
	check := func(when string, from store.ChangeSet, documents, days, other []string) {
		t.Helper()
		set, err := f.Changes(ctx, from.Seq)
		f.ok(err)
		slices.Sort(set.Other)
		if set.Reload || len(set.Memories) > 0 || !slices.Equal(set.Documents, documents) || !slices.Equal(set.Days, days) || !slices.Equal(set.Other, other) {
			t.Errorf("%s: %+v", when, set)
		}
	}
	at := since()
	w := f.write(you, "profile", store.Replace, "x")
	f.write(you, "profile", store.Append, "y")
	check("written", at, []string{"profile"}, nil, []string{"document"})
	at = since()
	n := f.journal(you, "2026-11-30", "x")
	check("noted", at, nil, []string{"2026-11-30"}, []string{"journal"})
	at = since()
	f.undo(you, n.Act)
	f.undo(you, w.Act) // kept: nothing changes
	check("undone", at, nil, []string{"2026-11-30"}, []string{"journal"})
	at = since()
	f.ok(f.PurgeDocument(ctx, "profile"))
	f.ok(f.PurgeNote(ctx, n.Note.ID))
	check("deleted for good", at, nil, nil, []string{"document", "journal"})
}
