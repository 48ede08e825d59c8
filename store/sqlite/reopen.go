package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"memtray/store"
)

// lookEvery is how often a process that is not asked for anything looks whether
// it has to leave its files. Who opens a file beside which side files are missing
// waits for that.
const lookEvery = time.Second

// reopenings is how often a call tries to find its file in place.
const reopenings = 3

// errMoved marks a call that changed nothing since the file is another one.
var errMoved = errors.New("the path leads elsewhere")

func movedError(path string) error {
	return &store.Error{Code: store.Internal, Err: errMoved,
		Message: path + " was moved, deleted or replaced while it was in use; nothing was changed, try again"}
}

// begin marks the store as in use until the returned function is called. Where
// the path no longer leads to what is open, it first opens what is there.
func (s *Store) begin(ctx context.Context) (end func(), err error) {
	for try := 0; ; try++ {
		s.going.RLock()
		moved := ""
		switch {
		case s.closed:
			err = errClosed()
		case s.connection == nil:
			err = movedError(s.path)
		default:
			if moved = s.moved(); moved == "" {
				return s.going.RUnlock, nil
			}
			err = movedError(moved)
		}
		closed := s.closed
		s.going.RUnlock()
		if closed || try == reopenings {
			return nil, err
		}
		if err := s.again(ctx); err != nil {
			return nil, err
		}
	}
}

func errClosed() error { return store.Errorf(store.Internal, "the store is closed") }

// reopening is one attempt to open the file again; err is set when done is closed.
type reopening struct {
	done chan struct{}
	err  error
}

// again opens the file again. All calls wait for the same attempt, each for as
// long as it has time.
func (s *Store) again(ctx context.Context) error {
	s.mu.Lock()
	attempt := s.reopening
	if attempt == nil {
		attempt = &reopening{done: make(chan struct{})}
		s.reopening = attempt
		go s.reopen(attempt)
	}
	s.mu.Unlock()
	select {
	case <-attempt.done:
		return attempt.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reopen makes an attempt. It outlives the call that happened to begin it.
func (s *Store) reopen(attempt *reopening) {
	ctx := context.Background()
	if attempt.err = s.leaveMoved(); attempt.err == nil {
		attempt.err = s.install(ctx)
	}
	s.mu.Lock()
	s.reopening = nil
	s.mu.Unlock()
	close(attempt.done)
}

// install opens what is there now, unless something is open.
func (s *Store) install(ctx context.Context) error {
	s.going.RLock()
	done := s.connection != nil
	s.going.RUnlock()
	if done {
		return nil
	}
	c, err := s.enter(ctx, true)
	if err != nil {
		return fmt.Errorf("open store: %w", s.explain(err))
	}
	s.going.Lock()
	if s.closed {
		s.going.Unlock()
		return errors.Join(errClosed(), c.close())
	}
	s.epoch++
	s.connection = c
	s.going.Unlock()
	s.announceAgain(ctx)
	return nil
}

// leaveMoved closes what is open if the path no longer leads to it.
func (s *Store) leaveMoved() error {
	s.going.Lock()
	defer s.going.Unlock()
	if s.closed {
		return errClosed()
	}
	if s.connection != nil && s.moved() != "" {
		_ = s.leave() // what was acknowledged is on the disk
	}
	return nil
}

// leave closes what is open. What is in a log that only open connections still
// see is brought into the file first, wherever that is now. Another log at its
// place is not this file's, and SQLite would delete it. The caller holds going.
func (s *Store) leave() error {
	c := s.connection
	defer func() { s.connection = nil }()
	if c.moved() != "" {
		s.emptyLog()
		if c.has(c.real) && !c.has(c.real+sides[1]) {
			_ = s.setLogAside(c.real)
		}
	}
	return c.close()
}

// emptyLog brings what is in the log into the file. Others who leave do the same,
// or read, for a moment; who reads for longer does it when he leaves.
func (s *Store) emptyLog() {
	for start := time.Now(); time.Since(start) < lookEvery; {
		if err := s.truncateLog(context.Background()); !isBusy(err) && !errors.Is(err, errRead) {
			return
		}
	}
}

// stay leaves files that are no longer in place while nobody asks for anything,
// until the store is closed: others wait for that. The next call opens again.
func (s *Store) stay() {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-s.ending:
			return
		case <-look.C:
		}
		if s.going.TryLock() { // else a call looks
			if s.connection != nil && !s.closed && s.moved() != "" {
				_ = s.leave()
			}
			s.going.Unlock()
		}
	}
}
