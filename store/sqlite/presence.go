package sqlite

import (
	"context"
	"fmt"
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
	err = s.write(ctx, func(ctx context.Context, t *transaction) error {
		if err := t.touchClient(ctx, by); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `insert into presence (client, pid, started_at, version, lock_file)
			values (?, ?, ?, ?, ?)`, p.Client, p.PID, p.StartedAt, p.Version, name)
		if err != nil {
			return err
		}
		return t.log(ctx, subjectClient, 0)
	})
	if err != nil {
		s.unlock(lock)
		return nil, err
	}
	return sync.OnceFunc(func() {
		s.unlock(lock)
		// A row that stays because the file is busy is removed by the next
		// reader, as after a kill.
		_ = s.forget(context.Background(), []string{name})
	}), nil
}

func (s *Store) unlock(lock *flock.Flock) {
	_ = lock.Unlock() // the process's end would do it too
	_ = os.Remove(lock.Path())
}

// Present returns the shims that run now, oldest first.
func (s *Store) Present(ctx context.Context) ([]store.Presence, error) {
	alive := []store.Presence{}
	var dead []string
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
			if s.held(name) {
				alive = append(alive, p)
			} else {
				dead = append(dead, name)
			}
		}
		return rows.Err()
	})
	if err == nil && len(dead) > 0 {
		_ = s.forget(ctx, dead) // or the next reader does
	}
	s.sweep()
	return alive, err
}

var presenceFile = regexp.MustCompile(`-\d+-[0-9a-f]{8}\.lock$`)

// sweep removes the files of processes that were killed before they had a row.
// One that was made just now may still get its lock.
func (s *Store) sweep() {
	entries, err := os.ReadDir(filepath.Join(s.home, runDir))
	if err != nil {
		return
	}
	for _, e := range entries {
		if !presenceFile.MatchString(e.Name()) || s.held(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(s.home, runDir, e.Name()))
		}
	}
}

// held reports whether a process holds the lock of a presence. A shared lock is
// tried, so that two readers do not take each other for the owner.
func (s *Store) held(name string) bool {
	path := filepath.Join(s.home, runDir, name)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	lock := flock.New(path, flock.SetFlag(os.O_RDWR))
	free, err := lock.TryRLock()
	if free {
		_ = lock.Unlock()
	}
	return !free && err == nil
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
