// Command memtray is the desktop app: the tray icon and the window with the
// dashboard. The folder of this file is the one that Wails builds.
package main

import (
	"os"

	"memtray/app"
)

func main() { os.Exit(app.Run(os.Args[1:], os.Stdout, os.Stderr)) }
