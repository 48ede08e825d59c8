package care

import (
	"context"
	"log/slog"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

const (
	backupAge = 24 * time.Hour // after which the next one is due
	patience  = 180            // looks, half an hour, after which one is made though the store is in use
	pause     = time.Hour      // after a failure
)

// Calls tells when nobody asks this process for anything.
type Calls interface {
	// WhileIdle calls do and returns true, if nobody has asked for anything for
	// at least d. The context of do ends when somebody does.
	WhileIdle(ctx context.Context, d time.Duration, do func(context.Context)) bool

	// Index makes vectors that are missing until none is or ctx ends.
	Index(ctx context.Context) error
}

// Run does what no call waits for, until ctx ends: the upkeep of the store (see
// [store.Store]), a backup when the last one is a day old, and vectors of
// memories that have none where the person uses embeddings. It begins when
// nobody has asked for anything for ten seconds, so that a short-lived process
// never does and a start is not slowed, and looks again each minute. All but
// a backup, which is in nobody's way, ends when somebody asks for something.
// Failures go to log.
func (k *Keeper) Run(ctx context.Context, calls Calls, log *slog.Logger) {
	putOff := 0
	for wait := k.idle; ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		idle, tidied := k.tidy(ctx, calls)
		kept := k.keep(ctx, idle, putOff >= patience)
		more, indexed := k.index(ctx, calls)
		if ctx.Err() != nil {
			return
		}
		if putOff++; !isBusy(kept) {
			putOff = 0
		}
		wait = k.every
		if more || isBusy(tidied) || isBusy(kept) {
			wait = k.idle
		}
		for _, err := range []error{tidied, kept, indexed} {
			if err != nil && !isBusy(err) {
				log.Error("Upkeep failed", "error", err)
				wait = pause
			}
		}
	}
}

func isBusy(err error) bool { return store.ErrorCode(err) == store.Busy }

// inUse is why something was put off.
func inUse() error { return store.Errorf(store.Busy, "the store is in use") }

// tidy does the upkeep of the store while nobody asks for anything. It returns
// [store.Busy] if it was put off.
func (k *Keeper) tidy(ctx context.Context, calls Calls) (idle bool, err error) {
	err = inUse()
	idle = calls.WhileIdle(ctx, k.idle, func(ctx context.Context) {
		if done := k.store.Upkeep(ctx); ctx.Err() == nil {
			err = done
		}
	})
	return idle, err
}

// keep makes a backup if one is due. It returns [store.Busy] if it was put off,
// since somebody writes, unless it has been long enough.
func (k *Keeper) keep(ctx context.Context, idle, enough bool) error {
	if !k.due(ctx) {
		return nil
	}
	if !enough && (!idle || !k.calm(ctx)) {
		return inUse()
	}
	_, err := k.backup(ctx, func() bool { return k.due(ctx) })
	return err
}

// index makes vectors for as long as the time between two looks, and says
// whether there may be more to make.
func (k *Keeper) index(ctx context.Context, calls Calls) (more bool, err error) {
	calls.WhileIdle(ctx, k.idle, func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, k.every)
		defer cancel()
		err = calls.Index(ctx)
		if more = ctx.Err() != nil; more {
			err = nil // it was told to end
		}
	})
	return more, err
}

// due reports whether no backup of the last day can be read and there is
// anything to keep.
func (k *Keeper) due(ctx context.Context) bool {
	now := k.now()
	for _, b := range sqlite.Backups(k.store.Home()) {
		if sqlite.Ahead(b, now) || now.Sub(b.At.Time()) >= backupAge {
			continue
		}
		if _, err := sqlite.Inspect(ctx, b.File); err == nil {
			return false
		}
	}
	empty, err := k.empty(ctx)
	return err == nil && !empty
}

// calm reports whether nobody writes for a moment.
func (k *Keeper) calm(ctx context.Context) bool {
	before, err := k.store.DataVersion(ctx)
	if err != nil {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(k.quiet):
	}
	after, err := k.store.DataVersion(ctx)
	return err == nil && after == before
}
