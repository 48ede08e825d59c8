package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestHookDiskFull: on a full disk a hook gives a whole answer or none.
func TestHookDiskFull(t *testing.T) {
	c := newComputer(t)
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "mode=0700,size=2m"); err != nil {
		t.Skipf("no disk can be mounted: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	c.data = filepath.Join(disk, "data")
	c.save("one thing to know")
	filler, err := os.Create(filepath.Join(disk, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer filler.Close()
	for _, size := range []int{64 << 10, 4 << 10, 1} {
		for err = nil; err == nil; {
			_, err = filler.Write(make([]byte, size))
		}
	}
	for event := range hookEvents {
		out := c.hook(`{"session_id":"a","prompt":"one thing to know"}`, event)
		if out != "" && !json.Valid([]byte(out)) {
			t.Errorf("%s printed %q", event, out)
		}
	}
	// With some room the same session is given its context.
	if _, err := filler.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if err := filler.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if out := c.hook(`{"session_id":"b"}`, "session-start"); out == "" {
		t.Error("with room again nothing is given")
	}
}
