package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memtray/store"
)

func TestCommandLine(t *testing.T) {
	c := newComputer(t)
	for _, test := range []struct {
		args   string
		stdin  string
		code   int
		stdout string // part of it
		stderr string // part of it
	}{
		{args: "version", stdout: "memtray-mcp "},
		{args: "--version", stdout: "memtray-mcp "},
		{args: "help", stdout: "  save "},
		{args: "--help", stdout: "  search "},
		{args: "help save", stdout: "--kind K"},
		{args: "save --help", stdout: "--kind K"},
		{args: "clients list -h", stdout: "  remove ID…"},
		{args: "-h", stdout: "  search "},
		{args: "help svae", code: 2, stderr: `unknown command "svae"; did you mean save?`},
		{args: "serch x", code: 2, stderr: `unknown command "serch"; did you mean search?`},
		{args: "xyzzy", code: 2, stderr: `unknown command "xyzzy" (known: save, search, `},
		{args: "--clint x", code: 2, stderr: "unknown flag --clint (known: --client, --help, --home, --project, --version)"},
		{args: "save --knd x y", code: 2, stderr: "unknown flag --knd (known: --client, --file, --home, --kind, --project, --scope, --tag, --title)"},
		{args: "--client UPPER", code: 2, stderr: "--client must be 1 to 64 of a-z, 0-9, - and _"},
		{args: "save --client", code: 2, stderr: "flag needs an argument: --client"},
		{args: "save", stdin: " \n", code: 2, stderr: "save needs a text"},
		{args: "save", stdin: strings.Repeat("x", store.MaxBody+1), code: 1, stderr: "body is 65537 bytes long; at most 65536 are allowed"},
		{args: "save", stdin: "kept <private>" + strings.Repeat("x", maxInput), code: 1, stderr: "the text is longer than 262144 bytes"},
		{args: "save Use WAL mode --kind decision --tag db,sqlite", stdout: "saved #1 in project api\n"},
		{args: "save -", stdin: "from a pipe\n", stdout: "saved #2 in project api\n"},
		{args: "--client claude-code save --scope global -- --dashed text", stdout: "saved #3 in project global\n"},
		{args: "save from a pipe", stdout: "already known as #2"},
		{args: "save --kind idea x", code: 2, stderr: "--kind must be one of decision,"},
		{args: "save --scope all x", code: 2, stderr: "--scope must be project or global"},
		{args: "search WAL", stdout: "#1 now decision [api] Use WAL mode\n"},
		{args: "search --kind decision", stdout: "#1 now decision [api] Use WAL mode\n"},
		{args: "search --limit 1", stdout: "#3 now note [global] --dashed text\n", stderr: "1 of 3; --limit shows more"},
		{args: "search kubernetes", stderr: "no memory matches"},
		{args: "search --since yesterday", stdout: "#3 now note [global] --dashed text\n#2 now note [api] from a pipe\n#1 "},
		{args: "search --until yesterday", stderr: "no memory matches"},
		{args: "search --since 2h --until 今天 WAL", stdout: "#1 now decision [api] Use WAL mode\n"},
		{args: "search --since soon WAL", code: 2, stderr: "--since must be a date such as 2026-11-30, "},
		{args: "search --until 2026-02-30", code: 2, stderr: "--until must be a date such as 2026-11-30, "},
		{args: "search --since today --until yesterday", code: 2, stderr: "--since must not be later than until"},
		{args: "save --file store/open.go,README.md Open with care", stdout: "saved #4 in project api\n"},
		{args: "search --file store", stdout: "#4 now note [api] Open with care\n"},
		{args: "search --file a.go --file README.md care", stdout: "#4 now note [api] Open with care\n"},
		{args: "search --file open", stderr: "no memory matches"},
		{args: "search --file / care", code: 1, stderr: "a file's path must not be empty"},
		{args: "--project shop save WAL of the shop", stdout: "saved #5 in new project shop\n"},
		{args: "search WAL", stdout: "#1 now decision [api] Use WAL mode\n", stderr: "1 here; 1 more in other projects: --all searches them\n"},
		{args: "search --project shop WAL", stdout: "#5 ", stderr: "1 here; 1 more in other projects: --all instead of --project searches them\n"},
		{args: "search shop", stderr: "no memory matches\n0 here; 1 more in other projects: --all searches them\n"},
		{args: "search --all WAL", stdout: "#1 "},
		{args: "search --project shpo x", code: 1, stderr: `there is no project named "shpo"; the nearest: "shop"`},
		{args: "search --json WAL", stdout: `"total":1`},
		{args: "search --json kubernetes", stdout: `{"rows":[],"total":0}`},
		{args: "search --limit 0 x", code: 2, stderr: "--limit must be 1 to 500"},
		{args: "search --limit many x", code: 2, stderr: `invalid value "many" for flag --limit`},
		{args: "search --project ap x", code: 1, stderr: `there is no project named "ap"`},
		{args: "search --project api --all x", code: 2, stderr: "--project cannot be given with --all"},
		{args: "save The gateway listens on port 80", stdout: "saved #6 in project api\n"},
		{args: "save The gateway listens on port 81", stdout: "saved #7 in project api\nmay contradict #6 \"The gateway listens on port 80\": check which of the two holds\nmemtray-mcp proposals shows them and decides\n"},
	} {
		out, errs, code := c.run(test.stdin, strings.Fields(test.args)...)
		if code != test.code || !strings.Contains(out, test.stdout) || !strings.Contains(errs, test.stderr) {
			t.Errorf("%s: exit code %d, want %d\n%s%s", test.args, code, test.code, out, errs)
		}
		if test.code != 0 && out != "" {
			t.Errorf("%s: a failure prints results: %s", test.args, out)
		}
	}
}

// TestForeignStore: with another program's database in its place the server
// stays, and says at each call what is wrong.
func TestForeignStore(t *testing.T) {
	c := newComputer(t)
	if err := os.MkdirAll(c.data, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := "SQLite format 3\x00" + strings.Repeat("x", 4096) // application_id is not Memtray's
	if err := os.WriteFile(filepath.Join(c.data, "memtray.db"), []byte(foreign), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, code := c.run(initialize+saveLine(2, "x"), "--client", "claude-code")
	if now, err := os.ReadFile(filepath.Join(c.data, "memtray.db")); err != nil || string(now) != foreign {
		t.Errorf("the file was changed, %v", err)
	}
	if code != 0 || !strings.Contains(out, `"isError":true`) || strings.Count(out, "\n") != 2 {
		t.Errorf("exit code %d\n%s", code, out)
	}
	logs, err := filepath.Glob(filepath.Join(c.data, "logs", "memtray-mcp-*.log"))
	if err != nil || len(logs) != 1 {
		t.Errorf("log files: %v, %v", logs, err)
	}
}
