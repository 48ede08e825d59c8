package api

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"memtray/store"
	"memtray/store/sqlite"
)

// watcher turns what is new in a store into events.
type watcher struct {
	store store.Store
	send  func(Event)

	version int64 // as of the last look
	seq     int64 // of the change log; negative until it is known

	present   []store.Presence
	presentAt time.Time // of the last look; zero before the first
	notices   time.Time // of the notices at that look

	failing bool // the last look failed, and this was logged
}

// poll looks once. A failure is logged once until a look succeeds again.
func (w *watcher) poll(ctx context.Context) {
	err := w.changes(ctx)
	if err == nil {
		err = w.presence(ctx)
	}
	if err != nil && !w.failing && ctx.Err() == nil {
		slog.Warn("changes of the store cannot be read", "error", err)
	}
	w.failing = err != nil
}

func (w *watcher) changes(ctx context.Context) error {
	version, err := w.store.DataVersion(ctx)
	if err != nil || (w.seq >= 0 && version == w.version) {
		return err
	}
	set, err := w.store.Changes(ctx, w.seq)
	if err != nil {
		return err
	}
	if w.seq < 0 { // nobody knows what subscribers read before this moment
		set.Reload = true
	}
	w.version, w.seq = version, set.Seq
	for _, ev := range events(set) {
		w.send(ev)
	}
	return nil
}

// presence notices shims that came or went, and what the person is to be told. One that was killed writes
// nothing, so the change log alone does not show it.
func (w *watcher) presence(ctx context.Context) error {
	if time.Since(w.presentAt) < hiddenPoll {
		return nil
	}
	present, err := w.store.Present(ctx)
	if err != nil {
		return err
	}
	if !w.presentAt.IsZero() && !slices.Equal(present, w.present) {
		w.send(Event{Type: ClientsChanged})
	}
	notices := sqlite.NoticesVersion(w.store.Home())
	if !w.presentAt.IsZero() && !notices.Equal(w.notices) {
		w.send(Event{Type: SettingsChanged}) // the status holds the notices
	}
	w.present, w.presentAt, w.notices = present, time.Now(), notices
	return nil
}

// events returns what set means for a dashboard. A changed project concerns
// every memory that shows its name.
func events(set store.ChangeSet) []Event {
	has := func(subjects ...string) bool {
		return set.Reload || slices.ContainsFunc(subjects, func(s string) bool { return slices.Contains(set.Other, s) })
	}
	var all []Event
	if has("project") {
		all = append(all, Event{Type: MemoryChanged, IDs: []int64{}})
	} else if len(set.Memories) > 0 {
		all = append(all, Event{Type: MemoryChanged, IDs: set.Memories})
	}
	if has("client", "registration") {
		all = append(all, Event{Type: ClientsChanged})
	}
	if has("setting") {
		all = append(all, Event{Type: SettingsChanged})
	}
	if has("document") {
		all = append(all, Event{Type: DocumentsChanged})
	}
	if has("journal") {
		all = append(all, Event{Type: JournalChanged})
	}
	if has("proposal") {
		all = append(all, Event{Type: ProposalsChanged})
	}
	if has("token", "project") { // a token names its projects
		all = append(all, Event{Type: TokensChanged})
	}
	return all
}
