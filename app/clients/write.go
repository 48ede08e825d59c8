package clients

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"memtray/store"
)

// replace puts data in place of the file as it was read, in one rename, and
// makes its folder if that is missing. On an error everything is as before. It
// is a [store.Conflict] error if the file is no longer what was read.
func (f file) replace(data []byte) (err error) {
	if err := f.writable(); err != nil {
		return err
	}
	made, err := makeDirs(f.missing)
	defer func() {
		if err != nil {
			removeDirs(made)
		}
	}()
	if err != nil {
		return f.denied(err)
	}
	temp, err := f.writeTemp(data)
	if err != nil {
		return f.denied(err)
	}
	// As late as possible: what another program writes from here on is lost.
	if err := f.unchanged(); err != nil {
		os.Remove(temp)
		return err
	}
	if err := os.Rename(temp, f.target); err != nil {
		os.Remove(temp)
		return f.denied(err)
	}
	syncDir(f.folder())
	return nil
}

// writeTemp writes data to a new file beside the target, with its mode and, as
// far as allowed, its owner. On an error no file is left.
func (f file) writeTemp(data []byte) (path string, err error) {
	out, err := os.CreateTemp(f.folder(), f.tempName())
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, out.Close())
		if err != nil {
			os.Remove(out.Name())
		}
	}()
	if f.exists {
		keepOwner(out, f.info)
		if err := out.Chmod(f.info.Mode().Perm()); err != nil {
			return "", err
		}
	}
	if _, err := out.Write(data); err != nil {
		return "", err
	}
	return out.Name(), out.Sync()
}

// tempName is what our temporary files beside the target are called.
func (f file) tempName() string { return "." + filepath.Base(f.target) + ".memtray-*.tmp" }

// sweep removes temporary files of ours whose process was ended before it could.
func (f file) sweep() { sweep(f.folder(), f.tempName(), 0) }

// sweep removes the files of a folder whose names have anything in place of the
// star in a pattern, and that nobody has written to for some time.
func sweep(dir, pattern string, age time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return // there is no such folder
	}
	before, after, _ := strings.Cut(pattern, "*")
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), before) && strings.HasSuffix(e.Name(), after) && time.Since(info.ModTime()) >= age {
			_ = os.Remove(filepath.Join(dir, e.Name())) // a program that still runs stays, where that is not possible
		}
	}
}

// remove deletes the file as it was read.
func (f file) remove() error {
	if err := f.unchanged(); err != nil {
		return err
	}
	if err := f.writable(); err != nil {
		return err
	}
	if err := os.Remove(f.target); err != nil {
		return f.denied(err)
	}
	syncDir(f.folder())
	return nil
}

// writable refuses what a rename would overwrite although it is read-only.
func (f file) writable() error {
	folder := f.folder()
	if len(f.missing) > 0 {
		folder = filepath.Dir(f.missing[0])
	}
	// On Windows the mark means nothing on a folder.
	if runtime.GOOS != "windows" {
		if err := f.notReadOnly(folder); err != nil {
			return err
		}
	}
	if !f.exists {
		return nil
	}
	if err := f.notReadOnly(f.target); err != nil {
		return err
	}
	probe, err := os.OpenFile(f.target, os.O_WRONLY, 0)
	if err != nil {
		return f.denied(err)
	}
	return probe.Close()
}

func (f file) notReadOnly(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return f.denied(err)
	}
	if info.Mode().Perm()&0o222 == 0 {
		return store.Errorf(store.Invalid, "%s is read-only; make it writable, then try again", path)
	}
	return nil
}

// denied turns a failure to write into one that says where and why.
func (f file) denied(err error) error {
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	if changed := f.unchanged(); changed != nil {
		return changed // by another program: that is the cause
	}
	return store.Errorf(store.Invalid, "%s cannot be written (%s); check it and its folder, then try again", f.target, reason(err))
}

// makeDirs makes folders, outermost first, and returns those that were made.
func makeDirs(dirs []string) (made []string, err error) {
	for _, d := range dirs {
		switch err := os.Mkdir(d, 0o700); {
		case err == nil:
			made = append(made, d)
		case !errors.Is(err, fs.ErrExist):
			return made, err
		}
	}
	return made, nil
}

// removeDirs removes those of the folders that are empty, innermost first, and
// returns those that are left.
func removeDirs(dirs []string) (left []string) {
	for i := len(dirs); i > 0; i-- {
		if os.Remove(dirs[i-1]) != nil && exists(dirs[i-1]) {
			return dirs[:i]
		}
	}
	return nil
}
