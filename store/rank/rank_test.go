package rank_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

const (
	day = store.Millis(24 * 60 * 60 * 1000)
	now = 1000 * day
)

// memory is a candidate with the tokens of a body, as old as all others.
func memory(id int64, body string) store.Candidate {
	return store.Candidate{ID: id, Kind: store.Note, State: store.Active, ProjectID: 1, CreatedAt: now, UpdatedAt: now,
		Tokens: store.Tokens{Body: text.Compact(body)}}
}

func with(c store.Candidate, change func(*store.Candidate)) store.Candidate {
	change(&c)
	return c
}

// Of a long text only the beginning counts, or it would cost more than all others.
func TestLong(t *testing.T) {
	q := question("webhook")
	for tokens, want := range map[int]bool{store.MaxCandidateTokens - 1: true, store.MaxCandidateTokens: false} {
		c := memory(1, "")
		c.Body = strings.Repeat("x ", tokens) + "webhook"
		hits := rank.Order(poolOf(q, c), q, now, rank.Full())
		if got := len(hits[0].Why.Words) > 0; got != want {
			t.Errorf("behind %d tokens a word is found: %v", tokens, got)
		}
	}
}

// question asks as a search does.
func question(q string) rank.Question {
	return rank.Question{Text: q, Terms: text.Terms(q, false)}
}

// poolOf is a pool of a store of a thousand memories in which each term is as
// rare as any other.
func poolOf(q rank.Question, candidates ...store.Candidate) store.Pool {
	p := store.Pool{Candidates: candidates, Total: len(candidates), Documents: 1024}
	for range q.Terms {
		p.Holding = append(p.Holding, 10)
	}
	return p
}

