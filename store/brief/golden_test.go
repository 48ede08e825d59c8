package brief_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/brief"
	"memtray/store/text"
)

var update = flag.Bool("update", false, "write the golden files anew")

var monday = time.Date(2026, 11, 30, 14, 5, 0, 0, time.FixedZone("", 3600))

func item(id int64, kind store.Kind, title, body string) brief.Item {
	m := brief.Item{ID: id, Kind: kind, Title: title, Body: body, Tokens: text.Count(title) + text.Count(body)}
	if title == "" {
		m.Title, _ = text.Title(body)
		m.Derived, m.Tokens = true, text.Count(body)
	}
	return m
}

func items(all ...brief.Item) brief.Items { return brief.Items{Items: all, Total: len(all)} }

func english() brief.Input {
	summary := item(41, store.Summary, "", "Moved the pool to pgx.\nDone: connection limits, retries with jitter.\nNext: load test against staging, then remove lib/pq.")
	known := items(
		item(12, store.Decision, "Use pgx for the pool", "lib/pq is no longer developed. pgx gives us context cancellation,\nCOPY and statement caching.\n\n# Rejected\n\n- database/sql alone: no COPY"),
		item(15, store.Preference, "", "Prefer small commits, one change each; the subject says what, the text says why."),
		item(19, store.Gotcha, "Retries double the load", "Retry only idempotent requests, at most 3 times, with full jitter and a cap of 20 s."),
		item(22, store.Decision, "", "Errors are wrapped with the operation, never logged and returned."),
	)
	known.Total = 31
	other := items(item(51, store.Fact, "Staging runs PostgreSQL 17 with 100 connections", "x"), item(52, store.Howto, "Run the load test", "make load"))
	other.Total = 240
	return brief.Input{
		Project: "api", Now: monday,
		Pinned: items(
			item(3, store.Preference, "", "Never push to main; open a merge request."),
			item(7, store.Howto, "Release checklist", strings.Repeat("- check one more thing before the release\n", 1500)),
		),
		Documents: []brief.Document{
			{Name: "persona", Text: "You are Ada: brief, exact, a little dry.", Tokens: 14},
			{Name: "instructions", Text: "# How to work\n\nAsk before adding a dependency.\nRun the tests before saying that something works.", Tokens: 30},
			{Name: "profile", Text: "Lives in Bern; backend engineer; reads German and Chinese.", Tokens: 18},
			{Name: "glossary", Text: "pool: the pgx connection pool\nshim: the process that clients start\n" + strings.Repeat("term: its meaning\n", 100), Tokens: 800},
		},
		Known: known, Summary: &summary,
		Journal: []brief.Note{
			{At: monday.Add(-5 * time.Hour), Text: "Standup: load test moved to Tuesday."},
			{At: monday.Add(-time.Hour), Text: "Staging is down since 12:50.\nAsked operations."},
		},
		Skills:  []brief.Skill{{Name: "weekly-report", Description: "Writes the weekly report from the journal"}},
		Further: []brief.Document{{Name: "team-rules", Tokens: 340}, {Name: "recipes", Tokens: 5}},
		Global:  items(item(2, store.Preference, "", "Answers in English, code comments too.")),
		Other:   other,
	}
}

func chinese() brief.Input {
	summary := item(41, store.Summary, "", "连接池换成了 pgx。\n已完成：连接上限、带抖动的重试。\n下一步：在预发环境做压力测试，然后删除 lib/pq。")
	known := items(
		item(12, store.Decision, "连接池使用 pgx", "lib/pq 已停止开发。pgx 支持取消、COPY 和语句缓存。\n\n# 未采用\n\n- 只用 database/sql：没有 COPY"),
		item(15, store.Preference, "", "提交要小，一次只改一件事；标题写做了什么，正文写为什么。"),
		item(19, store.Gotcha, "重试会让负载翻倍", "只重试幂等的请求，最多三次，加随机抖动，上限 20 秒。"),
	)
	known.Total = 31
	other := items(item(51, store.Fact, "预发环境是 PostgreSQL 17，最多 100 个连接", "x"), item(52, store.Howto, "如何跑压力测试", "make load"))
	other.Total = 240
	return brief.Input{
		Project: "订单服务", Now: monday, Language: "zh-CN",
		Pinned: items(
			item(3, store.Preference, "", "不要直接推送到 main，请开合并请求。"),
			item(7, store.Howto, "发布检查清单", strings.Repeat("- 发布之前再检查一项\n", 1500)),
		),
		Documents: []brief.Document{
			{Name: "persona", Text: "你叫阿达：简短、准确、略带幽默。", Tokens: 24},
			{Name: "instructions", Text: "# 工作方式\n\n增加依赖之前先问。\n说“可以用”之前先跑测试。", Tokens: 40},
			{Name: "glossary", Text: "连接池：pgx 的连接池\n" + strings.Repeat("术语：它的含义\n", 100), Tokens: 1300},
		},
		Known: known, Summary: &summary,
		Journal: []brief.Note{
			{At: monday.Add(-5 * time.Hour), Text: "站会：压力测试改到星期二。"},
			{At: monday.Add(-time.Hour), Text: "预发环境 12:50 起不可用。\n已联系运维。"},
		},
		Skills:  []brief.Skill{{Name: "周报", Description: "根据日志写周报"}},
		Further: []brief.Document{{Name: "团队约定", Tokens: 340}},
		Global:  items(item(2, store.Preference, "", "请用中文回答。")),
		Other:   other,
	}
}

func TestGoldens(t *testing.T) {
	for _, language := range []struct {
		name string
		in   brief.Input
	}{{"en", english()}, {"zh", chinese()}} {
		for _, budget := range []int{brief.MinBudget, 500, 2000} {
			c := brief.Compile(language.in, brief.Limits{Tokens: budget})
			if c.Tokens > budget || c.Tokens != text.Count(c.Text) {
				t.Errorf("%s %d: %d tokens, really %d", language.name, budget, c.Tokens, text.Count(c.Text))
			}
			golden(t, fmt.Sprintf("%s_%d.txt", language.name, budget), figures(c)+c.Text+"\n")
		}
	}
	for language, name := range map[string]string{"": "en_empty.txt", "zh-CN": "zh_empty.txt"} {
		c := brief.Compile(brief.Input{Project: "api", Language: language, Now: monday}, brief.Limits{Tokens: 2000})
		if !c.Empty {
			t.Errorf("%s: not empty", name)
		}
		golden(t, name, c.Text+"\n")
	}
}

// figures says what a context is made of.
func figures(c brief.Context) string {
	var b strings.Builder
	fmt.Fprintf(&b, "tokens %d, ids %v\n", c.Tokens, c.IDs)
	for _, s := range c.Sections {
		fmt.Fprintf(&b, "%s: tokens %d, shown %d (%d short), left %d\n", s.Name, s.Tokens, s.Shown, s.Short, s.Left)
	}
	return b.String() + "\n"
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run the test with -update and look at what it wrote", err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run the test with -update and look at what changed.\n got:\n%s\nwant:\n%s", name, got, want)
	}
}
