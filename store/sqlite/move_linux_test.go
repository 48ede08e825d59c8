package sqlite_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

func TestMove_OtherDisk(t *testing.T) {
	moveAndBack(t, filepath.Join(t.TempDir(), "from"), filepath.Join(disk(t, "64m"), "to"))
}

// TestMove_DiskFull: what does not fit stays where it was, and nothing is left on
// the other disk.
func TestMove_DiskFull(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(disk(t, "1m"), "to")
	before := furnished(t, from)
	err := sqlite.Move(context.Background(), from, to)
	if store.ErrorCode(err) != store.Internal || !strings.Contains(store.ErrorMessage(err), "no space left") {
		t.Fatal(err)
	}
	if got := contents(t, from); !same(got, before) {
		t.Errorf("%d files, want %d", len(got), len(before))
	}
	if left := contents(t, filepath.Dir(to)); len(left) != 0 {
		t.Errorf("on the other disk there are %d files", len(left))
	}
	holdsOne(t, from)
}
