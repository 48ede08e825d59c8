package recall_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

var (
	person = store.Author{Kind: store.Person, Process: "window 1"}
	claude = store.Author{Kind: store.Agent, Client: "claude-code"}
	cursor = store.Author{Kind: store.Agent, Client: "cursor"}
)

// fixture is a way into a new store, with a clock that the test moves.
type fixture struct {
	*recall.Recall
	t    *testing.T
	ctx  context.Context
	time atomic.Int64
}

func open(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, ctx: t.Context()}
	f.time.Store(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC).UnixMilli())
	now := func() time.Time { return time.UnixMilli(f.time.Load()) }
	s, err := sqlite.Open(f.ctx, sqlite.Options{Home: t.TempDir(), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	f.Recall = recall.New(s, recall.WithClock(now))
	t.Cleanup(func() {
		f.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

func (f *fixture) save(by store.Author, in recall.Input) store.Memory {
	f.t.Helper()
	saved, err := f.Save(f.ctx, by, in)
	if err != nil {
		f.t.Fatalf("save %q: %v", in.Body, err)
	}
	return saved.Memory
}

func (f *fixture) change(by store.Author, ch recall.Change) recall.Changed {
	f.t.Helper()
	changed, err := f.Change(f.ctx, by, ch)
	if err != nil {
		f.t.Fatalf("change %v: %v", ch.IDs, err)
	}
	return changed
}

// get reads one memory as the person.
func (f *fixture) get(id int64) store.Memory {
	f.t.Helper()
	got, err := f.Get(f.ctx, person, []int64{id})
	if err != nil || len(got.Memories) != 1 {
		f.t.Fatalf("get #%d: %+v, %v", id, got, err)
	}
	return got.Memories[0]
}

// found returns the ids that a search finds, in its order.
func (f *fixture) found(req recall.Request) []int64 {
	f.t.Helper()
	if req.Limit == 0 {
		req.Limit = 50
	}
	result, err := f.Search(f.ctx, req)
	if err != nil {
		f.t.Fatalf("search %q: %v", req.Query, err)
	}
	ids := []int64{}
	for _, row := range result.Rows {
		ids = append(ids, row.ID)
	}
	return ids
}

func wantError(t *testing.T, err error, code store.Code, message string) {
	t.Helper()
	if store.ErrorCode(err) != code || store.ErrorMessage(err) != message {
		t.Errorf("error %q %q, want %q %q", store.ErrorCode(err), store.ErrorMessage(err), code, message)
	}
}

func wantIDs(t *testing.T, what string, got []int64, want ...int64) {
	t.Helper()
	if !slices.Equal(got, want) && len(got)+len(want) > 0 {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func ptr[T any](v T) *T { return &v }

func TestGet(t *testing.T) {
	f := open(t)
	open := f.save(claude, recall.Input{Body: "open"}).ID
	private := f.save(person, recall.Input{Body: "private", Private: true}).ID
	held := f.save(claude, recall.Input{Body: "held"}).ID
	f.change(person, recall.Change{IDs: []int64{held}, State: ptr(store.Pending)})
	ids := []int64{held, 999, open, private, open}
	for _, c := range []struct {
		name                 string
		by                   store.Author
		given, missing, held []int64
	}{
		{"person", person, []int64{held, open, private}, []int64{999}, nil},
		{"its own client", claude, []int64{held, open}, []int64{999, private}, nil},
		{"another client", cursor, []int64{open}, []int64{999, private}, []int64{held}},
	} {
		got, err := f.Get(f.ctx, c.by, ids)
		if err != nil {
			t.Fatal(err)
		}
		var given []int64
		for _, m := range got.Memories {
			given = append(given, m.ID)
		}
		wantIDs(t, c.name+" is given", given, c.given...)
		wantIDs(t, c.name+" misses", got.Missing, c.missing...)
		wantIDs(t, c.name+" is held", got.Held, c.held...)
	}
}

func TestNote_IsWrittenInTheBackground(t *testing.T) {
	f := open(t)
	id := f.save(claude, recall.Input{Body: "fetched"}).ID
	f.Note(store.Recall{Author: claude, Kind: store.FetchedRecall, IDs: []int64{id}})
	for deadline := time.Now().Add(5 * time.Second); f.get(id).Fetched.Count != 1; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the note was not written within 5 s")
		}
	}
}

func TestClose_WritesWhatWaits(t *testing.T) {
	f := open(t)
	id := f.save(claude, recall.Input{Body: "fetched"}).ID
	for range 20 {
		f.Note(store.Recall{Author: claude, Kind: store.ListedRecall, Query: "q", IDs: []int64{id}})
	}
	f.Close()
	if n := f.get(id).Listed.Count; n != 20 {
		t.Errorf("%d of 20 notes were written", n)
	}
	f.Note(store.Recall{Author: claude, Kind: store.ListedRecall, IDs: []int64{id}})
	f.Close()
}

// listener is a store that keeps the queries of the recall log.
type listener struct {
	store.Store
	queries chan string
}

func (l listener) NoteRecall(_ context.Context, r store.Recall) error {
	l.queries <- r.Query
	return nil
}

func TestNote_CleansTheQuery(t *testing.T) {
	l := listener{open(t).Store(), make(chan string, 1)}
	r := recall.New(l)
	r.Note(store.Recall{Author: claude, Kind: store.ListedRecall, Query: "word <private>secret</private>\x1b"})
	r.Close()
	if query := <-l.queries; query != "word " {
		t.Errorf("logged %q", query)
	}
}

func TestNote_NeverBlocks(t *testing.T) {
	f := open(t)
	id := f.save(claude, recall.Input{Body: "fetched"}).ID
	done := make(chan struct{})
	go func() {
		for range 100_000 {
			f.Note(store.Recall{Author: claude, Kind: store.ListedRecall, IDs: []int64{id}})
		}
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(5 * time.Second):
		t.Fatal("notes block")
	}
}
