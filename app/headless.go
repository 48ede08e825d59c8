package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"
	"time"

	"memtray/app/clients"
)

// runHeadless serves the dashboard on loopback until ctx ends, for machines
// without a display. It is memtray-mcp that serves: one program with one way to
// hand out addresses and tokens, whoever starts it.
func runHeadless(ctx context.Context, home string, only *instance, stdout, stderr io.Writer) error {
	command, err := clients.ShimPath()
	if err != nil {
		return fmt.Errorf("serve the dashboard without a display: %w", err)
	}
	fmt.Fprintln(stderr, "memtray: no display; serving the dashboard on this machine instead, Ctrl-C ends it")
	err = only.listen(func() string {
		return "Memtray runs without a window; memtray-mcp open prints the address of its dashboard"
	})
	if err != nil {
		return err
	}
	serve := exec.CommandContext(ctx, command, "--home", home, "serve")
	serve.Stdout, serve.Stderr = stdout, stderr
	endWithParent(serve)
	serve.Cancel = func() error { return serve.Process.Signal(syscall.SIGTERM) }
	serve.WaitDelay = 3 * time.Second
	err = serve.Run()
	if ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)) {
		return nil // it was told to end
	}
	if err != nil {
		return fmt.Errorf("serve the dashboard: %w", err)
	}
	return nil
}
