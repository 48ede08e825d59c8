package e2e

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
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
	s, err := sqlite.Open(ctx, sqlite.Options{Home: home, Version: "e2e", Now: months()})
	if err != nil {
		return "", err
	}
	err = storetest.SeedN(ctx, s, many)
	return filepath.Join(home, "memtray.db"), errors.Join(err, s.Close())
})

// months returns a clock that goes from four months ago to now with every look
// at it, so that the memories have ages.
func months() func() time.Time {
	var looks atomic.Int64
	const step = 17 * time.Minute
	end := time.Now()
	begin := end.Add(-many * step)
	return func() time.Time {
		at := begin.Add(time.Duration(looks.Add(1)) * step)
		if at.After(end) {
			return end
		}
		return at
	}
}

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
