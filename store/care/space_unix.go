//go:build linux || darwin

package care

import "syscall"

// freeSpace returns how many bytes this person may still write in a folder.
func freeSpace(dir string) (free int64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
