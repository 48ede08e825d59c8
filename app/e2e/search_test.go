package e2e

import (
	"testing"

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
