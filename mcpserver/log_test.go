package mcpserver

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestDailyLog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "logs")
	at := time.Date(2026, 11, 20, 23, 59, 0, 0, time.Local)
	l := &dailyLog{dir: dir, prefix: "memtray-mcp-", now: func() time.Time { return at }}
	for range 10 {
		l.Write([]byte("line\n"))
		l.Write([]byte("line\n"))
		at = at.AddDate(0, 0, 1)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != keptLogs || entries[0].Name() != "memtray-mcp-2026-11-23.log" {
		t.Errorf("files are %v", entries)
	}
	data, err := os.ReadFile(filepath.Join(dir, "memtray-mcp-2026-11-29.log"))
	if err != nil || string(data) != "line\nline\n" {
		t.Errorf("content is %q, %v", data, err)
	}
}
