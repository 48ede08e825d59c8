package e2e

import (
	"context"
	"fmt"
	"testing"

	"memtray/store"
)

// meetTokens gives the person tokens of many kinds: used a lot and never, for
// reading and for some projects, with long names, and revoked.
func (p *person) meetTokens(t *testing.T) {
	t.Helper()
	p.freePort(t)
	s, ctx := p.open(t), context.Background()
	add := func(n store.NewToken) store.Token {
		made, _, err := s.AddToken(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	for i := range 4 {
		old := add(store.NewToken{Name: fmt.Sprintf("old laptop %d", i+1), Client: "cursor"})
		if err := s.RevokeToken(ctx, old.ID); err != nil {
			t.Fatal(err)
		}
	}
	used := add(store.NewToken{Name: "dev container", Client: "codex"})
	by := store.Author{Kind: store.Agent, Client: "codex", Process: "http", Token: used.ID}
	var saved []store.Saved
	for _, text := range []string{"Retry 5xx with full jitter, cap 20 s.", "网关统一返回 problem+json 错误体。"} {
		one, err := s.Save(ctx, by, store.Draft{Kind: store.Note, Title: text, Body: text, ProjectID: store.Unfiled})
		if err != nil {
			t.Fatal(err)
		}
		saved = append(saved, one)
	}
	api, web := saved[0].Memory.ProjectID, int64(store.Global)
	for _, r := range []store.Recall{
		{Author: by, Kind: store.InjectedRecall, IDs: []int64{saved[0].Memory.ID, saved[1].Memory.ID}},
		{Author: by, Kind: store.ListedRecall, Query: "retry policy of the gateway", IDs: []int64{saved[0].Memory.ID}},
		{Author: by, Kind: store.FetchedRecall, IDs: []int64{saved[0].Memory.ID}},
		{Author: by, Kind: store.ListedRecall, Query: "重试", IDs: []int64{}},
	} {
		if err := s.NoteRecall(ctx, r); err != nil {
			t.Fatal(err)
		}
	}
	add(store.NewToken{Name: "CI", Client: "claude-code", Access: store.ReadAccess, Projects: []int64{api, web}})
	add(store.NewToken{Name: "开发容器", Client: "qwen", Projects: []int64{web}})
	add(store.NewToken{Name: "a-name-without-any-blank-as-machines-in-a-cloud-have-them-eu-central-1-runner-0123456789", Client: "night-shift-of-the-ops-team"})
	add(store.NewToken{Name: "laptop", Client: "claude-desktop"})
}

// toTokens scrolls to the tokens.
func toTokens(d *dashboard) {
	d.t.Helper()
	d.find("heading", "^HTTP ")
	eval[any](d.tab, `document.querySelector('#tokens-title').scrollIntoView()`)
}

// fillToken fills in the form for a token that reaches some projects.
func fillToken(d *dashboard) {
	d.t.Helper()
	d.click("button", "^(New token|新建令牌)…$")
	d.fill("^(Name|名称)$", "dev container")
	d.click("radio", "^(Read only|只读)$")
	d.click("radio", "^(Only some|指定项目)$")
}

// makeToken makes one for Codex.
func makeToken(d *dashboard) {
	d.t.Helper()
	d.click("button", "^(New token|新建令牌)…$")
	d.fill("^(Name|名称)$", "build box")
	d.press("\tCodex\t\r")
	d.find("heading", "build box")
}

// openToken shows what was done with the token that was used most, and asks whether
// to revoke it.
func openToken(d *dashboard) {
	d.t.Helper()
	d.click("button", "^(Details of dev container|dev container 的详情)$")
	d.click("button", "^(Revoke|撤销) dev container…$")
	settle(d)
	eval[any](d.tab, `document.querySelector('section li:has(.more)').scrollIntoView()`)
}
