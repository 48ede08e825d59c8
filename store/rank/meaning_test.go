package rank_test

import (
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// TestMeaning: what is near in meaning goes before what holds nothing, and does
// not displace what holds every word of the question.
func TestMeaning(t *testing.T) {
	candidate := func(id int64, similarity float64, body string) store.Candidate {
		return store.Candidate{ID: id, Similarity: similarity, Tokens: store.Tokens{Body: text.Compact(body)}}
	}
	for _, c := range []struct {
		name  string
		all   []store.Candidate
		order []int64
	}{
		{"none is known", []store.Candidate{candidate(1, 0, "a car here"), candidate(2, 0, "nothing of that")}, []int64{1, 2}},
		{"one alone stands out from nothing", []store.Candidate{candidate(1, 0, "a car here"), candidate(2, .9, "the automobile here")}, []int64{1, 2}},
		{"the nearest go first", []store.Candidate{candidate(1, .4, "bread"), candidate(2, .9, "an automobile"), candidate(3, .6, "wheels")}, []int64{2, 3, 1}},
		{"a model that finds everything alike", []store.Candidate{candidate(1, .90, "bread"), candidate(2, .97, "an automobile"), candidate(3, 0, "a car here")}, []int64{3, 2, 1}},
		{"words and meaning", []store.Candidate{candidate(1, 0, "a car here"), candidate(2, .8, "an automobile"), candidate(3, .8, "a car there"), candidate(4, .3, "bread")}, []int64{3, 1, 2, 4}},
		{"the opposite", []store.Candidate{candidate(1, -.5, "bread"), candidate(2, .5, "an automobile"), candidate(3, .2, "wheels")}, []int64{2, 3, 1}},
	} {
		pool := store.Pool{Candidates: c.all, Total: 1, Documents: 100, Holding: []int{1}}
		hits := rank.Order(pool, rank.Question{Text: "car", Terms: text.Terms("car", false)}, 0, rank.Full())
		for i, hit := range hits {
			if hit.ID != c.order[i] {
				t.Errorf("%s: %+v, want %v", c.name, hits, c.order)
				break
			}
		}
	}
}

func TestMeaning_Why(t *testing.T) {
	why := rank.Why{Meaning: true}
	if got := why.String(); got != "close in meaning" {
		t.Errorf("%q", got)
	}
	why.Words, why.Places = []string{"car"}, []rank.Place{rank.InBody}
	if got := why.String(); strings.Contains(got, "meaning") {
		t.Errorf("%q", got)
	}
}

// TestMeaning_Floor: what is there for its meaning alone must stand out from the
// others that are near; what holds a word is there in any case.
func TestMeaning_Floor(t *testing.T) {
	for _, c := range []struct {
		name  string
		near  []float64
		shown int
	}{
		{"none stands out", []float64{.41, .41, .42, .42, .43, .43, .44}, 0},
		{"one does", []float64{.41, .41, .42, .42, .43, .43, .8}, 1},
		{"two of a model that finds all alike", []float64{.70, .71, .71, .72, .72, .86, .88}, 2},
		{"few are no measure", []float64{.3, .4, .5}, 3},
		{"all the same", []float64{1, 1, 1, 1, 1, 1}, 0},
	} {
		pool := store.Pool{Total: 1, Documents: 100, Holding: []int{1}, ByTerms: 1}
		pool.Candidates = []store.Candidate{{ID: 100, Similarity: .1, Tokens: store.Tokens{Body: "car"}}}
		for i, s := range c.near {
			pool.Candidates = append(pool.Candidates, store.Candidate{ID: int64(i + 1), Similarity: s, Tokens: store.Tokens{Body: "bread"}})
		}
		hits := rank.Order(pool, rank.Question{Text: "car", Terms: text.Terms("car", false)}, 0, rank.Full())
		if len(hits) != c.shown+1 || hits[0].ID != 100 && c.name != "all the same" {
			t.Errorf("%s: %+v", c.name, hits)
		}
	}
}
