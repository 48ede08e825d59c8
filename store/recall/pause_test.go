package recall_test

import (
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

func TestPause(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "before"})
	act := f.change(claude, recall.Change{IDs: []int64{m.ID}, Pinned: ptr(true)}).Act
	hour := store.Millis(f.time.Load()) + store.Millis(time.Hour.Milliseconds())
	for _, until := range []store.Millis{0, hour} {
		if err := f.Pause(f.ctx, until); err != nil {
			t.Fatal(err)
		}
		f.wantPaused(true, until)
		_, err := f.Save(f.ctx, claude, recall.Input{Body: "during"})
		wantError(t, err, store.Paused, "saving is paused; nothing was stored")
		_, err = f.Change(f.ctx, claude, recall.Change{IDs: []int64{m.ID}, Pinned: ptr(false)})
		wantError(t, err, store.Paused, "saving is paused; nothing was changed")
		_, err = f.Undo(f.ctx, claude, act)
		wantError(t, err, store.Invalid, "only the person undoes")
		wantIDs(t, "a client still finds", f.found(recall.Request{Query: "before", Filter: store.Filter{Reader: "cursor"}}), m.ID)
	}
	f.save(person, recall.Input{Body: "by the person"})
	f.change(person, recall.Change{IDs: []int64{m.ID}, Pinned: ptr(false)})

	f.time.Add(time.Hour.Milliseconds())
	f.wantPaused(false, 0)
	f.save(claude, recall.Input{Body: "after the hour"})

	if err := f.Pause(f.ctx, 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Resume(f.ctx); err != nil {
		t.Fatal(err)
	}
	f.wantPaused(false, 0)
	f.save(claude, recall.Input{Body: "after resuming"})
}

func TestPause_MustEndInTheFuture(t *testing.T) {
	f := open(t)
	for _, until := range []store.Millis{-1, store.Millis(f.time.Load())} {
		wantError(t, f.Pause(f.ctx, until), store.Invalid, "a pause must end in the future")
	}
	f.wantPaused(false, 0)
}

func TestPaused_UnknownValueIsAPause(t *testing.T) {
	f := open(t)
	if err := f.Store().SetSetting(f.ctx, store.SettingPausedUntil, "tomorrow"); err != nil {
		t.Fatal(err)
	}
	f.wantPaused(true, 0)
}

func (f *fixture) wantPaused(paused bool, until store.Millis) {
	f.t.Helper()
	p, u, err := f.Paused(f.ctx)
	if p != paused || u != until || err != nil {
		f.t.Errorf("paused %v until %d, %v; want %v until %d", p, u, err, paused, until)
	}
}
