package recall

import (
	"context"
	"sync"
	"time"
)

// activity is when something was last asked for, and what gives way to it.
type activity struct {
	mu   sync.Mutex
	last time.Time
	stop context.CancelFunc // of what is being done meanwhile; nil if nothing is
}

// used notes that something is asked for now, and stops what is being done.
func (a *activity) used() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = time.Now()
	if a.stop != nil {
		a.stop()
	}
}

// WhileIdle calls do and returns true, if nobody has asked for anything for at
// least d. The context of do ends when somebody asks for something, or ctx ends.
// Only one caller at a time may wait on it.
func (r *Recall) WhileIdle(ctx context.Context, d time.Duration, do func(context.Context)) bool {
	a := &r.activity
	a.mu.Lock()
	if time.Since(a.last) < d {
		a.mu.Unlock()
		return false
	}
	ctx, a.stop = context.WithCancel(ctx)
	a.mu.Unlock()
	do(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.stop()
	a.stop = nil
	return true
}
