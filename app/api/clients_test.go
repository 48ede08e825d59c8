package api_test

import (
	"os"
	"path/filepath"
	"testing"

	"memtray/store"
)

func TestClients(t *testing.T) {
	s := newSite(t)
	release, err := s.store.Announce(t.Context(), store.Presence{Client: "claude-code", PID: 77, StartedAt: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	s.get("/api/clients").wants(200, "clients.#", "25", "clients.0.id", "claude-code", "clients.0.short", "CC", "clients.0.connected", "1", "others", "[]",
		"clients.cursor.connected", "0", "clients.cursor.status", "~not_", "clients.cursor.memories", "0", "clients.cursor.verified", "doc")

	preview := s.get("/api/clients/cursor/preview?action=add")
	preview.wants(200, "file", filepath.Join(s.person, ".cursor", "mcp.json"), "no_change", "false")
	digest := preview.at("digest")
	s.do("POST", "/api/clients/cursor", `{"action":"add","digest":"other"}`).wants(409, "error.code", "conflict")
	s.do("POST", "/api/clients/cursor", `{"action":"add","digest":"`+digest+`"}`).wants(200, "status", "registered", "id", "cursor")
	s.get("/api/clients").wants(200, "clients.cursor.status", "registered")
	digest = s.get("/api/clients/cursor/preview?action=remove").at("digest")
	s.do("POST", "/api/clients/cursor", `{"action":"remove","digest":"`+digest+`"}`).wants(200, "status", "~not_")
}

func TestClients_Refused(t *testing.T) {
	s := newSite(t)
	s.get("/api/clients/cursor/preview").wants(400, "error.message", "~action must be add or remove")
	s.get("/api/clients/cursor/preview?action=drop").wants(400)
	s.get("/api/clients/nobody/preview?action=add").wants(404)
	s.do("POST", "/api/clients/nobody", `{"action":"add","digest":"x"}`).wants(404)
	s.do("POST", "/api/clients/cursor", `{"action":"add"}`).wants(400, "error.message", "~digest is required")
	s.do("POST", "/api/clients/cursor", `{"digest":"x"}`).wants(400, "error.message", "~action must be")
}

// cursorFile writes Cursor's file and returns its path.
func (s *site) cursorFile(content string) string {
	s.t.Helper()
	file := filepath.Join(s.person, ".cursor", "mcp.json")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		s.t.Fatal(err)
	}
	return file
}

func (s *site) register(id string) {
	s.t.Helper()
	digest := s.get("/api/clients/" + id + "/preview?action=add").at("digest")
	s.do("POST", "/api/clients/"+id, `{"part":"server","action":"add","digest":"`+digest+`"}`).wants(200, "status", "registered")
}

func (s *site) holds(file, want string) {
	s.t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		s.t.Errorf("%s holds %q, %v, want %q", file, got, err, want)
	}
}

func TestClients_Undo(t *testing.T) {
	s := newSite(t)
	const before = `{"mcpServers": {}}`
	file := s.cursorFile(before)
	s.do("POST", "/api/clients/cursor/undo", `{}`).wants(404, "error.message", "~no change")
	s.register("cursor")
	s.do("POST", "/api/clients/cursor/undo", `{}`).wants(200, "status", "not_registered")
	s.holds(file, before)
	s.do("POST", "/api/clients/nobody/undo", `{}`).wants(404)
	s.register("cursor")
	s.cursorFile(`{"mcpServers": {"other": {"command": "x"}}}`)
	s.do("POST", "/api/clients/cursor/undo", `{}`).wants(409, "error.message", "~changed since")
}

func TestClients_Removal(t *testing.T) {
	s := newSite(t)
	const before = `{"mcpServers": {}}`
	file := s.cursorFile(before)
	s.get("/api/clients/cursor/removal").wants(200, "previews", "[]")
	s.register("cursor")
	all := s.get("/api/clients/cursor/removal").wants(200, "previews.#", "1", "previews.0.file", file, "previews.0.no_change", "false")
	s.do("POST", "/api/clients/cursor/removal", `{}`).wants(400, "error.message", "~digest is required")
	s.do("POST", "/api/clients/cursor/removal", `{"digest":"other"}`).wants(409, "error.message", "~look again")
	s.do("POST", "/api/clients/cursor/removal", `{"digest":"`+all.at("digest")+`"}`).wants(200, "done.#", "1", "done.cursor.changed", "true")
	s.holds(file, before)
	s.get("/api/clients/nobody/removal").wants(404)
}

func TestClients_ForeignIsNotRemoved(t *testing.T) {
	s := newSite(t)
	const theirs = `{"mcpServers": {"memtray": {"command": "/opt/other"}}}`
	file := s.cursorFile(theirs)
	s.get("/api/clients").wants(200, "clients.cursor.status", "elsewhere", "clients.cursor.foreign", "true")
	digest := s.get("/api/clients/cursor/removal").wants(200, "previews", "[]").at("digest")
	s.do("POST", "/api/clients/cursor/removal", `{"digest":"`+digest+`"}`).wants(200, "done", "[]")
	s.holds(file, theirs)
}

func TestClients_Diagnosis(t *testing.T) {
	s := newSite(t)
	s.cursorFile(`{}`)
	s.get("/api/clients/cursor/diagnosis").wants(200, "ok", "false", "findings.0.code", "not_registered", "findings.0.values.file", "~mcp.json")
	s.get("/api/clients/nobody/diagnosis").wants(404)
}

func TestClients_Others(t *testing.T) {
	s := newSite(t)
	release, err := s.store.Announce(t.Context(), store.Presence{Client: "night-shift", PID: 78, StartedAt: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	s.get("/api/clients").wants(200, "others.#", "1", "others.night-shift.connected", "1", "others.night-shift.trust", "save",
		"others.night-shift.projects", "[]", "others.night-shift.hourly_limit", "<nil>")
}

func TestProgram(t *testing.T) {
	s := newSite(t)
	s.get("/api/clients").wants(200, "program.problem", "", "program.command", "~memtray-mcp")
	// What stands in for the program here is none, and is not copied.
	s.do("POST", "/api/program", `{}`).wants(400, "error.message", "~no memtray-mcp")
	s.do("POST", "/api/program", `{"to":"/x"}`).wants(400)
}

func TestClients_Ways(t *testing.T) {
	s := newSite(t)
	s.get("/api/clients/cursor/ways").wants(200, "link", "~cursor://", "plugin", "false", "snippet.text", "~memtray-mcp", "snippet.file", "~mcp.json", "snippet.format", "json")
	s.get("/api/clients/codex/ways").wants(200, "link", "", "snippet.format", "toml", "snippet.text", "~[mcp_servers.memtray]")
	s.get("/api/clients/night-shift/ways").wants(200, "link", "", "snippet.file", "", "snippet.text", "~night-shift")
	s.get("/api/clients/AB/ways").wants(400)
	s.get("/api/clients/gemini/ways").wants(200, "plugin", "true")
	s.do("POST", "/api/clients/gemini/plugin", `{}`).wants(200, "install.#", "1", "folder", "~integrations", "remove.#", "1")
	s.do("POST", "/api/clients/cursor/plugin", `{}`).wants(400, "error.message", "~no plugin")
}
