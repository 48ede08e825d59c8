package e2e

import (
	"context"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/storetest"
)

// example is a memory for pictures, as a person who writes software might have
// it.
type example struct {
	ago     time.Duration
	client  string // "" for the person
	project string
	kind    store.Kind
	title   string
	body    string
	tags    []string
	files   []string
	used    int
	pinned  bool
	kept    bool
}

// edited is what the newest example said before a client corrected it.
const edited = `Upstream calls go through internal/retry. Base 200 ms, factor 2, full jitter, cap 60 s, at most 8 tries. Only 502, 503 and 504 count.

POST is retried only when the caller set Idempotency-Key: a blanket retry charged two customers twice.`

// examples are the newest last.
var examples = []example{
	{ago: 96 * time.Hour, client: "claude-code", project: "order-hub", kind: store.Summary, kept: true, used: 2,
		title: "本次会话：梳理重试链路，遗留对账任务未处理",
		body:  "网关与支付回调的重试已统一到 internal/retry。对账任务仍用旧的循环，下次先补它的测试再改。"},
	{ago: 80 * time.Hour, client: "cursor", project: "lantern-web", kind: store.ChangeKind, kept: true, used: 6,
		title: "Feature flags moved from environment variables to flags.toml",
		body:  "Flags are read once at start from flags.toml. The old MT_FLAG_* variables are ignored since 2.3."},
	{ago: 73 * time.Hour, project: "global", kind: store.Note, kept: true, pinned: true, used: 18,
		title: "Ask before touching infra/terraform",
		body:  "The platform team applies it by hand on Tuesdays; a stray plan locks the state for everybody."},
	{ago: 52 * time.Hour, client: "cursor", project: "lantern-web", kind: store.Discovery, used: 1,
		title: "The CDN drops ETag when Brotli is on; compare Last-Modified instead",
		body:  "Seen on every edge node. With gzip the ETag survives as a weak one."},
	{ago: 30 * time.Hour, client: "cursor", project: "order-hub", kind: store.Gotcha, kept: true, used: 7,
		title: "MySQL 从库延迟超过 3 秒时不要读订单快照，改读缓存",
		body:  "快照在从库上可能落后一个状态。延迟由 heartbeat 表判断，超过 3 秒改读 Redis。", tags: []string{"mysql", "缓存"}},
	{ago: 28 * time.Hour, client: "claude-code", project: "harbor-billing", kind: store.Bugfix, kept: true, used: 5,
		title: "Invoice PDF showed the wrong day: format in the tenant's zone, not the server's",
		body:  "The renderer used the server's zone. Pass tenant.Location to every date on the page."},
	{ago: 26 * time.Hour, project: "harbor-billing", kind: store.Howto, kept: true, used: 4,
		title: "Rotate the webhook signing key without dropping events",
		body:  "1. Add the new key as secondary.\n2. Wait until every sender has used it (metric webhook_key_age).\n3. Make it primary, remove the old one a day later."},
	{ago: 10 * time.Hour, client: "cursor", project: "harbor-billing", kind: store.Fact,
		title: "Staging database is Postgres 15.6; production is on 16.3",
		body:  "Partitioning by pg_partman exists in production only."},
	{ago: 9 * time.Hour, client: "claude-code", project: "order-hub", kind: store.Decision, kept: true, used: 9,
		title: "订单状态机：已支付之后只能进入待发货或退款中，不能直接关闭",
		body:  "关闭只允许在支付之前。支付之后的取消一律走退款中，由财务确认后到已退款。", tags: []string{"订单", "状态机"}},
	{ago: 5 * time.Hour, client: "cursor", project: "global", kind: store.Preference, kept: true, used: 41,
		title: "Commit subjects: imperative, at most 60 characters, no trailing full stop",
		body:  "One change each. The body says why, not what."},
	{ago: 3 * time.Hour, client: "cursor", project: "harbor-billing", kind: store.Gotcha,
		title: "pgx pool hangs at start when max_conns is below the number of migration workers",
		body:  "Each worker holds a connection while it waits for the advisory lock. Keep max_conns at workers + 2."},
	{ago: 2 * time.Hour, client: "cursor", project: "api-gateway", kind: store.Decision, kept: true, pinned: true, used: 14,
		title: "Retry 5xx with full jitter, cap 20 s; never retry POST without an idempotency key",
		body:  edited, tags: []string{"retry", "payments", "resilience"}, files: []string{"internal/retry/policy.go", "docs/adr/0014.md"}},
}

// correction is what a client made of the newest example.
const correction = `Upstream calls go through internal/retry. Base 200 ms, factor 2, full jitter, cap 20 s, at most 5 tries. Only 502, 503, 504 and connection resets count.

POST is retried only when the caller set Idempotency-Key: a blanket retry charged two customers twice.`

// saveExamples puts the examples into a store whose clock is clock.
func saveExamples(ctx context.Context, s store.Store, clock *storetest.Clock) error {
	r := recall.New(s)
	defer r.Close()
	end := clock.Now()
	defer clock.Set(end)
	you := store.Author{Kind: store.Person, Process: "examples"}
	for i, e := range examples {
		clock.Set(end.Add(-e.ago))
		p, err := s.Project(ctx, store.ProjectRef{Name: e.project, Create: true})
		if err != nil {
			return err
		}
		by := you
		if e.client != "" {
			by = store.Author{Kind: store.Agent, Client: e.client, Process: e.client}
		}
		saved, err := r.Save(ctx, by, recall.Input{Kind: e.kind, Title: e.title, Body: e.body, Tags: e.tags, Files: e.files, ProjectID: p.ID, Pinned: e.pinned})
		if err != nil {
			return err
		}
		id := saved.Memory.ID
		if i == len(examples)-1 {
			clock.Set(end.Add(-40 * time.Minute))
			body, claude := correction, store.Author{Kind: store.Agent, Client: "claude-code", Process: "claude-code"}
			if _, err := r.Change(ctx, claude, recall.Change{IDs: []int64{id}, Body: &body, Reason: "corrected the limits"}); err != nil {
				return err
			}
		}
		for range e.used {
			if err := s.NoteRecall(ctx, store.Recall{Author: store.Author{Kind: store.Agent, Client: "cursor", Process: "cursor"}, Kind: store.FetchedRecall, IDs: []int64{id}}); err != nil {
				return err
			}
		}
		if e.kept {
			kept := true
			if _, err := r.Change(ctx, you, recall.Change{IDs: []int64{id}, Reviewed: &kept}); err != nil {
				return err
			}
		}
	}
	return nil
}
