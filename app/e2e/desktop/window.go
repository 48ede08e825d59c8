//go:build linux

package desktop

import (
	"fmt"
	"strings"
	"testing"
)

// Windows returns the titles of the windows that are shown.
func (d *Desktop) Windows(t testing.TB) []string {
	t.Helper()
	titles, err := d.windows()
	if err != nil {
		t.Fatal(err)
	}
	return titles
}

func (d *Desktop) windows() ([]string, error) {
	out, err := d.output("wmctrl", "-l")
	if err != nil {
		return nil, err
	}
	var titles []string
	for line := range strings.Lines(out) {
		// id, desktop (-1 for panels), machine, title
		f := strings.Fields(line)
		if len(f) >= 4 && f[1] != "-1" {
			titles = append(titles, strings.Join(f[3:], " "))
		}
	}
	return titles, nil
}

// WaitWindow waits until a window with this title is shown, or is not.
func (d *Desktop) WaitWindow(t testing.TB, title string, there bool) {
	t.Helper()
	d.wait(t, fmt.Sprintf("window %q shown: %v", title, there), func() error {
		titles, err := d.windows()
		if err != nil {
			return err
		}
		found := false
		for _, one := range titles {
			found = found || one == title
		}
		if found != there {
			return fmt.Errorf("windows: %q", titles)
		}
		return nil
	})
}

// Close asks a window to close, as its X does.
func (d *Desktop) Close(t testing.TB, title string) {
	t.Helper()
	d.must(t, "wmctrl", "-F", "-c", title)
}

// Focus brings a window to the front and gives it the keyboard.
func (d *Desktop) Focus(t testing.TB, title string) {
	t.Helper()
	d.must(t, "wmctrl", "-F", "-a", title)
	d.wait(t, "focus", func() error {
		name, err := d.output("xdotool", "getactivewindow", "getwindowname")
		if err == nil && strings.TrimSpace(name) != title {
			err = fmt.Errorf("%q is active", name)
		}
		return err
	})
}

// Type types text into whatever has the keyboard.
func (d *Desktop) Type(t testing.TB, text string) {
	t.Helper()
	d.must(t, "xdotool", "type", "--delay", "20", text)
}

// Press presses keys, such as ctrl+plus.
func (d *Desktop) Press(t testing.TB, keys ...string) {
	t.Helper()
	d.must(t, "xdotool", append([]string{"key"}, keys...)...)
}

// Shot writes a picture of the whole screen into a file.
func (d *Desktop) Shot(t testing.TB, file string) {
	t.Helper()
	d.must(t, "import", "-window", "root", file)
}
