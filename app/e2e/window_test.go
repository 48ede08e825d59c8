//go:build linux

package e2e

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"memtray/app/e2e/desktop"
)

const windowTitle = "Memtray"

// tenant is the desktop app, running on a private desktop.
type tenant struct {
	*process
	person         *person
	desk           *desktop.Desktop
	stdout, stderr output
	inspector      string
	page           *desktop.Page
}

// privateDesktop starts a desktop, or skips the test where there is none.
func privateDesktop(t *testing.T, kind desktop.Kind) *desktop.Desktop {
	t.Helper()
	slow(t)
	missing := desktop.Missing()
	require(t, len(missing) == 0, strings.Join(missing, ", "))
	return desktop.Start(t, kind)
}

// appCommand prepares the desktop app for this person on that desktop.
func (p *person) appCommand(t *testing.T, d *desktop.Desktop, args ...string) *exec.Cmd {
	t.Helper()
	cmd := p.command(t, desktopApp(t), args...)
	cmd.Env = p.env(d.Env()...)
	return cmd
}

// startWindow starts the desktop app. More of the environment can be given as
// arguments of the form NAME=value.
func (p *person) startWindow(t *testing.T, d *desktop.Desktop, args ...string) *tenant {
	t.Helper()
	env := slices.DeleteFunc(slices.Clone(args), func(s string) bool { return strings.HasPrefix(s, "-") })
	flags := slices.DeleteFunc(slices.Clone(args), func(s string) bool { return !strings.HasPrefix(s, "-") })
	shim(t) // the app does not start without it
	cmd := p.appCommand(t, d, flags...)
	w := &tenant{person: p, desk: d, inspector: freeAddress(t)}
	cmd.Env = append(append(cmd.Env, env...), "WEBKIT_INSPECTOR_HTTP_SERVER="+w.inspector)
	cmd.Stdout, cmd.Stderr = &w.stdout, &w.stderr
	w.process = start(t, cmd)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("memtray wrote:\n%s%s", w.stdout.String(), w.stderr.String())
		}
	})
	return w
}

// eval evaluates JavaScript in the window's page.
func (w *tenant) eval(expression string, result any) error {
	if w.page == nil {
		ctx, stop := context.WithTimeout(context.Background(), limit)
		defer stop()
		page, err := desktop.Inspect(ctx, w.inspector)
		if err != nil {
			return err
		}
		w.page = page
	}
	err := w.page.Eval(expression, result)
	if err != nil {
		w.page.Close()
		w.page = nil // the next call connects anew
	}
	return err
}

// waitPage waits until an expression is true in the page.
func (w *tenant) waitPage(t *testing.T, expression string) {
	t.Helper()
	eventually(t, expression, func() error {
		var ok bool
		if err := w.eval("!!("+expression+")", &ok); err != nil {
			return err
		}
		if !ok {
			var text string
			_ = w.eval("location.hash + ' ' + document.body.innerText", &text)
			return fmt.Errorf("the page is at %q", text)
		}
		return nil
	})
}

// waitEnd waits until the app has ended, with nothing left of it: no child, no
// temporary icon, no lock.
func (w *tenant) waitEnd(t *testing.T, code int, family []int) {
	t.Helper()
	select {
	case <-w.done:
	case <-time.After(limit):
		t.Fatalf("memtray did not end within %s", limit)
	}
	if got := w.cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("exit status %d, want %d", got, code)
	}
	eventually(t, "end of all child processes", func() error {
		for _, pid := range family {
			if state := processState(pid); state != "" && state != "Z" {
				return fmt.Errorf("process %d is in state %s", pid, state)
			}
		}
		return nil
	})
	left, err := filepath.Glob(filepath.Join(w.person.tmp, "systray_*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary icons left: %v %v", left, err)
	}
	lock, err := os.Open(filepath.Join(w.person.data(), "run", "app.lock"))
	if err != nil {
		t.Fatalf("the lock's file must stay: %v", err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		t.Errorf("the data folder is still locked: %v", err)
	}
}

// family returns the descendants of the app.
func (w *tenant) family(t *testing.T) []int {
	t.Helper()
	entries, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	parents := map[int]int{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if f := statFields(pid); len(f) > 1 {
			parents[pid], _ = strconv.Atoi(f[1])
		}
	}
	var all []int
	for pid := range parents {
		for up := pid; up > 1; up = parents[up] {
			if parents[up] == w.cmd.Process.Pid {
				all = append(all, pid)
				break
			}
		}
	}
	return all
}

// processState returns the state letter of a process, "" if there is none.
func processState(pid int) string {
	if f := statFields(pid); len(f) > 0 {
		return f[0]
	}
	return ""
}

// statFields returns state, parent and so on of a process.
func statFields(pid int) []string {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	_, rest, _ := strings.Cut(string(raw[bytes.LastIndexByte(raw, ')'):]), " ")
	return strings.Fields(rest)
}

// shot takes a picture of the screen, fails if it is blank, and keeps it where
// -shots asks for it.
func (w *tenant) shot(t *testing.T, name string) {
	t.Helper()
	dir := *shotsDir
	if dir == "" {
		dir = t.TempDir()
	}
	file := filepath.Join(dir, name+".png")
	eventually(t, "a picture with content", func() error {
		w.desk.Shot(t, file)
		if n := colours(t, file); n < 20 {
			return fmt.Errorf("%d colours", n)
		}
		return nil
	})
}

// colours counts the colours of the lower half of a picture, away from the panel.
func colours(t *testing.T, file string) int {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[3]uint32]bool{}
	b := img.Bounds()
	for y := b.Dy() / 10; y < b.Dy(); y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			seen[[3]uint32{r, g, b}] = true
		}
	}
	return len(seen)
}

// hasLabel waits until the tray's menu has a line, or has not.
func hasLabel(t *testing.T, tray *desktop.Tray, label string, want bool) {
	t.Helper()
	eventually(t, fmt.Sprintf("%q in the menu: %v", label, want), func() error {
		labels, err := tray.Labels()
		if err != nil {
			return err
		}
		if slices.Contains(labels, label) != want {
			return fmt.Errorf("the menu is %q", labels)
		}
		return nil
	})
}

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
		"Pause saving", "For 1 hour", "Until tomorrow", "Until I resume", "",
		"Open dashboard", "Quit Memtray",
	}
	if err != nil || !slices.Equal(labels, want) {
		t.Fatalf("the menu is %q %v, want %q", labels, err, want)
	}
	w.waitPage(t, "document.readyState == 'complete'")
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
	if second.code != 0 || second.stdout+second.stderr != "" {
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

// TestWindow_Damaged: a store that cannot be opened is said in the window and
// in the exit status, and left as it is.
func TestWindow_Damaged(t *testing.T) {
	d := privateDesktop(t, desktop.Whole)
	p := newPerson(t)
	const content = "this is no database, but somebody's only copy of something"
	p.write(t, ".local/share/memtray/memtray.db", strings.Repeat(content, 100))
	w := p.startWindow(t, d, "--hidden")
	d.WaitWindow(t, windowTitle, true)
	w.waitPage(t, "document.body.innerText.includes('could not start')")
	w.shot(t, "window-damaged")
	family := w.family(t)
	d.Close(t, windowTitle)
	w.waitEnd(t, 1, family)
	if got := p.read(t, ".local/share/memtray/memtray.db"); got != strings.Repeat(content, 100) {
		t.Error("the file was changed")
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
