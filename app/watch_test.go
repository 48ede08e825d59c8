package app

import (
	"testing"
	"time"
	_ "time/tzdata"

	"memtray/store"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// TestStateToday: the tray counts the same day as the dashboard, whatever day it
// is in UTC, and where the clocks skip midnight.
func TestStateToday(t *testing.T) {
	for _, c := range []struct{ zone, before, now string }{
		{"Asia/Tokyo", "2026-11-29 23:59", "2026-11-30 00:30"},
		{"America/Los_Angeles", "2026-11-29 23:59", "2026-11-30 00:30"},
		{"America/Los_Angeles", "2026-03-07 23:59", "2026-03-08 00:30"}, // the night has an hour less
		{"America/Los_Angeles", "2026-03-07 23:59", "2026-03-08 23:30"},
		{"America/Los_Angeles", "2026-10-31 23:59", "2026-11-01 23:30"}, // an hour more
		{"America/Havana", "2024-03-09 23:30", "2024-03-10 09:00"},      // 00:00 does not exist
	} {
		t.Run(c.zone+" "+c.now, func(t *testing.T) {
			zone, err := time.LoadLocation(c.zone)
			if err != nil {
				t.Fatal(err)
			}
			stateToday(t, parseIn(t, zone, c.before), parseIn(t, zone, c.now))
		})
	}
}

func parseIn(t *testing.T, zone *time.Location, at string) time.Time {
	t.Helper()
	parsed, err := time.ParseInLocation("2006-01-02 15:04", at, zone)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// stateToday saves a memory at each of two times, of which only the second is
// of its day.
func stateToday(t *testing.T, before, now time.Time) {
	t.Helper()
	at := before
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir(), Now: func() time.Time { return at }})
	if err != nil {
		t.Fatal(err)
	}
	d := &data{store: s, recall: recall.New(s), keeper: care.New(s)}
	defer s.Close()
	defer d.recall.Close()
	save := func(body string) {
		if _, err := d.recall.Save(t.Context(), store.Author{Kind: store.Person}, recall.Input{Body: body}); err != nil {
			t.Fatal(err)
		}
	}
	save("yesterday")
	at = now
	save("today")
	got, err := d.state(t.Context(), at)
	if err != nil || got.Memories != 2 || got.Today != 1 {
		t.Errorf("%d memories, %d today, %v; want 2 and 1", got.Memories, got.Today, err)
	}
}
