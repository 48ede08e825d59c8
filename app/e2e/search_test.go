package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

func TestDashboard_SearchFindsWhateverWasSaved(t *testing.T) {
	p := newPerson(t)
	for _, s := range specimens {
		p.save(t, "--", s.text)
	}
	d := p.serve(t).visit(t, "/memories", wide)
	d.count(len(specimens))
	for _, s := range specimens {
		for _, q := range s.queries {
			d.search(q)
			d.row(s.text[:12])
		}
	}
}

func TestDashboard_SearchForNothingIsNoError(t *testing.T) {
	p := newPerson(t)
	for _, s := range specimens {
		p.save(t, "--", s.text)
	}
	d := p.serve(t).visit(t, "/memories", wide)
	for _, q := range nothings {
		d.search(q)
		eventually(t, "the search is done", func() error { return d.addressHas("q=") })
	}
	d.search("zzzqqq")
	d.count(0)
	d.shows("zzzqqq")
	d.search("")
	d.count(len(specimens))
}

func TestDashboard_SearchFollowsEveryKey(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Retry webhooks with jitter")
	p.save(t, "Indent with tabs")
	d := p.serve(t).visit(t, "/memories", wide)
	d.count(2)
	d.press("/")
	d.press("web")
	d.count(1)
	d.row("Retry webhooks")
	d.press("zz")
	d.count(0)
	d.press(kb.Backspace + kb.Backspace)
	d.count(1)
}

// While one search is answered the next characters are typed; none may be lost
// to what the answer changes on the page.
func TestDashboard_FastTypingLosesNoCharacter(t *testing.T) {
	p := newPerson(t)
	p.seedMany(t)
	d := p.serve(t).visit(t, "/memories", wide)
	d.press("/")
	const text = "webhook receiver retry policy"
	for _, key := range text {
		d.press(string(key))
		time.Sleep(35 * time.Millisecond) // as fast as people type
	}
	settle(d)
	if got := d.find("searchbox", "^Search").props["value"]; got != text {
		t.Errorf("typed %q, the field holds %q", text, got)
	}
}
