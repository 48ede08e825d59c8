package app

/*
#cgo pkg-config: gtk+-3.0 webkit2gtk-4.1
#include "system_linux.h"
*/
import "C"

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/godbus/dbus/v5"
)

// displayOpens reports whether windows can be shown. It asks GTK, since a
// variable that names a display says nothing about whether it is there; GTK's
// own way to say no is to end the process.
func displayOpens() bool {
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return false
	}
	return C.memtray_display_opens() != 0
}

// prefersDark reports whether the desktop's theme is a dark one.
func prefersDark() bool { return C.memtray_prefers_dark() != 0 }

// enableZoom lets Ctrl with +, -, 0 and the wheel zoom the page, which WebKitGTK
// leaves to the program.
func enableZoom() { C.memtray_enable_zoom() }

// separateWebview gives the web view a folder of its own. To be called between
// the making of the tray and of the window.
func separateWebview() { C.memtray_set_webview_folder() }

// endWithParent makes cmd, before it starts, end when this process does, however
// that ends. It holds for the thread that starts cmd; the main goroutine, which
// calls this, stays on the main thread.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
}

// sessionBus reports whether there is a session bus, without which the tray's
// library only writes warnings. The library of D-Bus would start one if asked.
func sessionBus() bool { return busAddress() != "" }

func busAddress() string {
	if a := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); a != "" {
		return a
	}
	path := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus")
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		return "unix:path=" + path
	}
	return ""
}

// trayHost reports whether something shows tray icons now.
func trayHost() bool {
	address := busAddress()
	if address == "" {
		return false
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	bus, err := dbus.Connect(address, dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer bus.Close()
	var there bool
	err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, "org.kde.StatusNotifierWatcher").Store(&there)
	return err == nil && there
}
