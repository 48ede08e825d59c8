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
		{"幂等键去重方案", nil, "幂等键, 去重"}, // parts of a run
		{"上线之前要怎么去重", nil, "title: 去重"},
		{"webhookSecret", nil, "title: webhook"}, // parts of an identifier
		{"kept8day", nil, "body: keep, day"},
		{"day_kept", nil, "body: day_kept"}, // all its parts
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

// A row that was found for what is not read says so, and nothing else.
func TestWhy_Deep(t *testing.T) {
	q := question("webhook")
	p := poolOf(q, memory(1, "something else"))
	p.ByTerms = 1
	hits := rank.Order(p, q, now, rank.Full())
	if w := hits[0].Why; !w.Deep || w.String() != "further down" || hits[0].Termless {
		t.Errorf("%+v", hits[0])
	}
}

func TestWhy_Joined(t *testing.T) {
	for asked, c := range map[string]struct{ text, want string }{
		"k8s":             {"we deploy to k8s", "body: k8s"},
		"K8S":             {"8 nodes", "body: 8"},
		"k8S":             {"the k of k-means is 8 and not s", "body: k, 8, s"},
		"userName":        {"the name of the user", "body: userName"},
		"max_retry_count": {"maxRetryCount is 5", "body: max_retry_count"},
		"maxRetryCount":   {"the maxretrycount", "body: maxRetryCount"},
		"getUserName":     {"get the name", "body: get, name"},
	} {
		q := question(asked)
		hits := rank.Order(poolOf(q, memory(1, c.text)), q, now, rank.Full())
		if got := hits[0].Why.String(); got != c.want {
			t.Errorf("%q in %q: %q, want %q", asked, c.text, got, c.want)
		}
		if whole := len(hits[0].Why.Words) == 1; whole != (c.want == "body: "+asked) {
			t.Errorf("%q in %q: %+v", asked, c.text, hits[0].Why)
		}
	}
}
