package api_test

import (
	"net/http"
	"strings"
	"testing"

	"memtray/app/clients"
	"memtray/store"
)

// TestTokens_Address: what to paste is offered for every client that takes an address,
// with the port that is set.
func TestTokens_Address(t *testing.T) {
	s := newSite(t)
	s.do("PATCH", "/api/settings", `{"http_port":50123}`).wants(http.StatusOK)
	for _, id := range []string{"codex", "continue", "some-bot"} {
		s.get("/api/clients/"+id+"/address").wants(http.StatusOK, "placeholder", clients.TokenPlaceholder,
			"snippet.text", "~http://127.0.0.1:50123/v1/mcp", "snippet.text", "~Bearer "+clients.TokenPlaceholder)
	}
	s.get("/api/clients/codex/address").wants(http.StatusOK, "snippet.file", "~config.toml")
	s.get("/api/clients/claude-desktop/address").wants(http.StatusOK, "snippet", "<nil>")
	s.get("/api/clients/A%20B/address").wants(http.StatusBadRequest)
}

func TestTokens(t *testing.T) {
	s := newSite(t)
	made := s.do("POST", "/api/tokens", `{"name":"laptop","client":"codex","access":"read"}`)
	secret := made.at("secret")
	if made.Code != http.StatusCreated || !strings.HasPrefix(secret, "memtray_") || made.at("token.access") != "read" {
		t.Fatalf("made %d %s", made.Code, made.Body)
	}
	listed := s.get("/api/tokens")
	if listed.Code != http.StatusOK || listed.at("tokens.0.name") != "laptop" || listed.at("http.status") != "off" ||
		listed.at("http.address") != "http://127.0.0.1:47631/v1/mcp" || strings.Contains(listed.Body.String(), secret) {
		t.Errorf("listed %s", listed.Body)
	}
	for body, want := range map[string]string{
		`{"client":"codex"}`:                                   "name",
		`{"name":"a","client":"A B"}`:                          "client's id",
		`{"name":"a","client":"codex","access":"all"}`:         "read or write",
		`{"name":"a","client":"codex","projects":[77]}`:        "project",
		`{"name":"a","client":"codex","secret":"mine please"}`: "secret",
	} {
		if r := s.do("POST", "/api/tokens", body); r.Code < 400 || !strings.Contains(r.Body.String(), want) {
			t.Errorf("%s answered %d %s", body, r.Code, r.Body)
		}
	}
	by := store.Author{Kind: store.Agent, Client: "codex", Process: "http", Token: 1}
	if err := s.store.NoteRecall(t.Context(), store.Recall{Author: by, Kind: store.ListedRecall, Query: "turbine"}); err != nil {
		t.Fatal(err)
	}
	s.get("/api/tokens/1").wants(http.StatusOK, "deeds.#", "1", "deeds.0.what", "searched", "deeds.0.query", "turbine", "deeds.0.count", "0")
	s.get("/api/tokens").wants(http.StatusOK, "tokens.0.recalled", "1")
	if r := s.do("DELETE", "/api/tokens/1", ""); r.Code != http.StatusOK {
		t.Errorf("revoking answered %d %s", r.Code, r.Body)
	}
	for _, id := range []string{"9", "x"} {
		s.get("/api/tokens/" + id).wants(http.StatusNotFound)
		if r := s.do("DELETE", "/api/tokens/"+id, ""); r.Code != http.StatusNotFound {
			t.Errorf("revoking %s answered %d %s", id, r.Code, r.Body)
		}
	}
	if r := s.get("/api/tokens"); r.at("tokens.0.revoked_at") == "0" {
		t.Errorf("after revoking %s", r.Body)
	}
	for port, code := range map[string]int{"80": 400, "6000": 400, "50123": 200, "0": 200} {
		if r := s.do("PATCH", "/api/settings", `{"http_port":`+port+`}`); r.Code != code {
			t.Errorf("port %s answered %d %s", port, r.Code, r.Body)
		}
	}
}
