//go:build unix

package clients

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives out the owner and group of a file, as far as that is allowed.
func keepOwner(out *os.File, of fs.FileInfo) {
	stat, ok := of.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	// Together first; a person may change to their own groups only.
	if out.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		_ = out.Chown(-1, int(stat.Gid))
	}
}

// syncDir makes a rename in a folder last through a loss of power, where the
// file system can do that; the rename itself has happened.
func syncDir(path string) {
	dir, err := os.Open(path)
	if err != nil {
		return
	}
	_ = dir.Sync()
	_ = dir.Close()
}
