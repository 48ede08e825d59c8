package recall

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"memtray/store"
)

// Idle is how long nobody must have asked for anything before upkeep begins.
const Idle = time.Minute

// upkeepAgain is how long after upkeep it is looked for more, whether or not it
// succeeded. Looking costs nothing worth mentioning.
const upkeepAgain = 15 * time.Minute

// WithUpkeep makes a [Recall] do the upkeep of the store ([store.Store]) each
// time that nobody has asked for anything for the time idle. Who asks for
// something meanwhile stops it. For processes that run for long.
func WithUpkeep(idle time.Duration) Option {
	return func(r *Recall) { r.upkeep = startUpkeep(r.store, idle) }
}

// upkeep runs [store.Store.Upkeep] while nothing else goes on. A nil one does
// nothing.
type upkeep struct {
	store  store.Store
	idle   time.Duration
	end    context.CancelFunc
	ended  chan struct{}
	mu     sync.Mutex
	last   time.Time          // when something was asked for
	cancel context.CancelFunc // stops what is being done; nil if nothing is
}

func startUpkeep(s store.Store, idle time.Duration) *upkeep {
	ctx, end := context.WithCancel(context.Background())
	u := &upkeep{store: s, idle: idle, end: end, ended: make(chan struct{}), last: time.Now()}
	go u.run(ctx)
	return u
}

func (u *upkeep) run(ctx context.Context) {
	defer close(u.ended)
	for wait := u.idle; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		working, ok := u.begin(ctx)
		if !ok {
			wait = u.idle
			continue
		}
		err := u.store.Upkeep(working)
		stopped := working.Err() != nil
		u.finish()
		if err != nil && !stopped && store.ErrorCode(err) != store.Busy {
			slog.Warn("Upkeep failed", "error", err)
		}
		wait = upkeepAgain
		if err != nil {
			wait = u.idle // it was in somebody's way
		}
	}
}

// begin returns the context of one upkeep, and false if somebody asked for
// something a moment ago.
func (u *upkeep) begin(ctx context.Context) (context.Context, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if time.Since(u.last) < u.idle {
		return nil, false
	}
	working, cancel := context.WithCancel(ctx)
	u.cancel = cancel
	return working, true
}

func (u *upkeep) finish() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.cancel()
	u.cancel = nil
}

// used notes that something is asked for now, and stops what is being done.
func (u *upkeep) used() {
	if u == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.last = time.Now()
	if u.cancel != nil {
		u.cancel()
	}
}

func (u *upkeep) close() {
	if u == nil {
		return
	}
	u.end()
	<-u.ended
}
