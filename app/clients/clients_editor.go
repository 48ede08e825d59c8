package clients

// editors are the clients that are code editors.
var editors = []Client{
	{
		ID: "cursor", Name: "Cursor", Short: "Cu", Verified: Doc,
		RestartHint: "restart Cursor to see the change, or reload the server in its MCP settings",
		server: server{
			files: anywhere("~/.cursor/mcp.json"), format: strictJSON, path: mcpServers,
			shape: shape{http: urlAs("url")},
		},
		signs:    anywhere("~/.cursor").and(macApp("Cursor")).and(places{windows: []string{local + "Programs/cursor"}}),
		programs: []string{"cursor", "cursor-agent"},
	},
	{
		ID: "vscode", Name: "VS Code", Short: "VS", Verified: Doc,
		RestartHint: "no restart; VS Code asks whether to trust the server when it first starts it",
		server:      server{files: application("Code/User/mcp.json"), format: jsonc, path: []string{"servers"}, shape: vscodeShape},
		signs:       application("Code").and(anywhere("~/.vscode")).and(macApp("Visual Studio Code")),
		programs:    []string{"code"},
	},
	{
		ID: "vscode-insiders", Name: "VS Code Insiders", Short: "VI", Verified: Doc,
		RestartHint: "no restart; VS Code asks whether to trust the server when it first starts it",
		server:      server{files: application("Code - Insiders/User/mcp.json"), format: jsonc, path: []string{"servers"}, shape: vscodeShape},
		signs:       application("Code - Insiders").and(anywhere("~/.vscode-insiders")).and(macApp("Visual Studio Code - Insiders")),
		programs:    []string{"code-insiders"},
	},
	{
		ID: "windsurf", Name: "Windsurf", Short: "Ws", Verified: Doc,
		RestartHint: "press Refresh in the list of MCP servers",
		server: server{
			files: anywhere("~/.codeium/windsurf/mcp_config.json", "~/.codeium/windsurf-next/mcp_config.json",
				"~/.codeium/windsurf-insiders/mcp_config.json"),
			format: strictJSON, path: mcpServers, shape: shape{http: urlAs("serverUrl")},
		},
		signs:    anywhere("~/.codeium/windsurf", "~/.codeium/windsurf-next", "~/.codeium/windsurf-insiders").and(macApp("Windsurf")),
		programs: []string{"windsurf"},
	},
	{
		ID: "devin", Name: "Devin Desktop", Short: "De", Verified: Doc,
		RestartHint: "new sessions see the change; in an open one, press Refresh in the list of MCP servers",
		server: server{
			files: devinFolder("/mcp_config.json"), format: strictJSON, path: mcpServers,
			shape: shape{http: urlAs("url")},
		},
		signs: devinFolder(""), programs: []string{"devin"},
	},
	{
		ID: "zed", Name: "Zed", Short: "Ze", Verified: Doc,
		RestartHint: "Zed sees the change at once",
		server: server{
			files: zedFolder("/settings.json"), format: jsonc, path: []string{"context_servers"},
			shape: shape{http: urlAs("url")},
		},
		signs: zedFolder("").and(macApp("Zed")), programs: []string{"zed", "zeditor"},
	},
	{
		ID: "antigravity", Name: "Antigravity", Short: "Ag", Verified: ThirdParty,
		RestartHint: "restart Antigravity, or agy, to see the change",
		server: server{
			files: anywhere("~/.gemini/config/mcp_config.json"), format: strictJSON, path: mcpServers,
			shape: shape{http: urlAs("serverUrl")},
		},
		signs:    anywhere("~/.gemini/config", "~/.gemini/antigravity").and(macApp("Antigravity")),
		programs: []string{"agy", "antigravity"},
	},
	{
		ID: "kiro", Name: "Kiro", Short: "Ki", Verified: Doc,
		RestartHint: "Kiro reconnects at once",
		server: server{
			files: anywhere("~/.kiro/settings/mcp.json"), format: strictJSON, path: mcpServers,
			shape: shape{http: urlAs("url")},
		},
		signs: anywhere("~/.kiro").and(macApp("Kiro")), programs: []string{"kiro", "kiro-cli"},
	},
}

var vscodeShape = shape{kinds: []string{"stdio"}, http: typedURL("http")}

func devinFolder(rest string) places {
	return places{
		linux: []string{"~/.config/devin" + rest}, mac: []string{"~/.config/devin" + rest},
		windows: []string{roaming + "devin" + rest},
	}
}

// zedFolder is not among the applications' folders on macOS.
func zedFolder(rest string) places {
	return places{
		linux: []string{"${FLATPAK_XDG_CONFIG_HOME:-${XDG_CONFIG_HOME:-~/.config}}/zed" + rest}, mac: []string{"~/.config/zed" + rest},
		windows: []string{roaming + "Zed" + rest},
	}
}
