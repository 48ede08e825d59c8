package recall_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// TestSecrets_InEveryField saves, edits, asks and names projects with keys, and
// looks for them in the bytes of all files.
func TestSecrets_InEveryField(t *testing.T) {
	home := t.TempDir()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	r := recall.New(s)
	made := madeKeys(100)
	for i, key := range made {
		next := func(n int) string { return made[(i+n)%len(made)] }
		saved, err := r.Save(t.Context(), claude, recall.Input{
			Title: "use " + key, Body: fmt.Sprintf("%d: the key is %s, keep it", i, next(1)),
			Tags: []string{"go", next(2)}, Files: []string{"a.go", "keys/" + next(3)},
			Project: store.ProjectRef{Name: "p " + next(4)},
		})
		if err != nil {
			t.Fatal(err)
		}
		body := fmt.Sprintf("%d: now %s", i, next(5))
		if _, err := r.Change(t.Context(), claude, recall.Change{IDs: []int64{saved.Memory.ID}, Body: &body, Reason: "because " + next(6)}); err != nil {
			t.Fatal(err)
		}
		r.Note(store.Recall{Author: claude, Query: "where is " + next(7)})
	}
	r.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	looked := 0
	err = filepath.WalkDir(home, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		looked += len(data)
		for _, key := range made {
			for _, part := range []string{key[5:], strings.ToLower(key[5:]), key[len(key)/2:]} {
				if bytes.Contains(data, []byte(part)) {
					t.Errorf("%s holds %q", filepath.Base(p), key)
				}
			}
		}
		return err
	})
	if err != nil || looked < 10_000 {
		t.Errorf("looked at %d bytes: %v", looked, err)
	}
}

// madeKeys makes keys of ten kinds from a fixed seed, of pieces so that none
// stands here.
func madeKeys(n int) []string {
	r := rand.New(rand.NewPCG(21, 2026))
	random := func(from string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = from[r.IntN(len(from))]
		}
		return string(b)
	}
	const hexa, word, upper = "0123456789abcdef", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	var all []string
	for i := range n {
		all = append(all, []string{
			"AK" + "IA" + random(upper, 16), "gh" + "p_" + random(word, 36), "sk" + "-proj-" + random(word, 60), "gl" + "pat-" + random(word, 20),
			"sk" + "_live_" + random(word, 24), "dop" + "_v1_" + random(hexa, 64), "np" + "m_" + random(word, 36), "gs" + "k_" + random(word, 52),
			"fi" + "gd_" + random(word, 40), "lin" + "_api_" + random(word, 40),
		}[i%10])
	}
	return all
}
