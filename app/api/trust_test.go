package api_test

import (
	"testing"

	"memtray/store"
	"memtray/store/recall"
)

func TestTrust(t *testing.T) {
	s := newSite(t)
	api := s.project("api")
	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"review"}`).wants(200, "trust", "review", "projects", "[]", "limit", "2000")
	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"read","project_id":`+api+`}`).wants(200, "projects.0.trust", "read", "projects.0.project", "api")
	s.do("PUT", "/api/clients/cursor/limit", `{"hourly":5}`).wants(200, "limit", "5")
	s.do("PUT", "/api/clients/mine-alone/trust", `{"trust":"paused"}`).wants(200, "trust", "paused", "seen", "false")
	if _, err := s.recall.Save(t.Context(), store.Author{Kind: store.Agent, Client: "cursor"}, recall.Input{Body: "x"}); err != nil {
		t.Fatal(err)
	}
	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"review"}`).wants(200, "trust", "review", "seen", "true")
	s.get("/api/clients").wants(200, "clients.0.trust", "save", "clients.cursor.trust", "review", "clients.cursor.hourly_limit", "5",
		"others.0.id", "mine-alone", "others.0.trust", "paused")
	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"","project_id":`+api+`}`).wants(200, "projects", "[]")
	s.do("PUT", "/api/clients/cursor/limit", `{"hourly":null}`).wants(200, "limit", "2000")
	s.do("PATCH", "/api/settings", `{"hourly_saves":7}`).wants(200, "hourly_saves", "7")
	s.do("PUT", "/api/clients/cursor/limit", `{}`).wants(200, "limit", "7")

	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"some"}`).wants(400, "error.message", "trust must be one of save, review, read, paused")
	s.do("PUT", "/api/clients/cursor/trust", `{}`).wants(400)
	s.do("PUT", "/api/clients/A%20B/trust", `{"trust":"save"}`).wants(400)
	s.do("PUT", "/api/clients/AB/trust", `{"trust":"save"}`).wants(400)
	s.do("PUT", "/api/clients/cursor/trust", `{"trust":"read","project_id":99}`).wants(404)
	s.do("PUT", "/api/clients/cursor/limit", `{"hourly":-1}`).wants(400)
	s.do("PATCH", "/api/settings", `{"hourly_saves":-1}`).wants(400)
	s.do("GET", "/api/clients/cursor/trust", "").wants(405)
}

func TestExclusions(t *testing.T) {
	s := newSite(t)
	s.get("/api/exclusions").wants(200, "globs", "[]")
	s.do("PUT", "/api/exclusions", `{"globs":[" ~/secret ","client-*","~/secret"]}`).wants(200, "globs", `["~/secret","client-*"]`)
	for globs, want := range map[string]string{
		`[""]`: "must not be empty", `["a\nb"]`: "one line", `["./x"]`: "from the root", `["~other/x"]`: "own home folder", `["/a/../b"]`: "without ..",
		`["["]`: "write ? for a bracket", `["~/{a,b}"]`: "each by itself", `["secret/**"]`: `no project is called "secret/**"; a folder must be given from the root`,
		`["C:work"]`: "from the root", `["a\\\\b"]`: "from the root", `["file:///x"]`: "from the root",
	} {
		s.do("PUT", "/api/exclusions", `{"globs":`+globs+`}`).wants(400, "error.message", "~"+want)
	}
	// A project's name may hold slashes; one that was right once stays.
	s.project("team/api")
	s.do("PUT", "/api/exclusions", `{"globs":["team/*","~/secret","client-*"]}`).wants(200)
	s.do("PATCH", "/api/projects/3", `{"name":"other"}`)
	s.do("PUT", "/api/exclusions", `{"globs":["team/*","~/secret","client-*"]}`).wants(200)
	s.do("PUT", "/api/exclusions", `{"globs":["~/secret","client-*"]}`).wants(200)
	s.do("PUT", "/api/exclusions", `{}`).wants(400, "error.message", "~globs is required")
	s.get("/api/exclusions").wants(200, "globs", `["~/secret","client-*"]`)
	s.do("PUT", "/api/exclusions", `{"globs":[]}`).wants(200, "globs", "[]")
}

func TestCalls(t *testing.T) {
	s := newSite(t)
	s.get("/api/calls").wants(200, "calls", "[]")
	if err := s.recall.Store().AddCalls(t.Context(), []store.CallCount{{Day: "2026-11-30", Client: "cursor", Tool: "memory_get", Calls: 3, Errors: 1}}); err != nil {
		t.Fatal(err)
	}
	s.get("/api/calls?since=2026-11-01").wants(200, "calls.0.tool", "memory_get", "calls.0.calls", "3", "calls.0.errors", "1")
	s.get("/api/calls?since=2026-12-01").wants(200, "calls", "[]")
	s.get("/api/calls?since=now").wants(400)
}

// TestExpired: the person finds what has expired by asking for it.
func TestExpired(t *testing.T) {
	s := newSite(t)
	s.save(`{"body":"it stays"}`)
	at := store.Millis(1)
	if _, err := s.recall.Change(t.Context(), store.Author{Kind: store.Person}, recall.Change{IDs: []int64{1}, ExpiresAt: &at}); err != nil {
		t.Fatal(err)
	}
	s.get("/api/memories").wants(200, "total", "1")
	s.get("/api/memories?expired=1").wants(200, "total", "1")
	s.get("/api/memories?expired=0").wants(200, "total", "0")
}
