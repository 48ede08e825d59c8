package clients

import (
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestHookLine: what a shell makes of the line is what was meant, and the line
// is known as ours.
func TestHookLine(t *testing.T) {
	for _, path := range []string{
		"/opt/memtray-mcp", "/my programs/memtray-mcp", "/o'neil/memtray-mcp", `/a"b\c$d/memtray-mcp`, "/数据/memtray-mcp",
		"/a;b/memtray-mcp", "/'/memtray-mcp", "/`x`/memtray-mcp", "/~x/memtray-mcp", "/a\u3000b/memtray-mcp", "/%TEMP%/memtray-mcp",
	} {
		argv := append([]string{path}, Shim{Home: path + "'"}.hookArgs("session-start", "x")...)
		line := hookLine("linux", argv)
		if !isHookLine(line, "session-start") || isHookLine(line, "session-end") {
			t.Errorf("%s is not known", line)
		}
		if words, ok := shellWords(line); !ok || !slices.Equal(words, argv) {
			t.Errorf("%s is read as %q", line, words)
		}
		if runtime.GOOS != "windows" {
			out, err := exec.Command("sh", "-c", "printf '%s\\n' "+line).Output()
			if err != nil || string(out) != strings.Join(argv, "\n")+"\n" {
				t.Errorf("sh reads %s as %q, %v", line, out, err)
			}
		}
	}
	for _, line := range []string{
		hookLine("windows", []string{`C:\Program Files\Memtray\memtray-mcp.exe`, "hook", "session-start"}),
		hookLine("windows", []string{`C:\Users\张三\memtray-mcp.exe`, "hook", "session-start"}),
		powerShellLine([]string{`C:\Users\O'Neil\memtray-mcp.EXE`, "hook", "session-start"}),
		`"C:\x y\memtray-mcp.exe" hook session-start --client a`, "memtray-mcp hook session-start",
	} {
		if !isHookLine(line, "session-start") {
			t.Errorf("%s is not known", line)
		}
	}
	if got := hookLine("windows", []string{`C:\a\memtray-mcp.exe`, "--home", `D:\my data`}); got != `C:/a/memtray-mcp.exe --home "D:/my data"` {
		t.Errorf("for Windows: %s", got)
	}
	for _, line := range []string{
		"", "memtray-mcp", "memtray-mcp hook", "/opt/memtray hook session-start", "/opt/memtray-mcp hook session-start | tee x",
		"echo /opt/memtray-mcp hook session-start", "memtray-mcp hook session-start; true", "'memtray-mcp hook session-start",
		"memtray-mcp hook session-start $(x)", "timeout 5 memtray-mcp hook session-start", "memtray-mcp serve hook session-start",
	} {
		if isHookLine(line, "session-start") {
			t.Errorf("%s counts as ours", line)
		}
	}
}
