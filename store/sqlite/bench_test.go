package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/storetest"
	"memtray/store/text"
)

// BenchmarkStore measures a store of 100,000 memories, or of as many as
// MEMTRAY_BENCH_ROWS says. MEMTRAY_BENCH_HOME keeps the filled folder for the
// next run.
func BenchmarkStore(b *testing.B) {
	dir := benchHome(b)
	ctx := context.Background()
	s, err := sqlite.Open(ctx, sqlite.Options{Home: dir})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	by := store.Author{Kind: store.Agent, Client: "codex", Process: "bench"}
	words := text.Terms("webhook retry after the timeout", false)
	scoped := store.Filter{Projects: []int64{4}, Reader: "codex"}

	var tag = time.Now().UnixNano()
	measure(b, "save", func(i int) error {
		_, err := s.Save(ctx, by, store.Draft{Body: fmt.Sprintf("benchmark %d of %d: the retry of the webhook waits for the lock of the scheduler, which is held while the import runs", i, tag), Tags: []string{"bench"}, ProjectID: 4})
		return err
	})
	find := func(q store.Query) func(int) error {
		q.Limit = 10
		return func(int) error { _, err := s.Find(ctx, q); return err }
	}
	measure(b, "search scoped", find(store.Query{Terms: words, Filter: scoped}))
	measure(b, "search unscoped", find(store.Query{Terms: words}))
	measure(b, "search unscoped, Chinese", find(store.Query{Terms: text.Terms("支付回调 去重", false)}))
	measure(b, "search pinned", find(store.Query{Terms: words, Filter: store.Filter{Pinned: ptr(true)}}))
	measure(b, "search newest", find(store.Query{Terms: words, Sort: store.Newest}))
	measure(b, "search prefix", find(store.Query{Terms: text.Terms("webh", true)}))
	measure(b, "search literal", find(store.Query{Literal: "webhook"}))
	measure(b, "list newest", find(store.Query{}))
	measure(b, "list newest, far", find(store.Query{Offset: 10_000}))
	measure(b, "list used", find(store.Query{Sort: store.Used}))
	measure(b, "list of a project", find(store.Query{Filter: store.Filter{Projects: []int64{4}}}))
	measure(b, "list of a client", find(store.Query{Filter: store.Filter{Clients: []string{"cursor"}}}))
	measure(b, "list of the trash", find(store.Query{Filter: store.Filter{States: []store.State{store.Trashed}}}))
	measure(b, "facets", func(int) error { _, err := s.Facets(ctx, store.Query{}); return err })
	measure(b, "facets of a search", func(int) error { _, err := s.Facets(ctx, store.Query{Terms: words}); return err })
	measure(b, "counts", func(int) error { _, err := s.Counts(ctx, 0); return err })
	measure(b, "projects", func(int) error { _, err := s.Projects(ctx); return err })
	measure(b, "clients", func(int) error { _, err := s.Clients(ctx); return err })
	measure(b, "data version", func(int) error { _, err := s.DataVersion(ctx); return err })
	measure(b, "pin and undo", func(i int) error {
		c, err := s.Change(ctx, by, store.Change{IDs: []int64{int64(i + 1)}, Patch: store.Patch{Body: ptr(fmt.Sprintf("edit %d of %d", i, tag))}})
		if err == nil {
			_, err = s.Undo(ctx, by, c.Act)
		}
		return err
	})
	measure(b, "open and close", func(int) error {
		s, err := sqlite.Open(ctx, sqlite.Options{Home: dir})
		if err != nil {
			return err
		}
		return s.Close()
	})
}

// measure reports the median and the 95th percentile of a call.
func measure(b *testing.B, name string, call func(i int) error) {
	b.Run(name, func(b *testing.B) {
		var took []time.Duration
		for i := 0; b.Loop(); i++ {
			start := time.Now()
			if err := call(i); err != nil {
				b.Fatal(err)
			}
			took = append(took, time.Since(start))
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	})
}

func benchHome(b *testing.B) string {
	b.Helper()
	dir := os.Getenv("MEMTRAY_BENCH_HOME")
	if dir == "" {
		dir = b.TempDir()
	}
	rows := 100_000
	if n, err := strconv.Atoi(os.Getenv("MEMTRAY_BENCH_ROWS")); err == nil {
		rows = n
	}
	clock := storetest.NewClock()
	s, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir, Now: clock.Now})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	if c, err := s.Counts(context.Background(), 0); err != nil || c.Memories > 0 {
		return dir
	}
	if err := storetest.SeedOver(context.Background(), s, rows, clock); err != nil {
		b.Fatal(err)
	}
	return dir
}

func ptr[T any](v T) *T { return &v }
