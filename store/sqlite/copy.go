package sqlite

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// notSameDevice is ERROR_NOT_SAME_DEVICE of Windows.
const notSameDevice = syscall.Errno(17)

// isOtherDevice reports whether a rename failed because the new name is on
// another file system.
func isOtherDevice(err error) bool {
	if runtime.GOOS == "windows" {
		return errors.Is(err, notSameDevice)
	}
	return errors.Is(err, syscall.EXDEV)
}

// copyTree copies a file or folder with modes and times. Links are copied as
// links; what is neither file nor folder exists only while a program runs and is
// left out. Each file is read again from where it was written before it gets its
// name.
func copyTree(old, new string) error {
	return filepath.WalkDir(old, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rest, err := filepath.Rel(old, path)
		if err != nil {
			return err
		}
		to := filepath.Join(new, rest)
		info, err := entry.Info()
		if err != nil {
			return err
		}
		switch {
		case entry.IsDir():
			return os.MkdirAll(to, info.Mode().Perm()|0o700)
		case info.Mode()&fs.ModeSymlink != 0:
			return copyLink(path, to)
		case info.Mode().IsRegular():
			return copyFile(path, to, info)
		}
		return nil
	})
}

func copyLink(old, new string) error {
	target, err := os.Readlink(old)
	if err != nil {
		return err
	}
	if err := os.Remove(new); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Symlink(target, new)
}

func copyFile(old, new string, info fs.FileInfo) error {
	part, wrote, err := copyTo(old, filepath.Dir(new), info.Mode().Perm())
	if err == nil {
		err = readBack(part, wrote)
	}
	if err == nil {
		err = errors.Join(os.Chtimes(part, info.ModTime(), info.ModTime()), os.Rename(part, new))
	}
	if err != nil && part != "" {
		_ = os.Remove(part)
	}
	return err
}

// copyTo copies a file to a new one in a folder and returns the hash of what was
// read.
func copyTo(old, folder string, mode fs.FileMode) (part string, wrote []byte, err error) {
	in, err := os.Open(old)
	if err != nil {
		return "", nil, err
	}
	defer in.Close()
	out, err := os.CreateTemp(folder, ".moving-*")
	if err != nil {
		return "", nil, err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sum), in)
	return out.Name(), sum.Sum(nil), errors.Join(err, out.Chmod(mode), out.Sync(), out.Close())
}

// readBack compares a file with a hash.
func readBack(path string, want []byte) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, in); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), want) {
		return fmt.Errorf("%s does not hold what was written", path)
	}
	return nil
}

// writeDurably replaces a small file for the person only.
func writeDurably(path, text string) error {
	part := path + ".part"
	out, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = out.WriteString(text)
	err = errors.Join(err, out.Sync(), out.Close())
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part)
		return err
	}
	syncFolder(filepath.Dir(path))
	return nil
}

// syncFolder makes renames in a folder last, where the file system can do that.
func syncFolder(path string) {
	if dir, err := os.Open(path); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
