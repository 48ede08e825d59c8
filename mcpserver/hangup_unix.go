//go:build unix

package mcpserver

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// hungUp reports whether the other end of in was closed, also while there is
// something left to read. It is false for what is no file.
func hungUp(in io.Reader) bool {
	f, ok := in.(*os.File)
	if !ok {
		return false
	}
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	gone := false
	err = raw.Control(func(fd uintptr) {
		// Hang-ups are reported without being asked for.
		polled := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(polled, 0)
		gone = err == nil && n > 0 && polled[0].Revents&unix.POLLHUP != 0
	})
	return err == nil && gone
}
