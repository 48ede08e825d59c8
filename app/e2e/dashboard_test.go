package e2e

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// dashboard is a tab that shows the dashboard, with words for what a person
// does there.
type dashboard struct {
	*tab
}

// row is a drawn row of the list of memories.
type row struct {
	Text     string // all that is written in it
	Position int    // aria-posinset
	Size     int    // aria-setsize
	Selected bool
	Cursor   bool // the list's active descendant
	Top      int  // distance from the top of the page
}

// visit opens a view, such as /memories, and waits until it is drawn.
func (s *server) visit(t *testing.T, view string, l look, scripts ...string) *dashboard {
	t.Helper()
	d := &dashboard{openTab(t, s.view(view), l, scripts...)}
	d.find("navigation", "")
	return d
}

// rows returns the rows that are in the document.
func (d *dashboard) rows() []row {
	d.t.Helper()
	return eval[[]row](d.tab, `(() => {
		const list = document.querySelector('[role=listbox]')
		if (!list) return []
		const active = list.getAttribute('aria-activedescendant')
		return [...list.querySelectorAll('[role=option]')].map(o => ({
			Text: o.innerText, Position: +o.ariaPosInSet, Size: +o.ariaSetSize,
			Selected: o.ariaSelected === 'true', Cursor: o.id !== '' && o.id === active,
			Top: Math.round(o.getBoundingClientRect().top),
		}))
	})()`)
}

// row waits for the one row that holds text.
func (d *dashboard) row(text string) row {
	d.t.Helper()
	var found row
	eventually(d.t, fmt.Sprintf("one row with %q", text), func() error {
		all := d.rows()
		var n int
		for _, r := range all {
			if strings.Contains(r.Text, text) {
				found = r
				n++
			}
		}
		if n != 1 {
			return fmt.Errorf("%d of them among %+v", n, all)
		}
		return nil
	})
	return found
}

// noRow waits until no row holds text.
func (d *dashboard) noRow(text string) {
	d.t.Helper()
	eventually(d.t, fmt.Sprintf("no row with %q", text), func() error {
		for _, r := range d.rows() {
			if strings.Contains(r.Text, text) {
				return errors.New("it is there")
			}
		}
		return nil
	})
}

// count waits until the list says that it has n memories.
func (d *dashboard) count(n int) {
	d.t.Helper()
	eventually(d.t, fmt.Sprintf("a list of %d", n), func() error {
		rows := d.rows()
		if n == 0 && len(rows) == 0 {
			return nil
		}
		if len(rows) == 0 || rows[0].Size != n {
			return fmt.Errorf("the rows are %+v", rows)
		}
		return nil
	})
}

// cursorOn waits until the list's cursor is on the row that holds text.
func (d *dashboard) cursorOn(text string) {
	d.t.Helper()
	eventually(d.t, fmt.Sprintf("the cursor is on %q", text), func() error {
		for _, r := range d.rows() {
			if r.Cursor {
				if strings.Contains(r.Text, text) {
					return nil
				}
				return fmt.Errorf("it is on %q", r.Text)
			}
		}
		return errors.New("it is on no row")
	})
}

// open clicks a row and waits until the memory's text is shown beside the list.
func (d *dashboard) open(title string) {
	d.t.Helper()
	d.click("option", title)
	d.find("heading", title)
}

// search puts text into the search field, the way an input method does.
func (d *dashboard) search(text string) {
	d.t.Helper()
	d.click("searchbox", "^Search")
	d.retype(text)
}

// fill replaces the text of the field with a name.
func (d *dashboard) fill(name, text string) {
	d.t.Helper()
	d.click("textbox", name)
	d.retype(text)
}

// says waits for a status message that holds text.
func (d *dashboard) says(text string) {
	d.t.Helper()
	eventually(d.t, fmt.Sprintf("a message with %q", text), func() error {
		said := eval[string](d.tab, `[...document.querySelectorAll('[role=status],[role=alert]')].map(e => e.innerText).join(' | ')`)
		if strings.Contains(said, text) {
			return nil
		}
		return fmt.Errorf("the messages are %q", said)
	})
}

// leave moves the focus from a field to the page, where keys are commands.
func (d *dashboard) leave() { d.t.Helper(); d.press(kb.Escape) }

// addressHas returns an error unless the address holds part.
func (d *dashboard) addressHas(part string) error {
	d.t.Helper()
	if address := eval[string](d.tab, `location.href`); !strings.Contains(address, part) {
		return fmt.Errorf("the address is %s", address)
	}
	return nil
}
