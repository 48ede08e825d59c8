package mcpserver

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestPlaceOrder checks which of several hints decides.
func TestPlaceOrder(t *testing.T) {
	m := newMachine(t)
	folder := func(name string) string { return m.dir(filepath.Join(m.home, name)) }
	env := map[string]string{}
	wd := folder("working")
	s := newSession(t, func(o *Options) {
		o.Getenv = func(name string) string {
			if v, ok := env[name]; ok {
				return v
			}
			return m.getenv(name)
		}
		o.Getwd = func() (string, error) { return wd, nil }
	})
	saves := 0
	save := func(args string, meta mcp.Meta) string {
		saves++
		if args != "" {
			args = "," + args
		}
		result, err := s.client.CallTool(t.Context(), &mcp.CallToolParams{
			Meta: meta, Name: "memory_save",
			Arguments: json.RawMessage(`{"body":"` + strings.Repeat("x", saves) + `"` + args + `}`),
		})
		if err != nil {
			t.Fatal(err)
		}
		_, project, _ := strings.Cut(result.Content[0].(*mcp.TextContent).Text, "project ")
		return project
	}
	codex := mcp.Meta{"x-codex-turn-metadata": map[string]any{"workspaces": map[string]any{folder("codex-space"): map[string]any{}}}}
	text := mcp.Meta{"x-codex-turn-metadata": `{"workspaces":[{"path":` + quote(folder("listed")) + `}]}`}

	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: project %q, want %q", what, got, want)
		}
	}
	// The object has no order, so the first is the first by name.
	several := mcp.Meta{"x-codex-turn-metadata": map[string]any{"workspaces": map[string]any{
		folder("a-space"): map[string]any{}, folder("b-space"): map[string]any{}, folder("b-space/inner"): map[string]any{},
	}}}
	listed := mcp.Meta{"x-codex-turn-metadata": map[string]any{"workspaces": []any{
		folder("z-space"), map[string]any{"root": folder("a-space")}, map[string]any{"cwd": folder("b-space")},
	}}}

	check("working directory", save("", nil), "working")
	check("several, none holds the working directory", save("", several), "a-space")
	check("a list of several", save("", listed), "z-space")
	wd = folder("b-space/sub")
	check("several, one holds it", save("", several), "b-space")
	check("a list, one holds it", save("", listed), "b-space")
	wd = folder("b-space/inner/sub")
	check("several, two hold it", save("", several), "inner")
	wd = filepath.Join(m.home, "working")
	for _, bad := range []any{nil, 5, "no JSON", map[string]any{"workspaces": "x"}, map[string]any{"workspaces": []any{5, map[string]any{}}}} {
		check("a meta that says nothing", save("", mcp.Meta{"x-codex-turn-metadata": bad}), "working")
	}
	check("meta", save("", codex), "codex-space")
	check("meta as text", save("", text), "listed")
	env["CLAUDE_PROJECT_DIR"] = folder("claude")
	check("environment", save("", codex), "claude")
	s.server.opts.Project = "entry"
	check("--project", save("", codex), "entry")
	check("argument", save(`"project":"named"`, codex), "named")
	check("argument as a folder", save(`"project":`+quote(folder("given")), codex), "given")

	s.server.opts.Project = ""
	env["CLAUDE_PROJECT_DIR"] = m.home
	wd = m.home
	check("nothing", save("", nil), "unfiled")
}

// TestPlaceRoots: a client that has roots is asked for them, if nothing else
// leads to a project.
func TestPlaceRoots(t *testing.T) {
	m := newMachine(t)
	dir := m.dir(filepath.Join(m.home, "my code", "rooted"))
	s := newSession(t, func(o *Options) {
		o.Getenv = m.getenv
		o.Getwd = func() (string, error) { return m.home, nil }
	})
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.server.sdk.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	c := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil)
	//lint:ignore SA1019 clients of the older eras use it
	c.AddRoots(&mcp.Root{URI: "file://" + filepath.ToSlash(strings.ReplaceAll(dir, " ", "%20"))})
	// Sessions of the stateless era cannot be asked.
	client, err := c.Connect(t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	s.client = client
	if got := s.call("memory_save", `{"body":"x"}`); got != "saved #1 in project rooted" {
		t.Errorf("answer is %q", got)
	}
}

// TestRootsReleased: nothing is kept of sessions that have ended.
func TestRootsReleased(t *testing.T) {
	m := newMachine(t)
	dir := m.dir(filepath.Join(m.home, "rooted"))
	s := newSession(t, func(o *Options) {
		o.Getenv = m.getenv
		o.Getwd = func() (string, error) { return m.home, nil }
	})
	before := runtime.NumGoroutine()
	for range 1000 {
		here, there := mcp.NewInMemoryTransports()
		if _, err := s.server.sdk.Connect(t.Context(), there, nil); err != nil {
			t.Fatal(err)
		}
		c := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil)
		//lint:ignore SA1019 clients of the older eras use it
		c.AddRoots(&mcp.Root{URI: "file://" + filepath.ToSlash(dir)})
		client, err := c.Connect(t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory_search", Arguments: json.RawMessage(`{"query":"x"}`)}); err != nil {
			t.Fatal(err)
		}
		client.Close()
	}
	eventually(t, "the release of all sessions", func() bool {
		s.server.roots.mu.Lock()
		defer s.server.roots.mu.Unlock()
		return len(s.server.roots.known) == 0 && runtime.NumGoroutine() < before+20
	})
}

func TestClientOf(t *testing.T) {
	for name, want := range map[string]string{
		"claude-code":                   "claude-code",
		"codex-mcp-client":              "codex",
		"gemini-cli-mcp-client":         "gemini",
		"qwen-cli-mcp-client-memtray":   "qwen",
		"copilot-cli":                   "copilot",
		"@cline/core":                   "cline",
		"opencode":                      "opencode",
		"Visual Studio Code - Insiders": "vscode",
		"My Client 2.0":                 "my-client-2-0",
		"客户端":                           "unknown",
		"":                              "unknown",
		"gh" + "p_" + "k7Qw2ZtR9mXc4VbN8sLd3FgH6jPy1AeUo5Ti": "unknown",
		strings.Repeat("a", 100):                             strings.Repeat("a", 64),
	} {
		if got := clientOf(name); got != want {
			t.Errorf("clientOf(%q) = %q, want %q", name, got, want)
		}
	}
}

func quote(s string) string {
	data, _ := json.Marshal(s)
	return string(data)
}
