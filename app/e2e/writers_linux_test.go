package e2e

import (
	"fmt"
	"sync"
	"testing"

	"memtray/app/e2e/desktop"
)

// TestWriters_WindowOpen: many processes save while the window is open. Nothing
// is lost, and the window shows all of it.
func TestWriters_WindowOpen(t *testing.T) {
	const processes, saves = 8, 500
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	w := p.startWindow(t, d)
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, "document.readyState == 'complete'")
	var wg sync.WaitGroup
	for i := range processes {
		a := newAgent(t, p, fmt.Sprintf("client-%d", i))
		wg.Go(func() { a.saveAll(t, fmt.Sprintf("process %d", i), saves) })
	}
	wg.Wait()
	p.holds(t, processes*saves)
	hasLabel(t, d.Tray(t), "4,000 memories, 4,000 today", true)
	w.waitPage(t, fmt.Sprintf("document.body.innerText.replace(/\\D/g, ' ').includes(' %d ') || document.body.innerText.includes('4,000')", processes*saves))
	w.shot(t, "window-writers")
}
