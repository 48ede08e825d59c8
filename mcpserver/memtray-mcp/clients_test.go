package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// clientHome is a home folder with a program to register.
func clientHome(t *testing.T) (home, program string) {
	t.Helper()
	home = t.TempDir()
	for _, name := range []string{"MEMTRAY_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "PATH"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", home)
	program = filepath.Join(home, "memtray-mcp")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return home, program
}

// runClients runs one command line.
func runClients(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, problems bytes.Buffer
	env := &cli{stdin: strings.NewReader(""), stdout: &out, stderr: &problems, getenv: os.Getenv, getwd: os.Getwd}
	code = env.run(t.Context(), args)
	return code, out.String(), problems.String()
}

func TestClients(t *testing.T) {
	home, program := clientHome(t)
	const restart = "; restart Cursor to see the change, or reload the server in its MCP settings\n"
	steps := []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"clients", "add", "--all"}, 0, "no AI client was found on this machine; clients add ID registers with one all the same\n", ""},
		{[]string{"clients", "add", "claude-code", "cursor"}, 0,
			"Claude Code: registered in HOME/.claude.json; new sessions see the change; in an open one, run /mcp to reconnect\n" +
				"Cursor: registered in HOME/.cursor/mcp.json" + restart, ""},
		{[]string{"clients", "add", "cursor"}, 0, "Cursor: is registered already in HOME/.cursor/mcp.json\n", ""},
		{[]string{"clients", "repair"}, 0, "nothing is to be repaired\n", ""},
		{[]string{"clients", "--all"}, 2, "", "memtray-mcp: clients list does not take --all\n"},
		{[]string{"clients", "diff", "cursor"}, 0, "", ""},
		{[]string{"clients", "remove", "claude-code"}, 0, "Claude Code: removed from HOME/.claude.json; new sessions see the change; in an open one, run /mcp to reconnect\n", ""},
		{[]string{"clients", "remove", "claude-code"}, 0, "Claude Code: is not registered in HOME/.claude.json\n", ""},
		{[]string{"clients", "undo", "cursor"}, 0, "Cursor: took back the last change; it is now not installed: HOME/.cursor/mcp.json" + restart, ""},
		{[]string{"clients", "undo", "cursor"}, 0, "Cursor: took back the last change; it is now elsewhere: HOME/.cursor/mcp.json runs HOME/memtray-mcp --client cursor" + restart, ""},
		{[]string{"clients", "remove", "--all"}, 0, "Cursor: removed from HOME/.cursor/mcp.json" + restart, ""},
		{[]string{"clients", "remove", "--all"}, 0, "nothing is registered\n", ""},
		{[]string{"clients", "undo", "zed"}, 1, "", "memtray-mcp: no change to a file of Zed is known\n"},
	}
	for _, s := range steps {
		if s.args[1] != "undo" {
			s.args = append(s.args, "--command", program)
		}
		code, stdout, stderr := runClients(t, s.args...)
		stdout = strings.ReplaceAll(stdout, home, "HOME")
		if code != s.code || stdout != s.stdout || stderr != s.stderr {
			t.Fatalf("%v: %d\n%s\n%s", s.args, code, stdout, stderr)
		}
	}
	left, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		if f.Name() != ".local" && f.Name() != "memtray-mcp" {
			t.Errorf("%s is still there", f.Name())
		}
	}
}

// TestClientsList: a line for each, with what is registered and what is not
// known for sure.
func TestClientsList(t *testing.T) {
	home, program := clientHome(t)
	if err := os.Mkdir(filepath.Join(home, ".junie"), 0o700); err != nil {
		t.Fatal(err)
	}
	runClients(t, "clients", "add", "cursor", "--command", program)
	if _, stdout, _ := runClients(t, "clients", "list", "--command", program); !strings.Contains(stdout, "cursor           registered ") {
		t.Error(stdout)
	}
	_, stdout, _ := runClients(t, "clients", "list")
	stdout = strings.ReplaceAll(stdout, home, "HOME")
	for _, want := range []string{
		"\nclaude-code      not installed   HOME/.claude.json\n",
		"\njunie            not registered  HOME/.junie/mcp/mcp.json (not verified)\n",
		"\ncursor           elsewhere       HOME/.cursor/mcp.json runs HOME/memtray-mcp --client cursor\n",
	} {
		if !strings.Contains("\n"+stdout, want) {
			t.Errorf("%q is not in\n%s", want, stdout)
		}
	}
	if n := strings.Count(stdout, "\n"); n != 25 {
		t.Errorf("%d lines", n)
	}
}

