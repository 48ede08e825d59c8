package sqlite

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// DefaultHome returns the absolute path of the person's data folder, without
// creating it: $MEMTRAY_HOME if it is set, else the place usual on this system.
func DefaultHome() (string, error) {
	if dir := os.Getenv("MEMTRAY_HOME"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the data folder: %w; set MEMTRAY_HOME or give --home", err)
	}
	switch runtime.GOOS {
	case "windows":
		// Not AppData: packaged apps see a copy of their own there, and so do
		// the servers they start, which would split the store.
		return filepath.Join(home, ".memtray"), nil
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Memtray"), nil
	}
	// The base directory rules say that a relative path is to be ignored.
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "memtray"), nil
	}
	return filepath.Join(home, ".local", "share", "memtray"), nil
}
