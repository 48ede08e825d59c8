package clients

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memtray/store"
)

// shimPackage is what a memtray-mcp says of itself, whatever its version.
const shimPackage = "memtray/mcpserver/memtray-mcp"

// copyName is what a copy is called until it is in place.
const copyName = "." + shimName + ".*.tmp"

// isOurProgram reports whether the file at path is a memtray-mcp. It is not run.
func isOurProgram(path string) bool {
	info, err := buildinfo.ReadFile(path)
	return err == nil && info.Path == shimPackage
}

// installTarget returns where a person's own copy of the shim belongs: a folder
// that needs no rights, and that no update of another program clears.
func (e Env) installTarget() (string, bool) {
	if e.System == "windows" {
		local := e.Getenv("LOCALAPPDATA")
		if local == "" {
			return "", false
		}
		return local + `\Programs\Memtray\` + shimName + ".exe", true
	}
	return e.expand("~/.local/bin/" + shimName)
}

// install copies the shim at source to target in one rename, so that whatever
// starts it meanwhile gets the former one or this one. Returns false if the same
// is there already, and [store.Conflict] if something else is.
func install(source, target string) (changed bool, err error) {
	if !isOurProgram(source) {
		return false, store.Errorf(store.Invalid, "there is no memtray-mcp at %s; build or unpack it first", source)
	}
	there, err := os.Lstat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return false, denied(target, err)
	case !there.Mode().IsRegular() || !isOurProgram(target):
		return false, store.Errorf(store.Conflict, "%s is something else than memtray-mcp, or a link; move it away first", target)
	case sameContent(source, target):
		return false, nil
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return false, denied(target, err)
	}
	temp, err := copyBeside(source, target)
	if err != nil {
		return false, denied(target, err)
	}
	if err := putInPlace(temp, target); err != nil {
		os.Remove(temp)
		return false, denied(target, err)
	}
	syncDir(filepath.Dir(target))
	return true, nil
}

// copyBeside copies source to a new file in the folder of target.
func copyBeside(source, target string) (path string, err error) {
	in, err := os.Open(source)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(target), copyName)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(out, in)
	err = errors.Join(err, out.Chmod(0o755), out.Sync(), out.Close())
	if err != nil {
		os.Remove(out.Name())
		return "", err
	}
	return out.Name(), nil
}

// putInPlace renames temp to target. Where a program that runs cannot be
// replaced it can be renamed, and goes with the next installation.
func putInPlace(temp, target string) error {
	dir := filepath.Dir(target)
	sweep(dir, shimName+".former-*", 0)
	sweep(dir, copyName, time.Minute) // of an installation that was ended
	err := os.Rename(temp, target)
	if err == nil {
		return nil
	}
	aside := fmt.Sprintf("%s.former-%d", strings.TrimSuffix(target, ".exe"), os.Getpid())
	if os.Rename(target, aside) != nil {
		return err
	}
	if err := os.Rename(temp, target); err != nil {
		return errors.Join(err, os.Rename(aside, target))
	}
	_ = os.Remove(aside)
	return nil
}

func denied(path string, err error) error {
	return store.Errorf(store.Invalid, "%s cannot be written (%s); check it and its folder, then try again", path, reason(err))
}

// sameContent reports whether two files are the same or hold the same bytes.
func sameContent(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	if err != nil || one.Size() != other.Size() {
		return false
	}
	if os.SameFile(one, other) {
		return true
	}
	first, err := os.ReadFile(a)
	if err != nil {
		return false
	}
	second, err := os.ReadFile(b)
	return err == nil && string(first) == string(second)
}
