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

// TestSecrets_InEveryField saves, edits, notes, proposes, decides, asks and names
// with keys, and looks for them in the bytes of all files.
func TestSecrets_InEveryField(t *testing.T) {
	home := t.TempDir()
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: home})
	if err != nil {
		t.Fatal(err)
	}
	r := recall.New(s)
	made := madeKeys(120)
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, key := range made {
		next := func(n int) string { return made[(i+n)%len(made)] }
		saved, err := r.Save(t.Context(), claude, recall.Input{
			Title: "use " + key, Body: fmt.Sprintf("%d: the key is %s, keep it", i, next(1)),
			Tags: []string{"go", tagOf(next(2))}, Files: []string{"a.go", "keys/" + next(3)},
			Project: store.ProjectRef{Name: "p " + tagOf(next(4)), Label: next(5)},
		})
		ok(err)
		body := fmt.Sprintf("%d: now %s", i, next(5))
		_, err = r.Change(t.Context(), claude, recall.Change{IDs: []int64{saved.Memory.ID}, Body: &body, Reason: "because " + next(6)})
		ok(err)
		r.Note(store.Recall{Author: claude, Query: "where is " + next(7)})
		_, err = r.WriteNote(t.Context(), claude, "", "noted "+next(8))
		ok(err)
		name := fmt.Sprintf("doc-%d", i)
		_, err = r.WriteDocument(t.Context(), claude, recall.DocumentInput{Name: name, Mode: store.Replace, Text: "proposed " + next(9), Reason: "for " + next(10)})
		ok(err)
		_, err = r.WriteDocument(t.Context(), person, recall.DocumentInput{Name: name + "-mine", Mode: store.Replace, Text: "written " + next(11), Reason: "for " + next(12)})
		ok(err)
		waits, err := s.Proposals(t.Context(), 0, 1)
		ok(err)
		text, verdict := "rather "+next(13), []store.Verdict{store.Accept, store.Decline}[i%2]
		ruling := recall.Ruling{Verdict: verdict, Reason: "as " + next(14)}
		if verdict == store.Accept {
			ruling.Text, ruling.Reason = &text, ""
		}
		_, err = r.Decide(t.Context(), person, waits.Proposals[0].ID, ruling)
		ok(err)
		given, err := r.Inject(t.Context(), store.Injection{Session: store.SessionRef{Author: claude, External: next(15)}, Context: true})
		if err != nil || !given.Give { // every session is another one
			t.Fatal(given, err)
		}
		ok(r.EndSession(t.Context(), store.SessionRef{Author: claude, External: next(15)}))
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

// tagOf is as much of a key as fits into a tag.
func tagOf(key string) string {
	if len(key) > 60 {
		return "go"
	}
	return key
}

// madeKeys makes keys of forty kinds from a fixed seed, of pieces so that none
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
	kinds := []struct {
		prefix, from string
		n            int
	}{
		{"AK|IA", upper, 16}, {"gh|p_", word, 36}, {"sk|-proj-", word, 60}, {"gl|pat-", word, 20}, {"sk|_live_", word, 24}, {"dop|_v1_", hexa, 64},
		{"np|m_", word, 36}, {"gs|k_", word, 52}, {"fi|gd_", word, 40}, {"lin|_api_", word, 40}, {"AS|IA", upper, 16}, {"AI|za", word, 35},
		{"GO|CSPX-", word, 28}, {"sk|-or-v1-", hexa, 64}, {"h|f_", word, 34}, {"r|8_", word, 37}, {"pp|lx-", word, 48}, {"xa|i-", word, 80},
		{"gh|o_", word, 36}, {"gh|s_", word, 36}, {"gl|rt-", word, 20}, {"AT|BB", word, 32}, {"ruby|gems_", hexa, 48}, {"dckr|_pat_", word, 27},
		{"rk|_live_", word, 99}, {"wh|sec_", word, 32}, {"sq0|csp-", word, 43}, {"shp|at_", hexa, 32}, {"S|K", hexa, 32}, {"ke|y-", hexa, 32},
		{"da|pi", hexa, 32}, {"nt|n_", word, 46}, {"hv|s.", word, 95}, {"dp|.pt.", word, 43}, {"sntr|yu_", hexa, 64}, {"sg|p_", hexa, 40},
		{"nf|p_", word, 36}, {"pscale|_tkn_", word, 43}, {"sb|p_", hexa, 40}, {"gl|c_", word, 80},
	}
	var all []string
	for i := range n {
		k := kinds[i%len(kinds)]
		all = append(all, strings.Replace(k.prefix, "|", "", 1)+random(k.from, k.n))
	}
	return all
}
