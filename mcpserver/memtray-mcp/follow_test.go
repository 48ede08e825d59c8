package main

import (
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"memtray/store"
)

// status is a part of what the dashboard reads.
type status struct {
	Counts  struct{ Memories int }
	Present []store.Presence
	Notices []store.Notice
}

func (v *serving) status() status {
	v.t.Helper()
	res := get(v.t, v.address+"/api/status", v.token)
	var s status
	if err := json.NewDecoder(res.Body).Decode(&s); err != nil || res.StatusCode != 200 {
		v.t.Fatalf("status: %d %v", res.StatusCode, err)
	}
	return s
}

// TestFollow: whatever of the memory file is taken away while a shim and the
// dashboard have it open, they and those that come later go on in the same file;
// what was acknowledged survives the death of all.
func TestFollow(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the system keeps a file in place that is open")
	}
	remove := func(sides ...string) func(string) error {
		return func(file string) error {
			var err error
			for _, side := range sides {
				err = errors.Join(err, os.Remove(file+side))
			}
			return err
		}
	}
	for name, c := range map[string]struct {
		happen func(file string) error
		kept   int // of what was saved before
	}{
		"index":           {remove("-shm"), 1},
		"log":             {remove("-wal"), 1},
		"index and log":   {remove("-shm", "-wal"), 1},
		"file":            {remove(""), 0},
		"file and its":    {remove("", "-shm", "-wal"), 0},
		"file moved away": {func(file string) error { return os.Rename(file, file+".old") }, 0},
		"damaged":         {func(file string) error { return os.WriteFile(file, []byte("damage"), 0o600) }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newComputer(t)
			served := p.serve()
			a := p.start("--client", "codex")
			a.send(initialize + saveLine(2, "before"))
			a.expect("protocolVersion")
			a.expect("saved #1")
			if err := c.happen(memoryFile(p)); err != nil {
				t.Fatal(err)
			}
			b := p.start("--client", "cursor")
			b.send(initialize + saveLine(2, "of one that came later"))
			b.expect("protocolVersion")
			b.expect("saved #")
			a.send(saveLine(3, "of one that was there"))
			a.expect("saved #")
			b.send(saveLine(3, "once more"))
			b.expect("saved #")
			s := served.status()
			// Who was there before is announced in the new file a moment later.
			for deadline := time.Now().Add(5 * time.Second); len(s.Present) < 2 && time.Now().Before(deadline); s = served.status() {
				time.Sleep(20 * time.Millisecond)
			}
			if s.Counts.Memories != c.kept+3 || len(s.Present) != 2 || (len(s.Notices) == 0) != (c.kept == 1) {
				t.Errorf("the dashboard shows %+v", s)
			}
			for _, running := range []*process{a, b} {
				_ = running.cmd.Process.Kill()
				_ = running.cmd.Wait()
			}
			_ = served.cmd.Process.Kill()
			served.wait()
			var found struct{ Total int }
			if err := json.Unmarshal([]byte(p.must("search", "--all", "--json")), &found); err != nil || found.Total != c.kept+3 {
				t.Errorf("%d memories, %v; want %d", found.Total, err, c.kept+3)
			}
			if out, _, _ := p.run("", "doctor"); !strings.Contains(out, "memories, version 1, sound") || !strings.Contains(out, "search index: complete") {
				t.Errorf("doctor: %s", out)
			}
		})
	}
}
