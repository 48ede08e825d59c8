package sqlite_test

import (
	"context"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
)

func open(t *testing.T, now func() time.Time) store.Store { return openIn(t, t.TempDir(), now) }

func openIn(t *testing.T, dir string, now func() time.Time) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestContract(t *testing.T) { storetest.Run(t, open) }
