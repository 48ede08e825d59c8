//go:build unix

package sqlite_test

import (
	"context"
	"strings"
	"syscall"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// TestPipe: a pipe in the place of a file is refused, not waited for.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(mainFile(dir), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlite.Open(context.Background(), sqlite.Options{Home: dir}); !strings.Contains(store.ErrorMessage(err), "is not a file") {
		t.Errorf("open: %v", err)
	}
	if _, err := sqlite.Inspect(context.Background(), mainFile(dir)); store.ErrorCode(err) != store.NotFound {
		t.Errorf("as a backup: %v", err)
	}
}
