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
	steps := []struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		{[]string{"clients", "list"}, 0, "claude-code  not installed  HOME/.claude.json\ncursor       not installed  HOME/.cursor/mcp.json\n", ""},
		{[]string{"clients", "add", "claude-code", "cursor"}, 0,
			"Claude Code: registered in HOME/.claude.json; new sessions see the change; in an open one, run /mcp to reconnect\n" +
				"Cursor: registered in HOME/.cursor/mcp.json; restart Cursor to see the change, or reload the server in its MCP settings\n", ""},
		{[]string{"clients", "add", "cursor"}, 0, "Cursor: is registered already in HOME/.cursor/mcp.json\n", ""},
		{[]string{"clients", "list"}, 0, "claude-code  registered  HOME/.claude.json\ncursor       registered  HOME/.cursor/mcp.json\n", ""},
		{[]string{"clients", "remove", "claude-code"}, 0, "Claude Code: removed from HOME/.claude.json; new sessions see the change; in an open one, run /mcp to reconnect\n", ""},
		{[]string{"clients", "remove", "claude-code"}, 0, "Claude Code: is not registered in HOME/.claude.json\n", ""},
	}
	for _, s := range steps {
		code, stdout, stderr := runClients(t, append(s.args, "--command", program)...)
		stdout = strings.ReplaceAll(stdout, home, "HOME")
		if code != s.code || stdout != s.stdout || stderr != s.stderr {
			t.Fatalf("%v: %d\n%s\n%s", s.args, code, stdout, stderr)
		}
	}
	if _, err := os.Lstat(filepath.Join(home, ".claude.json")); !os.IsNotExist(err) {
		t.Fatalf("the file that was made is still there: %v", err)
	}
	if got := argsIn(t, filepath.Join(home, ".cursor/mcp.json")); strings.Join(got, " ") != "--client cursor" {
		t.Fatalf("arguments %q", got)
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
	for _, want := range []string{"claude-code: " + file, "line 2, column 3", "1 of 2 clients refused"} {
		if !strings.Contains(stderr, want) {
			t.Fatalf("%q is not in\n%s", want, stderr)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != broken {
		t.Fatalf("%q, %v", got, err)
	}
	code, stdout, _ = runClients(t, "clients", "list", "--json", "--command", program)
	var list struct {
		Clients []struct{ ID, Status, Problem string }
	}
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || code != 0 || len(list.Clients) < 2 {
		t.Fatalf("%d, %v\n%s", code, err, stdout)
	}
	if list.Clients[0].Status != "broken" || !strings.Contains(list.Clients[0].Problem, "comment") || list.Clients[1].Status != "registered" {
		t.Fatalf("%+v", list)
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
		"clients":                           "list, add or remove",
		"clients drop cursor":               "list, add or remove",
		"clients add":                       "known: claude-code, cursor",
		"clients remove vim":                `unknown client "vim" (known: claude-code, cursor)`,
		"clients add cursor vim":            "vim",
		"clients list cursor":               "no arguments",
		"clients add cursor --json":         "--json is for clients list",
		"clients add cursor --force":        "--command",
		"clients add cursor --command rel":  "absolute",
		"clients add cursor --command /gon": "does not exist",
	} {
		code, stdout, stderr := runClients(t, strings.Fields(line)...)
		want := 2
		if strings.Contains(line, "--command") {
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
	if want := file + " runs \uFFFD[31mevil\uFFFD\uFFFD 日本\n"; !strings.HasSuffix(stdout, want) {
		t.Errorf("got %q, want %q at its end", stdout, want)
	}
}
