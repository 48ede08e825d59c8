//go:build !linux && !darwin

package care

// freeSpace does not know on this system.
func freeSpace(string) (free int64, ok bool) { return 0, false }
