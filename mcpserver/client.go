package mcpserver

import (
	"strings"

	"memtray/store"
	"memtray/store/guard"
)

// unknownClient saves for clients that do not say who they are.
const unknownClient = "unknown"

// announced maps what clients call themselves in the protocol to their ids,
// where it is more than a matter of spelling. A * stands for any end.
var announced = []struct{ name, id string }{
	{"claude-ai", "claude-desktop"},
	{"codex-mcp-client", "codex"},
	{"gemini-cli-mcp-client*", "gemini"},
	{"qwen-cli-mcp-client*", "qwen"},
	{"copilot-cli", "copilot"},
	{"continue-cli-client", "continue"},
	{"@cline/core", "cline"},
	{"cursor-vscode", "cursor"},
	{"visual studio code*", "vscode"},
}

// clientOf returns the id of a client that calls itself name; one that puts a
// secret there stays unknown.
func clientOf(name string) string {
	if cleaned, _ := guard.Clean(name); strings.Contains(cleaned, guard.SecretMark) {
		return unknownClient
	}
	name = strings.ToLower(strings.TrimSpace(name))
	for _, a := range announced {
		if start, open := strings.CutSuffix(a.name, "*"); name == a.name || open && strings.HasPrefix(name, start) {
			return a.id
		}
	}
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '-'
	}, name)
	id = strings.Trim(id, "-")
	id = strings.Trim(id[:min(len(id), store.MaxClient)], "-")
	if !store.ValidClient(id) {
		return unknownClient
	}
	return id
}
