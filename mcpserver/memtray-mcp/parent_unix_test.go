//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAdoptive: a parent is told from one that takes in orphans.
func TestAdoptive(t *testing.T) {
	if !adoptive(1) || adoptive(0) || adoptive(os.Getpid()) {
		t.Error("the first process, one outside of this container, or one of the same session is mistaken")
	}
	setsid, err := exec.LookPath("setsid")
	if err != nil {
		t.Skip("no program here begins a session")
	}
	other := exec.Command(setsid, "sh", "-c", "echo started; read wait")
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer in.Close()
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(line, err)
	}
	if own, err := unix.Getsid(0); err != nil || own == os.Getpid() {
		t.Skip("this process began a session itself")
	}
	if !adoptive(other.Process.Pid) {
		t.Error("a process of another session is taken for the parent")
	}
}

// TestEndUnheard: only a process that was never asked for anything ends.
func TestEndUnheard(t *testing.T) {
	for _, said := range []bool{false, true} {
		ended := false
		endUnheard(heard(said), func() { ended = true })
		if ended == said {
			t.Errorf("heard %v: ended %v", said, ended)
		}
	}
}

type heard bool

func (h heard) Heard() bool { return bool(h) }
