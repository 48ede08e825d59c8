//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"memtray/store/sqlite"
)

// TestSignals: an idle process ends at each signal that asks it to, with
// success.
func TestSignals(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		p := newComputer(t).start()
		p.send(initialize)
		p.expect(`"id":1`)
		if err := p.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		p.wait()
	}
}

// TestOutputClosed: a client that closes its end ends the process with a
// failure, and not by a signal.
func TestOutputClosed(t *testing.T) {
	c := newComputer(t)
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := c.command()
	cmd.Stdout = write
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	write.Close()
	io.WriteString(in, initialize+saveLine(2, "nobody reads the answer"))
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 1 {
		t.Errorf("ended with %v, want exit code 1", cmd.ProcessState)
	}
}

// deaf starts a process whose output nobody reads, and sends it lines until it
// takes no more. It returns the input and how much was sent.
func (c computer) deaf(line func(int) string) (cmd *exec.Cmd, in io.Closer, sent int) {
	c.t.Helper()
	cmd = c.command("--client", "claude-code")
	feed, err := cmd.StdinPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { out.Close() })
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	io.WriteString(feed, initialize)
	moved := make(chan int)
	go func() {
		for i := range 100_000 {
			if _, err := io.WriteString(feed, line(i)); err != nil {
				return
			}
			moved <- i + 1
		}
	}()
	for {
		select {
		case sent = <-moved:
			if sent == 100_000 {
				c.t.Fatal("it never stops taking requests")
			}
		case <-time.After(time.Second):
			return cmd, feed, sent
		}
	}
}

// TestNeverRead: a client that never reads is kept waiting before its requests
// fill the memory, and the process still ends when it goes.
func TestNeverRead(t *testing.T) {
	long := newComputer(t)
	long.run(initialize + saveLine(2, strings.Repeat("owls hunt at night. ", 3200)))
	get := func(i int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"memory_get","arguments":{"ids":[1],"max_tokens":20000}}}`+"\n", i+10)
	}
	for _, test := range []struct {
		name string
		line func(int) string
		end  func(*exec.Cmd, io.Closer)
	}{
		{"requests, end of input", get, func(_ *exec.Cmd, in io.Closer) { in.Close() }},
		{"requests, signal", get, func(cmd *exec.Cmd, _ io.Closer) { cmd.Process.Signal(syscall.SIGTERM) }},
		{"garbage, end of input", func(int) string { return "garbage\n" }, func(_ *exec.Cmd, in io.Closer) { in.Close() }},
		{"garbage, signal", func(int) string { return "garbage\n" }, func(cmd *exec.Cmd, _ io.Closer) { cmd.Process.Signal(syscall.SIGTERM) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := long
			c.t = t
			cmd, in, sent := c.deaf(test.line)
			peak := peakMemory(t, cmd.Process.Pid)
			t.Logf("took %d lines and %d MB", sent, peak>>20)
			if peak > 80<<20 {
				t.Errorf("took %d MB for %d lines", peak>>20, sent)
			}
			ended := make(chan struct{})
			go func() { cmd.Process.Wait(); close(ended) }()
			test.end(cmd, in)
			select {
			case <-ended:
			case <-time.After(5 * time.Second):
				t.Error("does not end")
				cmd.Process.Kill()
			}
		})
	}
}

// orphan is a server whose parent can be killed. The test itself keeps its
// input open.
func (c computer) orphan() (p *process, kill func()) {
	c.t.Helper()
	// A shell starts it in the background, where it has no input of its own.
	cmd := c.command()
	sh := exec.Command("sh", "-c", `exec 3<&0; "$0" --client claude-code <&3 & wait`, cmd.Path)
	sh.Dir, sh.Env = cmd.Dir, cmd.Env
	p = c.launch(sh)
	return p, func() {
		c.t.Helper()
		if err := p.cmd.Process.Kill(); err != nil {
			c.t.Fatal(err)
		}
	}
}

// gone waits until nobody holds the process's output any more.
func (p *process) gone(bound time.Duration) {
	p.t.Helper()
	timeout := time.After(bound)
	for {
		select {
		case _, ok := <-p.lines:
			if !ok {
				p.cmd.Wait() // killed
				return
			}
		case <-timeout:
			p.t.Fatalf("is still there %v later", bound)
		}
	}
}

// TestParentKilled: the process ends within three seconds though its input
// stays open.
func TestParentKilled(t *testing.T) {
	p, kill := newComputer(t).orphan()
	p.send(initialize)
	p.read(1)
	kill()
	p.gone(3 * time.Second)
}

// TestNothingLeft: after many clients, half of them killed, no process, file or
// presence is left of them.
func TestNothingLeft(t *testing.T) {
	c := newComputer(t)
	const clients = 50
	for i := range clients {
		p := c.start("--client", "claude-code")
		p.send(initialize + saveLine(2, fmt.Sprintf("from client %d", i)))
		p.read(2)
		p.end()
	}
	var orphans []*process
	var kills []func()
	for i := range clients {
		p, kill := c.orphan()
		p.send(initialize + saveLine(2, fmt.Sprintf("from orphan %d", i)))
		p.read(2)
		orphans, kills = append(orphans, p), append(kills, kill)
	}
	for _, kill := range kills {
		kill()
	}
	for _, p := range orphans {
		p.gone(3 * time.Second)
		p.in.Close()
	}
	if users := usersOf(t, c.data); len(users) > 0 {
		t.Errorf("processes hold files of the data folder: %v", users)
	}
	s, err := sqlite.Open(t.Context(), sqlite.Options{Home: c.data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if present, err := s.Present(t.Context()); err != nil || len(present) > 0 {
		t.Errorf("present are %v, %v", present, err)
	}
	// These are of the folder, not of a process.
	const ofFolder = "files.json open.lock use.lock"
	files, err := os.ReadDir(c.data + "/run")
	var left []string
	for _, f := range files {
		left = append(left, f.Name())
	}
	if err != nil || strings.Join(left, " ") != ofFolder {
		t.Errorf("run/ holds %v, %v", left, err)
	}
	c.holds(2 * clients)
}
