package sqlite_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
	"memtray/store/text"
)

// crowd are writes of one store that wait, since another connection keeps the file
// locked.
type crowd struct {
	t       *testing.T
	s       *sqlite.Store
	release func()
	wg      sync.WaitGroup
	n       int
}

func newCrowd(t *testing.T, s *sqlite.Store, dir string) *crowd {
	t.Helper()
	ctx := context.Background()
	conn, err := raw(t, dir).Conn(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(ctx, `begin immediate`); err != nil {
		t.Fatal(err)
	}
	return &crowd{t: t, s: s, release: sync.OnceFunc(func() {
		if _, err := conn.ExecContext(ctx, `rollback`); err != nil {
			t.Error(err)
		}
		conn.Close()
	})}
}

// add begins a write, and waits until it waits.
func (c *crowd) add(write func()) {
	c.t.Helper()
	c.wg.Go(write)
	c.n++
	c.waits(c.n)
}

func (c *crowd) waits(n int) {
	c.t.Helper()
	for start := time.Now(); sqlite.Waiting(c.s) != n; time.Sleep(time.Millisecond) {
		if time.Since(start) > 5*time.Second {
			c.t.Fatalf("%d writes wait, not %d", sqlite.Waiting(c.s), n)
		}
	}
}

// ticking is a clock that goes on whenever it is asked.
func ticking() func() time.Time {
	var mu sync.Mutex
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		at = at.Add(time.Second)
		return at
	}
}

// commits returns how many transactions the log holds: the frames that say how large
// the file is then (sqlite.org/fileformat2.html, section 4.1).
func commits(t *testing.T, dir string) (n int) {
	t.Helper()
	log, err := os.ReadFile(mainFile(dir) + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	const head, frameHead = 32, 24
	size := int(binary.BigEndian.Uint32(log[8:])) + frameHead
	for at := head; at+size <= len(log); at += size {
		if binary.BigEndian.Uint32(log[at+4:]) != 0 {
			n++
		}
	}
	return n
}

// TestShared: saves that wait are stored together, and what fails among them, or is
// given up, fails alone.
func TestShared(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	s := openIn(t, dir, ticking())
	first, other := saveText(t, s, "there first"), saveText(t, s, "there second")
	from, err := s.Changes(ctx, -1)
	if err != nil {
		t.Fatal(err)
	}
	before := commits(t, dir)
	c := newCrowd(t, s, dir)
	defer c.release()

	const each = 5
	var mu sync.Mutex
	var saved []store.Saved
	failures := map[string]error{}
	fails := func(name string, err error) {
		mu.Lock()
		defer mu.Unlock()
		failures[name] = err
	}
	stopped, stop := context.WithCancel(ctx)
	gone := make(chan struct{})
	for i := range each {
		body := fmt.Sprintf("crowded memory %d", i)
		c.add(func() {
			got, err := s.Save(ctx, you, store.Draft{Body: body, Tags: []string{"crowd"}})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			saved = append(saved, got)
		})
		c.add(func() {
			_, err := s.Save(ctx, you, store.Draft{Body: body + " of nothing", Supersedes: []int64{999}})
			fails("missing", err)
		})
		c.add(func() {
			_, err := s.Change(ctx, you, store.Change{IDs: []int64{first.ID}, Revision: 7, Patch: store.Patch{Body: ptr("stale")}})
			fails("stale", err)
		})
		c.add(func() {
			// Its first memory is changed before the second is found to be the same.
			_, err := s.Change(ctx, you, store.Change{IDs: []int64{first.ID, other.ID}, Patch: store.Patch{Body: ptr("the same")}})
			fails("equal", err)
		})
	}
	c.wg.Go(func() {
		defer close(gone)
		_, err := s.Save(stopped, you, store.Draft{Body: "given up"})
		fails("stopped", err)
	})
	c.waits(c.n + 1)
	stop()
	<-gone // while the file is still locked
	c.release()
	c.wg.Wait()

	for name, want := range map[string]store.Code{"missing": store.NotFound, "stale": store.Conflict, "equal": store.Conflict} {
		if store.ErrorCode(failures[name]) != want {
			t.Errorf("%s: %v", name, failures[name])
		}
	}
	if !errors.Is(failures["stopped"], context.Canceled) {
		t.Errorf("the one that was given up: %v", failures["stopped"])
	}
	ids := map[int64]bool{}
	for _, one := range saved {
		ids[one.Memory.ID] = true
	}
	if n := commits(t, dir) - before; len(ids) != each || n >= each {
		t.Errorf("%d memories were stored by %d transactions", len(ids), n)
	}
	for _, terms := range [][]store.Term{nil, text.Terms("crowded", false)} {
		if l, err := s.Find(ctx, store.Query{Limit: 50, Terms: terms, Filter: store.Filter{Tags: []string{"crowd"}}}); err != nil || l.Total != each {
			t.Errorf("%d are found by %v, %v", l.Total, terms, err)
		}
	}
	if l, err := s.Find(ctx, store.Query{Limit: 50}); err != nil || l.Total != each+2 {
		t.Errorf("%d memories, %v", l.Total, err)
	}
	if got, err := s.Memories(ctx, []int64{first.ID, other.ID}); err != nil || got[0].Revision != 1 || got[1].Revision != 1 {
		t.Errorf("what failed left %+v, %v", got, err)
	}
	if set, err := s.Changes(ctx, from.Seq); err != nil || set.Reload || len(set.Memories) != each {
		t.Errorf("the change log has %+v, %v", set, err)
	}
	if u, err := s.Undo(ctx, you, saved[0].Act); err != nil || len(u.Restored) != 1 {
		t.Errorf("undone %+v, %v", u, err)
	}
	checkIntegrity(t, dir)
}

// TestShared_Panic: a write that panics while another has the turn panics alone.
func TestShared_Panic(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, nil)
	c := newCrowd(t, s, dir)
	defer c.release()
	save := func(body string) func() { return func() { saveText(t, s, body) } }
	c.add(save("before"))
	c.add(func() {
		defer func() {
			if v := recover(); v == nil || !strings.HasPrefix(fmt.Sprint(v), "oops") {
				t.Errorf("recovered %v", v)
			}
		}()
		_ = sqlite.Write(context.Background(), s, func() error { panic("oops") })
	})
	c.add(save("after"))
	c.release()
	c.wg.Wait()
	if l, err := s.Find(context.Background(), store.Query{Limit: 9}); err != nil || l.Total != 2 {
		t.Errorf("%d memories, %v", l.Total, err)
	}
}

// Whoever writes has his own time, whoever else is in the transaction.
func TestShared_Times(t *testing.T) {
	dir := t.TempDir()
	s := openIn(t, dir, ticking())
	c := newCrowd(t, s, dir)
	for i := range 3 {
		c.add(func() { saveText(t, s, fmt.Sprint("one of the crowd ", i)) })
	}
	c.release()
	c.wg.Wait()
	found, err := s.Memories(context.Background(), []int64{1, 2, 3})
	if err != nil || len(found) != 3 {
		t.Fatal(found, err)
	}
	times := map[store.Millis]bool{}
	for _, m := range found {
		times[m.CreatedAt] = true
	}
	if len(times) != 3 {
		t.Errorf("three memories have %d times", len(times))
	}
}
