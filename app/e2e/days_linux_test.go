package e2e

import (
	"testing"
	"time"

	"memtray/app/e2e/desktop"
)

// TestDays_Tray: the tray counts the days of the person too.
func TestDays_Tray(t *testing.T) {
	const name = "Asia/Tokyo"
	zone, err := time.LoadLocation(name)
	require(t, err == nil, "the time zones of the system")
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	now := time.Now().In(zone)
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	p.saveAt(t, map[string]time.Time{"before": midnight.Add(-time.Second), "at": midnight, "now": now})
	p.startWindow(t, d, "--hidden", "TZ="+name)
	hasLabel(t, d.Tray(t), "3 memories, 2 today", true)
}
