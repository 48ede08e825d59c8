package e2e

import (
	"os/exec"
	"syscall"
)

// lead makes cmd, before it starts, the leader of a process group that also
// dies if the test binary does, as on a timeout.
func lead(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// killGroup ends what is left of cmd's process group.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // nothing left is what is wanted
}
