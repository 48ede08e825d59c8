package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
)

// systems are persons of the three systems.
var systems = []Env{
	{System: "linux", Home: "/home/me"},
	{System: "darwin", Home: "/Users/me"},
	{System: "windows", Home: `C:\Users\me`},
}

// TestPlaces: the golden lists every file of every client on every system.
func TestPlaces(t *testing.T) {
	var all strings.Builder
	for _, c := range All() {
		fmt.Fprintf(&all, "== %s\n", c.ID)
		for _, env := range systems {
			env.Getenv = func(string) string { return "" }
			for _, p := range c.parts() {
				fmt.Fprintf(&all, "%s %s: %s\n", env.System, p.name, strings.Join(p.files.on(env), " | "))
			}
			fmt.Fprintf(&all, "%s signs: %s\n", env.System, strings.Join(c.signs.on(env), " | "))
		}
	}
	compareGolden(t, "places.golden", all.String())
}

// TestPlacesByVariable: what each client can be told by its environment.
func TestPlacesByVariable(t *testing.T) {
	tests := []struct{ id, system, variable, value, want string }{
		{"claude-code", "linux", "CLAUDE_CONFIG_DIR", "/c", "/c/.claude.json"},
		{"claude-code", "windows", "CLAUDE_CONFIG_DIR", `D:\c\`, `D:\c\.claude.json`},
		{"claude-desktop", "windows", "LOCALAPPDATA", `D:\l`, `D:\l\Packages\Claude_pzs8sxrjxfjjc\LocalCache\Roaming\Claude\claude_desktop_config.json`},
		{"vscode", "linux", "XDG_CONFIG_HOME", "/x", "/x/Code/User/mcp.json"},
		{"vscode", "darwin", "XDG_CONFIG_HOME", "/x", "/Users/me/Library/Application Support/Code/User/mcp.json"},
		{"vscode", "windows", "APPDATA", `D:\r`, `D:\r\Code\User\mcp.json`},
		{"zed", "linux", "XDG_CONFIG_HOME", "/x", "/x/zed/settings.json"},
		{"zed", "linux", "FLATPAK_XDG_CONFIG_HOME", "/f", "/f/zed/settings.json"},
		{"zed", "darwin", "XDG_CONFIG_HOME", "/x", "/Users/me/.config/zed/settings.json"},
		{"codex", "darwin", "CODEX_HOME", "/c", "/c/config.toml"},
		{"gemini", "linux", "GEMINI_CLI_HOME", "/g", "/g/.gemini/settings.json"},
		{"opencode", "darwin", "XDG_CONFIG_HOME", "/x", "/x/opencode/opencode.json"},
		{"opencode", "windows", "XDG_CONFIG_HOME", `D:\x`, `D:\x\opencode\opencode.json`},
		{"qwen", "linux", "QWEN_HOME", "/q", "/q/settings.json"},
		{"copilot", "linux", "COPILOT_HOME", "/c", "/c/mcp-config.json"},
		{"copilot", "linux", "XDG_CONFIG_HOME", "/x", "/home/me/.copilot/mcp-config.json"},
		{"crush", "linux", "CRUSH_GLOBAL_CONFIG", "/c", "/c/crush.json"},
		{"crush", "linux", "XDG_CONFIG_HOME", "/x", "/x/crush/crush.json"},
		{"goose", "linux", "XDG_CONFIG_HOME", "/x", "/x/goose/config.yaml"},
		{"cline", "linux", "CLINE_MCP_SETTINGS_PATH", "/m.json", "/m.json"},
		{"cline", "linux", "CLINE_DATA_DIR", "/d", "/d/settings/cline_mcp_settings.json"},
		{"cline", "linux", "CLINE_DIR", "/c", "/c/data/settings/cline_mcp_settings.json"},
		{"continue", "linux", "CONTINUE_GLOBAL_DIR", "/c", "/c/config.yaml"},
		{"zed", "linux", "XDG_CONFIG_HOME", "x", "/home/me/.config/zed/settings.json"},
		{"claude-code", "linux", "CLAUDE_CONFIG_DIR", "~/c", "/home/me/.claude.json"},
		{"codex", "windows", "CODEX_HOME", `C:c`, `C:\Users\me\.codex\config.toml`},
	}
	for _, test := range tests {
		for _, env := range systems {
			if env.System != test.system {
				continue
			}
			env.Getenv = func(name string) string { return map[string]string{test.variable: test.value}[name] }
			got, err := find(t, test.id).server.files.choose(env)
			if err != nil || got != test.want {
				t.Errorf("%s on %s with %s: %q, %v, want %q", test.id, test.system, test.variable, got, err, test.want)
			}
		}
	}
}

// TestPlacesWithoutHome: nothing is guessed.
func TestPlacesWithoutHome(t *testing.T) {
	env := Env{System: "linux", Getenv: func(string) string { return "" }}
	for _, c := range All() {
		for _, p := range c.parts() {
			if got, err := p.files.choose(env); store.ErrorCode(err) != store.Invalid {
				t.Errorf("%s %s: %q, %v", c.ID, p.name, got, err)
			}
		}
	}
}

// TestChoose: of several places the first file that exists counts, else the
// first whose folder does, else the first.
func TestChoose(t *testing.T) {
	p := anywhere("~/new/mcp.json", "~/old/mcp.json", "~/older/mcp.json")
	tests := []struct {
		there []string
		want  string
	}{
		{nil, "new/mcp.json"},
		{[]string{"old/"}, "old/mcp.json"},
		{[]string{"old/", "new/"}, "new/mcp.json"},
		{[]string{"new/", "older/mcp.json"}, "older/mcp.json"},
		{[]string{"old/mcp.json", "older/mcp.json"}, "old/mcp.json"},
		{[]string{"new/mcp.json", "old/mcp.json"}, "new/mcp.json"},
	}
	for _, test := range tests {
		env := SystemEnv()
		env.Home = t.TempDir()
		for _, rel := range test.there {
			// What is there is asked only, so that a folder will do for a file.
			if err := os.MkdirAll(filepath.Join(env.Home, rel), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		got, err := p.choose(env)
		if want := filepath.Join(env.Home, test.want); err != nil || got != want {
			t.Errorf("with %v: %q, %v, want %q", test.there, got, err, want)
		}
	}
}
