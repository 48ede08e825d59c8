package sqlite_test

import (
	"path/filepath"
	"runtime"
	"testing"

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
	} {
		t.Setenv("HOME", home)
		t.Setenv("MEMTRAY_HOME", c.memtray)
		t.Setenv("XDG_DATA_HOME", c.xdg)
		got, err := sqlite.DefaultHome()
		if err != nil || got != c.want {
			t.Errorf("MEMTRAY_HOME=%q XDG_DATA_HOME=%q: %s, %v; want %s", c.memtray, c.xdg, got, err, c.want)
		}
	}
	for _, name := range []string{"MEMTRAY_HOME", "XDG_DATA_HOME", "HOME"} {
		t.Setenv(name, "")
	}
	if got, err := sqlite.DefaultHome(); err == nil {
		t.Errorf("without HOME: %s", got)
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
