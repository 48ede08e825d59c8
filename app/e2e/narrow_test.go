package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// overlapped returns the marks of what a message lies over.
const overlapped = `(() => {
	const toast = document.querySelector('.toast').getBoundingClientRect()
	const over = e => {
		const box = e.getBoundingClientRect()
		return box.top < toast.bottom && toast.top < box.bottom && box.left < toast.right && toast.left < box.right
	}
	return [...document.querySelectorAll('main > .bar button, .rail a, .row.cursor')].filter(over).map(e => e.innerText)
})()`

func TestDashboard_NarrowMessageCoversNoVerdict(t *testing.T) {
	p := newPerson(t)
	for i := range 30 {
		p.save(t, fmt.Sprintf("Number %02d", i))
	}
	s := p.serve(t)
	d := s.visit(t, "/memories", narrow)
	d.open("Number 29")
	d.press("#")
	d.says("trash")
	d.find("heading", "Number 28")
	d.find("button", "^Keep")
	d.coversNothing("in a memory")

	d = s.visit(t, "/memories", narrow)
	d.press(strings.Repeat("j", 10)) // the last row that fits
	d.press("p")
	d.says("Pinned")
	d.coversNothing("in the list")
}

// coversNothing waits until the page has made room for its message.
func (d *dashboard) coversNothing(where string) {
	d.t.Helper()
	eventually(d.t, where+" the message covers nothing", func() error {
		if over := eval[[]string](d.tab, overlapped); len(over) > 0 {
			return fmt.Errorf("it lies over %q", over)
		}
		return nil
	})
}

// What is typed after a slash is a search, wherever the slash was pressed.
func TestDashboard_SlashSearchesFromEverywhere(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Expensive zebra")
	p.save(t, "Other")
	s := p.serve(t)
	for _, c := range []struct {
		view string
		look
		keys string
	}{
		{"/memories?id=1", wide, "/"},
		{"/memories?id=1", wide, "g/"},
		{"/memories?id=1", narrow, "/"},
		{"/memories?id=1", narrow, "g/"},
		{"/memories", narrow, "/"},
		{"/trash", wide, "/"},
		{"/clients", narrow, "/"},
		{"/settings", wide, "/"},
	} {
		d := s.visit(t, c.view, c.look)
		settle(d)
		d.press(c.keys)
		d.press("ex#pze")
		at := fmt.Sprintf("%s at %d px, after %q", c.view, c.width, c.keys)
		if got := eval[any](d.tab, `document.activeElement.type === 'search' && document.activeElement.value`); got != "ex#pze" {
			t.Errorf("%s: the search holds %v", at, got)
			continue
		}
		d.hold(chromedp.ModifierCtrl, "a")
		if got := eval[string](d.tab, `getSelection().toString()`); got != "ex#pze" {
			t.Errorf("%s: Ctrl+A selects %q", at, got)
		}
		d.gone("toolbar", "selected")
		d.press(kb.Delete)
	}
	var listing struct{ Total int }
	s.must(t, "GET", "/api/memories?limit=1", nil, &listing)
	if listing.Total != 2 || stored(t, s, 1).Pinned || stored(t, s, 2).Pinned {
		t.Errorf("typing acted: %d memories are left, the first is %+v", listing.Total, stored(t, s, 1))
	}
}

// The search keeps the focus when the window becomes too narrow for two panes.
func TestDashboard_TheSearchOutlivesANarrowerWindow(t *testing.T) {
	p := newPerson(t)
	p.save(t, "Only one")
	d := p.serve(t).visit(t, "/memories?id=1", wide)
	d.find("heading", "Only one")
	d.press("/")
	d.show(narrow)
	settle(d)
	d.press("one#")
	if got := eval[string](d.tab, `document.activeElement.value ?? ''`); got != "one#" {
		t.Errorf("the search holds %q", got)
	}
}
