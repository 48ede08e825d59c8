package e2e

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"memtray/app/e2e/desktop"
)

// window is the desktop program's window, on a desktop of its own: read through
// the web view's inspector, used by the keyboard.
type window struct {
	t       *testing.T
	desktop *desktop.Desktop
	page    *desktop.Page
}

// openWindow starts the desktop program and waits for its window and its page.
func (p *person) openWindow(t *testing.T) *window {
	t.Helper()
	app := desktopApp(t)
	missing := desktop.Missing()
	require(t, len(missing) == 0, fmt.Sprintf("a desktop for tests; missing are %q", missing))
	w := &window{t: t, desktop: desktop.Start(t, desktop.Whole)}
	inspector := freeAddress(t)
	cmd := p.command(t, app)
	cmd.Env = append(p.env("WEBKIT_INSPECTOR_HTTP_SERVER="+inspector), w.desktop.Env()...)
	var log output
	cmd.Stdout, cmd.Stderr = &log, &log
	run := start(t, cmd)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("memtray wrote:\n%s", log.String())
		}
	})
	w.desktop.WaitWindow(t, "Memtray", true)
	eventually(t, "the window's page", func() (err error) {
		select {
		case <-run.done:
			t.Fatalf("memtray ended: %s", log.String())
		default:
		}
		w.page, err = desktop.Inspect(t.Context(), inspector)
		return err
	})
	t.Cleanup(w.page.Close)
	return w
}

// freeAddress returns a loopback address where nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// shows waits until the window's page holds text.
func (w *window) shows(text string) { w.t.Helper(); w.wait(text, true) }

// lacks waits until the window's page does not hold text.
func (w *window) lacks(text string) { w.t.Helper(); w.wait(text, false) }

func (w *window) wait(text string, there bool) {
	w.t.Helper()
	eventually(w.t, fmt.Sprintf("the window shows %q: %v", text, there), func() error {
		var all string
		if err := w.page.Eval(`document.body.innerText`, &all); err != nil {
			return err
		}
		if strings.Contains(all, text) != there {
			return errors.New(all)
		}
		return nil
	})
}

// press presses a key, by its X name, in the window.
func (w *window) press(key string) {
	w.t.Helper()
	w.desktop.Focus(w.t, "Memtray")
	w.desktop.Press(w.t, key)
}
