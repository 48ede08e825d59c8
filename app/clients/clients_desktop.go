package clients

// desktops are the clients that are applications of their own.
var desktops = []Client{
	{
		ID: "warp", Name: "Warp", Short: "Wa", Verified: ThirdParty,
		RestartHint: "Warp asks before it starts the server",
		server: server{
			files: anywhere("~/.warp/.mcp.json"), format: strictJSON, path: mcpServers, shape: shape{http: urlAs("url")},
		},
		signs:    anywhere("~/.warp").and(macApp("Warp")).and(places{linux: []string{xdgConfig + "warp-terminal"}}),
		programs: []string{"warp-terminal", "oz"},
	},
	{
		ID: "lmstudio", Name: "LM Studio", Short: "LM", Verified: Doc,
		RestartHint: "LM Studio sees the change at once",
		server: server{
			files:  anywhere("~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"),
			format: strictJSON, path: mcpServers, shape: shape{http: urlAs("url")},
		},
		signs: anywhere("~/.lmstudio", "~/.cache/lm-studio").and(macApp("LM Studio")), programs: []string{"lms"},
	},
}
