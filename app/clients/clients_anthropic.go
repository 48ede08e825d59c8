package clients

// anthropic are the clients of Anthropic.
var anthropic = []Client{
	{
		ID: "claude-code", Name: "Claude Code", Short: "CC", Verified: Lab,
		RestartHint: "new sessions see the change; in an open one, run /mcp to reconnect",
		server: server{
			files:  anywhere("${CLAUDE_CONFIG_DIR:-~}/.claude.json"),
			format: strictJSON, path: mcpServers,
			shape: shape{kinds: []string{"stdio"}, http: typedURL("http")},
		},
		signs: anywhere("${CLAUDE_CONFIG_DIR}", "~/.claude", "~/.claude.json"), programs: []string{"claude"},
		locked: true,
	},
	{
		ID: "claude-desktop", Name: "Claude Desktop", Short: "CD", Verified: ThirdParty,
		RestartHint: "quit Claude Desktop entirely, its tray icon too, and start it again",
		Caution:     "quit Claude Desktop before, its tray icon too: while it runs, it writes its own list over the file",
		server: server{
			// As a packaged application it reads its own copy of the roaming folder, and
			// the real one where there is no copy.
			files:  places{windows: []string{claudePackage + "/LocalCache/Roaming/Claude/claude_desktop_config.json"}}.and(application("Claude/claude_desktop_config.json")),
			format: strictJSON, path: mcpServers,
		},
		signs: application("Claude").and(macApp("Claude")).and(places{windows: []string{claudePackage, local + "AnthropicClaude"}}),
	},
}

const claudePackage = local + "Packages/Claude_pzs8sxrjxfjjc"
