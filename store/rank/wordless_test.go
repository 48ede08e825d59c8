package rank_test

import (
	"fmt"
	"slices"
	"testing"

	"memtray/store"
	"memtray/store/rank"
)

// crowded is a pool of memories that hold some words, each with a neighbour that
// holds none and whose other neighbour holds many.
func crowded(q rank.Question, texts []string) store.Pool {
	var all []store.Candidate
	var beside []store.Neighbour
	for i, text := range texts {
		id := int64(10 * (i + 1))
		all = append(all, with(memory(id, text), func(c *store.Candidate) { c.Session, c.Next = id, id+1 }))
		beside = append(beside, store.Neighbour{Candidate: with(memory(id+1, "mostly orange"), func(c *store.Candidate) { c.Session, c.Previous = id, id }), Within: true})
	}
	p := poolOf(q, all...)
	p.Neighbours = beside
	return p
}

// TestWordless: of neighbours that hold no word a page has three of ten at most.
func TestWordless(t *testing.T) {
	q := question("colour sunrise painting museum garden winter horse")
	var texts []string
	for range 5 {
		texts = append(texts, "colour sunrise painting")
	}
	for i := range 20 {
		texts = append(texts, fmt.Sprintf("horse number %d", i))
	}
	hits := rank.Order(crowded(q, texts), q, now, rank.Full())
	wordless := 0
	for _, h := range hits[:10] {
		if h.Termless {
			wordless++
		}
	}
	if wordless != 3 {
		t.Errorf("%d of 10 hold no word", wordless)
	}
	if len(hits) != 2*len(texts) {
		t.Errorf("%d hits", len(hits))
	}
}

// TestWordless_Half: what holds half of the question stands above all that hold
// nothing of it, however long it is, but not what holds less.
func TestWordless_Half(t *testing.T) {
	q := question("colour sunrise painting")
	for last, want := range map[string]int{"colour sunrise " + filler(400): 1, "colour " + filler(400): 2} {
		hits := rank.Order(crowded(q, []string{"colour sunrise painting", last}), q, now, rank.Full())
		if got := slices.IndexFunc(hits, func(h rank.Hit) bool { return h.ID == 20 }); got != want {
			t.Errorf("what holds %.20q is at place %d: %v", last, got+1, idsOf(hits))
		}
	}
}

// TestWordless_Newer: what takes the place of a memory stands before it though it
// holds no word.
func TestWordless_Newer(t *testing.T) {
	q := question("colour sunrise painting")
	p := crowded(q, []string{"colour sunrise painting", "colour sunrise"})
	p.Candidates[0].NewerIDs = []int64{21}
	if got := idsOf(rank.Order(p, q, now, rank.Full())); slices.Index(got, 21) > slices.Index(got, 10) {
		t.Errorf("order %v", got)
	}
}

// TestSpoken: who asks for one or two names sees what holds them. A name is what
// stands between blanks.
func TestSpoken(t *testing.T) {
	for asked, want := range map[string]bool{
		"tokio::spawn":                     false,
		"tokio::spawn panics":              false,
		"tokio::spawn panics again":        true,
		"what does tokio::spawn do":        false,
		"--no-verify-ssl":                  false,
		"@acme/ui-kit":                     false,
		"10.0.0.17":                        false,
		"v1.8.3":                           false,
		"https://example.com/d/abc123/api": false,
		"getUserByName":                    false,
		"colour sunrise colour sunrise":    false,
		"colour sunrise painting":          true,
		"日出":                               false,
		"日出的画":                             false,
		"日出那幅画是什么颜色":                       true,
		"用React写的组件":                       true,
	} {
		q := question(asked)
		p := crowded(q, []string{asked})
		if got := len(rank.Order(p, q, now, rank.Full())) == 2; got != want {
			t.Errorf("%q finds what is beside: %v", asked, got)
		}
	}
}
