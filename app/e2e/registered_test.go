package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// realClient is a client of other makers that needs neither a login nor a network,
// given a model on loopback.
type realClient struct {
	id      string
	program string
	node    bool // it needs a newer Node.js than the machine may have

	list []string // prints the servers that it knows; nil: there is no such command
	says []string // all of which stand in what list prints once it has started ours

	// turn has the model answer a prompt, with all tools of ours allowed; nil: it
	// hides tools from the model behind a search of its own.
	turn []string

	env   func(m *model) []string
	files func(m *model) map[string]string // that it needs besides, below the home folder
	own   string                           // one of them that it writes anew at each start
}

var realClients = []realClient{
	{
		id: "claude-code", program: "claude",
		list: []string{"mcp", "list"}, says: []string{"memtray:", "✔ Connected"},
		turn: []string{"-p", "Use your memory.", "--allowedTools", "mcp__memtray__*"},
		env: func(m *model) []string {
			return []string{"ANTHROPIC_BASE_URL=" + m.URL, "ANTHROPIC_API_KEY=stub", "ENABLE_TOOL_SEARCH=false",
				"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"}
		},
	},
	{
		id: "codex", program: "codex",
		list: []string{"mcp", "list", "--json"}, says: []string{`"name": "memtray"`, `"enabled": true`, `"--client"`},
		turn: []string{"exec", "--skip-git-repo-check", "-c", `mcp_servers.memtray.default_tools_approval_mode="approve"`, "Use your memory."},
		env:  func(*model) []string { return []string{"STUB_KEY=stub"} },
		files: func(m *model) map[string]string {
			return map[string]string{".codex/config.toml": "# mine\n" + codexConfig(m)}
		},
	},
	{
		id: "gemini", program: "gemini",
		list: []string{"mcp", "list"}, says: []string{"✓ memtray:", "Connected"},
		turn: []string{"-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", "Use your memory."},
		env: func(m *model) []string {
			return []string{"GEMINI_API_KEY=stub", "GOOGLE_GEMINI_BASE_URL=" + m.URL,
				"GEMINI_CLI_TRUST_WORKSPACE=true", "GEMINI_CLI_NO_RELAUNCH=true"}
		},
		files: func(*model) map[string]string {
			return map[string]string{".gemini/settings.json": "{\n  // mine\n  \"security\": { \"auth\": { \"selectedType\": \"gemini-api-key\" } }\n}\n"}
		},
	},
	{
		id: "opencode", program: "opencode",
		list: []string{"mcp", "list"}, says: []string{"memtray", "connected"},
		turn: []string{"run", "-m", "stub/stub", "Use your memory."},
		env: func(*model) []string {
			return []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_DEFAULT_PLUGINS=1"}
		},
		files: func(m *model) map[string]string {
			return map[string]string{".config/opencode/opencode.jsonc": fmt.Sprintf(`{
  "$schema": "https://opencode.ai/config.json",
  // mine
  "provider": {
    "stub": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "%s/v1", "apiKey": "stub" },
      "models": { "stub": { "tool_call": true } },
    },
  },
}
`, m.URL)}
		},
	},
	{
		id: "qwen", program: "qwen", node: true,
		list: []string{"mcp", "list"}, says: []string{"✓", " memtray:", "Connected"},
		env: func(*model) []string { return nil },
	},
	{
		id: "copilot", program: "copilot",
		list: []string{"mcp", "list", "--json"}, says: []string{`"memtray"`, `"source": "user"`, `"enabled": true`},
		turn: []string{"-p", "Use your memory.", "--allow-all-tools"},
		env: func(m *model) []string {
			return []string{"COPILOT_AUTO_UPDATE=false", "COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL=" + m.URL + "/v1", "COPILOT_MODEL=stub"}
		},
	},
	{
		id: "cline", program: "cline",
		turn: []string{"--json", "-t", "60", "-P", "openai-compatible", "-m", "stub", "Use your memory."},
		env: func(*model) []string {
			return []string{"CLINE_SESSION_BACKEND_MODE=local"} // else it leaves a process behind
		},
		own: ".cline/data/settings/providers.json",
		files: func(m *model) map[string]string {
			return map[string]string{".cline/data/settings/providers.json": fmt.Sprintf(`{"version": 1, "lastUsedProvider": "openai-compatible", "modes": {}, "providers": {"openai-compatible": `+
				`{"settings": {"provider": "openai-compatible", "apiKey": "stub", "model": "stub", "baseUrl": "%s/v1"}, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}`+"\n", m.URL)}
		},
	},
	{
		id: "continue", program: "cn", node: true,
		turn: []string{"-p", "--auto", "Use your memory."},
		env:  func(*model) []string { return []string{"CONTINUE_TELEMETRY_ENABLED=0"} },
		files: func(m *model) map[string]string {
			return map[string]string{".continue/config.yaml": fmt.Sprintf("# mine\nname: Mine\nversion: 1.0.0\nschema: v1\nmodels:\n"+
				"  - name: stub\n    provider: openai\n    model: stub\n    apiBase: %s/v1\n    apiKey: stub\n    roles: [chat]\n    capabilities: [tool_use]\n", m.URL)}
		},
	},
}