// TestClientsRefused: one refused client does not keep the others from being
// done, but the exit code says so.
func TestClientsRefused(t *testing.T) {
	home, program := clientHome(t)
	broken := "{\n  // mine\n}\n"
	file := filepath.Join(home, ".claude.json")
	if err := os.WriteFile(file, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := runClients(t, "clients", "add", "claude-code", "cursor", "--command", program)
	if code != 1 || !strings.HasPrefix(stdout, "Cursor: registered in ") {
		t.Fatalf("%d\n%s\n%s", code, stdout, stderr)
	}
	for _, want := range []string{"claude-code: " + file, "line 2, column 3", "1 of 2 refused; those files are as before"} {
		if !strings.Contains(stderr, want) {
			t.Fatalf("%q is not in\n%s", want, stderr)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != broken {
		t.Fatalf("%q, %v", got, err)
	}
	code, stdout, _ = runClients(t, "clients", "list", "--json")
	var list struct {
		Clients []struct{ ID, Status, Problem string }
	}
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || code != 0 || len(list.Clients) < 2 {
		t.Fatalf("%d, %v\n%s", code, err, stdout)
	}
	for _, c := range list.Clients {
		if c.ID == "claude-code" && (c.Status != "broken" || !strings.Contains(c.Problem, "comment")) || c.ID == "cursor" && c.Status != "elsewhere" {
			t.Errorf("%+v", c)
		}
	}
}

// TestClientsHome: the data folder is written into the entry where HOME alone
// does not lead to it, however it was chosen.
func TestClientsHome(t *testing.T) {
	for name, choose := range map[string]func(t *testing.T, dir string) []string{
		"flag":         func(t *testing.T, dir string) []string { return []string{"--home", dir} },
		"MEMTRAY_HOME": func(t *testing.T, dir string) []string { t.Setenv("MEMTRAY_HOME", dir); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			home, program := clientHome(t)
			dir := filepath.Join(home, "my data")
			args := append(choose(t, dir), "clients", "add", "cursor", "--command", program)
			if code, _, stderr := runClients(t, args...); code != 0 {
				t.Fatal(stderr)
			}
			got := argsIn(t, filepath.Join(home, ".cursor/mcp.json"))
			if want := []string{"--client", "cursor", "--home", dir}; strings.Join(got, "|") != strings.Join(want, "|") {
				t.Fatalf("arguments %q", got)
			}
		})
	}
}

func TestClientsUsage(t *testing.T) {
	_, program := clientHome(t)
	for line, word := range map[string]string{
		"clients drop cursor":               `not "drop"`,
		"clients add":                       "--all (known: claude-code",
		"clients remove vim":                `unknown client "vim"; known are claude-code`,
		"clients add curser":                "did you mean cursor?",
		"clients add cursor vim":            "vim",
		"clients add cursor --all":          "not both",
		"clients list cursor":               "no arguments",
		"clients list --all":                "does not take --all",
		"clients undo":                      "one client",
		"clients undo --all":                "does not take --all",
		"clients add cursor --http x":       "does not take --http",
		"clients verify --hook":             "does not take --hook",
		"clients add cursor --force":        "--command",
		"clients snippet A.B":               "a-z, 0-9",
		"clients snippet codex --http me":   "address of a server",
		"clients link codex":                "those that do are cursor",
		"clients plugin cursor":             "those that do are claude-code, gemini",
		"clients add cursor --command rel":  "absolute",
		"clients add cursor --command /gon": "does not exist",
	} {
		code, stdout, stderr := runClients(t, strings.Fields(line)...)
		want := 2
		if strings.Contains(line, "--command") || strings.Contains(line, "snippet") || strings.Contains(line, "link") || strings.Contains(line, "plugin") {
			want = 1
		}
		if code != want || stdout != "" || !strings.Contains(stderr, word) {
			t.Errorf("%s: %d\n%s\n%s", line, code, stdout, stderr)
		}
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(program), ".cursor")); !os.IsNotExist(err) {
		t.Fatalf("something was written: %v", err)
	}
}

func argsIn(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var config struct {
		Servers map[string]struct{ Args []string } `json:"mcpServers"`
	}
	if err := json.Unmarshal(data, &config); err != nil {
		t.Fatal(err)
	}
	return config.Servers["memtray"].Args
}

// TestClients_OfARenamedProgram: without a memtray-mcp beside it a program can
// do all but register one.
func TestClients_OfARenamedProgram(t *testing.T) {
	c := newComputer(t)
	renamed := filepath.Join(t.TempDir(), "tray-tools"+filepath.Ext(binary))
	data, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(renamed, data, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"clients", "list"}, 0, "not installed"},
		{[]string{"clients", "add", "cursor"}, 1, "install memtray-mcp there"},
	} {
		cmd := c.command(test.args...)
		cmd.Path, cmd.Args[0] = renamed, renamed
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.says) {
			t.Errorf("%v: exit code %d, want %d\n%s", test.args, code, test.code, out)
		}
	}
}

// TestClientsList_Harmless: what another program's file holds neither colours a
// terminal nor breaks a line.
func TestClientsList_Harmless(t *testing.T) {
	home, _ := clientHome(t)
	file := filepath.Join(home, ".cursor", "mcp.json")
	if err := os.Mkdir(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	config := `{"mcpServers":{"memtray":{"command":"\u001b[31mevil\n\u202e","args":["日本"]}}}`
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	_, stdout, _ := runClients(t, "clients", "list")
	if want := file + " runs \uFFFD[31mevil\uFFFD\uFFFD 日本\n"; !strings.Contains(stdout, want) {
		t.Errorf("%q is not in %q", want, stdout)
	}
}
