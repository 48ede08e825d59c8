package e2e

import (
	"errors"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// mostRows is how many rows of a list may be in the document at once.
const mostRows = 60

func TestDashboard_TenThousandMemoriesScrollToTheEnd(t *testing.T) {
	p := newPerson(t)
	p.seedMany(t)
	s := p.serve(t)
	var listing struct{ Total int }
	s.must(t, "GET", "/api/memories?limit=1", nil, &listing)
	d := s.visit(t, "/memories", wide, mostRowsEver)
	d.count(listing.Total)

	// A jump into the middle, which no page before it has loaded.
	eval[any](d.tab, `document.querySelector('[role=listbox]').scrollTop = 300000`)
	eventually(t, "rows in the middle", func() error {
		rows := d.rows()
		if n := len(rows); n > 0 && rows[n-1].Position > 5000 && rows[n-1].Text != "" {
			return nil
		}
		return fmt.Errorf("%+v", rows)
	})

	d.press("j")
	d.press(kb.End)
	eventually(t, "the last memory", func() error {
		for _, r := range d.rows() {
			if r.Position == listing.Total && r.Cursor && r.Text != "" && r.Top < 800 {
				return nil
			}
		}
		return fmt.Errorf("%+v", d.rows())
	})
	d.press(kb.Home)
	eventually(t, "the first memory", func() error {
		for _, r := range d.rows() {
			if r.Position == 1 && r.Cursor {
				return nil
			}
		}
		return errors.New("the cursor is not there")
	})
	if n := eval[int](d.tab, `window.mostRows`); n > mostRows {
		t.Errorf("there were %d rows in the document at once, want at most %d", n, mostRows)
	}
}

// mostRowsEver keeps the greatest number of rows that were ever in the document.
const mostRowsEver = `
	window.mostRows = 0
	new MutationObserver(() => {
		window.mostRows = Math.max(window.mostRows, document.querySelectorAll('[role=option]').length)
	}).observe(document, {childList: true, subtree: true})
`

func TestDashboard_AReloadKeepsTheView(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--kind", "decision", "We deploy on Tuesdays")
	p.save(t, "--kind", "note", "Lunch is at noon")
	s := p.serve(t)
	d := s.visit(t, "/memories?kind=decision&q=deploy", wide)
	d.count(1)
	d.open("We deploy on Tuesdays")
	eventually(t, "the memory in the address", func() error { return d.addressHas("id=1") })
	eval[any](d.tab, `location.reload()`)
	d.find("heading", "We deploy on Tuesdays")
	d.count(1)
	eventually(t, "the same address", func() error {
		return errors.Join(d.addressHas("kind=decision"), d.addressHas("q=deploy"), d.addressHas("id=1"))
	})
}
