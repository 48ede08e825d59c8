package e2e

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// stopwatch notes, in milliseconds, when the first row was on screen after the
// page was asked for, and how long each key took until the next painted frame.
const stopwatch = `
	window.firstRow = 0
	window.keyTimes = []
	const painted = then => requestAnimationFrame(() => {
		const channel = new MessageChannel()
		channel.port1.onmessage = () => then(performance.now())
		channel.port2.postMessage(0)
	})
	const look = () => {
		if (document.querySelector('[role=option]')) painted(now => { window.firstRow = now })
		else requestAnimationFrame(look)
	}
	look()
	addEventListener('keydown', e => painted(now => window.keyTimes.push(now - e.timeStamp)), true)
`

// TestDashboard_Speed prints figures. It asserts none: the machine decides.
func TestDashboard_Speed(t *testing.T) {
	p := newPerson(t)
	p.seedMany(t)
	d := p.serve(t).visit(t, "/memories", wide, stopwatch)
	eventually(t, "the first row", func() error { return unless(eval[float64](d.tab, `window.firstRow`) > 0) })
	t.Logf("%d memories: first row on screen after %.0f ms", many, eval[float64](d.tab, `window.firstRow`))

	const presses = 50
	for range presses {
		d.press("j")
	}
	d.report("j to painted row", presses)
	d.press("/")
	d.press("webhook")
	d.report("key in search to next frame", len("/webhook"))
	eval[any](d.tab, `document.activeElement.blur()`)
	d.press(kb.End)
	d.report("End to painted frame", 1)
}

// report prints the median and the slowest of the keys pressed since the last
// report.
func (d *dashboard) report(what string, presses int) {
	d.t.Helper()
	eventually(d.t, "the keys are painted", func() error {
		return unless(eval[int](d.tab, `window.keyTimes.length`) >= presses)
	})
	times := eval[[]float64](d.tab, `window.keyTimes.splice(0)`)
	slices.Sort(times)
	d.t.Logf("%s: median %.0f ms, slowest %.0f ms", what, times[len(times)/2], times[len(times)-1])
}
