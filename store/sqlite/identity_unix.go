//go:build unix

package sqlite

import (
	"fmt"
	"os"
	"syscall"
)

// identity names a file so that two processes can compare what they have open.
func identity(info os.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
}

// sameFile reports whether two looks at a path saw the same file.
func sameFile(a, b os.FileInfo) bool { return os.SameFile(a, b) }
