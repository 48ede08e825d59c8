package care

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"memtray/store"
	"memtray/store/sqlite"
)

// Backup makes a backup among the others, unless another process is at it
// ([store.Busy]), and removes those that are no longer kept. There must be room
// on the disk for twice the file, so that a backup never fills it.
func (k *Keeper) Backup(ctx context.Context) (store.Backup, error) {
	return k.backup(ctx, func() bool { return true })
}

// backup makes a backup if it is still wanted once nobody else can make one.
func (k *Keeper) backup(ctx context.Context, wanted func() bool) (b store.Backup, err error) {
	home := k.store.Home()
	dir := filepath.Join(home, sqlite.BackupsDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return b, store.Errorf(store.Internal, "%s cannot be made; check its permissions", dir)
	}
	lock := flock.New(filepath.Join(home, "run", "backup.lock"), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return b, fmt.Errorf("lock the backups: %w", err)
	}
	if !ok {
		return b, store.Errorf(store.Busy, "another process is making a backup; try again in a moment")
	}
	defer lock.Unlock()
	if !wanted() {
		return b, nil
	}
	removeLeftovers(dir)
	if err := roomFor(home); err != nil {
		return b, err
	}
	at := k.now().Truncate(time.Second)
	for exists(filepath.Join(dir, sqlite.BackupName(at))) {
		at = at.Add(time.Second)
	}
	b = store.Backup{File: filepath.Join(dir, sqlite.BackupName(at)), At: store.MillisOf(at)}
	if err := k.store.Copy(ctx, b.File); err != nil {
		return store.Backup{}, err
	}
	k.prune(ctx)
	b.Memories, err = sqlite.Inspect(ctx, b.File)
	return b, err
}

// BackupTo writes a backup to a file of the person's choice, which must not be
// there yet.
func (k *Keeper) BackupTo(ctx context.Context, file string) (store.Backup, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return store.Backup{}, err
	}
	if err := k.store.Copy(ctx, file); err != nil {
		return store.Backup{}, err
	}
	n, err := sqlite.Inspect(ctx, file)
	return store.Backup{File: file, At: store.MillisOf(k.now()), Memories: n}, err
}

// removeLeftovers deletes what a process that was killed left half-written. The
// caller has the lock.
func removeLeftovers(dir string) {
	names, _ := os.ReadDir(dir)
	for _, name := range names {
		if strings.HasPrefix(name.Name(), ".memtray-") && strings.HasSuffix(name.Name(), ".tmp") {
			_ = os.Remove(filepath.Join(dir, name.Name()))
		}
	}
}

func roomFor(home string) error {
	free, ok := freeSpace(home)
	need := 2 * storeSize(home)
	if ok && free < need {
		return store.Errorf(store.Internal, "a backup needs %s on the disk of %s, %s are free; make room first", bytesText(need), home, bytesText(free))
	}
	return nil
}

func storeSize(home string) int64 {
	var size int64
	for _, side := range []string{"", "-wal"} {
		if info, err := os.Stat(filepath.Join(home, sqlite.FileName+side)); err == nil {
			size += info.Size()
		}
	}
	return size
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// bytesText writes a number of bytes for people.
func bytesText(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 10<<20:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%d kB", (n+1023)>>10)
}
