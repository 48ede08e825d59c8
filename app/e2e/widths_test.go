package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// widths are those of small phones, of both sides of the change to one pane, of
// the narrowest three panes, and of common windows.
var widths = []int64{320, 360, 899, 900, 930, 973, 1000, 1100, 1280}

// outside returns the bars' buttons that a person cannot see whole.
const outside = `[...document.querySelectorAll('.head, .foot, [role=toolbar], main > .bar')].flatMap(bar => {
	const pane = bar.closest('.pane').getBoundingClientRect()
	return [...bar.querySelectorAll('button')].filter(b => b.checkVisibility()).filter(b => {
		const box = b.getBoundingClientRect()
		return box.left < Math.max(0, pane.left) || box.right > Math.min(innerWidth, pane.right) + 0.5 || b.scrollWidth > b.clientWidth + 1
	}).map(b => b.title || b.innerText)
})`

func TestDashboard_FitsEveryWidth(t *testing.T) {
	p := newPerson(t)
	p.save(t, "--title", "Loose", "A memory that is not pinned")
	p.save(t, "--title", "Pinned", "A memory that is")
	s := p.serve(t)
	s.must(t, "PATCH", "/api/memories/2", map[string]any{"pinned": true, "revision": 1}, nil)
	for _, language := range []string{"en", "zh-CN"} {
		s.must(t, "PATCH", "/api/settings", map[string]string{"locale": language}, nil)
		for _, view := range []string{"/memories?id=1", "/memories?id=2", "/memories", "/memories?new=1", "/trash", "/clients?id=cursor", "/settings"} {
			d := s.visit(t, view, wide)
			settle(d)
			for _, width := range widths {
				d.show(look{width: width, height: 700})
				at := fmt.Sprintf("%s, %s, %d px", language, view, width)
				eventually(t, at+" is laid out", func() error {
					return unless(eval[bool](d.tab, fmt.Sprintf(`innerWidth === %d && document.querySelectorAll('.pane').length > 0`, width)))
				})
				if got := eval[int64](d.tab, `document.documentElement.scrollWidth`); got > width {
					t.Errorf("%s: the page is %d wide", at, got)
				}
				if cut := eval[[]string](d.tab, outside); len(cut) > 0 {
					t.Errorf("%s: cut off: %s", at, strings.Join(cut, ", "))
				}
			}
			d.close()
		}
	}
}
