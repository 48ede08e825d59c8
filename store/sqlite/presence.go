package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/uuid"

	"memtray/store"
)

// runDir is the folder, within the data folder, of what exists only while
// programs run.
const runDir = "run"

// Announce makes p known as running until release is called or the process
// ends. The row alone says nothing: who holds the lock of its file is alive.
func (s *Store) Announce(ctx context.Context, p store.Presence) (release func(), err error) {
	by := store.Author{Kind: store.Agent, Client: p.Client}
	if err := checkAuthor(by); err != nil {
		return nil, err
	}
	// Never used twice, so removing the file of a dead process is safe.
	name := fmt.Sprintf("%s-%d-%s.lock", p.Client, p.PID, uuid.NewString()[:8])
	lock := flock.New(filepath.Join(s.home, runDir, name))
	if ok, err := lock.TryLock(); err != nil || !ok {
		return nil, fmt.Errorf("announce: lock %s: %w", name, err)
	}
	// First, so that a store which is reopened meanwhile announces it anew.
	s.mu.Lock()
	s.announced[name] = p
	s.mu.Unlock()
	retract := func() {
		s.mu.Lock()
		delete(s.announced, name)
		s.mu.Unlock()
		s.unlock(lock)
	}
	err = s.write(ctx, func(ctx context.Context, t *transaction) error { return t.putPresence(ctx, name, p) })
	if err != nil {
		retract()
		return nil, err
	}
	return sync.OnceFunc(func() {
		retract()
		// A row that stays because the file is busy is removed by the next
		// reader, as after a kill.
		_ = s.forget(context.Background(), []string{name})
	}), nil
}

func (t *transaction) putPresence(ctx context.Context, name string, p store.Presence) error {
	if err := t.touchClient(ctx, store.Author{Kind: store.Agent, Client: p.Client}); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `insert into presence (client, pid, started_at, version, lock_file)
		select ?1, ?2, ?3, ?4, ?5 where not exists (select 1 from presence where lock_file = ?5)`,
		p.Client, p.PID, p.StartedAt, p.Version, name)
	if err != nil {
		return err
	}
	return t.log(ctx, subjectClient, 0)
}

// announceWait is how long a reopened store waits to say who runs here.
const announceWait = 2 * time.Second

// announceAgain makes who runs here known in the file that was opened in the place
// of another. Where that fails, as somebody else writes, the next write does it. It
// is part of reopening, so it must not wait for that as a call does.
func (s *Store) announceAgain(ctx context.Context) {
	s.mu.Lock()
	some := len(s.announced) > 0
	s.mu.Unlock()
	s.unannounced.Store(some)
	s.going.RLock()
	defer s.going.RUnlock()
	if !some || s.connection == nil {
		return
	}
	short, cancel := context.WithTimeout(ctx, announceWait)
	defer cancel()
	if s.writer.take(short) != nil {
		return
	}
	defer s.writer.give()
	nothing := func(context.Context, *transaction) error { return nil }
	_ = s.lead(short, announceWait, nothing)
}

// putAnnounced makes who runs here known in a file that was opened anew.
func (s *Store) putAnnounced(ctx context.Context, t *transaction) error {
	s.mu.Lock()
	all := maps.Clone(s.announced)
	s.mu.Unlock()
	for name, p := range all {
		if err := t.putPresence(ctx, name, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) unlock(lock *flock.Flock) {
	_ = lock.Unlock() // the process's end would do it too
	_ = os.Remove(lock.Path())
}

// Present returns the shims that run now, oldest first.
func (s *Store) Present(ctx context.Context) ([]store.Presence, error) {
	alive := []store.Presence{}
	var dead []string
	known := map[string]bool{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select client, pid, started_at, version, lock_file from presence order by started_at, id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p store.Presence
			var name string
			if err := rows.Scan(&p.Client, &p.PID, &p.StartedAt, &p.Version, &name); err != nil {
				return err
			}
			known[name] = true
			if s.free(name) {
				dead = append(dead, name)
			} else {
				alive = append(alive, p)
			}
		}
		return rows.Err()
	})
	if err == nil {
		s.sweep(known)
	}
	if err == nil && len(dead) > 0 {
		_ = s.forget(ctx, dead) // or the next reader does
	}
	return alive, err
}

// free reports whether no process holds the lock of a presence. A shared lock is
// tried, so that two readers do not take each other for the owner. What cannot be
// found out counts as held.
func (s *Store) free(name string) bool {
	path := filepath.Join(s.home, runDir, name)
	if _, err := os.Stat(path); err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDWR))
	free, err := lock.TryRLock()
	if free {
		_ = lock.Unlock()
	}
	return free && err == nil
}

// lockName is the shape of the names that [Store.Announce] gives.
var lockName = regexp.MustCompile(`^[a-z0-9_-]{1,64}-[0-9]+-[0-9a-f]{8}\.lock$`)

// lockAge is how old the file of a lock must be before it counts as left behind:
// it is made a moment before it is locked, and locked before its row is written.
const lockAge = time.Minute

// sweep removes the locks of processes that were killed before they had a row.
func (s *Store) sweep(known map[string]bool) {
	files, err := os.ReadDir(filepath.Join(s.home, runDir))
	if err != nil {
		return // or the next reader does
	}
	for _, f := range files {
		if known[f.Name()] || !lockName.MatchString(f.Name()) {
			continue
		}
		info, err := f.Info()
		if err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > lockAge && s.free(f.Name()) {
			_ = os.Remove(filepath.Join(s.home, runDir, f.Name()))
		}
	}
}

// forget removes rows and files of processes that ended, unless the file is busy.
func (s *Store) forget(ctx context.Context, names []string) error {
	for _, n := range names {
		_ = os.Remove(filepath.Join(s.home, runDir, n))
	}
	return s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		_, err := t.ExecContext(ctx, `delete from presence where lock_file in (select value from json_each(?))`, jsonList(names))
		if err != nil {
			return err
		}
		return t.log(ctx, subjectClient, 0)
	})
}
