package recall

import (
	"context"
	"sync"
	"time"

	"memtray/store"
)

// callsEvery is how long calls are counted before they are written together.
const callsEvery = 2 * time.Second

// calls are the numbers of calls that wait to be written.
type calls struct {
	mu      sync.Mutex
	waiting map[store.CallCount]*store.CallCount // by day, client and tool
	timer   *time.Timer
}

// Called counts a call of a tool, prompt or resource by a client; failed says
// that it was in vain. It returns at once: the numbers are written together in
// the background, and dropped when the store is busy. Arguments are never kept.
func (r *Recall) Called(client, tool string, failed bool) {
	c := &r.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	key := store.CallCount{Day: r.Today(), Client: client, Tool: tool}
	if c.waiting == nil {
		c.waiting = map[store.CallCount]*store.CallCount{}
	}
	n := c.waiting[key]
	if n == nil {
		n = &store.CallCount{Day: key.Day, Client: client, Tool: tool}
		c.waiting[key] = n
	}
	n.Calls++
	if failed {
		n.Errors++
	}
	if c.timer == nil {
		c.timer = time.AfterFunc(callsEvery, r.writeCalls)
	}
}

// writeCalls hands on what was counted.
func (r *Recall) writeCalls() {
	c := &r.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
	var all []store.CallCount
	for _, n := range c.waiting {
		all = append(all, *n)
	}
	clear(c.waiting)
	if len(all) > 0 {
		r.notes.add(func(ctx context.Context, s store.Store) error { return s.AddCalls(ctx, all) })
	}
}
