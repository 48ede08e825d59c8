package recall_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// A search that names a day finds what was saved then before what holds the words
// as well.
func TestSearch_Named(t *testing.T) {
	f := open(t)
	var ids []int64
	for _, day := range []int{3, 13, 23} {
		f.time.Store(time.Date(2026, 5, day, 12, 0, 0, 0, time.UTC).UnixMilli())
		ids = append(ids, f.save(claude, recall.Input{Body: fmt.Sprintf("deployment number %d failed", 100+day)}).ID)
	}
	for query, first := range map[string]int64{
		"which deployment failed on 13 May 2026": ids[1],
		"2026年5月3日 deployment 失败":                ids[0],
		"the deployment of May 23, 2026":         ids[2],
	} {
		if got := f.found(recall.Request{Query: query, Filter: store.Filter{Reader: "claude-code"}}); len(got) != 3 || got[0] != first {
			t.Errorf("%s: %v, want #%d first", query, got, first)
		}
	}
}

// TestSearch_Answer: what was saved behind a question answers it.
func TestSearch_Answer(t *testing.T) {
	f := open(t)
	question := f.save(claude, recall.Input{Body: "Which port does the metrics exporter use in staging?"}).ID
	answer := f.save(claude, recall.Input{Body: "It listens on 9187 of the exporter host"}).ID
	for _, other := range []string{"the exporter restarts each night", "staging has a proxy of its own", "the use of metrics is billed"} {
		f.save(cursor, recall.Input{Body: other})
	}
	got := f.found(recall.Request{Query: "which port does the metrics exporter use in staging"})
	if len(got) < 2 || !slices.Contains(got[:2], answer) || !slices.Contains(got[:2], question) {
		t.Errorf("%v, want #%d and #%d first", got, question, answer)
	}
}
