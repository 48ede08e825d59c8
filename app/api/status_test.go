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
