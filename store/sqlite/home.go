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

// HomeArgument returns what a client has to tell the program it starts so that
// it finds the data folder home: "" if both the person's home folder alone and
// this process's environment lead there. Several clients clear the environment.
func HomeArgument(home string) string {
	usual, err := usualHome()
	if err != nil || usual != home {
		return home
	}
	if here, err := DefaultHome(); err != nil || here != home {
		return home
	}
	return ""
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
