package recall_test

import (
	"testing"
	"time"

	"memtray/store/recall"
	"memtray/store/sqlite"
)

// TestCalled_Day: calls are counted on the day that it is where they are made.
func TestCalled_Day(t *testing.T) {
	at := time.Date(2026, 12, 1, 0, 30, 0, 0, time.FixedZone("east", 9*60*60)) // 30 November in UTC
	now := func() time.Time { return at }
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := recall.New(s, recall.WithClock(now))
	r.Called("cursor", "memory_get", false)
	r.Close()
	if all, err := s.CallCounts(t.Context(), "2026-11-01"); err != nil || len(all) != 1 || all[0].Day != "2026-12-01" {
		t.Errorf("counted %+v, %v", all, err)
	}
}
