package clients_test

import (
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// openStore opens a real store of its own for one test.
func openStore(t *testing.T) store.Store {
	t.Helper()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: t.TempDir()})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}
