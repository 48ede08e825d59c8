//go:build windows || (linux && cgo)

package tray

import (
	"runtime"
	"strings"

	"github.com/getlantern/systray"
)

// New prepares the tray: call it on the main goroutine before the window's
// event loop starts, which then serves both. It calls do for every click, each
// in a goroutine of its own; ready is called once the first Show may follow.
//
// systray.Run is not an option: a second event loop beside the window's ends in
// crashes.
func New(do func(Action), ready func()) *Tray {
	systray.Register(ready, nil)
	return &Tray{host: &system{}, do: do}
}

// system is the host on getlantern/systray.
type system struct{ items []*systray.MenuItem }

func (s *system) add(parent int, label string, clicked func()) int {
	var item *systray.MenuItem
	if parent == 0 {
		item = systray.AddMenuItem(plain(label), "")
	} else {
		item = s.items[parent-1].AddSubMenuItem(plain(label), "")
	}
	s.items = append(s.items, item)
	go func() {
		// The channel has no buffer and a click that nobody waits for is
		// dropped, so this goroutine only ever waits.
		for range item.ClickedCh {
			go clicked()
		}
	}()
	return len(s.items)
}

func (s *system) separator() { systray.AddSeparator() }

func (s *system) set(line int, label string, enabled bool) {
	item := s.items[line-1]
	item.SetTitle(plain(label))
	if enabled {
		item.Enable()
	} else {
		item.Disable()
	}
}

func (s *system) show(line int, visible bool) {
	if visible {
		s.items[line-1].Show()
	} else {
		s.items[line-1].Hide()
	}
}

func (s *system) icon(i Icon) { systray.SetIcon(pictures[i]) }

func (s *system) tooltip(text string) { systray.SetTooltip(text) }

// quit removes the temporary file of the icon, too: the library does that here
// only.
func (s *system) quit() { systray.Quit() }

// plain returns a label that is drawn as it is: Windows takes & for the mark of
// an access key.
func plain(label string) string {
	if runtime.GOOS == "windows" {
		return strings.ReplaceAll(label, "&", "&&")
	}
	return label
}
