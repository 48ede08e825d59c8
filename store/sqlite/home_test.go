package sqlite_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

func TestDefaultHome(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the places of this system are not in the table")
	}
	home := t.TempDir()
	for _, c := range []struct{ memtray, xdg, want string }{
		{"", "", filepath.Join(home, ".local/share/memtray")},
		{"", "/data", "/data/memtray"},
		{"", "relative", filepath.Join(home, ".local/share/memtray")},
		{"/my memory", "/data", "/my memory"},
		{"/a/../b//c/", "", "/b/c"},
		{"~", "/data", home},
		{"~/my memory", "/data", filepath.Join(home, "my memory")},
		{"data", "", ""},
		{"./x", "/data", ""},
		{"$HOME/x", "", ""},
		{"~ann/x", "", ""},
		{" /x", "", ""},
	} {
		t.Setenv("HOME", home)
		t.Setenv("MEMTRAY_HOME", c.memtray)
		t.Setenv("XDG_DATA_HOME", c.xdg)
		got, err := sqlite.DefaultHome()
		if got != c.want || (c.want == "") != (store.ErrorCode(err) == store.Invalid) {
			t.Errorf("MEMTRAY_HOME=%q XDG_DATA_HOME=%q: %s, %v; want %s", c.memtray, c.xdg, got, err, c.want)
		}
	}
	for _, name := range []string{"MEMTRAY_HOME", "XDG_DATA_HOME", "HOME"} {
		t.Setenv(name, "")
	}
	for _, none := range []string{"", "relative"} {
		t.Setenv("HOME", none)
		for _, chosen := range []string{"", "~/x"} {
			if got, err := sqlite.ChosenHome(chosen); store.ErrorCode(err) != store.Invalid {
				t.Errorf("--home %q with HOME=%q: %s, %v", chosen, none, got, err)
			}
		}
	}
}

func TestHomeArgument(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	t.Setenv("MEMTRAY_HOME", "")
	t.Setenv("XDG_DATA_HOME", "")
	usual, err := sqlite.DefaultHome()
	if err != nil {
		t.Fatal(err)
	}
	other := t.TempDir()
	for _, test := range []struct{ variable, home, want string }{
		{"", usual, ""},
		{"", other, other},
		{usual, usual, ""},
		{other, other, other},
		{other, usual, usual},
	} {
		t.Setenv("MEMTRAY_HOME", test.variable)
		if got := sqlite.HomeArgument(test.home); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// Whatever the data folder is called, the store's file is in it or nowhere: a
// name must not be taken for a part of a URI, an escape or an option.
func FuzzHome(f *testing.F) {
	for _, name := range []string{"plain", "a?mode=memory", "b#c", "50% off", "%2e%2e", "%00", "q&vfs=none", "空 格", "a//b/./c", "file:x", ":memory:",
		"tab\tand\nline", `back\slash`, `"quoted'`, "\xff\xfe", "nul\x00", "~", "x;y", "e\u0301", "?", "#", strings.Repeat("long", 80)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if !filepath.IsLocal(name) {
			t.Skip("leads out of the test's folder")
		}
		root := t.TempDir()
		home := filepath.Join(root, name)
		s, err := sqlite.Open(context.Background(), sqlite.Options{Home: home})
		if err == nil {
			if s.Home() != home {
				t.Errorf("Home() = %q, want %q", s.Home(), home)
			}
			if _, err := s.Save(context.Background(), store.Author{Kind: store.Person}, store.Draft{Body: "here"}); err != nil {
				t.Error(err)
			}
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			file := filepath.Join(home, sqlite.FileName)
			if info, err := os.Stat(file); err != nil || info.Size() == 0 {
				t.Errorf("nothing is in %q: %v", file, err)
			}
		}
		err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasPrefix(path, home+string(filepath.Separator)) {
				t.Errorf("%q was made outside of %q", path, home)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}