func idsOf(hits []rank.Hit) []int64 {
	var ids []int64
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

// Each feature decides between memories that are alike in everything else; the
// better one is always the older one by id, which loses a tie.
func TestFeatures(t *testing.T) {
	const about = "the webhook retries after the timeout of the payment provider"
	titled := func(c *store.Candidate) { c.Title = text.Compact("Webhook timeout") }
	for _, c := range []struct {
		name          string
		question      string
		better, worse store.Candidate
	}{
		{"more words", "webhook timeout", memory(1, about), memory(2, "the webhook retries after the deploy of the payment provider")},
		{"more often", "webhook", memory(1, "webhook after webhook is sent by the provider"), memory(2, "webhook after another is sent by the provider")},
		{"shorter", "webhook", memory(1, "webhook retries again"), memory(2, "webhook retries again and again, until the provider of the payments answers with success or an hour went by, whatever comes first of both")},
		{"title", "webhook", with(memory(1, "it retries "+filler(20)), titled), with(memory(2, "the webhook retries "+filler(20)), func(c *store.Candidate) { c.Title = text.Compact("Notes again") })},
		{"first line", "webhook", memory(1, "webhook first "+filler(30)), memory(2, filler(30)+" webhook")},
		{"first word", "webhook provider", memory(1, "provider "+filler(12)+"webhook"), memory(2, filler(4)+"provider "+filler(8)+"webhook")},
		{"first word, Chinese", "回调 网关", memory(1, "网关的超时设置和日志里的回调"), memory(2, "日志里的超时设置和网关的回调")},
		{"first word of the title", "webhook", with(memory(1, about), func(c *store.Candidate) { c.Title = text.Compact("Webhook, all others, rest") }), with(memory(2, about), func(c *store.Candidate) { c.Title = text.Compact("All others, rest, webhook") })},
		{"no question", "webhook retries", memory(1, about), with(memory(2, about), func(c *store.Candidate) { c.Asks = true })},
		{"tag", "webhook", with(memory(1, "it retries each hour"), func(c *store.Candidate) { c.Meta = text.Compact("webhook") }), memory(2, "it retries each hour")},
		{"other ending", "webhooks configuring", memory(1, "webhook configurator of payments"), memory(2, "webhook for a provider of payments")},
		{"time", "when did the webhook fail", memory(1, "the webhook did fail last Tuesday at night"), memory(2, "the webhook did fail because of a proxy restart loop")},
		{"year", "when did the webhook fail", memory(1, "the webhook did fail in 2024 for hours"), memory(2, "the webhook did fail in 7024 for ages")},
		{"time, Chinese", "网关什么时候升级", memory(1, "昨天网关升级完成"), memory(2, "网关升级已经完成")},
		{"how often, Chinese", "网关多久升级一次", memory(1, "网关升级 每周一次"), memory(2, "昨天网关升级完成")},
		{"decision", "why webhook queue", with(memory(1, about), func(c *store.Candidate) { c.Kind = store.Decision }), memory(2, about)},
		{"decision, Chinese", "为什么要用消息队列", with(memory(1, "消息队列削峰"), func(c *store.Candidate) { c.Kind = store.Decision }), memory(2, "消息队列削峰")},
		{"how-to", "how do I replay a webhook?", with(memory(1, about), func(c *store.Candidate) { c.Kind = store.Howto }), memory(2, about)},
		{"how-to, Chinese", "怎么重放回调", with(memory(1, "重放回调"), func(c *store.Candidate) { c.Kind = store.Howto }), memory(2, "重放回调")},
		{"bug", "webhook error", with(memory(1, about), func(c *store.Candidate) { c.Kind = store.Gotcha }), memory(2, about)},
		{"pinned", "webhook", with(memory(1, about), func(c *store.Candidate) { c.Pinned = true }), memory(2, about)},
		{"fetched", "webhook", with(memory(1, about), func(c *store.Candidate) { c.Fetched = 3 }), memory(2, about)},
		{"fetched more", "webhook", with(memory(1, about), func(c *store.Candidate) { c.Fetched = 9 }), with(memory(2, about), func(c *store.Candidate) { c.Fetched = 3 })},
		{"changed lately", "webhook", memory(1, about), with(memory(2, about), func(c *store.Candidate) { c.UpdatedAt -= 60 * day })},
		{"of a good session", "webhook", with(memory(1, about), func(c *store.Candidate) { c.Session = 7 }), with(memory(2, about), func(c *store.Candidate) { c.Session = 8 })},
	} {
		q := question(c.question)
		pool := poolOf(q, c.worse, c.better)
		if c.name == "of a good session" {
			pool.Candidates = append(pool.Candidates, with(memory(9, "webhook webhook"), func(c *store.Candidate) { c.Session = 7 }))
		}
		got := slices.DeleteFunc(idsOf(rank.Order(pool, q, now, rank.Full())), func(id int64) bool { return id > 2 })
		if !slices.Equal(got, []int64{1, 2}) {
			t.Errorf("%s: order %v", c.name, got)
		}
	}
}

func filler(n int) string {
	s := ""
	for i := range n {
		s += fmt.Sprintf("filler%c ", 'a'+i%26)
	}
	return s
}

// What is equal in everything is in the order of ids, newest first.
func TestTies(t *testing.T) {
	q := question("webhook")
	got := idsOf(rank.Order(poolOf(q, memory(5, "webhook"), memory(9, "webhook"), memory(7, "webhook")), q, now, rank.Full()))
	if !slices.Equal(got, []int64{9, 7, 5}) {
		t.Errorf("order %v", got)
	}
	if got := rank.Order(poolOf(q), q, now, rank.Full()); len(got) != 0 {
		t.Errorf("an empty pool gives %v", got)
	}
}

// What no set of questions measures must not outweigh a word of the question.
func TestWordsBeforeStanding(t *testing.T) {
	q := question("why does the webhook wait for the lock of the scheduler")
	words := memory(1, "the webhook waits for the lock of the scheduler")
	words.UpdatedAt = 1
	standing := memory(2, "the webhook waits for the lock")
	standing.Pinned, standing.Fetched, standing.Kind = true, 1000, store.Decision
	if got := idsOf(rank.Order(poolOf(q, standing, words), q, now, rank.Full())); got[0] != 1 {
		t.Errorf("order %v", got)
	}
}

// beside is a pool in which #1 answers and holds no word of the question.
func beside(q rank.Question) store.Pool {
	asks, other := memory(2, "which colour did the sunrise painting have"), memory(3, "painting a fence is a chore")
	asks.Session, asks.Previous, other.Session = 4, 1, 5
	p := poolOf(q, asks, other)
	answer := memory(1, "mostly orange")
	answer.Session, answer.Next = 4, 2
	p.Neighbours = []store.Neighbour{{Candidate: answer, Within: true}}
	return p
}

func TestNeighbours(t *testing.T) {
	q := question("colour of the sunrise painting")
	pool := beside(q)
	hits := rank.Order(pool, q, now, rank.Full())
	if got := idsOf(hits); !slices.Equal(got, []int64{2, 1, 3}) {
		t.Errorf("order %v", got)
	}
	if h := hits[1]; !h.Termless || h.Why.String() != "beside #2" || hits[0].Termless {
		t.Errorf("the neighbour is there because %q, %+v", h.Why, h)
	}
	for name, w := range map[string]rank.Weights{"plain": rank.Plain(), "none": {}} {
		if got := idsOf(rank.Order(pool, q, now, w)); len(got) != 2 {
			t.Errorf("%s: order %v", name, got)
		}
	}
	if got := idsOf(rank.Order(pool, q, now, rank.Index())); len(got) != 3 {
		t.Errorf("index: order %v", got)
	}
	short := question("sunrise painting")
	if got := idsOf(rank.Order(beside(short), short, now, rank.Full())); len(got) != 2 {
		t.Errorf("two words find %v", got)
	}
	pool.Neighbours[0].Within = false
	if got := idsOf(rank.Order(pool, q, now, rank.Full())); !slices.Equal(got, []int64{2, 3}) {
		t.Errorf("outside of the filter: order %v", got)
	}
	chinese := question("日出那幅画是什么颜色")
	p := poolOf(chinese, with(memory(2, "日出那幅画用了哪些颜色"), func(c *store.Candidate) { c.Next = 1 }))
	p.Neighbours = []store.Neighbour{{Candidate: with(memory(1, "主要是橙"), func(c *store.Candidate) { c.Previous = 2 }), Within: true}}
	if got := idsOf(rank.Order(p, chinese, now, rank.Full())); !slices.Equal(got, []int64{2, 1}) {
		t.Errorf("Chinese: order %v", got)
	}
}

// What was saved right after a question that holds the words answers it, unless
// it asks as well.
func TestAnswer(t *testing.T) {
	q := question("colour of the sunrise painting")
	place := func(asks, again bool) int {
		asking := with(memory(1, "colour of the sunrise painting"), func(m *store.Candidate) { m.Next, m.Asks = 2, asks })
		answer := with(memory(2, "a mostly orange sunrise"), func(m *store.Candidate) { m.Previous, m.Asks = 1, again })
		pool := poolOf(q, asking, answer)
		for id := range int64(20) {
			pool.Candidates = append(pool.Candidates, memory(3+id, "colour of the sunrise painting "+filler(int(5*id))))
		}
		return slices.Index(idsOf(rank.Order(pool, q, now, rank.Full())), 2)
	}
	answers := place(true, false)
	for name, other := range map[string]int{"behind no question": place(false, false), "a question behind one": place(true, true)} {
		if answers >= other {
			t.Errorf("an answer is at place %d, %s at %d", answers, name, other)
		}
	}
}

// Words beside a memory lift it over an equal one.
func TestContext(t *testing.T) {
	q := question("sunrise painting colour")
	p := beside(q)
	a, b := memory(11, "orange painting"), memory(12, "orange painting")
	a.Previous, p.Neighbours[0].Next = 1, 11
	p.Neighbours[0].Body = text.Compact("the colour of the sunrise")
	p.Candidates = []store.Candidate{b, a}
	hits := rank.Order(p, q, now, rank.Full())
	if hits[0].ID == 12 || !slices.Contains(idsOf(hits[:2]), 11) {
		t.Errorf("order %v", idsOf(hits))
	}
	if got := idsOf(rank.Order(p, q, now, rank.Plain())); !slices.Equal(got, []int64{12, 11}) {
		t.Errorf("without neighbours: order %v", got)
	}
}

func TestSuperseded(t *testing.T) {
	q := question("webhook port number")
	newer := func(c store.Candidate, ids ...int64) store.Candidate {
		c.NewerIDs = ids
		return c
	}
	exact, vague := "webhook port number", "webhook "+filler(40)
	for _, c := range []struct {
		name string
		all  []store.Candidate
		want []int64
	}{
		{"the newer takes the place", []store.Candidate{newer(memory(1, exact), 2), memory(3, "webhook port"), memory(2, vague)}, []int64{2, 1, 3}},
		{"whatever its id", []store.Candidate{newer(memory(5, exact), 2), memory(2, vague)}, []int64{2, 5}},
		{"a chain", []store.Candidate{newer(memory(3, exact), 2), newer(memory(2, vague), 1), memory(1, vague)}, []int64{1, 2, 3}},
		{"not found", []store.Candidate{newer(memory(2, exact), 99), memory(1, exact)}, []int64{1, 2}},
		{"two newer ones", []store.Candidate{newer(memory(3, exact), 1, 2), memory(1, vague), memory(2, vague)}, []int64{2, 1, 3}},
		{"a circle", []store.Candidate{newer(memory(1, exact), 2), newer(memory(2, exact), 1)}, nil},
		{"itself", []store.Candidate{newer(memory(1, exact), 1), memory(2, exact)}, []int64{2, 1}},
	} {
		got := idsOf(rank.Order(poolOf(q, c.all...), q, now, rank.Full()))
		if c.want == nil && len(got) != len(c.all) || c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%s: order %v, want %v", c.name, got, c.want)
		}
	}
}

