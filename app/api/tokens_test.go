package api_test

import (
	"net/http"
	"strings"
	"testing"
)

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
	if r := s.do("DELETE", "/api/tokens/1", ""); r.Code != http.StatusOK {
		t.Errorf("revoking answered %d %s", r.Code, r.Body)
	}
	for _, id := range []string{"9", "x"} {
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
