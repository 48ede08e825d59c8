package recall

import (
	"context"
	"sync"
	"time"

	"memtray/store"
)

const (
	maxNotes = 256         // that wait; more come only while the file is held for long
	lastCall = time.Second // for the notes that wait when everything ends
)

// note is something to write that nobody waits for.
type note func(ctx context.Context, s store.Store) error

// notes writes notes one after another in the background.
type notes struct {
	store  store.Store
	queue  chan note
	ending chan struct{} // closed when no more are taken
	ended  chan struct{} // closed when the writer has returned
	end    sync.Once
	cancel context.CancelFunc // stops a write that takes too long
}

func startNotes(s store.Store) *notes {
	ctx, cancel := context.WithCancel(context.Background())
	n := &notes{
		store: s, cancel: cancel,
		queue:  make(chan note, maxNotes),
		ending: make(chan struct{}),
		ended:  make(chan struct{}),
	}
	go n.write(ctx)
	return n
}

func (n *notes) add(one note) {
	select {
	case <-n.ending:
		return
	default:
	}
	select {
	case n.queue <- one:
	default:
	}
}

// write writes notes until it is told to end and none waits. The store may
// refuse a note; see [Recall.Note] for why nothing comes of that.
func (n *notes) write(ctx context.Context) {
	defer close(n.ended)
	for {
		select {
		case one := <-n.queue:
			_ = one(ctx, n.store)
		case <-n.ending:
			n.drain(ctx)
			return
		}
	}
}

func (n *notes) drain(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case one := <-n.queue:
			_ = one(ctx, n.store)
		default:
			return
		}
	}
}

func (n *notes) close() {
	n.end.Do(func() { close(n.ending) })
	select {
	case <-n.ended:
	case <-time.After(lastCall):
	}
	n.cancel()
}
