package e2e

import (
	"bytes"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// limit bounds every wait for something to happen.
const limit = 5 * time.Second

// eventually polls until check returns nil, and fails the test with its last
// error when that takes longer than [limit].
func eventually(t *testing.T, what string, check func() error) {
	t.Helper()
	within(t, limit, what, check)
}

// within is eventually with a bound of its own.
func within(t *testing.T, bound time.Duration, what string, check func() error) {
	t.Helper()
	deadline := time.Now().Add(bound)
	for {
		err := check()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s: %v", what, bound, err)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// outcome is what a finished process left.
type outcome struct {
	stdout, stderr string
	code           int
}

// finish runs cmd to its end and kills it, with what it started, after a minute.
func finish(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	return finishWithin(t, time.Minute, cmd)
}

// finishWithin is finish with a bound of its own.
func finishWithin(t *testing.T, bound time.Duration, cmd *exec.Cmd) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	p := start(t, cmd)
	select {
	case <-p.done:
	case <-time.After(bound):
		killGroup(cmd)
		<-p.done
		t.Fatalf("%v did not end within %s\nstdout: %s\nstderr: %s", cmd.Args, bound, stdout.String(), stderr.String())
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// process is a program that runs beside the test. It leads a process group of
// its own, so that nothing it started outlives the test.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it ended
}

// start starts cmd and sees to it that it has ended when the test has.
func start(t *testing.T, cmd *exec.Cmd) *process {
	t.Helper()
	lead(cmd)
	cmd.WaitDelay = time.Second // a child that keeps the pipes must not hold up Wait
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	p := &process{cmd: cmd, done: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // the exit code is read from ProcessState
		close(p.done)
	}()
	t.Cleanup(p.stop)
	return p
}

// stop asks the process to end, and kills its group when it does not.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // it may have ended already
	select {
	case <-p.done:
	case <-time.After(limit):
	}
	killGroup(p.cmd)
	<-p.done
}

// output collects what a process writes while the test reads it.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

// containsAll reports whether s holds every one of parts.
func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}

// unless returns an error if not ok, for use with [eventually].
func unless(ok bool) error {
	if ok {
		return nil
	}
	return errors.New("not yet")
}
