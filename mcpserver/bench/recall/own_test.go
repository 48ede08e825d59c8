package main

import (
	"strings"
	"testing"

	"memtray/mcpserver/bench/sets"
	"memtray/store/text"
)

// TestOwnSet holds what the own set promises: in each language 20 questions that
// share a token with what answers them and 20 that share none, and as many
// records that answer nothing.
func TestOwnSet(t *testing.T) {
	all, err := sets.Read("testdata/own")
	if err != nil {
		t.Fatal(err)
	}
	own := all[0]
	if len(all) != 1 || own.Name != "own" || !own.Sessions() {
		t.Fatalf("%d sets, the first is %q", len(all), own.Name)
	}
	counts := map[string]int{}
	answers := map[int]bool{}
	for _, q := range own.Questions {
		counts[q.Category]++
		for _, u := range q.Relevant {
			if answers[u] {
				t.Errorf("%s answers two questions", own.Records[u].ID)
			}
			answers[u] = true
			half, _, _ := strings.Cut(q.Category, "/")
			if shared := sharedTokens(q.Text, own.Records[u]); (half == "stem") != (len(shared) > 0) {
				t.Errorf("%s: %q and %s share %q", q.Category, q.Text, own.Records[u].ID, shared)
			}
		}
	}
	for _, language := range []string{"en", "zh", "mixed"} {
		for _, half := range []string{"stem", "nostem"} {
			if n := counts[half+"/"+language]; n != 20 {
				t.Errorf("%d questions of %s/%s", n, half, language)
			}
		}
	}
	if rest := len(own.Records) - len(answers); len(own.Questions) != 120 || rest < 120 {
		t.Errorf("%d questions, %d records that answer nothing", len(own.Questions), rest)
	}
	for _, r := range own.Records {
		if r.Project == "" || r.Kind == "" || len(r.Tags) == 0 || r.At.IsZero() {
			t.Errorf("%s is not complete", r.ID)
		}
	}
}

// sharedTokens returns the terms of a question that find a record.
func sharedTokens(question string, r sets.Record) []string {
	var shared []string
	tokens := text.Tokens(r.Text + "\n" + strings.Join(r.Tags, "\n"))
	for _, term := range text.Terms(question, false) {
		for _, token := range tokens {
			if token == term.Token || term.Prefix && strings.HasPrefix(token, term.Token) {
				shared = append(shared, token)
				break
			}
		}
	}
	return shared
}
