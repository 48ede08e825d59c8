package main

import (
	bits "encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store/sqlite"
)

func memoryFile(c computer) string { return filepath.Join(c.data, sqlite.FileName) }

// must runs a command that has to succeed and returns what it printed.
func (c computer) must(args ...string) string {
	c.t.Helper()
	out, errs, code := c.run("", args...)
	if code != 0 {
		c.t.Fatalf("%v: exit code %d\n%s%s", args, code, out, errs)
	}
	return out
}

func TestBackupAndRestore(t *testing.T) {
	c := newComputer(t)
	c.data = filepath.Join(c.home, "a?b#c %25 记忆")
	c.must("save", "one")
	file := filepath.Join(c.home, "备份 #1?.db")
	if out := c.must("backup", file); out != "backup of 1 memories: "+file+"\n" {
		t.Errorf("backup: %q", out)
	}
	if _, errs, code := c.run("", "backup", file); code != 1 || !strings.Contains(errs, "exists already") {
		t.Errorf("over a file: %d %s", code, errs)
	}
	if out := c.must("backup"); !strings.Contains(out, filepath.Join(c.data, "backups", "memtray-")) {
		t.Errorf("backup: %q", out)
	}
	c.must("save", "two")
	shim := c.start("--client", "codex")
	shim.send(initialize + saveLine(2, "three"))
	shim.expect("protocolVersion")
	shim.expect("saved #3")
	out := c.must("restore", "latest")
	if !strings.Contains(out, ": 1 unchanged\nwhat was there before: "+filepath.Join(c.data, "backups")) {
		t.Errorf("restore: %q", out)
	}
	shim.send(saveLine(3, "four"))
	shim.expect("saved #4")
	if out := c.must("restore", file); !strings.HasPrefix(out, "restored "+file+": 1 unchanged\n") {
		t.Errorf("restore: %q", out)
	}
	if _, errs, code := c.run("", "restore", filepath.Join(c.home, "none.db")); code != 1 || !strings.Contains(errs, "cannot be read") {
		t.Errorf("restore of nothing: %d %s", code, errs)
	}
	if _, _, code := c.run("", "restore"); code != 2 {
		t.Errorf("restore without a name: exit code %d", code)
	}
}

// TestDamage: a damaged file stops nobody: not those that find it, nor those
// that had it open; the backup comes back with what was saved meanwhile.
func TestDamage(t *testing.T) {
	c := newComputer(t)
	for i := range 5 {
		c.must("save", fmt.Sprint("before ", i))
	}
	c.must("backup")
	shim := c.start("--client", "codex")
	shim.send(initialize + saveLine(2, "after the backup"))
	shim.expect("protocolVersion")
	shim.expect("saved #6")
	if err := os.WriteFile(memoryFile(c), []byte("damage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := c.must("save", "meanwhile"); out != "saved #2001 in project api\n" {
		t.Errorf("save: %q", out)
	}
	shim.send(saveLine(3, "from a client that had the file open"))
	shim.expect("saved #2002")
	const loss = "memtray-mcp: the memory file was damaged and set aside, and an empty one was begun; memtray-mcp doctor says what to do\n"
	if _, errs, code := c.run("", "search", "before"); code != 0 || !strings.HasPrefix(errs, loss) {
		t.Errorf("search: %d %s", code, errs)
	}
	out, _, code := c.run("", "doctor")
	if code != 1 || !strings.Contains(out, "set aside as memtray.db.damaged-") || !strings.Contains(out, "has 5 memories") {
		t.Errorf("doctor: %d %s", code, out)
	}
	if out := c.must("restore", "latest"); !strings.Contains(out, ": 5 brought back\n") {
		t.Errorf("restore: %q", out)
	}
	var found struct{ Total int }
	if err := json.Unmarshal([]byte(c.must("search", "--all", "--json")), &found); err != nil || found.Total != 7 {
		t.Errorf("%d memories, %v; want 7", found.Total, err)
	}
	if _, errs, code := c.run("", "search", "before"); code != 0 || errs != "" {
		t.Errorf("search after the restore: %d %s", code, errs)
	}
	if out := c.must("doctor"); strings.Count(out, "set aside: ") != 1 {
		t.Errorf("doctor after the restore: %s", out)
	}
}

func TestDoctor(t *testing.T) {
	c := newComputer(t)
	if out := c.must("doctor"); !strings.Contains(out, "does not exist yet") {
		t.Errorf("without a folder: %s", out)
	}
	c.must("save", "one")
	var found struct {
		Findings []struct{ Name, State, Text, Advice string }
	}
	if err := json.Unmarshal([]byte(c.must("doctor", "--json")), &found); err != nil || len(found.Findings) < 6 {
		t.Errorf("findings %+v, %v", found, err)
	}
	if err := os.WriteFile(memoryFile(c), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.must("doctor") // an empty file without a sign of another is new
	c.must("save", "one")
	c.must("backup")
	if err := os.Remove(memoryFile(c)); err != nil {
		t.Fatal(err)
	}
	if out, _, code := c.run("", "doctor"); code != 1 || !strings.Contains(out, "the memory file was gone") {
		t.Errorf("file gone: %d %s", code, out)
	}
	c.must("doctor", "--dismiss")
	if _, _, code := c.run("", "doctor", "x"); code != 2 {
		t.Errorf("an argument: exit code %d", code)
	}
}

// TestNewer: a file of a newer version is refused everywhere with both versions,
// and left as it is.
func TestNewer(t *testing.T) {
	c := newComputer(t)
	c.must("save", "one")
	f, err := os.OpenFile(memoryFile(c), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	const versionAt = 60 // user_version in the header of the file
	if _, err := f.WriteAt(bits.BigEndian.AppendUint32(nil, 7), versionAt); err != nil {
		t.Fatal(err)
	}
	f.Close()
	before, err := os.ReadFile(memoryFile(c))
	if err != nil {
		t.Fatal(err)
	}
	const want = "the memory file has version 7, this program knows up to 1; restart the client, or update Memtray"
	for _, args := range [][]string{{"save", "x"}, {"search", "x"}, {"backup"}, {"restore", "latest"}, {"serve"}} {
		if _, errs, code := c.run("", args...); code != 1 || !strings.Contains(errs, want) {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
	if out, _, code := c.run("", "doctor"); code != 1 || !strings.Contains(out, want) {
		t.Errorf("doctor: %d %s", code, out)
	}
	if out, _, _ := c.run(initialize + saveLine(2, "x")); !strings.Contains(out, want) || !strings.Contains(out, `"isError":true`) {
		t.Errorf("the tool answers %s", out)
	}
	if after, err := os.ReadFile(memoryFile(c)); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed, %v", err)
	}
}
