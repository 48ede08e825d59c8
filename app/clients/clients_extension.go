package clients

// extensions are the clients that live in other programs.
var extensions = []Client{
	{
		ID: "cline", Name: "Cline", Short: "Cl", Verified: Lab,
		RestartHint: "the extension sees the change at once, the command line at its next start",
		server: server{
			// Older versions of the extension kept theirs with VS Code.
			files: anywhere("${CLINE_MCP_SETTINGS_PATH:-${CLINE_DATA_DIR:-${CLINE_DIR:-~/.cline}/data}/settings/cline_mcp_settings.json}").
				and(application(clineStorage + "/settings/cline_mcp_settings.json")),
			format: strictJSON, path: mcpServers,
			shape: shape{
				nests: true, more: []field{{name: "disabled", value: false}},
				http: func(url, token string) []field {
					return []field{{name: "transport", value: typedURL("streamableHttp")(url, token)}}
				},
			},
		},
		signs: anywhere("${CLINE_DIR:-~/.cline}").and(application(clineStorage)), programs: []string{"cline"},
	},
	// The two read the same file. Zoo is the one that lives on.
	{
		ID: "zoo", Name: "Zoo Code", Short: "Zo", Verified: ThirdParty, shares: "roo",
		RestartHint: "the extension sees the change at once", server: rooServer,
	},
	{
		ID: "roo", Name: "Roo Code", Short: "Ro", Verified: ThirdParty, shares: "zoo",
		RestartHint: "the extension sees the change at once", server: rooServer,
	},
	{
		ID: "continue", Name: "Continue", Short: "Ct", Verified: Lab,
		RestartHint: "reload the configuration of Continue, or start it again",
		server: server{
			files: anywhere("${CONTINUE_GLOBAL_DIR:-~/.continue}/config.yaml"), format: yamlText, path: mcpServers, list: true,
			// A file without name and version is refused by Continue as a whole.
			top: []field{{name: "name", value: "Local Config"}, {name: "version", value: "1.0.0"}, {name: "schema", value: "v1"}},
			shape: shape{named: true, http: func(url, token string) []field {
				return []field{
					{name: "name", value: EntryName}, {name: "type", value: "streamable-http"}, {name: "url", value: url},
					{name: "requestOptions", value: []field{bearer(token)}},
				}
			}},
		},
		signs: anywhere("${CONTINUE_GLOBAL_DIR:-~/.continue}"), programs: []string{"cn"},
	},
	{
		ID: "jetbrains", Name: "JetBrains AI Assistant", Short: "JB", Verified: ThirdParty,
		RestartHint: "press Apply in Settings, Tools, AI Assistant, MCP",
		server: server{
			files: anywhere("~/.ai/mcp/mcp.json"), format: strictJSON, path: mcpServers, shape: shape{http: urlAs("url")},
		},
		signs: anywhere("~/.ai").and(application("JetBrains")),
	},
	{
		ID: "junie", Name: "Junie", Short: "Ju", Verified: ThirdParty,
		RestartHint: "new sessions see the change",
		server: server{
			files: anywhere("~/.junie/mcp/mcp.json"), format: strictJSON, path: mcpServers, shape: shape{http: urlAs("url")},
		},
		signs: anywhere("~/.junie"), programs: []string{"junie"},
	},
}

const clineStorage = "Code/User/globalStorage/saoudrizwan.claude-dev"

var rooServer = server{
	files:  application("Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"),
	format: strictJSON, path: mcpServers,
	shape: shape{http: typedURL("streamable-http")},
}
