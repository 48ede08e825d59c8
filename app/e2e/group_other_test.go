//go:build !linux

package e2e

import "os/exec"

// lead does nothing: only Linux can tie a process group to the test binary.
func lead(*exec.Cmd) {}

// killGroup ends cmd alone.
func killGroup(cmd *exec.Cmd) {
	_ = cmd.Process.Kill() // it may have ended already
}
