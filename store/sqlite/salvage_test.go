package sqlite_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/sqlite"
)

// TestRestore_EachPage: whichever page of a file of 50 memories is lost, all
// memories come back but those in it, and no error names the sound file.
func TestRestore_EachPage(t *testing.T) {
	const memories, size = 50, 4096
	dir := t.TempDir()
	fillFile(t, dir, memories)
	sound, err := os.ReadFile(mainFile(dir))
	if err != nil {
		t.Fatal(err)
	}
	schema, root := map[int]bool{}, 0
	db := raw(t, dir)
	if err := db.QueryRow(`select rootpage from sqlite_schema where name = 'memories'`).Scan(&root); err != nil {
		t.Fatal(err)
	}
	rows, err := db.Query(`select name, pageno from dbstat where name = 'sqlite_schema'`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var name string
		var page int
		if err := rows.Scan(&name, &page); err != nil {
			t.Fatal(err)
		}
		schema[page] = true
	}
	rows.Close()
	random := rand.NewChaCha8([32]byte{1})
	noise := make([]byte, size)
	for page := 1; page <= len(sound)/size; page++ {
		t.Run(fmt.Sprint(page), func(t *testing.T) {
			random.Read(noise)
			file := filepath.Join(t.TempDir(), sqlite.FileName+".damaged-1")
			broken := bytes.Clone(sound)
			copy(broken[(page-1)*size:], noise)
			if err := os.WriteFile(file, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			home := t.TempDir()
			s := openIn(t, home, nil)
			r, err := s.Restore(context.Background(), you, file)
			switch {
			case err != nil && (store.ErrorCode(err) != store.Damaged || !strings.Contains(store.ErrorMessage(err), file)):
				t.Errorf("the error does not name the file: %v", err)
			case err != nil && !schema[page] && page != root:
				t.Errorf("nothing restored: %v", err)
			case err == nil && (r.Added < memories-10 || r.Added+r.Unreadable != memories):
				t.Errorf("restored %+v of %d", r, memories)
			}
			if c, err := s.Check(context.Background()); err != nil || !c.Sound() || !c.Searchable() || c.Memories != r.Added {
				t.Errorf("check %+v, %v", c, err)
			}
			if left, _ := filepath.Glob(filepath.Join(home, ".salvage-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
