package recall

import (
	"context"
	"strconv"

	"memtray/store"
)

// Paused reports whether the person has paused saving by clients, and until
// when; 0 is until [Recall.Resume]. A pause that has run out is none.
func (r *Recall) Paused(ctx context.Context) (paused bool, until store.Millis, err error) {
	value, err := r.store.Setting(ctx, store.SettingPausedUntil)
	if err != nil || value == "" {
		return false, 0, err
	}
	end, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		// [store.Forever], or what another version wrote: somebody wanted a pause.
		return true, 0, nil
	}
	until = store.Millis(end)
	if until <= store.MillisOf(r.now()) {
		return false, 0, nil
	}
	return true, until, nil
}

// Pause makes clients' saves and changes fail until the given time, 0 for good.
// What they recall and what the person does goes on.
func (r *Recall) Pause(ctx context.Context, until store.Millis) error {
	if until == 0 {
		return r.store.SetSetting(ctx, store.SettingPausedUntil, store.Forever)
	}
	if until <= store.MillisOf(r.now()) {
		return store.Errorf(store.Invalid, "a pause must end in the future")
	}
	return r.store.SetSetting(ctx, store.SettingPausedUntil, strconv.FormatInt(int64(until), 10))
}

// Resume ends a pause.
func (r *Recall) Resume(ctx context.Context) error {
	return r.store.SetSetting(ctx, store.SettingPausedUntil, "")
}

// mayWrite refuses clients while saving is paused; done says in the message what
// did not happen.
func (r *Recall) mayWrite(ctx context.Context, by store.Author, done string) error {
	if by.Kind != store.Agent {
		return nil
	}
	paused, _, err := r.Paused(ctx)
	if err != nil {
		return err
	}
	if paused {
		return store.Errorf(store.Paused, "saving is paused; nothing was %s", done)
	}
	return nil
}
