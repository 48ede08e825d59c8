package recall_test

import (
	"testing"

	"golang.org/x/text/unicode/norm"

	"memtray/store"
	"memtray/store/recall"
)

// Paths of a filter are brought to the form in which those of memories are.
func TestSearchFiles(t *testing.T) {
	f := open(t)
	m := f.save(claude, recall.Input{Body: "webhook", Files: []string{" café/open.go "}}).ID
	for _, path := range []string{"café/open.go", norm.NFD.String("café"), "  café/", "café/\u0007open.go"} {
		wantIDs(t, path, f.found(recall.Request{Filter: store.Filter{Files: []string{path}}}), m)
	}
	for _, files := range [][]string{{"<private>café</private>"}, {""}, {"/"}} {
		req := recall.Request{Limit: 1, Filter: store.Filter{Files: files}}
		if _, err := f.Search(t.Context(), req); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%q: error %v", files, err)
		}
		if _, err := f.Count(t.Context(), req); store.ErrorCode(err) != store.Invalid {
			t.Errorf("%q is counted: %v", files, err)
		}
	}
}

// Count is the total of the search, for whoever asks.
func TestCount(t *testing.T) {
	f := open(t)
	f.save(claude, recall.Input{Body: "webhook one"})
	f.save(claude, recall.Input{Body: "webhook two", Private: true})
	f.save(claude, recall.Input{Body: "another"})
	for _, c := range []struct {
		query, reader string
		want          int
	}{{"webhook", "", 2}, {"webhook", "cursor", 1}, {"", "cursor", 2}, {"nothing", "", 0}, {"?!", "", 0}} {
		got, err := f.Count(t.Context(), recall.Request{Query: c.query, Filter: store.Filter{Reader: c.reader}})
		if err != nil || got != c.want {
			t.Errorf("%q for %q: %d, %v, want %d", c.query, c.reader, got, err, c.want)
		}
	}
}
