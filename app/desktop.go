package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/runtime"

	"memtray/app/tray"
	"memtray/mcpserver"
	"memtray/store"
)

// desktop is the window and the tray over one opened data folder.
//
// The window cannot be shown, nor its page be told anything, before the page
// has loaded for the first time: until then every wish waits for ready.
type desktop struct {
	data *data      // nil if the data folder could not be opened
	tray *tray.Tray // nil without a session bus, and on macOS

	started chan struct{}   // closed when the event loop is about to run
	window  context.Context // of Wails; set before started is closed
	ready   chan struct{}   // closed when the page has loaded
	loaded  sync.Once
	drawn   chan struct{} // closed when the tray takes its first menu
	ending  chan struct{} // closed when the app ends
	endOnce sync.Once
}

// runDesktop shows the window and the tray until the person quits.
func runDesktop(f flags, home string, only *instance, stderr io.Writer) error {
	d := &desktop{
		started: make(chan struct{}), ready: make(chan struct{}),
		drawn: make(chan struct{}), ending: make(chan struct{}),
	}
	if err := only.listen(func() string { d.show(""); return "Memtray is already running; its window is shown" }); err != nil {
		return err
	}
	log, closeLog := mcpserver.OpenLog(home, "memtray", stderr)
	defer closeLog()
	slog.SetDefault(log) // also for the API
	var page http.Handler
	opened, failure := openData(home)
	if failure != nil {
		// A program that is started by a click has no terminal: the window says
		// what is wrong.
		page = failurePage(home, failure)
	} else {
		d.data, page = opened, opened.handler
		defer d.data.close()
	}
	if failure == nil && sessionBus() {
		if t := tray.New(d.act, func() { close(d.drawn) }); t.Available() {
			d.tray = t
			go d.watch()
		}
	}
	hidden := f.hidden && d.tray != nil
	if hidden {
		go d.stayHidden()
	}
	separateWebview()
	if err := wails.Run(d.options(page, hidden, d.theme())); err != nil {
		return fmt.Errorf("open the window: %w", err)
	}
	d.end()
	return failure
}

// theme returns the person's choice: "", light or dark.
func (d *desktop) theme() string {
	if d.data == nil {
		return ""
	}
	theme, err := d.data.store.Setting(context.Background(), store.SettingTheme)
	if err != nil {
		return ""
	}
	return theme
}

// hostPatience is how long the app started with --hidden waits for a tray: at
// login it may be up before the panel is.
const hostPatience = 10 * time.Second

// stayHidden shows the window after all if nothing shows the tray's icon: a
// window that nothing can open must not be hidden.
func (d *desktop) stayHidden() {
	deadline := time.Now().Add(hostPatience)
	for !trayHost() {
		if time.Now().After(deadline) {
			slog.Warn("no tray to hide in; showing the window")
			d.show("")
			return
		}
		select {
		case <-time.After(250 * time.Millisecond):
		case <-d.ending:
			return
		}
	}
}

// show brings the window to the front as soon as it can be, at a place of the
// dashboard ("": where it is).
func (d *desktop) show(hash string) {
	go func() {
		select {
		case <-d.ready:
		case <-d.ending:
			return
		}
		if d.data != nil {
			d.data.hub.SetVisible(true)
		}
		if hash != "" {
			d.navigate(hash)
		}
		// Show alone leaves a window minimised, or behind others, where it is.
		runtime.WindowShow(d.window)
		runtime.WindowUnminimise(d.window)
	}()
}

// hide takes the window away; the tray stays.
func (d *desktop) hide() {
	runtime.WindowHide(d.window)
	if d.data != nil {
		d.data.hub.SetVisible(false)
	}
}

// quit ends the event loop, after which runDesktop returns. It goes through the
// tray where there is one: that alone removes the icon's temporary file.
func (d *desktop) quit() {
	d.end()
	if d.tray != nil {
		d.tray.Quit()
		return
	}
	<-d.started
	runtime.Quit(d.window)
}

// closing answers the window's close button: true keeps the window. Whether it
// hides or ends the app is decided anew each time, since the panel that shows
// the tray may have gone.
func (d *desktop) closing() bool {
	select {
	case <-d.ending:
		return false
	default:
	}
	if d.tray == nil {
		d.end()
		return false
	}
	if trayHost() {
		d.hide()
	} else {
		d.quit()
	}
	return true
}

// end lets everything that waits go.
func (d *desktop) end() { d.endOnce.Do(func() { close(d.ending) }) }
