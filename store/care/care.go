// Package care looks after a data folder: it makes and restores backups, keeps
// what the person has to be told, and examines everything on request.
//
// Each process that has the store open for long runs [Keeper.Run], the one place
// that says what happens while nobody asks for anything: whichever finds the
// last backup too old makes the next one, under a lock.
package care

import (
	"time"

	"memtray/store/sqlite"
)

// Keeper looks after one open store. It is safe for concurrent use.
type Keeper struct {
	store *sqlite.Store
	now   func() time.Time

	idle  time.Duration // for which nobody may have asked for anything
	every time.Duration // between looks
	quiet time.Duration // for which nobody may have written
}

// Option changes how a [Keeper] works.
type Option func(*Keeper)

// WithClock makes now the source of time; the default is [time.Now].
func WithClock(now func() time.Time) Option { return func(k *Keeper) { k.now = now } }

// WithPace sets for how long nobody must have asked for anything before
// [Keeper.Run] does something, and the time between its looks; the defaults are
// ten seconds and a minute.
func WithPace(idle, every time.Duration) Option {
	return func(k *Keeper) { k.idle, k.every, k.quiet = idle, every, idle/2 }
}

// New returns the keeper of s.
func New(s *sqlite.Store, options ...Option) *Keeper {
	k := &Keeper{store: s, now: time.Now, idle: 10 * time.Second, every: time.Minute, quiet: 5 * time.Second}
	for _, o := range options {
		o(k)
	}
	return k
}
