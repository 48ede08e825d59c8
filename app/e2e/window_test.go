//go:build linux

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"memtray/app/e2e/desktop"
	"memtray/store"
)

// holdsOnly fails if a folder holds anything else: a web view, for one, keeps
// files where it likes.
func holdsOnly(t *testing.T, dir string, known ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(known, e.Name()) {
			t.Errorf("%s holds %s", dir, e.Name())
		}
	}
}

func TestWindow(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	p.save(t, "--title", "Deploy on Tuesdays", "The release train leaves on Tuesday at ten.")
	id := p.save(t, "--title", "Ports & __names__", "The preview listens on 8081.")
	w := p.startWindow(t, d, "--hidden")
	tray := d.Tray(t)

	hasLabel(t, tray, "Saving", true)
	labels, err := tray.Labels()
	want := []string{
		"Saving", "2 memories, 2 today", "",
		"Search…", "Add a memory…", "",
		"Ports & __names__", "Deploy on Tuesdays", "",
		"Clients…", "Pause saving", "For 1 hour", "Until tomorrow", "Until I resume", "",
		"Open dashboard", "Settings…", "Quit Memtray",
	}
	if err != nil || !slices.Equal(labels, want) {
		t.Fatalf("the menu is %q %v, want %q", labels, err, want)
	}
	w.waitPage(t, "document.body.innerText.includes('Deploy on Tuesdays')")
	if shown := d.Windows(t); len(shown) != 0 {
		t.Fatalf("started with --hidden, but windows are shown: %q", shown)
	}

	// The menu opens the window; the keyboard reaches the search.
	tray.Click(t, "Search…")
	d.WaitWindow(t, windowTitle, true)
	d.Focus(t, windowTitle)
	w.waitPage(t, "document.hasFocus() && document.activeElement.tagName == 'INPUT'")
	d.Type(t, "tuesday")
	w.waitPage(t, "document.activeElement.value == 'tuesday'")
	w.waitPage(t, "document.body.innerText.includes('Deploy on Tuesdays') && !document.body.innerText.includes('Ports & __names__')")
	w.shot(t, "window-search")

	// Install links of clients are opened by the system, not shown as pages.
	w.waitPage(t, "typeof window.runtime?.BrowserOpenURL == 'function'")

	// Zoom as in browsers.
	var before, after int
	zoomed := func(dst *int) func() error {
		return func() error { return w.eval("window.innerWidth", dst) }
	}
	eventually(t, "width", zoomed(&before))
	d.Press(t, "ctrl+plus")
	eventually(t, "a narrower page after ctrl+plus", func() error {
		return errors.Join(zoomed(&after)(), unless(after < before))
	})
	d.Press(t, "ctrl+0")
	eventually(t, "the same page after ctrl+0", func() error {
		return errors.Join(zoomed(&after)(), unless(after == before))
	})

	// Closing hides.
	d.Close(t, windowTitle)
	d.WaitWindow(t, windowTitle, false)
	if n := d.Icons(t); n != 1 {
		t.Fatalf("%d icons in the tray after closing the window", n)
	}

	// A memory in the menu opens that memory.
	tray.Click(t, "Ports & __names__")
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, fmt.Sprintf("location.hash.includes('id=%d')", id))
	w.waitPage(t, "document.body.innerText.includes('The preview listens on 8081.')")
	w.shot(t, "window-memory")

	// A second start shows the window of the first.
	d.Close(t, windowTitle)
	d.WaitWindow(t, windowTitle, false)
	second := finish(t, p.appCommand(t, d))
	if second.code != 0 || second.stderr != "" || second.stdout != "Memtray is already running; its window is shown\n" {
		t.Errorf("second start: %+v", second)
	}
	d.WaitWindow(t, windowTitle, true)
	if n := d.Icons(t); n != 1 {
		t.Errorf("%d icons after a second start", n)
	}

	holdsOnly(t, p.data(), "memtray.db", "memtray.db-shm", "memtray.db-wal", "run", "logs", "backups", "webview")

	family := w.family(t)
	if len(family) == 0 {
		t.Error("found no child process of the window")
	}
	tray.Click(t, "Quit Memtray")
	w.waitEnd(t, 0, family)
	d.WaitWindow(t, windowTitle, false)
}

// TestWindow_Live: what others save and what the person pauses shows in the
// tray, while the window is hidden.
func TestWindow_Live(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	w := p.startWindow(t, d, "--hidden")
	tray := d.Tray(t)
	hasLabel(t, tray, "No memories yet", true)
	p.save(t, "--title", "First thing", "The first thing to know.")
	hasLabel(t, tray, "First thing", true)
	hasLabel(t, tray, "1 memory, 1 today", true)
	hasLabel(t, tray, "No memories yet", false)

	fine, err := tray.Picture()
	if err != nil {
		t.Fatal(err)
	}
	tray.Click(t, "Until I resume")
	hasLabel(t, tray, "Saving paused", true)
	hasLabel(t, tray, "Pause saving", false)
	eventually(t, "another icon while paused", func() error {
		paused, err := tray.Picture()
		return errors.Join(err, unless(!bytes.Equal(paused, fine)))
	})
	tray.Click(t, "Resume saving")
	hasLabel(t, tray, "Saving", true)
	hasLabel(t, tray, "Resume saving", false)

	if err := p.open(t).SetSetting(t.Context(), store.SettingLocale, "zh-CN"); err != nil {
		t.Fatal(err)
	}
	hasLabel(t, tray, "1 条记忆，今天 1 条", true)
	hasLabel(t, tray, "恢复记录", false)

	family := w.family(t)
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	w.waitEnd(t, 0, family)
}

