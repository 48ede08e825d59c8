//go:build linux

package e2e

import (
	"bytes"
	"context"
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
			_ = w.eval("location.hash + ', focus in ' + document.activeElement.outerHTML.slice(0, 80) + ', text: ' + document.body.innerText", &text)
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
