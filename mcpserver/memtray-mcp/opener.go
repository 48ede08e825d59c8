package main

import (
	"context"
	"log/slog"
	"sync"

	"memtray/store/recall"
)

// opener opens the store once, when it is first needed. Calls that need it
// meanwhile wait for that one attempt, each for as long as it has time. After an
// error, such as that of a file which is in use or too new, the next call tries
// again. From then on the store itself follows its file.
type opener struct {
	env *cli
	log *slog.Logger

	mu      sync.Mutex
	opened  *opened  // nil: not yet
	opening *opening // nil: nothing is being opened
}

// opened is an open store.
type opened struct {
	recall *recall.Recall
	close  func() error
}

// opening is one attempt; store and err are set when done is closed.
type opening struct {
	done  chan struct{}
	store *opened
	err   error
}

func (o *opener) recall(ctx context.Context) (*recall.Recall, error) {
	now, attempt := o.look()
	if now != nil {
		return now.recall, nil
	}
	select {
	case <-attempt.done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if attempt.err != nil {
		return nil, attempt.err
	}
	return attempt.store.recall, nil
}

// look returns the open store, or the attempt to open it.
func (o *opener) look() (*opened, *opening) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.opened != nil {
		return o.opened, nil
	}
	if o.opening == nil {
		o.opening = &opening{done: make(chan struct{})}
		go o.open(o.opening)
	}
	return nil, o.opening
}

// open makes an attempt. The store outlives the call that happens to open it.
func (o *opener) open(attempt *opening) {
	ctx := context.Background()
	r, keeper, closeStore, err := o.env.openKept(ctx)
	if err == nil {
		end := keepUp(ctx, r, keeper, o.log)
		attempt.store = &opened{r, func() error { end(); return closeStore() }}
	}
	attempt.err = err
	o.mu.Lock()
	defer o.mu.Unlock()
	o.opened, o.opening = attempt.store, nil
	close(attempt.done)
}

// close closes the store. While it is still being opened, which can wait for a
// file in use, that is left to the end of the process.
func (o *opener) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.opened == nil {
		return
	}
	if err := o.opened.close(); err != nil {
		o.log.Error("Store did not close", "error", err)
	}
}
