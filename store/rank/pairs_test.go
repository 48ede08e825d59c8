package rank_test

import (
	"fmt"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// TestPairs: of texts that hold the same words, the one in which they stand as in
// the question goes first, though it is the oldest.
func TestPairs(t *testing.T) {
	for _, c := range []struct {
		question string
		texts    []string // the first one answers
	}{
		{"3.2.1", []string{"version 3.2.1 broke login", "version 1.2.3 broke login", "version 2.1.3 broke login"}},
		{"what broke in version 3.2.1", []string{"version 3.2.1 broke login", "version 1.2.3 broke login", "version 2.1.3 broke login"}},
		{"10.2.0.1", []string{"the server at 10.2.0.1 is old", "the server at 10.1.0.2 is old", "the server at 1.10.2.0 is old"}},
		{"foo::bar", []string{"call foo::bar first", "call bar::foo first", "call bar foo first ::"}},
		{"what is the error 429", []string{"the error 429 says wait", "429 came after the error", "an error on line 429"}},
		{"what is the error 429", []string{"Rate limit: 100 requests per minute per API token, answered with 429 and Retry-After",
			"panic: runtime error: index out of range [3] with length 3 in parser.go:118 came from trailing comma",
			"error: cannot find module providing package github.com/acme/foo/v2: bump go.mod to v2 path",
			"type Result<T> = { ok: true; value: T } | { ok: false; error: Error }"}},
		{"src/store/rank.go", []string{"see src/store/rank.go there", "see rank/store/src.go there"}},
		{"max retry count", []string{"the max retry count is five", "count each retry up to max"}},
		{"从上海到北京", []string{"他从上海到北京去", "他从北京到上海去"}},
		{"用户登录", []string{"用户登录失败", "登录失败的用户"}},
	} {
		q := question(c.question)
		var all []store.Candidate
		var want []int64
		for i, text := range c.texts {
			all = append(all, memory(int64(i+1), text))
		}
		want = append(want, 1)
		if got := idsOf(rank.Order(poolOf(q, all...), q, now, rank.Full())); !slices.Equal(got[:1], want) {
			t.Errorf("%q: order %v", c.question, got)
		}
		for i := range all {
			all[i].Title, all[i].Body = all[i].Body, text.Compact("something else")
		}
		if got := idsOf(rank.Order(poolOf(q, all...), q, now, rank.Full())); !slices.Equal(got[:1], want) {
			t.Errorf("%q in titles: order %v", c.question, got)
		}
	}
}

// A word that is still being typed stands beside the one before it.
func TestPairs_Typing(t *testing.T) {
	q := rank.Question{Text: "release note", Terms: text.Terms("release note", true)}
	got := idsOf(rank.Order(poolOf(q, memory(1, "all release notes here"), memory(2, "all notes release here")), q, now, rank.Full()))
	if got[0] != 1 {
		t.Errorf("order %v", got)
	}
}

// Of a question with more pairs than are looked for the first ones count.
func TestPairs_Many(t *testing.T) {
	asked := ""
	for i := range 32 {
		asked += fmt.Sprintf("w%c%c x%c%c w%c%c ", 'a'+i/26, 'a'+i%26, 'a'+i/26, 'a'+i%26, 'a'+i%26, 'a'+i/26)
	}
	q := question(asked)
	if got := idsOf(rank.Order(poolOf(q, memory(1, asked), memory(2, "waa")), q, now, rank.Full())); got[0] != 1 {
		t.Errorf("order %v", got)
	}
}
