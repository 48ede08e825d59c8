package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// TestExisting: opening only what is there makes nothing and sets nothing aside.
func TestExisting(t *testing.T) {
	ctx := context.Background()
	whole := t.TempDir()
	openIn(t, whole, nil)
	folders := map[string]struct {
		prepare func(home string)
		want    store.Code
	}{
		"none":    {func(string) {}, store.NotFound},
		"locks":   {func(home string) { must(t, os.MkdirAll(filepath.Join(home, "run"), 0o700)) }, store.NotFound},
		"empty":   {func(home string) { touchStore(t, home, "") }, store.NotFound},
		"garbage": {func(home string) { touchStore(t, home, "garbage") }, store.Damaged},
	}
	for name, f := range folders {
		home := filepath.Join(t.TempDir(), "data")
		f.prepare(home)
		before := files(home)
		s, err := sqlite.Open(ctx, sqlite.Options{Home: home, Existing: true})
		if err == nil {
			s.Close()
		}
		if store.ErrorCode(err) != f.want {
			t.Errorf("%s: %v, want %s", name, err, f.want)
		}
		after := slices.DeleteFunc(files(home), func(name string) bool { return filepath.Ext(name) == ".lock" })
		if !slices.Equal(before, after) {
			t.Errorf("%s: there is %q, there was %q", name, after, before)
		}
	}
	s, err := sqlite.Open(ctx, sqlite.Options{Home: whole, Existing: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Save(ctx, you, store.Draft{Body: "it can be used"}); err != nil {
		t.Error(err)
	}
	must(t, s.Close())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func touchStore(t *testing.T, home, content string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(home, "run"), 0o700))
	must(t, os.WriteFile(filepath.Join(home, sqlite.FileName), []byte(content), 0o600))
}

// files returns all files of a folder, by their paths in it.
func files(dir string) []string {
	var names []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(dir, path)
			names = append(names, name)
		}
		return nil
	})
	return names
}
