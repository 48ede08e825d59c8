package rank_test

import (
	"testing"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

func TestWhy(t *testing.T) {
	hook := memory(1, "幂等键 is kept for a day")
	hook.Title, hook.Meta = text.Compact("Webhook 去重"), text.Compact("gotcha redis")
	for _, c := range []struct {
		question string
		change   func(*store.Candidate)
		want     string
	}{
		{"webhook 去重", nil, "title: webhook, 去重"},
		{"What about the WEBHOOKS?", nil, "title: WEBHOOKS"},
		{"redis", nil, "label: redis"},
		{"webhook kept", nil, "webhook, kept"},
		{"幂等键", nil, "body: 幂等键"},
		{"webhook 去重 kept redis queue", nil, "4 of 5 words"},
		{"webhook", func(c *store.Candidate) { c.Pinned = true }, "title: webhook; pinned"},
		{"webhook", func(c *store.Candidate) { c.NewerIDs = []int64{8, 9} }, "title: webhook; replaced by #8, #9"},
	} {
		q, m := question(c.question), hook
		if c.change != nil {
			c.change(&m)
		}
		hits := rank.Order(poolOf(q, m), q, now, rank.Full())
		if got := hits[0].Why.String(); got != c.want {
			t.Errorf("%q is found because of %q, want %q", c.question, got, c.want)
		}
	}
	q := question("port number")
	old := memory(7, "port number 80")
	old.NewerIDs = []int64{9}
	hits := rank.Order(poolOf(q, old, memory(9, "port 81")), q, now, rank.Full())
	if got := hits[0].Why.String(); got != "body: port; replaces #7" {
		t.Errorf("the newer is found because of %q", got)
	}
	if got := (rank.Why{}).String(); got != "" {
		t.Errorf("no reason is %q", got)
	}
}
