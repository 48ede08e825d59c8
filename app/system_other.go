//go:build !linux

package app

import "os/exec"

// Windows and macOS always have a display, a place for the tray's icon, and
// windows that zoom by themselves and keep their files apart; their window takes
// the system's theme before the page is painted.

func displayOpens() bool { return true }

func prefersDark() bool { return false }

func enableZoom() {}

func separateWebview() {}

// Only a machine without a display serves with a child process.
func endWithParent(*exec.Cmd) {}

func sessionBus() bool { return true }

func trayHost() bool { return true }
