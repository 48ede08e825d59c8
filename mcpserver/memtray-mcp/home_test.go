package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHome_Relative: a data folder that would be another one in each working
// directory is refused by every command and by every call of a client, and
// nothing is made.
func TestHome_Relative(t *testing.T) {
	for _, folder := range []string{"data", "./data", "$HOME/data", "~other/data"} {
		c := newComputer(t)
		for name, how := range map[string]struct {
			data string
			args []string
		}{
			"MEMTRAY_HOME": {folder, nil}, "--home": {c.data, []string{"--home", folder}},
		} {
			c.data = how.data
			want := name + " must be an absolute path or begin with ~/"
			for _, args := range [][]string{
				{"save", "x"}, {"search", "x"}, {"trash", "list"}, {"serve"}, {"open"}, {"clients", "list"}, {"projects", "list"}, {"backup"}, {"restore", "latest"}, {"doctor"},
			} {
				if _, errs, code := c.run("", append(args, how.args...)...); code != 1 || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 {
					t.Errorf("%v with %s %s: %d %s", args, name, folder, code, errs)
				}
			}
			out, errs, code := c.run(initialize+saveLine(2, "x"), how.args...)
			if code != 0 || errs != "" || !strings.Contains(out, want) || !strings.Contains(out, `"isError":true`) {
				t.Errorf("a client with %s %s: %d %s%s", name, folder, code, out, errs)
			}
		}
		if left, err := os.ReadDir(c.dir); err != nil || len(left) > 0 {
			t.Errorf("%s: the working directory holds %v, %v", folder, left, err)
		}
	}
}

// TestHome_Tilde: where no shell replaced ~ it means the same.
func TestHome_Tilde(t *testing.T) {
	c := newComputer(t)
	c.data = "~/my data"
	c.must("save", "one")
	if out, _, _ := c.run(initialize + saveLine(2, "two")); !strings.Contains(out, "saved #2") {
		t.Errorf("a client is answered %s", out)
	}
	if out := c.must("search", "--home", "~/my data", "two"); !strings.Contains(out, "two") {
		t.Errorf("found %s", out)
	}
	if _, err := os.Stat(filepath.Join(c.home, "my data", "memtray.db")); err != nil {
		t.Error(err)
	}
	// What a client is to be started with is absolute.
	c.must("install")
	c.must("clients", "add", "cursor")
	written, err := os.ReadFile(filepath.Join(c.home, ".cursor", "mcp.json"))
	if err != nil || !strings.Contains(string(written), filepath.Join(c.home, "my data")) || strings.Contains(string(written), "~") {
		t.Errorf("registered %s, %v", written, err)
	}
}
