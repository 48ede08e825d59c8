package recall_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// TestWhileIdle: what is done while nobody asks for anything ends when somebody
// does, and begins again only a while after that.
func TestWhileIdle(t *testing.T) {
	f := open(t)
	const idle = 20 * time.Millisecond
	for _, ask := range []func() error{
		func() error { _, err := f.Search(f.ctx, recall.Request{Limit: 1}); return err },
		func() error { _, err := f.Get(f.ctx, claude, []int64{1}); return err },
		func() error { _, err := f.Save(f.ctx, claude, recall.Input{Body: "x"}); return err },
		func() error {
			_, err := f.Change(f.ctx, person, recall.Change{IDs: []int64{1}, Pinned: ptr(true)})
			return err
		},
		func() error { _, err := f.Undo(f.ctx, person, 999); return ignore(err, store.NotFound) },
		func() error { _, err := f.EmptyTrash(f.ctx, person, 0); return ignore(err, store.Conflict) },
	} {
		began, ended := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(ended)
			wait := func(ctx context.Context) { close(began); <-ctx.Done() }
			for !f.WhileIdle(f.ctx, idle, wait) {
				time.Sleep(time.Millisecond)
			}
		}()
		within(t, began)
		if err := ask(); err != nil {
			t.Fatal(err)
		}
		within(t, ended)
	}
	f.save(claude, recall.Input{Body: "y"})
	if f.WhileIdle(f.ctx, time.Hour, func(context.Context) {}) {
		t.Error("idle at once")
	}
}

func within(t *testing.T, ch chan struct{}) {
	t.Helper()
	select {
	case <-ch:
	case <-time.After(5 * time.Second):
		t.Fatal("not within 5 s")
	}
}

func ignore(err error, code store.Code) error {
	if e, ok := errors.AsType[*store.Error](err); ok && e.Code == code {
		return nil
	}
	return err
}
