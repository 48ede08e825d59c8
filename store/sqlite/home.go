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
	// The base directory rules say that a relative path is to be ignored.
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		return filepath.Join(dir, "memtray"), nil
	}
	return usualHome()
}

// HomeArgument returns what a program that knows the person's home folder and
// nothing else of the environment has to be told to find the data folder home:
// "" if it finds it by itself. Several clients start servers so.
func HomeArgument(home string) string {
	if usual, err := usualHome(); err == nil && usual == home {
		return ""
	}
	return home
}

func usualHome() (string, error) {
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
	return filepath.Join(home, ".local", "share", "memtray"), nil
}
