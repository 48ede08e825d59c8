package clients

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"memtray/store"
)

func fileWithLock(t *testing.T, age time.Duration) (file, lock string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), ".claude.json")
	lock = file + ".lock"
	if err := os.Mkdir(lock, 0o700); err != nil {
		t.Fatal(err)
	}
	when := time.Now().Add(-age)
	if err := os.Chtimes(lock, when, when); err != nil {
		t.Fatal(err)
	}
	return file, lock
}

func TestLockFree(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".claude.json")
	release, err := acquire(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file + ".lock"); err != nil || !info.IsDir() {
		t.Fatalf("no lock: %v", err)
	}
	release()
	if exists(file + ".lock") {
		t.Fatal("the lock is still there")
	}
}

// TestLockHeld: a held lock is honoured for 5 seconds (of a fake clock).
func TestLockHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file, lock := fileWithLock(t, 0)
		start := time.Now()
		_, err := acquire(t.Context(), file)
		if store.ErrorCode(err) != store.Busy {
			t.Fatalf("error %v", err)
		}
		if waited := time.Since(start); waited != lockWait {
			t.Fatalf("waited %s", waited)
		}
		if !exists(lock) {
			t.Fatal("another program's lock was removed")
		}
	})
}

// TestLockReleased: it is taken as soon as its holder lets go.
func TestLockReleased(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file, lock := fileWithLock(t, 0)
		time.AfterFunc(3*time.Second, func() { _ = os.Remove(lock) })
		start := time.Now()
		release, err := acquire(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(start); waited < 3*time.Second || waited > 4*time.Second {
			t.Fatalf("waited %s", waited)
		}
		release()
	})
}

// TestLockStale: one whose holder is gone is taken over, a younger one is not.
func TestLockStale(t *testing.T) {
	file, _ := fileWithLock(t, time.Hour)
	release, err := acquire(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	release()

	file, lock := fileWithLock(t, lockStale/2)
	ctx, cancel := context.WithTimeout(t.Context(), 2*lockPoll)
	defer cancel()
	if _, err := acquire(ctx, file); store.ErrorCode(err) != store.Busy {
		t.Fatalf("error %v", err)
	}
	if !exists(lock) {
		t.Fatal("another program's lock was removed")
	}
}

// TestLockNotEmpty: a folder with something in it is not ours to remove.
func TestLockNotEmpty(t *testing.T) {
	file, lock := fileWithLock(t, 0)
	if err := os.WriteFile(filepath.Join(lock, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(lock, old, old); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*lockPoll)
	defer cancel()
	if _, err := acquire(ctx, file); store.ErrorCode(err) != store.Busy {
		t.Fatalf("error %v", err)
	}
}

// TestLockNoFolder: where no folder is, nobody can hold anything.
func TestLockNoFolder(t *testing.T) {
	release, err := acquire(t.Context(), filepath.Join(t.TempDir(), "gone", "x.json"))
	if err != nil {
		t.Fatal(err)
	}
	release()
}
