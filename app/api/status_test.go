package api_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"memtray/store"
)

func TestStatus(t *testing.T) {
	t.Setenv("LC_ALL", "zh_CN.UTF-8")
	s := newSite(t)
	s.save(`{"body":"one"}`)
	release, err := s.store.Announce(t.Context(), store.Presence{Client: "cursor", PID: 77, StartedAt: 5, Version: "0.9"})
	if err != nil {
		t.Fatal(err)
	}
	s.get("/api/status").wants(200, "version", "1.2.3", "home", s.home, "file", filepath.Join(s.home, "memtray.db"),
		"counts.memories", "1", "counts.today", "1", "counts.trash", "0",
		"saving.paused", "false", "saving.until", "0", "present.#", "1", "present.0.client", "cursor",
		"settings.locale", "", "settings.theme", "", "system_locale", "zh-CN")
	release()
	s.get("/api/status").wants(200, "present", "[]")
}

func TestSettings(t *testing.T) {
	s := newSite(t)
	s.do("PATCH", "/api/settings", `{"locale":"zh-CN"}`).wants(200, "locale", "zh-CN", "theme", "")
	s.do("PATCH", "/api/settings", `{"theme":"dark"}`).wants(200, "locale", "zh-CN", "theme", "dark")
	s.do("PATCH", "/api/settings", `{"locale":"","theme":"blue"}`).wants(400)
	s.do("PATCH", "/api/settings", `{"hook_user_prompt":"yes"}`).wants(400)
	s.do("PATCH", "/api/settings", `{"hook_user_prompt":"on"}`).wants(200, "hook_user_prompt", "on")
	s.do("PATCH", "/api/settings", `{"hook_user_prompt":""}`).wants(200, "hook_user_prompt", "")
	s.do("PATCH", "/api/settings", `{}`).wants(200, "locale", "zh-CN", "theme", "dark")
	s.do("PATCH", "/api/settings", `{"locale":""}`).wants(200, "locale", "")
	s.get("/api/status").wants(200, "settings.theme", "dark")
}

func TestSaving(t *testing.T) {
	s := newSite(t)
	s.do("POST", "/api/saving", `{"paused":true}`).wants(200, "paused", "true", "until", "0")
	s.save(`{"body":"the person may save during a pause"}`)
	until := fmt.Sprint(time.Now().Add(time.Hour).UnixMilli())
	s.do("POST", "/api/saving", `{"paused":true,"until":`+until+`}`).wants(200, "paused", "true", "until", until)
	s.get("/api/status").wants(200, "saving.paused", "true", "saving.until", until)
	s.do("POST", "/api/saving", `{"paused":false}`).wants(200, "paused", "false", "until", "0")
}

func TestClients(t *testing.T) {
	s := newSite(t)
	release, err := s.store.Announce(t.Context(), store.Presence{Client: "claude-code", PID: 77, StartedAt: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	s.get("/api/clients").wants(200, "clients.0.id", "claude-code", "clients.0.short", "CC", "clients.0.connected", "1",
		"clients.1.id", "cursor", "clients.1.connected", "0", "clients.1.status", "~not_", "clients.1.memories", "0")

	preview := s.get("/api/clients/cursor/preview?action=add")
	preview.wants(200, "file", filepath.Join(s.person, ".cursor", "mcp.json"), "no_change", "false")
	digest := preview.at("digest")
	s.do("POST", "/api/clients/cursor", `{"action":"add","digest":"other"}`).wants(409, "error.code", "conflict")
	s.do("POST", "/api/clients/cursor", `{"action":"add","digest":"`+digest+`"}`).wants(200, "status", "registered", "id", "cursor")
	s.get("/api/clients").wants(200, "clients.1.status", "registered")
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
