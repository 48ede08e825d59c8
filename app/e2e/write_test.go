package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestDashboard_AMemoryIsWrittenAndStored(t *testing.T) {
	p := newPerson(t)
	s := p.serve(t)
	p.save(t, "One that is there")
	d := s.visit(t, "/memories", wide)
	d.click("button", "^Add a memory")
	d.fill("^Text", "Never deploy on Fridays.\n\n发布只在周二")
	d.hold(chromedp.ModifierCtrl, kb.Enter)
	d.row("Never deploy on Fridays")
	d.count(2)
	m := stored(t, s, 2)
	if m.Body != "Never deploy on Fridays.\n\n发布只在周二" || m.Client != "" {
		t.Errorf("stored %+v", m)
	}
}

func TestDashboard_AnEditIsStoredAndUndone(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--title", "Cache", "The cache lives for one hour.")
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.open("Cache")
	d.press("i")
	d.fill("^Text", "The cache lives for two hours.")
	d.hold(chromedp.ModifierCtrl, kb.Enter)
	d.shows("The cache lives for two hours.")
	if m := stored(t, s, 1); m.Body != "The cache lives for two hours." {
		t.Errorf("stored %q", m.Body)
	}
	d.press("z")
	d.shows("The cache lives for one hour.")
	if m := stored(t, s, 1); m.Body != "The cache lives for one hour." {
		t.Errorf("after undo %q is stored", m.Body)
	}
	d.hold(chromedp.ModifierShift, "Z")
	d.shows("The cache lives for two hours.")
}

func TestDashboard_AConflictShowsBothAndLosesNothing(t *testing.T) {
	p := newPerson(t)
	codex := newAgent(t, p, "codex")
	codex.save(t, map[string]any{"title": "Limit", "body": "The limit is 10."})
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.expect(409)
	d.open("Limit")
	d.press("i")
	d.fill("^Text", "The limit is 20.")

	codex.must(t, "memory_update", map[string]any{"id": 1, "body": "The limit is 30."})

	d.hold(chromedp.ModifierCtrl, kb.Enter)
	d.find("button", "^Keep mine")
	d.shows("30.")
	if m := stored(t, s, 1); m.Body != "The limit is 30." {
		t.Errorf("the other's text was overwritten by %q", m.Body)
	}
	if mine := d.find("textbox", "^Text").props["value"]; mine != "The limit is 20." {
		t.Errorf("the field holds %q, want what was typed", mine)
	}
	d.click("button", "^Keep mine")
	eventually(t, "mine is stored", func() error { return unless(stored(t, s, 1).Body == "The limit is 20.") })
}

func TestDashboard_APinIsSetAndTakenAway(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Pinned is recalled first")
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.open("Pinned is recalled first")
	d.click("button", "^Pin")
	d.find("button", "^Unpin")
	if !stored(t, s, 1).Pinned {
		t.Error("it is not stored as pinned")
	}
	d.press("p")
	d.find("button", "^Pin")
	if stored(t, s, 1).Pinned {
		t.Error("it is still stored as pinned")
	}
}

func TestDashboard_ATrashedMemoryComesBack(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Stale advice")
	p.save(t, "Good advice")
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.open("Stale advice")
	d.click("button", "^Trash")
	d.noRow("Stale advice")
	d.says("Moved #1 to trash")
	if m := stored(t, s, 1); m.State != "trashed" {
		t.Errorf("its state is %s", m.State)
	}
	d.click("button", "^Undo")
	d.row("Stale advice")

	d.click("option", "Stale advice")
	d.press("#")
	d.noRow("Stale advice")
	d.press("gt")
	d.open("Stale advice")
	d.click("button", "^Restore")
	d.noRow("Stale advice")
	d.press("gm")
	d.row("Stale advice")
	if m := stored(t, s, 1); m.State != "active" {
		t.Errorf("its state is %s", m.State)
	}
}

// storedMemory is a memory as the API tells it.
type storedMemory struct {
	Title, Body, Client, State string
	Pinned                     bool
	ReviewedAt                 int64 `json:"reviewed_at"`
}

func stored(t *testing.T, s *server, id int64) storedMemory {
	t.Helper()
	var answer struct{ Memory storedMemory }
	s.must(t, "GET", fmt.Sprintf("/api/memories/%d", id), nil, &answer)
	return answer.Memory
}

func TestDashboard_TheTrashIsEmptied(t *testing.T) {
	p := newPerson(t)
	for _, text := range []string{"The first slip", "The second slip", "What stays"} {
		p.save(t, text)
	}
	s := p.serve(t)
	s.must(t, "POST", "/api/acts", map[string]any{"ids": []int{1, 2}, "patch": map[string]any{"state": "trashed"}}, nil)
	d := s.visit(t, "/trash", wide)
	d.expect(404) // the page may ask for one that was just told to have changed
	d.count(2)
	d.click("button", "Empty trash")
	d.find("heading", "Delete 2 memories for good")
	d.fill("To go on", "2")
	d.click("button", "Delete for good")
	d.says("2 memories deleted for good")
	d.find("heading", "Trash is empty")
	var listing struct{ Total int }
	s.must(t, "GET", "/api/memories?state=trashed,active", nil, &listing)
	if listing.Total != 1 {
		t.Errorf("%d memories are left, want 1", listing.Total)
	}
}
