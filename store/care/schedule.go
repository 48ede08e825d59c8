package care

import (
	"context"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

const (
	backupAge = 24 * time.Hour // after which the next one is due
	patience  = 30             // looks after which one is made though others write
	pause     = time.Hour      // after a failure
)

// Run makes a backup whenever the last one is a day old and nobody writes, until
// ctx ends. It begins after a minute, so that a short-lived process never does
// and a start is not slowed. Failures go to report.
func (k *Keeper) Run(ctx context.Context, report func(error)) {
	wait, busy := k.first, 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = k.every
		if !k.due(ctx) {
			continue
		}
		if busy < patience && !k.calm(ctx) {
			busy++
			continue
		}
		busy = 0
		_, err := k.backup(ctx, func() bool { return k.due(ctx) })
		if err != nil && store.ErrorCode(err) != store.Busy && ctx.Err() == nil {
			report(err)
			wait = pause
		}
	}
}

// due reports whether the last backup is too old and there is anything to keep.
func (k *Keeper) due(ctx context.Context) bool {
	if all := sqlite.Backups(k.store.Home()); len(all) > 0 {
		age := k.now().Sub(all[0].At.Time())
		return age >= backupAge || age <= -backupAge // the clock was wrong
	}
	counts, err := k.store.Counts(ctx, 0)
	return err == nil && counts.Memories > 0
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
