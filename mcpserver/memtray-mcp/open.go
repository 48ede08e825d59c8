package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"memtray/app/api"
)

const openDetails = `It prints the address and, where there is a display, opens the browser.`

// openCommand shows the dashboard that a memtray-mcp serve has put up.
func openCommand(ctx context.Context, env *cli, args []string) error {
	rest, err := parse(env.flags("open"), args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usagef("open takes no arguments besides flags")
	}
	if err := env.settle(); err != nil {
		return err
	}
	r, err := readRunning(env.global.home)
	if err != nil {
		return err
	}
	if !r.answers(ctx) {
		return errNotRunning
	}
	fmt.Fprintln(env.stdout, r.line())
	if !env.hasDisplay() {
		return nil
	}
	if err := startBrowser(r.Address + api.Ticket(r.Token, time.Now())); err != nil {
		return fmt.Errorf("no browser could be started, so open the address yourself: %w", err)
	}
	return nil
}

func (env *cli) hasDisplay() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	return env.getenv("DISPLAY") != "" || env.getenv("WAYLAND_DISPLAY") != ""
}

// startBrowser does not wait: some starters run as long as the browser.
func startBrowser(address string) error {
	var cmd *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		cmd = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	case "darwin":
		cmd = exec.Command("open", address)
	default:
		cmd = exec.Command("xdg-open", address)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release()
}