// newNode returns the Node.js that was installed beside the clients.
func newNode(t *testing.T) string {
	t.Helper()
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	return installed(t, "node-linux-"+max(arch, runtime.GOARCH), "bin", "node")
}

// run runs the client to its end, and fails unless it exits 0.
func (c realClient) run(t *testing.T, p *person, m *model, args []string) outcome {
	t.Helper()
	out := c.try(t, p, m, args)
	if out.code != 0 {
		t.Errorf("%s %q exited %d\nstdout: %s\nstderr: %s", c.program, args, out.code, out.stdout, out.stderr)
	}
	return out
}

// command prepares a run of the client in the person's project. It reaches loopback
// only: everything else goes to the stub model as its proxy, which refuses.
func (c realClient) command(t *testing.T, p *person, m *model, args []string) *exec.Cmd {
	t.Helper()
	line := append([]string{installed(t, ".bin", c.program)}, args...)
	if c.node {
		line = append([]string{newNode(t)}, line...)
	}
	cmd := p.command(t, line[0], line[1:]...)
	cmd.Env = p.env(append(c.env(m), "HTTP_PROXY="+m.URL, "HTTPS_PROXY="+m.URL, "NO_PROXY=127.0.0.1,localhost")...)
	return cmd
}

// findClient returns the client with this id.
func findClient(t *testing.T, id string) realClient {
	t.Helper()
	i := slices.IndexFunc(realClients, func(c realClient) bool { return c.id == id })
	if i < 0 {
		t.Fatalf("there is no real client %s", id)
	}
	return realClients[i]
}

// try runs the client to its end.
func (c realClient) try(t *testing.T, p *person, m *model, args []string) outcome {
	t.Helper()
	return finishWithin(t, 3*time.Minute, c.command(t, p, m, args)) // some take 15 s on an idle machine
}

// lists returns what the client prints of the servers that it knows.
func (c realClient) lists(t *testing.T, p *person, m *model) string {
	t.Helper()
	if c.list == nil {
		return ""
	}
	out := c.run(t, p, m, c.list)
	return out.stdout + out.stderr
}

// TestRegistered: a real client that was registered lists Memtray, starts it, saves
// and recalls; and after the removal nothing of it is left in the client's files.
func TestRegistered(t *testing.T) {
	installedClients(t)
	for _, c := range realClients {
		t.Run(c.id, func(t *testing.T) {
			installed(t, ".bin", c.program)
			p, m := newPerson(t), startModel(t)
			if c.files != nil {
				for name, text := range c.files(m) {
					p.write(t, name, text)
				}
			}
			before := p.settings(t)
			p.must(t, "install")
			p.must(t, "clients", "add", c.id)
			listed := c.lists(t, p, m)
			for _, want := range c.says {
				if !strings.Contains(listed, want) {
					t.Errorf("%s %q printed no %q:\n%s", c.program, c.list, want, listed)
				}
			}
			if c.turn != nil {
				c.saves(t, p, m, map[string]any{})
			}
			p.must(t, "clients", "remove", c.id)
			if left := c.lists(t, p, m); strings.Contains(left, "memtray-mcp") {
				t.Errorf("after the removal %q prints %s", c.list, left)
			}
			for name, text := range before {
				if now := p.read(t, name); now != text && name != c.own {
					t.Errorf("%s is %q after the removal, want %q", name, now, text)
				}
			}
		})
	}
}

// saves has the client save a memory, and recall one in a session of its own. Both
// calls take more arguments besides.
func (c realClient) saves(t *testing.T, p *person, m *model, more map[string]any) {
	t.Helper()
	for tool, args := range map[string]map[string]any{
		"memory_save":   {"kind": "decision", "body": "Payments are retried five times; 重试五次 😀."},
		"memory_search": {"query": "turbine"},
	} {
		if tool == "memory_search" {
			p.save(t, "The turbine gateway is blue; 网关是蓝色的.")
		}
		maps.Copy(args, more)
		turn := m.script(t, tool, args)
		c.run(t, p, m, c.turn)
		text, isError := m.outcome(t, turn)
		want := map[string]string{"memory_save": " in project api", "memory_search": "网关是蓝色的"}[tool]
		if isError || !strings.Contains(text, want) {
			t.Errorf("%s answered %q, want %q", tool, text, want)
		}
	}
	var saved int
	err := p.file(t).QueryRow(`select count(*) from memories where client = ? and body like '%重试五次 😀%'`, c.id).Scan(&saved)
	if err != nil || saved != 1 {
		t.Errorf("%d memories of %s are stored, %v", saved, c.id, err)
	}
}

// settings returns what stands in the files below the home folder that were
// written so far.
func (p *person) settings(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(p.home, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(p.home, path)
		if d.IsDir() && slices.Contains([]string{"src", ".local"}, name) {
			return filepath.SkipDir
		}
		if d.Type().IsRegular() {
			all[name] = p.read(t, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
