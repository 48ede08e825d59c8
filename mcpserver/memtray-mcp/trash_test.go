package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTrash(t *testing.T) {
	c := newComputer(t)
	for _, text := range []string{"first", "second quixzotl", "third plorvian", "fourth"} {
		if _, errs, code := c.run("", "--client", "claude-code", "save", text); code != 0 {
			t.Fatal(errs)
		}
	}
	c.run(initialize+`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"memory_delete","arguments":{"ids":[2,3,4]}}}`+"\n", "--client", "claude-code")
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{args: "trash", stdout: "[api] fourth\n"},
		{args: "trash wipe", code: 2, stderr: `trash takes list, empty or purge, not "wipe"`},
		{args: "trash list", stdout: "[api] fourth\n"},
		{args: "trash list --limit 1", stderr: "1 of 3; --limit shows more"},
		{args: "trash list --json", stdout: `"total":3`},
		{args: "trash empty", code: 2, stderr: "needs --count N"},
		{args: "trash empty --count 2", code: 1, stderr: "the trash holds 3 now, not 2; look at it again"},
		{args: "trash empty --count 3 all", code: 2, stderr: "trash empty takes no arguments besides flags"},
		{args: "--client codex trash empty --count 3", code: 1, stderr: "only the person can delete for good"},
		{args: "trash purge", code: 2, stderr: "trash purge needs ids"},
		{args: "trash purge x", code: 2, stderr: `an id must be a number such as 12, not "x"`},
		{args: "trash purge 1 #2", code: 1, stdout: "deleted 1 memory for good\n", stderr: "not in the trash: #1"},
		{args: "trash empty --count 2", stdout: "deleted 2 memories for good\n"},
		{args: "trash list", stderr: "the trash is empty"},
		{args: "trash empty --count 0", stdout: "deleted 0 memories for good\n"},
		{args: "save fourth", stdout: "saved #5 in project api\n"},
	} {
		out, errs, code := c.run("", strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(out, test.stdout) || !strings.Contains(errs, test.stderr) {
			t.Errorf("%s: exit code %d, want %d\n%s%s", test.args, code, test.code, out, errs)
		}
	}
	files, err := filepath.Glob(filepath.Join(c.data, "memtray.db*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil || strings.Contains(string(data), "quixzotl") || strings.Contains(string(data), "plorvian") {
			t.Errorf("%s still holds what was deleted, %v", file, err)
		}
	}
}

// TestRefusedSaveMakesNoProject: the folder is no project before something is
// stored in it.
func TestRefusedSaveMakesNoProject(t *testing.T) {
	c := newComputer(t)
	for _, args := range [][]string{
		{"save", "<private>all</private>"},
		{"save", "--title", strings.Repeat("x", 201), "text"},
		{"save", "--kind", "idea", "--project", "new", "text"},
		{"save", "--tag", strings.Repeat("x", 65), "text"},
		{"save", strings.Repeat("x", 65537)},
	} {
		if out, errs, code := c.run("", args...); code == 0 {
			t.Errorf("%.60v: exit code %d %s%s", args, code, out, errs)
		}
	}
	for _, name := range []string{"api", "new"} {
		if _, errs, code := c.run("", "search", "--project", name, "x"); code != 1 || !strings.Contains(errs, "there is no project named") {
			t.Errorf("project %s: exit code %d, %s", name, code, errs)
		}
	}
}