// Order is a permutation, the same each time, and no score is NaN, whatever the
// pool and the weights.
func checkOrder(t *testing.T, pool store.Pool, q rank.Question, w rank.Weights) {
	t.Helper()
	hits := rank.Order(pool, q, now, w)
	var want []int64
	for _, c := range pool.Candidates {
		want = append(want, c.ID)
	}
	seen := map[int64]bool{}
	for i, h := range hits {
		if math.IsNaN(h.Score) || i > 0 && h.Score > hits[i-1].Score {
			t.Errorf("score %v behind %v", h.Score, hits[max(0, i-1)].Score)
		}
		if seen[h.ID] {
			t.Errorf("#%d is there twice", h.ID)
		}
		seen[h.ID] = true
		_ = h.Why.String()
	}
	for _, id := range want {
		if !seen[id] {
			t.Errorf("#%d is missing", id)
		}
		delete(seen, id)
	}
	for id := range seen {
		if !slices.ContainsFunc(pool.Neighbours, func(n store.Neighbour) bool { return n.ID == id && n.Within }) {
			t.Errorf("#%d is not of the pool", id)
		}
	}
	if again := rank.Order(pool, q, now, w); !slices.Equal(idsOf(again), idsOf(hits)) {
		t.Errorf("orders differ: %v, %v", idsOf(hits), idsOf(again))
	}
	shuffled := pool
	shuffled.Candidates = slices.Clone(pool.Candidates)
	slices.Reverse(shuffled.Candidates)
	if again := rank.Order(shuffled, q, now, w); !slices.Equal(idsOf(again), idsOf(hits)) {
		t.Errorf("the order depends on that of the pool: %v, %v", idsOf(hits), idsOf(again))
	}
}

