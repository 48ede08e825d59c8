//go:build linux

package desktop

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	// limit bounds every wait for what is tested.
	limit = 5 * time.Second

	// starting bounds the wait for a program of the desktop itself, which is not
	// what is tested: on a busy machine a window manager takes its time.
	starting = 30 * time.Second
)

// Needs are the programs that a desktop is made of.
func Needs() []string {
	return []string{"Xvfb", "dbus-daemon", "openbox", "xfce4-panel", "wmctrl", "xdotool", "import"}
}

// Missing returns those of [Needs] that the machine lacks.
func Missing() []string {
	var missing []string
	for _, name := range Needs() {
		if _, err := exec.LookPath(name); err != nil {
			missing = append(missing, name)
		}
	}
	return missing
}

// Kind says how much of a desktop there is.
type Kind int

// The kinds.
const (
	Whole   Kind = iota // bus, window manager and a panel with a tray
	NoPanel             // a bus, but nothing that shows tray icons
	NoBus               // a display and a window manager only
)

// Desktop is a running desktop.
type Desktop struct {
	dir string
	env []string // of the programs that run on it
	bus *dbus.Conn
}

// Start makes a desktop that ends with the test.
func Start(t testing.TB, kind Kind) *Desktop {
	t.Helper()
	d := &Desktop{dir: t.TempDir()}
	for _, name := range []string{"run", "config"} {
		if err := os.Mkdir(filepath.Join(d.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	d.env = []string{
		"XDG_RUNTIME_DIR=" + filepath.Join(d.dir, "run"),
		"GDK_BACKEND=x11",
		"NO_AT_BRIDGE=1", // no accessibility bus that would outlive us
	}
	d.env = append(d.env, "DISPLAY=:"+d.firstLine(t, "Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"))
	if kind != NoBus {
		address := d.firstLine(t, "dbus-daemon", "--session", "--nofork", "--print-address=3")
		d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+address)
		d.connect(t, address)
	}
	d.run(t, exec.Command("openbox"))
	if kind == Whole {
		d.startPanel(t)
	}
	d.waitFor(t, starting, "the window manager", func() error { _, err := d.output("wmctrl", "-m"); return err })
	return d
}

// Env returns what the programs on this desktop need in their environment.
func (d *Desktop) Env() []string { return d.env }

// connect joins the session bus.
func (d *Desktop) connect(t testing.TB, address string) {
	t.Helper()
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatalf("session bus: %v", err)
	}
	t.Cleanup(func() { bus.Close() })
	d.bus = bus
}

// startPanel starts the panel and waits for its tray.
func (d *Desktop) startPanel(t testing.TB) {
	t.Helper()
	settings := filepath.Join(d.dir, "config", "xfce4", "xfconf", "xfce-perchannel-xml")
	if err := os.MkdirAll(settings, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(settings, "xfce4-panel.xml"), []byte(panelSettings), 0o600); err != nil {
		t.Fatal(err)
	}
	d.run(t, exec.Command("xfce4-panel", "--disable-wm-check"))
	d.waitFor(t, starting, "the panel's tray", func() error {
		var there bool
		err := d.bus.BusObject().Call("org.freedesktop.DBus.NameHasOwner", 0, watcherName).Store(&there)
		if err == nil && !there {
			err = fmt.Errorf("nothing owns %s", watcherName)
		}
		return err
	})
}

// firstLine starts a program of the desktop and returns the first line that it
// writes to its file 3, which is where it can be reached.
func (d *Desktop) firstLine(t testing.TB, name string, args ...string) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	cmd := exec.Command(name, args...)
	cmd.ExtraFiles = []*os.File{write}
	d.run(t, cmd)
	write.Close()
	if err := read.SetReadDeadline(time.Now().Add(starting)); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("%s did not say where it is: %v", name, err)
	}
	return strings.TrimSpace(line)
}

// run starts a program of the desktop, whose home is the desktop's own folder.
// It leads a process group, which is killed when the test ends.
func (d *Desktop) run(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	cmd.Dir = d.dir
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + d.dir, "LC_ALL=C.UTF-8",
		"XDG_CONFIG_HOME=" + filepath.Join(d.dir, "config"),
		"XDG_CACHE_HOME=" + filepath.Join(d.dir, "cache"),
		"XDG_DATA_HOME=" + filepath.Join(d.dir, "data"),
	}, d.env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM)
		time.AfterFunc(limit, func() { syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		cmd.Wait()
	})
}

// output runs a program on the desktop to its end.
func (d *Desktop) output(name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=" + d.dir, "LC_ALL=C.UTF-8"}, d.env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %v: %w: %s", name, args, err, out)
	}
	return string(out), nil
}

// must is output for what cannot fail unless the desktop is broken.
func (d *Desktop) must(t testing.TB, name string, args ...string) string {
	t.Helper()
	out, err := d.output(name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// wait polls until check returns nil.
func (d *Desktop) wait(t testing.TB, what string, check func() error) {
	t.Helper()
	d.waitFor(t, limit, what, check)
}

func (d *Desktop) waitFor(t testing.TB, within time.Duration, what string, check func() error) {
	t.Helper()
	deadline := time.Now().Add(within)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s: %v", what, within, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// panelSettings is a bar at the top with a list of windows and a tray.
const panelSettings = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="32"/>
      <property name="plugin-ids" type="array">
        <value type="int" value="1"/>
        <value type="int" value="2"/>
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="tasklist"/>
    <property name="plugin-2" type="string" value="systray"/>
  </property>
</channel>
`
