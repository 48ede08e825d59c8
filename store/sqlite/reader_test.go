package sqlite_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"memtray/store"
	"memtray/store/text"
)

// TestReads: however many read at once, some of whom give up in the middle, each is
// answered what is there.
func TestReads(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	words := []string{"harbour", "lantern", "glacier", "orchard", "compass", "violin", "granite", "meadow"}
	for _, word := range words {
		saveText(t, s, "shared and "+word)
	}
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			for j := range 20 {
				limited, cancel := context.WithCancel(ctx)
				if j%2 == 0 {
					go cancel()
				}
				word, want := words[(i+j)%len(words)], 1
				if j%3 == 0 {
					word, want = "shared", len(words)
				}
				l, err := s.Find(limited, store.Query{Limit: 20, Terms: text.Terms(word, false)})
				gaveUp := j%2 == 0 && errors.Is(err, context.Canceled)
				if !gaveUp && (err != nil || l.Total != want || len(l.Rows) != want) {
					t.Errorf("%s: %d of %d, %v", word, len(l.Rows), l.Total, err)
				}
				if _, err := s.DataVersion(ctx); err != nil {
					t.Error(err)
				}
				cancel()
			}
		})
	}
	wg.Wait()
}