func TestWindow_Chinese(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	p.save(t, "订单状态机：已支付之后只能退款或发货，不能取消。")
	w := p.startWindow(t, d, "--hidden", "LANG=zh_CN.UTF-8")
	tray := d.Tray(t)
	tray.Click(t, "新建记忆…") // likely before the page has loaded: it must not be lost
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, "location.hash.includes('new=1') && document.activeElement.tagName == 'TEXTAREA'")
	w.waitPage(t, "document.documentElement.lang == 'zh-CN'")
	w.shot(t, "window-new")
	hasLabel(t, tray, "1 条记忆，今天 1 条", true)
	hasLabel(t, tray, "订单状态机：已支付之后只能退款或发…", true)
	family := w.family(t)
	tray.Click(t, "退出 Memtray")
	w.waitEnd(t, 0, family)
}

// TestWindow_NoTray: where nothing shows a tray icon, the window is never
// hidden, and closing it ends the app.
func TestWindow_NoTray(t *testing.T) {
	for _, tt := range []struct {
		name string
		kind desktop.Kind
		args []string
	}{
		{"no bus", desktop.NoBus, []string{"--hidden"}},
		{"no panel", desktop.NoPanel, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := privateDesktop(t, tt.kind)
			w := newPerson(t).startWindow(t, d, tt.args...)
			d.WaitWindow(t, windowTitle, true)
			w.waitPage(t, "document.readyState == 'complete'")
			family := w.family(t)
			d.Close(t, windowTitle)
			w.waitEnd(t, 0, family)
		})
	}
}

// TestWindow_Newer: a store that cannot be opened is said in the window and in
// the exit status, and left as it is.
func TestWindow_Newer(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	p.save(t, "one")
	p.setVersion(t, 7)
	w := p.startWindow(t, d, "--hidden")
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, "document.body.innerText.includes('could not start')")
	w.waitPage(t, "document.body.innerText.includes('version 7, this program knows up to 1')")
	w.shot(t, "window-newer")
	family := w.family(t)
	d.Close(t, windowTitle)
	w.waitEnd(t, 1, family)
}

// TestWindow_Kept: so is one that another program keeps for itself.
func TestWindow_Kept(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p, release := keptOut(t)
	defer release()
	w := p.startWindow(t, d)
	within(t, openBound+limit, "the window says what to do", func() error {
		var said bool
		err := w.eval("document.body.innerText.includes('"+keptLocked+"')", &said)
		return errors.Join(err, unless(said))
	})
	w.shot(t, "window-kept")
}

// TestWindow_Damaged: a damaged store is set aside, the window says so over the
// new one, and restores the backup with what was saved meanwhile.
func TestWindow_Damaged(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	p.save(t, "in the backup")
	p.must(t, "backup")
	const content = "this is no database, but somebody's only copy of something"
	p.write(t, ".local/share/memtray/memtray.db", content)
	p.save(t, "saved meanwhile")
	w := p.startWindow(t, d)
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, "document.querySelector('.notice')?.innerText.includes('damaged')")
	w.waitPage(t, "document.body.innerText.includes('saved meanwhile')")
	w.shot(t, "window-damaged")
	w.waitPage(t, "(document.querySelector('.notice .btn').click(), true)")
	w.waitPage(t, "document.body.innerText.includes('in the backup')")
	w.waitPage(t, "!document.querySelector('.notice')")
	aside, err := filepath.Glob(filepath.Join(p.home, ".local/share/memtray/memtray.db.damaged-*"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("set aside: %v, %v", aside, err)
	}
	if now, err := os.ReadFile(aside[0]); err != nil || string(now) != content {
		t.Errorf("what was set aside holds %q, %v", now, err)
	}
}

// TestWindow_NoDisplay: without a display the dashboard is served, and a second
// start says so.
func TestWindow_NoDisplay(t *testing.T) {
	p := newPerson(t)
	shim(t)
	cmd := p.command(t, desktopApp(t))
	var stdout, stderr output
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	w := &tenant{process: start(t, cmd), person: p}
	eventually(t, "the address", func() error {
		if !containsAll(stdout.String(), "http://127.0.0.1:", "#token=") {
			return fmt.Errorf("printed %q and %q", stdout.String(), stderr.String())
		}
		return nil
	})
	if !strings.Contains(stderr.String(), "no display") {
		t.Errorf("does not say why: %q", stderr.String())
	}
	second := finish(t, p.command(t, desktopApp(t)))
	if second.code != 0 || !strings.Contains(second.stdout, "without a window") {
		t.Errorf("second start: %+v", second)
	}
	family := w.family(t)
	if err := w.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	w.waitEnd(t, 0, family)
}
