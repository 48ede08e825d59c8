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
		found, err := f.Search(f.ctx, recall.Request{Query: query, Filter: store.Filter{Reader: "claude-code"}, Limit: 10})
		if err != nil || len(found.Rows) != 3 || found.Rows[0].ID != first {
			t.Errorf("%s: %v, %v, want #%d first", query, found.Rows, err, first)
			continue
		}
		for _, h := range found.Rows {
			if h.Why.Then != (h.ID == first) {
				t.Errorf("%s: #%d says %q", query, h.ID, h.Why)
			}
		}
	}
}

// What is about a day comes before what only was saved on it, and a date that is
// a part of a name lifts nothing.
func TestSearch_AboutDay(t *testing.T) {
	f := open(t)
	day := func(month time.Month, day int) {
		f.time.Store(time.Date(2026, month, day, 12, 0, 0, 0, time.UTC).UnixMilli())
	}
	day(5, 13)
	f.save(claude, recall.Input{Body: "the header of the protocol is checked by the gateway"})
	f.save(claude, recall.Input{Body: "header files of the protocol are generated"})
	day(9, 1)
	about := f.save(claude, recall.Input{Body: "protocol 2026-05-13 needs the session header"}).ID
	day(11, 1)
	patch := f.save(claude, recall.Input{Body: "CVE-2026-05 is patched in the gateway of the shop"}).ID
	for query, first := range map[string]int64{
		"which header does protocol 2026-05-13 need": about,
		"protocol 2026-05-13":                        about,
		"2026-05-13 的 header":                        about,
		"is CVE-2026-05 patched in the gateway":      patch,
	} {
		if got := f.found(recall.Request{Query: query}); len(got) == 0 || got[0] != first {
			t.Errorf("%s: %v, want #%d first", query, got, first)
		}
	}
}

// TestSearch_OpenQuestion: a question that was left open is found when it is what
// is asked for.
func TestSearch_OpenQuestion(t *testing.T) {
	f := open(t)
	open := f.save(claude, recall.Input{Body: "Open: should the importer move from cron to a queue?"}).ID
	f.save(claude, recall.Input{Body: "the importer reads CSV files"})
	f.save(claude, recall.Input{Body: "cron runs the backup at night"})
	f.save(cursor, recall.Input{Body: "a queue of the mailer is drained each hour"})
	zh := f.save(claude, recall.Input{Body: "未决：支付回调要不要改成异步？"}).ID
	f.save(claude, recall.Input{Body: "支付回调的超时是五秒"})
	for query, first := range map[string]int64{
		"should the importer move from cron to a queue?": open,
		"open importer queue":                            open,
		"支付回调要不要改成异步":                                    zh,
		"支付回调 异步":                                        zh,
	} {
		if got := f.found(recall.Request{Query: query}); len(got) == 0 || got[0] != first {
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
