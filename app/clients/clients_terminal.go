package clients

// terminals are the clients that run in a terminal.
var terminals = []Client{
	{
		ID: "claude-code", Name: "Claude Code", Short: "CC", Verified: Lab,
		RestartHint: "new sessions see the change; in an open one, run /mcp to reconnect",
		server: server{
			files:  anywhere("${CLAUDE_CONFIG_DIR:-~}/.claude.json"),
			format: strictJSON, path: []string{"mcpServers"}, shape: shape{kinds: []string{"stdio"}},
		},
		signs: anywhere("${CLAUDE_CONFIG_DIR}", "~/.claude", "~/.claude.json"), programs: []string{"claude"},
		locked: true,
	},
	{
		ID: "cursor", Name: "Cursor", Short: "Cu", Verified: Doc,
		RestartHint: "restart Cursor to see the change, or reload the server in its MCP settings",
		server:      server{files: anywhere("~/.cursor/mcp.json"), format: strictJSON, path: []string{"mcpServers"}},
		signs:       anywhere("~/.cursor"), programs: []string{"cursor", "cursor-agent"},
	},
}
