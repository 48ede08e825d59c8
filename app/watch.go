package app

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"memtray/app/api"
	"memtray/app/tray"
	"memtray/frontend"
	"memtray/store"
)

// calm is the least time between two drawings of the menu: a client that saves
// hundreds of memories must not keep the panel busy.
const calm = 300 * time.Millisecond

// watch keeps the tray true until the app ends: after each change of the store,
// when a pause ends, and at midnight, when "today" begins anew.
func (d *desktop) watch() {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	events := d.data.hub.Subscribe(ctx)
	select {
	case <-d.drawn:
	case <-d.ending:
		return
	}
	last := tray.State{}
	for {
		state, err := d.data.state(ctx, time.Now())
		if err != nil {
			last.Trouble, last.Now = true, time.Now()
			state = last
			slog.Error("read the memories for the tray", "error", err)
		}
		last = state
		d.tray.Show(state, labels(d.data.locale(ctx)))
		if !d.pause(calm) {
			return
		}
		select {
		case <-d.ending:
			return
		case _, ok := <-events:
			if !ok {
				return
			}
			drain(events)
		case <-time.After(nextChange(state)):
		}
	}
}

// pause waits and reports whether the app still runs.
func (d *desktop) pause(t time.Duration) bool {
	select {
	case <-d.ending:
		return false
	case <-time.After(t):
		return true
	}
}

// drain takes the events that are there already: one drawing serves them all.
func drain[T any](events <-chan T) {
	for {
		select {
		case _, ok := <-events:
			if !ok {
				return
			}
		default:
			return
		}
	}
}

// nextChange is the time until the menu changes by itself. After trouble it is
// short, so that the icon tells when it is over. It is at most a minute: timers
// do not count the time that a computer sleeps.
func nextChange(s tray.State) time.Duration {
	next := min(time.Minute, tray.Tomorrow(s.Now).Sub(s.Now))
	if s.Trouble {
		next = min(next, 5*time.Second)
	}
	if s.Paused && !s.Until.IsZero() {
		next = min(next, s.Until.Sub(s.Now))
	}
	return max(next, calm)
}

// state reads what the tray shows.
func (d *data) state(ctx context.Context, now time.Time) (tray.State, error) {
	counts, err := d.store.Counts(ctx, store.MillisOf(api.DayStart(now)))
	if err != nil {
		return tray.State{}, err
	}
	// Asked of the store: nobody asked for anything, so upkeep need not give way.
	found, err := d.store.Find(ctx, store.Query{Sort: store.Newest, Limit: tray.Slots})
	if err != nil {
		return tray.State{}, err
	}
	present, err := d.store.Present(ctx)
	if err != nil {
		return tray.State{}, err
	}
	paused, until, err := d.recall.Paused(ctx)
	if err != nil {
		return tray.State{}, err
	}
	notices, err := d.keeper.Notices(ctx)
	if err != nil {
		return tray.State{}, err
	}
	s := tray.State{
		Notice:   slices.ContainsFunc(notices, func(n store.Notice) bool { return n.Severity == store.Failure }),
		Memories: counts.Memories, Today: counts.Today, Clients: distinct(present),
		Paused: paused, Until: until.Time(), Now: now,
	}
	for _, row := range found.Rows {
		s.Newest = append(s.Newest, tray.Memory{ID: row.ID, Title: row.Title})
	}
	return s, nil
}

// distinct counts clients: one with three windows is one.
func distinct(present []store.Presence) int {
	seen := map[string]bool{}
	for _, p := range present {
		seen[p.Client] = true
	}
	return len(seen)
}

// labels returns the tray's texts.
func labels(locale string) tray.Labels {
	texts, err := frontend.Catalogue(locale)
	if err != nil {
		panic(err) // the catalogues are part of the program, and tested
	}
	return texts
}
