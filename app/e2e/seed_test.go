package e2e

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"memtray/store/sqlite"
	"memtray/store/storetest"
)

// many is how many memories a heavy user has.
const many = 10_000

// seeded makes a store with many memories once, for tests to copy.
var seeded = sync.OnceValues(func() (file string, err error) {
	home := filepath.Join(scratch, "seeded")
	ctx := context.Background()
	clock := storetest.NewClock()
	now := time.Now()
	clock.Set(now.Add(-5 * 24 * time.Hour)) // the examples are newer
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home, Now: clock.Now})
	if err != nil {
		return "", err
	}
	err = storetest.SeedOver(ctx, s, many, clock)
	clock.Set(now)
	err = errors.Join(err, saveExamples(ctx, s, clock))
	return filepath.Join(home, "memtray.db"), errors.Join(err, s.Close())
})

// seedMany gives the person a store with many memories.
func (p *person) seedMany(t *testing.T) {
	t.Helper()
	file, err := seeded()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p.write(t, ".local/share/memtray/memtray.db", string(content))
}
