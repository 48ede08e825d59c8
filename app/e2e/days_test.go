package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// TestDays: the programs count as today what was saved since midnight where the
// person is, whatever day it is in UTC. In the first and the last zone it is
// never the same day.
func TestDays(t *testing.T) {
	for _, name := range []string{"Pacific/Kiritimati", "Asia/Tokyo", "America/Los_Angeles", "Pacific/Pago_Pago"} {
		t.Run(name, func(t *testing.T) {
			zone, err := time.LoadLocation(name)
			require(t, err == nil, "the time zones of the system")
			p := newPerson(t)
			now := time.Now().In(zone)
			midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
			p.saveAt(t, map[string]time.Time{
				"a minute before midnight": midnight.Add(-time.Minute),
				"a day before":             midnight.Add(-24 * time.Hour),
				"at midnight":              midnight,
				"now":                      now,
			})
			s := p.serve(t, "TZ="+name)
			var status struct {
				Counts struct{ Memories, Today int }
			}
			s.must(t, "GET", "/api/status", nil, &status)
			if time.Now().In(zone).Day() != now.Day() {
				t.Skip("midnight came")
			}
			if got := status.Counts; got.Memories != 4 || got.Today != 2 {
				t.Errorf("%d memories, %d today; want 4 and 2", got.Memories, got.Today)
			}
		})
	}
}

// saveAt saves memories at times of one's choice.
func (p *person) saveAt(t *testing.T, at map[string]time.Time) {
	t.Helper()
	var now time.Time
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: p.data(), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for body := range at {
		now = at[body]
		if _, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Body: body}); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", body, err))
		}
	}
}
