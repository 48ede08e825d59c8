package api_test

import (
	"path/filepath"
	"testing"
	"time"

	"memtray/app/api"
	"memtray/store"
	"memtray/store/care"
	"memtray/store/sqlite"
)

// TestNotices: the status tells them, and each answer takes effect once.
func TestNotices(t *testing.T) {
	s := newSite(t)
	s.get("/api/status").wants(200, "notices", "[]")
	s.save(`{"body":"one"}`)
	b, err := care.New(s.store).Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.do("PATCH", "/api/memories/1", `{"body":"changed","revision":1}`).wants(200)
	raise := func() {
		t.Helper()
		err := sqlite.Raise(s.home, store.Notice{Code: store.NoticeDamaged, Severity: store.Failure, At: store.MillisOf(time.Now()), File: "memtray.db.damaged-x",
			Backup: &b, Actions: []store.NoticeAction{store.ActionRestore, store.ActionDismiss}})
		if err != nil {
			t.Fatal(err)
		}
	}
	raise()
	s.get("/api/status").wants(200, "notices.#", "1", "notices.0.code", "damaged", "notices.0.severity", "failure", "notices.0.file", "memtray.db.damaged-x",
		"notices.0.backup.memories", "1", "notices.0.backup.file", filepath.Join(s.home, "backups", filepath.Base(b.File)), "notices.0.actions.0", "restore")
	s.do("POST", "/api/notices/damaged", `{"action":"explode"}`).wants(400)
	s.do("POST", "/api/notices/damaged", `{}`).wants(400)
	s.do("POST", "/api/notices/../../x", `{"action":"dismiss"}`).wants(404)
	s.do("POST", "/api/notices/none", `{"action":"dismiss"}`).wants(404)
	s.do("POST", "/api/notices/damaged", `{"action":"restore"}`).wants(200, "notices", "[]")
	s.get("/api/memories/1").wants(200, "memory.body", "one")
	s.do("POST", "/api/notices/damaged", `{"action":"restore"}`).wants(404)
	raise()
	s.do("POST", "/api/notices/damaged", `{"action":"dismiss"}`).wants(200, "notices", "[]")
}

// TestNotices_Event: open dashboards are told that there is something to read.
func TestNotices_Event(t *testing.T) {
	s := newSite(t)
	events := s.hub.Subscribe(t.Context())
	go s.hub.Run(t.Context())
	s.hub.SetVisible(true)
	deadline := time.After(15 * time.Second)
	raised := false
	for {
		select {
		case ev := <-events:
			if ev.Type != api.SettingsChanged {
				continue
			}
			if raised {
				return
			}
			raised = true // the first one comes with every start
			time.AfterFunc(100*time.Millisecond, func() {
				if err := sqlite.Raise(s.home, store.Notice{Code: store.NoticeIndex, Actions: []store.NoticeAction{}}); err != nil {
					t.Error(err)
				}
			})
		case <-deadline:
			t.Fatal("no event came")
		}
	}
}
