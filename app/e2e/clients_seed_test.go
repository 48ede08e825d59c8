package e2e

import (
	"context"
	"testing"
	"time"

	"memtray/store"
)

// meetClients gives the person clients in every state: registered and running,
// not registered, with an older entry, with one that was taken out, with a
// foreign one, with a file that cannot be read, and one that cannot be registered.
func (p *person) meetClients(t *testing.T) {
	t.Helper()
	p.write(t, ".cursor/mcp.json", "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"docs\"]\n    }\n  }\n}\n")
	p.write(t, ".codex/config.toml", "model = \"gpt-5\"\n\n[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs-server\"] # team docs\n\n[mcp_servers.memtray]\ncommand = \"/opt/memtray-0.9/memtray-mcp\"\n\n[profiles.review]\nmodel = \"gpt-5\"\n")
	p.write(t, ".config/opencode/opencode.json", "{\n  \"mcp\": {\n    \"docs\" {}\n  }\n}\n")
	p.write(t, ".config/zed/settings.json", "{\n  // mine\n  \"context_servers\": { \"memtray\": { \"command\": \"/opt/other/tray\" } }\n}\n")
	p.write(t, ".warp/.mcp.json", "{}\n")
	p.write(t, ".gemini/settings.json", "{}\n")
	p.must(t, "install")
	p.must(t, "clients", "add", "claude-code")
	p.must(t, "clients", "add", "gemini")
	p.write(t, ".gemini/settings.json", "{\"theme\": \"dark\"}\n")

	s := p.open(t)
	ctx := context.Background()
	today := time.Now().UTC()
	for day := range 25 {
		date := today.AddDate(0, 0, -day).Format(time.DateOnly)
		count := store.CallCount{Day: date, Client: "claude-code", Tool: "memory_search", Calls: 3 + (day*7)%11}
		if err := s.AddCalls(ctx, []store.CallCount{count}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.SetTrust(ctx, "night-shift", store.ReviewTrust); err != nil {
		t.Fatal(err)
	}
	newAgent(t, p, "claude-code").must(t, "memory_search", map[string]any{"query": "retry"})
	newAgent(t, p, "night-shift").must(t, "memory_search", map[string]any{"query": "retry"})
}

// turnOn asks for the first extra of the client on show.
func turnOn(d *dashboard) {
	d.t.Helper()
	eval[any](d.tab, `document.querySelector('[role=switch]')?.click()`)
}

// unfold opens everything of the client on show that is folded, and goes there.
func unfold(d *dashboard) {
	d.t.Helper()
	eval[any](d.tab, `document.querySelectorAll('main details').forEach(e => { e.open = true })`)
	settle(d)
	eval[any](d.tab, `document.querySelector('main article').scrollTo(0, 1e6)`)
}
