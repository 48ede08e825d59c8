package mcpserver

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNormalRemote(t *testing.T) {
	for remote, want := range map[string]string{
		"https://github.com/ann/api":                 "github.com/ann/api",
		"https://github.com/Ann/API.git":             "github.com/ann/api",
		"https://ann:secret@github.com/ann/api.git/": "github.com/ann/api",
		"git@github.com:ann/api.git":                 "github.com/ann/api",
		"ssh://git@github.com:22/ann/api.git":        "github.com/ann/api",
		"git://example.org/a/b/c.git":                "example.org/a/b/c",
		"github.com:ann/api":                         "github.com/ann/api",
		"https://github.com//ann//api//":             "github.com/ann/api",
		"https://www.GitHub.com./ann/./api.GIT":      "github.com/ann/api",
		"git@www.github.com:/ann/api":                "github.com/ann/api",
		"ssh://git@ssh.github.com:443/ann/api.git":   "github.com/ann/api",
		"https://www.example.org/ann/api/.git":       "example.org/ann/api",
		"https://github.com///":                      "",
		"file:///srv/git/api.git":                    "file:/srv/git/api",
		"/srv/git/api.git":                           "file:/srv/git/api",
		"../api":                                     "file:../api",
		`C:\git\api`:                                 "file:C:/git/api",
		"/home/ann/code/api/.git":                    "file:/home/ann/code/api",
		"":                                           "",
		"https://github.com/":                        "",
		"https://[::1":                               "",
	} {
		if got := normalRemote(remote); got != want {
			t.Errorf("normalRemote(%q) = %q, want %q", remote, got, want)
		}
	}
}

func TestRemoteURL(t *testing.T) {
	for config, want := range map[string]string{
		"[remote \"origin\"]\n\turl = git@example.org:a/b.git\n":                     "git@example.org:a/b.git",
		"[REMOTE \"origin\"]\r\n  URL=https://example.org/a ; note\r\n":              "https://example.org/a",
		"[remote \"fork\"]\nurl = x\n[remote \"origin\"] url = y\n[core]\nurl = z\n": "y",
		"[remote \"origin\"]\npushurl = x\nurl = \"https://example.org/a#b\"\n":      "https://example.org/a#b",
		"[remote \"fork\"]\nurl = x\n[remote \"mine\"] url = y\n":                    "",
		"[remote \"fork\"]\nurl = x\n[branch \"main\"]\nremote = fork\n":             "x",
		"[remote \"Origin\"]\nurl = x\n[remote \"b\"]\nurl = y\n":                    "",
		"[branch \"origin\"]\nurl = x\n":                                             "",
		"":                                                                           "",
	} {
		if got := remoteURL(config); got != want {
			t.Errorf("remoteURL(%q) = %q, want %q", config, got, want)
		}
	}
}

func FuzzGraph(f *testing.F) {
	head := "CGPH\x01\x01\x03\x00" + "OIDF" + strings.Repeat("\x00", 7) + "\x38"
	f.Add([]byte(head))
	f.Add([]byte(head + strings.Repeat("\x00\x00\x00\x01", 300)))
	f.Fuzz(func(t *testing.T, data []byte) {
		common := t.TempDir()
		path := filepath.Join(common, "objects", "info", "commit-graph")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if root := packedRoot(common, strings.Repeat("0", 40)); root != "" && !isHash(root) {
			t.Errorf("root %q", root)
		}
	})
}

func FuzzRemote(f *testing.F) {
	f.Add("[remote \"origin\"]\nurl = git@example.org:a/b.git")
	f.Add("https://ann:secret@example.org/a")
	f.Fuzz(func(t *testing.T, s string) {
		once := normalRemote(s)
		if strings.Contains(s, "://") && !strings.HasPrefix(once, "file:") && strings.Contains(strings.SplitN(once, "/", 2)[0], "@") {
			t.Errorf("normalRemote(%q) = %q keeps user information", s, once)
		}
		remoteURL(s)
	})
}
