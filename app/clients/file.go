package clients

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"memtray/store"
)

// maxFile is the size in bytes above which a configuration file is refused: no
// client writes such a file, so it is likely not what we think.
const maxFile = 10 << 20

var byteOrderMark = []byte("\xef\xbb\xbf")

// file is a configuration file as it was read.
type file struct {
	path    string   // as the client names it
	target  string   // behind every symbolic link: where the bytes are
	missing []string // folders that are not there, outermost first
	exists  bool
	info    fs.FileInfo // nil if it does not exist
	data    []byte
}

// readFile reads a file, which need not exist. Anything but a regular file of
// at most maxFile bytes is a [store.Invalid] error.
func readFile(path string) (file, error) {
	f := file{path: path}
	var err error
	if f.target, f.missing, err = resolve(path); err != nil {
		return f, unreadable(path, err)
	}
	f.info, err = os.Stat(f.target)
	if errors.Is(err, fs.ErrNotExist) {
		f.info = nil
		return f, nil
	}
	if err != nil {
		return f, unreadable(path, err)
	}
	if !f.info.Mode().IsRegular() {
		return f, store.Errorf(store.Invalid, "%s is not a regular file; move it away", path)
	}
	in, err := os.Open(f.target)
	if err != nil {
		return f, unreadable(path, err)
	}
	defer in.Close()
	f.data, err = io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return f, unreadable(path, err)
	}
	if len(f.data) > maxFile {
		return f, store.Errorf(store.Invalid, "%s is larger than %d MiB; edit it by hand", path, maxFile>>20)
	}
	f.exists = true
	return f, nil
}

// text is the content without a byte order mark, which is returned apart.
func (f file) text() (mark, text []byte) {
	if rest, ok := bytes.CutPrefix(f.data, byteOrderMark); ok {
		return byteOrderMark, rest
	}
	return nil, f.data
}

// equal reports whether both are the same file with the same bytes.
func (f file) equal(other file) bool {
	return f.target == other.target && f.exists == other.exists && bytes.Equal(f.data, other.data)
}

// unchanged is a [store.Conflict] error if the file is no longer as it was read.
func (f file) unchanged() error {
	now, err := readFile(f.path)
	if err != nil {
		return err
	}
	if !f.equal(now) {
		return store.Errorf(store.Conflict, "%s was changed by another program just now; nothing was written, look again", f.path)
	}
	return nil
}

func unreadable(path string, err error) error {
	if _, ok := errors.AsType[*store.Error](err); ok {
		return err
	}
	return store.Errorf(store.Invalid, "%s cannot be read (%s); check its permissions", path, reason(err))
}

// reason is the system's word for a failure, without the paths around it.
func reason(err error) string {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err.Error()
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err.Error()
	}
	return err.Error()
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// folder is where the target lies.
func (f file) folder() string { return filepath.Dir(f.target) }
