package sqlite

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"time"
)

// Writes that wait for their turn share a transaction, and so one wait for the disk
// and one lock of the file: whoever has the turn does his own part, takes along
// whoever waits by then, and commits for all. Nobody waits for company.
//
//   - Each is answered once all of it is on the disk. Where the transaction itself
//     fails, as on a full disk, each of them gets that error and nothing is stored.
//   - One that fails by itself is undone alone, by a savepoint. Only the first has
//     none: where it fails, nobody has been taken along.
//   - One that still waits leaves when its context or its patience ends; one that
//     was taken along is finished.

// shareFor is how long a transaction goes on taking others along: other processes
// wait meanwhile.
const shareFor = 50 * time.Millisecond

// part is a write that waits for its turn, or to be taken along.
type part struct {
	ctx      context.Context // never ends
	do       func(ctx context.Context, t *transaction) error
	done     chan struct{} // closed when it was taken along, and that transaction has ended
	err      error         // valid when done is closed
	panicked string        // likewise
}

// queue holds the parts that wait, the one that came first in front.
type queue struct {
	mu    sync.Mutex
	parts []*part
}

func (q *queue) add(p *part) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.parts = append(q.parts, p)
}

// leave takes p out. It reports false if p was taken along before.
func (q *queue) leave(p *part) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.parts, p)
	if i < 0 {
		return false
	}
	q.parts = slices.Delete(q.parts, i, i+1)
	return true
}

// next takes out the first part, or returns nil.
func (q *queue) next() *part {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.parts) == 0 {
		return nil
	}
	p := q.parts[0]
	q.parts = slices.Delete(q.parts, 0, 1)
	return p
}

// write runs do as a durable transaction, or as a part of one: all of it or, on an
// error, nothing. It waits for other writers, of this process and others, until ctx
// ends or its patience is at its end; what has begun is finished regardless, so that
// nobody is told of a failure that did not happen. It may run in another goroutine.
func (s *Store) write(ctx context.Context, do func(ctx context.Context, t *transaction) error) error {
	for try := 0; ; try++ {
		err := s.writeOnce(ctx, do)
		if !errors.Is(err, errMoved) || try == reopenings {
			return err
		}
	}
}

func (s *Store) writeOnce(ctx context.Context, do func(ctx context.Context, t *transaction) error) error {
	end, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := ctx.Err(); err != nil {
		return err
	}
	deadline := time.Now().Add(s.patience)
	turn, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	p := &part{ctx: context.WithoutCancel(ctx), do: do, done: make(chan struct{})}
	w := s.writer
	w.waiting.add(p)
	select {
	case <-p.done:
	case <-w.turn:
		defer w.give()
		if w.waiting.leave(p) {
			return s.explain(s.lead(ctx, time.Until(deadline), do))
		}
	case <-turn.Done():
		if w.waiting.leave(p) {
			if ctx.Err() == nil {
				return busy(turn.Err())
			}
			return ctx.Err()
		}
	}
	<-p.done
	if p.panicked != "" {
		panic(p.panicked)
	}
	return s.explain(p.err)
}

// lead runs do in a transaction, into which it takes along whoever waits. The caller
// has the writer's turn.
func (s *Store) lead(ctx context.Context, patience time.Duration, do func(ctx context.Context, t *transaction) error) error {
	var along []*part
	announce := s.unannounced.Swap(false)
	err := s.transact(ctx, patience, func(ctx context.Context, t *transaction) error {
		start := time.Now()
		if announce {
			if err := s.putAnnounced(ctx, t); err != nil {
				return err
			}
		}
		if err := do(ctx, t); err != nil {
			return err
		}
		for time.Since(start) < shareFor {
			p := t.w.waiting.next()
			if p == nil {
				break
			}
			along = append(along, p)
			own := &transaction{w: t.w, at: s.millis()} // each part has its own time
			if err := own.takeAlong(p); err != nil {
				return err
			}
		}
		return nil
	})
	if announce && err != nil {
		s.unannounced.Store(true)
	}
	for _, p := range along {
		if err != nil {
			p.err = err
		}
		close(p.done)
	}
	return err
}

// takeAlong runs a part, and undoes it if it fails. Its own error is that of the
// transaction, which SQLite may have ended, as on a full disk.
func (t *transaction) takeAlong(p *part) error {
	if _, err := t.ExecContext(p.ctx, "savepoint part"); err != nil {
		return err
	}
	if p.err = p.run(t); p.err != nil {
		if _, err := t.ExecContext(p.ctx, "rollback to part"); err != nil {
			return errors.Join(p.err, err)
		}
	}
	_, err := t.ExecContext(p.ctx, "release part")
	return err
}

// run runs a part. What panics is not the fault of whoever has the turn.
func (p *part) run(t *transaction) (err error) {
	defer func() {
		if v := recover(); v != nil {
			p.panicked = fmt.Sprintf("%v\n%s", v, debug.Stack())
			err = errors.New("a write panicked")
		}
	}()
	return p.do(p.ctx, t)
}
