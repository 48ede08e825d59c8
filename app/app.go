// Package app is the desktop process: it joins the store, the API, the window
// and the tray, and decides in which order they start and end.
//
// The order is: the lock of the single instance before anything is opened, then
// the question whether there is a display, the store, the tray, the window.
// Without a display the same dashboard is served on loopback.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"memtray/mcpserver"
	"memtray/store/sqlite"
)

// Run is the program: it takes the arguments without the program's name and
// returns the exit status: 0 only if all was done, 2 for wrong arguments.
func Run(args []string, stdout, stderr io.Writer) int {
	f, err := parse(args)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "memtray: %v\n", err)
		return 2
	case f.help:
		fmt.Fprint(stdout, usage)
		return 0
	case f.version:
		fmt.Fprintf(stdout, "memtray %s\n", mcpserver.Version)
		return 0
	}
	if err := start(f, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "memtray: %v\n", err)
		return 1
	}
	return 0
}

// start runs the app until it ends, or hands over to the one that runs already.
func start(f flags, stdout, stderr io.Writer) error {
	home, err := sqlite.ChosenHome(f.home)
	if err != nil {
		return err
	}
	only, err := claim(home)
	if errors.Is(err, errClaimed) {
		return showRunning(home, stdout)
	}
	if err != nil {
		return err
	}
	defer only.release()
	if displayOpens() {
		return runDesktop(f, home, only, stderr)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return runHeadless(ctx, home, only, stdout, stderr)
}