func FuzzOrder(f *testing.F) {
	for i, q := range []string{"webhook", "when did it fail", "为什么 webhook 去重", "", "a b c d e f g", "🧪 C++ ->", "\xff\x00"} {
		f.Add(uint64(i), q, uint8(10*i))
	}
	f.Fuzz(func(t *testing.T, seed uint64, asked string, n uint8) {
		if len(asked) > 500 {
			asked = asked[:500]
		}
		q := question(asked)
		rng := rand.New(rand.NewPCG(seed, 7))
		for _, w := range []rank.Weights{rank.Full(), rank.Index(), rank.Plain(), {}} {
			checkOrder(t, randomPool(rng, q, int(n%40)), q, w)
		}
	})
}

func randomPool(rng *rand.Rand, q rank.Question, n int) store.Pool {
	vocabulary := append(text.Tokens(q.Text), "webhook", "去重", "2024", "")
	tokens := func(most int) string {
		out := make([]string, rng.IntN(most+1))
		for i := range out {
			out[i] = vocabulary[rng.IntN(len(vocabulary))]
		}
		return strings.Join(out, " ")
	}
	one := func(id int64) store.Candidate {
		c := store.Candidate{ID: id, Score: rng.Float64(), Tokens: store.Tokens{Title: tokens(3), Body: tokens(30), Meta: tokens(3)}}
		c.Kind, c.Session, c.Pinned, c.Fetched = store.Kinds()[rng.IntN(10)], rng.Int64N(3), rng.IntN(2) == 0, rng.IntN(9)-1
		c.UpdatedAt, c.Previous, c.Next = store.Millis(rng.Int64N(int64(2*now))), rng.Int64N(60), rng.Int64N(60)
		for range rng.IntN(2) {
			c.NewerIDs = append(c.NewerIDs, 1+rng.Int64N(60))
		}
		return c
	}
	p := store.Pool{Total: n, Documents: rng.IntN(3) * n}
	for i := range n {
		p.Candidates = append(p.Candidates, one(int64(i+1)))
	}
	for i := range rng.IntN(10) {
		p.Neighbours = append(p.Neighbours, store.Neighbour{Candidate: one(int64(n + i + 1)), Within: rng.IntN(2) == 0})
	}
	for range rng.IntN(len(q.Terms) + 1) {
		p.Holding = append(p.Holding, rng.IntN(2*n+1)-1)
	}
	return p
}
