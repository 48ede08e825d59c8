package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memtray/app/e2e/desktop"
	"memtray/store/sqlite"
)

// A process that nobody asks for anything looks after ten seconds; a busy
// machine takes longer.
const untilBackup = 45 * time.Second

// TestBackups_MadeByThemselves: whichever program runs, and alone or not, one
// backup is made of a store whose last one is older than a day, and none while
// it is not.
func TestBackups_MadeByThemselves(t *testing.T) {
	shimUsedOnce := func(t *testing.T, p *person) {
		a := newAgent(t, p, "codex")
		a.must(t, "memory_search", map[string]any{"query": "owls"})
	}
	shimUnused := func(t *testing.T, p *person) { newAgent(t, p, "codex") }
	served := func(t *testing.T, p *person) { p.serve(t) }
	window := func(t *testing.T, p *person) {
		w := p.startWindow(t, privateDesktop(t, desktop.Whole))
		w.waitPage(t, "document.body.innerText.includes('owls')")
	}
	for _, test := range []struct {
		name  string
		old   time.Duration // of the backup that is there; 0: there is none
		start []func(*testing.T, *person)
		made  int
	}{
		{"a shim that was used once", 25 * time.Hour, []func(*testing.T, *person){shimUsedOnce}, 1},
		{"a shim that was not used", 25 * time.Hour, []func(*testing.T, *person){shimUnused}, 1},
		{"the first of all", 0, []func(*testing.T, *person){shimUsedOnce}, 1},
		{"serve", 25 * time.Hour, []func(*testing.T, *person){served}, 1},
		{"the window", 25 * time.Hour, []func(*testing.T, *person){window}, 1},
		{"all at once", 25 * time.Hour, []func(*testing.T, *person){shimUsedOnce, served, window}, 1},
		{"not yet", 23 * time.Hour, []func(*testing.T, *person){shimUsedOnce, served}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t)
			p.save(t, "owls hunt at night")
			p.save(t, "猫头鹰在夜里捕食")
			before := 0
			if test.old > 0 {
				p.must(t, "backup")
				p.backdate(t, time.Now().Add(-test.old))
				before = 1
			}
			for _, start := range test.start {
				start(t, p)
			}
			if test.made > 0 {
				within(t, untilBackup, "a backup", func() error {
					if n := len(sqlite.Backups(p.data())); n <= before {
						return fmt.Errorf("%d backups", n)
					}
					return nil
				})
				if n, err := sqlite.Inspect(t.Context(), sqlite.Backups(p.data())[0].File); err != nil || n != 2 {
					t.Errorf("the backup holds %d memories, %v; want 2", n, err)
				}
			}
			if test.made == 1 && len(test.start) == 1 {
				return
			}
			// The others have had their look after this time.
			for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
				if n := len(sqlite.Backups(p.data())); n != before+test.made {
					t.Fatalf("%d backups, want %d", n, before+test.made)
				}
			}
		})
	}
}

// backdate makes the one backup one of another time.
func (p *person) backdate(t *testing.T, at time.Time) {
	t.Helper()
	all := sqlite.Backups(p.data())
	if len(all) != 1 {
		t.Fatalf("%d backups, want 1", len(all))
	}
	if err := os.Rename(all[0].File, filepath.Join(filepath.Dir(all[0].File), sqlite.BackupName(at))); err != nil {
		t.Fatal(err)
	}
}
