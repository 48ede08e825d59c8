// Package care looks after a data folder: it makes and restores backups, keeps
// what the person has to be told, and examines everything on request.
//
// Each process that has the store open for long runs [Keeper.Run]: whichever
// finds the last backup too old makes the next one, under a lock.
package care

import (
	"time"

	"memtray/store/sqlite"
)

// Keeper looks after one open store. It is safe for concurrent use.
type Keeper struct {
	store *sqlite.Store
	now   func() time.Time

	first time.Duration // before the first look
	every time.Duration // between looks
	quiet time.Duration // for which nobody may have written
}

// Replaced reports whether the store should be opened again, see
// [sqlite.Store.Replaced].
func (k *Keeper) Replaced() bool { return k.store.Replaced() }

// Option changes how a [Keeper] works.
type Option func(*Keeper)

// WithClock makes now the source of time; the default is [time.Now].
func WithClock(now func() time.Time) Option { return func(k *Keeper) { k.now = now } }

// WithPace sets how long [Keeper.Run] waits before its first look and between
// looks; the default is a minute each.
func WithPace(first, every time.Duration) Option {
	return func(k *Keeper) { k.first, k.every, k.quiet = first, every, every/10 }
}

// New returns the keeper of s.
func New(s *sqlite.Store, options ...Option) *Keeper {
	k := &Keeper{store: s, now: time.Now, first: time.Minute, every: time.Minute, quiet: 5 * time.Second}
	for _, o := range options {
		o(k)
	}
	return k
}
