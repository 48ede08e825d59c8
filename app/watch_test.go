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

// TestStateToday: the tray counts the same day as the dashboard, also where the
// clocks skip midnight.
func TestStateToday(t *testing.T) {
	zone, err := time.LoadLocation("America/Havana")
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2024, 3, 9, 23, 30, 0, 0, zone)
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
	save("yesterday, half an hour before midnight")
	at = time.Date(2024, 3, 10, 9, 0, 0, 0, zone)
	save("today")
	got, err := d.state(t.Context(), at)
	if err != nil || got.Memories != 2 || got.Today != 1 {
		t.Errorf("%d memories, %d today, %v; want 2 and 1", got.Memories, got.Today, err)
	}
}
