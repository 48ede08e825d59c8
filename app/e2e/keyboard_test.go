package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestDashboard_TheKeyboardAloneIsEnough(t *testing.T) {
	p := newPerson(t)
	for _, title := range []string{"Elm", "Dogwood", "Cedar", "Birch", "Alder"} { // newest first: Alder … Elm
		p.save(t, title)
	}
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.count(5)

	d.cursorOn("Alder")
	d.press("jj")
	d.cursorOn("Cedar")
	d.press("k")
	d.cursorOn("Birch")

	d.press("x")
	d.press("j")
	d.press("x")
	if birch, cedar := d.row("Birch"), d.row("Cedar"); !birch.Selected || !cedar.Selected {
		t.Errorf("selected: %+v %+v, want both", birch, cedar)
	}
	d.press("#")
	d.noRow("Birch")
	d.noRow("Cedar")
	d.count(3)
	d.says("2 memories moved to trash")
	d.cursorOn("Dogwood")

	d.press("z")
	d.row("Birch")
	d.row("Cedar")
	d.hold(chromedp.ModifierShift, "Z")
	d.noRow("Birch")
	d.press("z")
	d.count(5)

	d.press(kb.Home)
	d.cursorOn("Alder")
	d.press(kb.Enter)
	d.find("heading", "Alder")
	d.press("u")
	d.press("e")
	eventually(t, "Alder is kept", func() error { return unless(stored(t, s, 5).ReviewedAt > 0) })
	d.cursorOn("Birch")

	d.press("n")
	d.find("textbox", "^Text").has(t, "focused", true)
	d.press("Fir")
	d.hold(chromedp.ModifierCtrl, kb.Enter)
	d.row("Fir")

	d.press("gt")
	eventually(t, "the trash", func() error { return d.addressHas("#/trash") })
	d.press("gm")
	d.row("Cedar")
	d.press("/")
	d.press("cedar")
	d.count(1)
	d.press(kb.Escape)
	d.press("?")
	d.find("dialog", "Keyboard shortcuts")
	d.press(kb.Escape)
	d.gone("dialog", "Keyboard shortcuts")
}

func TestDashboard_KeysTypedIntoAFieldAreText(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Stays where it is")
	d := p.serve(t).visit(t, "/memories", wide)
	d.press("j")
	d.click("searchbox", "^Search")
	d.press("x#zjk")
	if got := d.find("searchbox", "^Search").props["value"]; got != "x#zjk" {
		t.Errorf("the field holds %q", got)
	}
	d.search("")
	d.row("Stays where it is")
}

// Pruning at speed is what the list is for; its figures must stay right.
func TestDashboard_FastVerdictsLeaveTheRightList(t *testing.T) {
	p := newPerson(t)
	a := newAgent(t, p, "codex")
	for i := range 60 {
		a.save(t, map[string]any{"title": fmt.Sprintf("Fast %02d", i), "body": fmt.Sprintf("number %d", i)})
	}
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	d.count(60)
	for range 10 {
		d.press("#")
		d.press("e")
		d.press("x#")
		d.press("jz")
	}
	settle(d)
	var listing struct {
		Total int
		Rows  []struct{ Title string }
	}
	s.must(t, "GET", "/api/memories?limit=100", nil, &listing)
	d.count(listing.Total)
	if text := d.text(); strings.Contains(text, "1 new") || strings.Contains(text, " new\n") {
		t.Errorf("the person's own acts are announced as new:\n%s", text)
	}
	if listing.Total != 50 {
		t.Errorf("%d memories are left of 60 after 10 times trash, keep, trash, undo; want 50", listing.Total)
	}
	for _, r := range d.rows() {
		if !strings.Contains(r.Text, listing.Rows[r.Position-1].Title) {
			t.Errorf("row %d is %q, stored is %q", r.Position, r.Text, listing.Rows[r.Position-1].Title)
		}
	}
}

// A list of several pages is filled up from the next page after each verdict,
// while the verdict itself may still be on its way.
func TestDashboard_VerdictsOneByOneLeaveTheRightCount(t *testing.T) {
	p := newPerson(t)
	p.seedMany(t)
	s := p.serve(t)
	d := s.visit(t, "/memories", wide)
	for range 12 {
		settle(d)
		d.press("j#")
	}
	settle(d)
	var listing struct{ Total int }
	s.must(t, "GET", "/api/memories?limit=1", nil, &listing)
	d.count(listing.Total)
	d.gone("button", "^1 new")
}
