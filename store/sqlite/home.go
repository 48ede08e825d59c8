package sqlite

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"memtray/store"
)

// ChosenHome returns the data folder that a person chose with --home, or that of
// [DefaultHome] if dir is "", or where its content was moved to. Returns
// [store.NotFound] if that is not there.
func ChosenHome(dir string) (string, error) {
	home, err := NamedHome(dir)
	if err != nil {
		return "", err
	}
	return whereNow(home)
}

// NamedHome is ChosenHome, without following it to where it was moved.
func NamedHome(dir string) (string, error) {
	if dir == "" {
		return DefaultHome()
	}
	return absolute("--home", dir)
}

// DefaultHome returns the absolute path of the person's data folder, without
// creating it: $MEMTRAY_HOME if it is set, else the place usual on this system.
// Returns [store.Invalid] if what is set is no absolute path.
func DefaultHome() (string, error) {
	if dir := os.Getenv("MEMTRAY_HOME"); dir != "" {
		return absolute("MEMTRAY_HOME", dir)
	}
	// The base directory rules say that a relative path is to be ignored.
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) && runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		return filepath.Join(dir, "memtray"), nil
	}
	return usualHome()
}

// absolute returns dir with ~ for the person's home folder. Any other relative
// path would be another folder for each program that is started elsewhere, so
// each client would have memories of its own in whatever project it is in.
func absolute(name, dir string) (string, error) {
	slashed := filepath.ToSlash(dir)
	if slashed == "~" || strings.HasPrefix(slashed, "~/") {
		home, err := personHome()
		return filepath.Join(home, dir[1:]), err
	}
	if !filepath.IsAbs(dir) {
		return "", store.Errorf(store.Invalid, "%s must be an absolute path or begin with ~/, not %q; nothing was opened", name, dir)
	}
	return filepath.Clean(dir), nil
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
	home, err := personHome()
	if err != nil {
		return "", err
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

// personHome returns the absolute path of the person's home folder.
func personHome() (string, error) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return "", store.Errorf(store.Invalid, "your home folder is not known, so neither is the data folder; set MEMTRAY_HOME to an absolute path, or give --home")
	}
	return home, nil
}
