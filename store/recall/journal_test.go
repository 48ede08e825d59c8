package recall_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

func (f *fixture) note(by store.Author, day, text string) recall.NoteWritten {
	f.t.Helper()
	w, err := f.WriteNote(f.ctx, by, day, text)
	if err != nil {
		f.t.Fatalf("note %q: %v", text, err)
	}
	return w
}

// TestNoteDay: a note belongs to the day that it is where it was written, at that
// time, also in the nights in which clocks change.
func TestNoteDay(t *testing.T) {
	for _, c := range []struct{ zone, at, want string }{
		{"Asia/Tokyo", "2026-11-29T15:30:00Z", "2026-11-30"},          // 00:30
		{"America/Los_Angeles", "2026-11-30T08:30:00Z", "2026-11-30"}, // 00:30
		{"America/Los_Angeles", "2026-11-30T07:59:59Z", "2026-11-29"}, // 23:59:59
		{"America/Los_Angeles", "2026-11-01T07:30:00Z", "2026-11-01"}, // 00:30, the night of 25 hours
		{"America/Los_Angeles", "2026-11-01T09:30:00Z", "2026-11-01"}, // 01:30 for the second time
		{"America/Los_Angeles", "2026-11-02T07:30:00Z", "2026-11-01"}, // 23:30: 24 hours after 00:30, the same day
		{"America/Los_Angeles", "2026-03-08T10:30:00Z", "2026-03-08"}, // 03:30, in the hour that is none
		{"America/Los_Angeles", "2026-03-09T07:00:00Z", "2026-03-09"}, // midnight after a day of 23 hours
		{"America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05"},    // a day that begins at 01:00
		{"America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06"},
		{"Pacific/Apia", "2011-12-30T09:59:59Z", "2011-12-29"}, // the next day was left out
		{"Pacific/Apia", "2011-12-30T10:00:00Z", "2011-12-31"},
		{"Asia/Kathmandu", "2026-11-29T18:15:00Z", "2026-11-30"}, // 5:45 ahead
		{"UTC", "2026-12-31T23:59:59Z", "2026-12-31"},
	} {
		t.Run(c.zone+" "+c.at, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Skip(err) // no zones on this system
			}
			at, err := time.Parse(time.RFC3339, c.at)
			if err != nil {
				t.Fatal(err)
			}
			now := func() time.Time { return at.In(zone) }
			s, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir(), Now: now})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			r := recall.New(s, recall.WithClock(now))
			defer r.Close()
			w, err := r.WriteNote(t.Context(), claude, "", "here and now")
			if err != nil || w.Note.Day != c.want || w.Note.CreatedAt != store.MillisOf(at) {
				t.Errorf("written on %s, %v, want %s", w.Note.Day, err, c.want)
			}
			// Elsewhere it stays on its day.
			zone = time.FixedZone("elsewhere", -11*60*60)
			if days, err := s.JournalDays(t.Context(), "", 10); err != nil || len(days) != 1 || days[0].Day != c.want {
				t.Errorf("read elsewhere: %+v, %v", days, err)
			}
		})
	}
}

func TestWriteNote(t *testing.T) {
	f := open(t)
	today := f.Today()
	w := f.note(claude, "", "a\u0007 <private>b</private> c")
	if w.Note.Text != "a  c" || w.Note.Day != today || len(w.Removed) != 2 || w.Note.Client != "claude-code" {
		t.Errorf("%+v", w)
	}
	if w := f.note(claude, "2020-01-01", "an agent cannot choose"); w.Note.Day != today {
		t.Errorf("written on %s", w.Note.Day)
	}
	if w := f.note(person, "2020-01-01", "the person can"); w.Note.Day != "2020-01-01" {
		t.Errorf("written on %s", w.Note.Day)
	}
	long := strings.Repeat("x", store.MaxNote)
	f.note(claude, "", long+"<private>is not counted</private>")
	for text, want := range map[string]string{
		" ":                                  "text is required",
		"<private>x</private>":               "nothing is left to store after private spans were removed",
		long + "y":                           "the note is 4097 bytes long; at most 4096 are allowed: split it into several notes",
		strings.Repeat("e\u0301", 1366) + "": "", // 4098 bytes, 2732 as they are stored
	} {
		_, err := f.WriteNote(f.ctx, claude, "", text)
		if got := store.ErrorMessage(err); got != want {
			t.Errorf("%.20q: %q, want %q", text, got, want)
		}
	}
	_, err := f.WriteNote(f.ctx, person, "tomorrow", "x")
	if got := store.ErrorMessage(err); got != "day must be a date such as 2026-11-30" {
		t.Error(got)
	}
}

func TestChangeNote(t *testing.T) {
	f := open(t)
	w := f.note(claude, "", "first")
	if _, err := f.ChangeNote(f.ctx, claude, store.NoteChange{ID: w.Note.ID, Text: "x"}); store.ErrorMessage(err) != "only the person can change the journal" {
		t.Error(err)
	}
	edit, err := f.ChangeNote(f.ctx, person, store.NoteChange{ID: w.Note.ID, Text: "second\u200b", Revision: 1})
	if err != nil || edit.Note.Text != "second" || len(edit.Removed) != 1 {
		t.Errorf("%+v, %v", edit, err)
	}
	if u, err := f.Undo(f.ctx, person, edit.Act); err != nil || !slices.Equal(u.Notes, []int64{w.Note.ID}) {
		t.Errorf("%+v, %v", u, err)
	}
	if _, err := f.PurgeNote(f.ctx, claude, w.Note.ID); store.ErrorMessage(err) != "only the person can delete for good" {
		t.Error(err)
	}
	if compacted, err := f.PurgeNote(f.ctx, person, w.Note.ID); err != nil || !compacted {
		t.Error(compacted, err)
	}
}

// TestJournalLong: a client is told once a day, the person never.
func TestJournalLong(t *testing.T) {
	f := open(t)
	for value, want := range map[string]int{"": 1500, "20": 20, "0": 0, "-1": 1500, "many": 1500} {
		if err := f.Store().SetSetting(f.ctx, store.SettingJournalLong, value); err != nil {
			t.Fatal(err)
		}
		if got, err := f.JournalLong(f.ctx); err != nil || got != want {
			t.Errorf("%q: %d, %v", value, got, err)
		}
	}
	set := func(value string) {
		if err := f.Store().SetSetting(f.ctx, store.SettingJournalLong, value); err != nil {
			t.Fatal(err)
		}
	}
	set("3")
	text := "many words are in this one note"
	if f.note(person, "", text).Long {
		t.Error("the person is told")
	}
	if !f.note(claude, "", text).Long || f.note(cursor, "", text).Long {
		t.Error("not told once")
	}
	f.time.Add(24 * 60 * 60 * 1000)
	set("0")
	if f.note(claude, "", text).Long {
		t.Error("told though it is off")
	}
	set("3")
	if !f.note(claude, "", text).Long {
		t.Error("not told the next day")
	}
}
