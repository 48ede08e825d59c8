package mcpserver

import (
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

func TestOriginURL(t *testing.T) {
	for config, want := range map[string]string{
		"[remote \"origin\"]\n\turl = git@example.org:a/b.git\n":                     "git@example.org:a/b.git",
		"[REMOTE \"origin\"]\r\n  URL=https://example.org/a ; note\r\n":              "https://example.org/a",
		"[remote \"fork\"]\nurl = x\n[remote \"origin\"] url = y\n[core]\nurl = z\n": "y",
		"[remote \"origin\"]\npushurl = x\nurl = \"https://example.org/a#b\"\n":      "https://example.org/a#b",
		"[remote \"Origin\"]\nurl = x\n":                                             "",
		"[branch \"origin\"]\nurl = x\n":                                             "",
		"":                                                                           "",
	} {
		if got := originURL(config); got != want {
			t.Errorf("originURL(%q) = %q, want %q", config, got, want)
		}
	}
}

func FuzzRemote(f *testing.F) {
	f.Add("[remote \"origin\"]\nurl = git@example.org:a/b.git")
	f.Add("https://ann:secret@example.org/a")
	f.Fuzz(func(t *testing.T, s string) {
		once := normalRemote(s)
		if strings.Contains(s, "://") && !strings.HasPrefix(once, "file:") && strings.Contains(strings.SplitN(once, "/", 2)[0], "@") {
			t.Errorf("normalRemote(%q) = %q keeps user information", s, once)
		}
		originURL(s)
	})
}
