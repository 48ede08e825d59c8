package clients

// terminals are the clients that run in a terminal.
var terminals = []Client{
	{
		ID: "codex", Name: "Codex", Short: "Cx", Verified: Lab,
		RestartHint: "new sessions see the change",
		server: server{
			files: anywhere("${CODEX_HOME:-~/.codex}/config.toml"), format: tomlText, path: []string{"mcp_servers"},
			shape: shape{http: func(url, token string) []field {
				headers := bearer(token)
				headers.name = "http_headers"
				return []field{{name: "url", value: url}, headers}
			}},
		},
		signs: anywhere("${CODEX_HOME:-~/.codex}").and(macApp("Codex")), programs: []string{"codex"},
	},
	{
		ID: "gemini", Name: "Gemini CLI", Short: "Ge", Verified: Lab,
		RestartHint: "the next start sees the change; in a folder that is not trusted, Gemini CLI starts no servers",
		server: server{
			files: anywhere("${GEMINI_CLI_HOME:-~}/.gemini/settings.json"), format: geminiJSON, path: mcpServers,
			shape: shape{http: urlAs("httpUrl")},
		},
		programs: []string{"gemini"},
	},
	{
		ID: "opencode", Name: "opencode", Short: "oc", Verified: Lab,
		RestartHint: "the next start sees the change",
		server: server{
			files: anywhere(xdgConfig+"opencode/opencode.json", xdgConfig+"opencode/opencode.jsonc",
				xdgConfig+"opencode/config.json"),
			joined: true, format: jsonc, path: []string{"mcp"},
			shape: shape{
				joined: true, kinds: []string{"local"}, typed: true, more: []field{{name: "enabled", value: true}},
				http: typedURL("remote", field{name: "oauth", value: false}, field{name: "enabled", value: true}),
			},
		},
		signs: anywhere(xdgConfig+"opencode", "~/.opencode"), programs: []string{"opencode"},
	},
	{
		ID: "qwen", Name: "Qwen Code", Short: "Qw", Verified: Lab,
		RestartHint: "the next start sees the change",
		server: server{
			files: anywhere("${QWEN_HOME:-~/.qwen}/settings.json"), format: qwenJSON, path: mcpServers,
			shape: shape{http: urlAs("httpUrl")},
		},
		signs: anywhere("${QWEN_HOME:-~/.qwen}"), programs: []string{"qwen"},
	},
	{
		ID: "copilot", Name: "Copilot CLI", Short: "Co", Verified: Lab,
		RestartHint: "the next start sees the change",
		server: server{
			files: anywhere("${COPILOT_HOME:-~/.copilot}/mcp-config.json"), format: copilotJSON, path: mcpServers,
			shape: shape{
				kinds: []string{"local", "stdio"}, more: []field{allTools}, http: typedURL("http", allTools),
			},
		},
		signs: anywhere("${COPILOT_HOME:-~/.copilot}"), programs: []string{"copilot"},
	},
	{
		ID: "crush", Name: "Crush", Short: "Cr", Verified: ThirdParty,
		RestartHint: "the next start sees the change",
		server: server{
			files: crushFolder("/crush.json"), format: jsonc, path: []string{"mcp"},
			shape: shape{kinds: []string{"stdio"}, typed: true, http: typedURL("http")},
		},
		signs: crushFolder(""), programs: []string{"crush"},
	},
	{
		ID: "goose", Name: "Goose", Short: "Go", Verified: Doc,
		RestartHint: "new sessions see the change",
		server: server{
			files: gooseFolder("/config.yaml"), format: yamlText, path: []string{"extensions"},
			shape: shape{
				command: "cmd", kinds: []string{"stdio"}, typed: true, named: true,
				more: []field{{name: "enabled", value: true}, {name: "timeout", value: 300}},
				http: func(url, token string) []field {
					return []field{
						{name: "type", value: "streamable_http"}, {name: "name", value: EntryName}, {name: "uri", value: url},
						bearer(token), {name: "enabled", value: true}, {name: "timeout", value: 300},
					}
				},
			},
		},
		signs: gooseFolder("").and(macApp("Goose")), programs: []string{"goose"},
	},
}

var allTools = field{name: "tools", value: []string{"*"}}

func crushFolder(rest string) places {
	return places{
		linux:   []string{"${CRUSH_GLOBAL_CONFIG:-" + xdgConfig + "crush}" + rest},
		mac:     []string{"${CRUSH_GLOBAL_CONFIG:-" + xdgConfig + "crush}" + rest},
		windows: []string{"${CRUSH_GLOBAL_CONFIG:-" + local + "crush}" + rest},
	}
}

func gooseFolder(rest string) places {
	return places{
		linux: []string{xdgConfig + "goose" + rest}, mac: []string{"~/.config/goose" + rest},
		windows: []string{roaming + "Block/goose/config" + rest},
	}
}
