package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"memtray/store"
)

// Move takes all that is in a data folder to another folder, which is made or is
// empty, and leaves a note in the former one that leads there. Nobody may use
// the folder: that is [store.Busy], and so is a program that has just begun to.
//
// On an error everything is where it was. If the process is killed in between,
// both folders are refused, with a message that says so, until Move is called
// again with the same folders: it then goes on.
func Move(ctx context.Context, from, to string) error {
	m := move{from: from, to: to}
	if err := m.check(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(from, runDir), 0o700); err != nil {
		return fmt.Errorf("move: %w", err)
	}
	s := &Store{home: from, path: filepath.Join(from, FileName)}
	opening := flock.New(filepath.Join(from, runDir, openLock), flock.SetPermissions(0o600))
	if err := s.waitFor(ctx, opening); err != nil {
		return err
	}
	defer opening.Close()
	if !s.unused() {
		return store.Errorf(store.Busy, "%s is in use: quit Memtray, its dashboard and the AI clients, then try again", from)
	}
	if err := m.run(); err != nil {
		return err
	}
	_ = opening.Close()
	_ = os.RemoveAll(filepath.Join(from, runDir)) // whoever waits for a lock in it is refused
	return nil
}

// move is one move.
type move struct {
	from, to string
	made     []string // folders on the way to the new one, outermost first
	steps    []string // names that were taken over
	copies   bool     // the new folder is on another file system
	goesOn   bool     // one that was interrupted
}

// check refuses what cannot be moved, before anything is touched.
func (m *move) check() error {
	from, to := realFolder(m.from), realFolder(m.to)
	switch {
	case from == to:
		return store.Errorf(store.Invalid, "the data folder is %s already", m.from)
	case strings.HasPrefix(to, from+string(filepath.Separator)), strings.HasPrefix(from, to+string(filepath.Separator)):
		return store.Errorf(store.Invalid, "%s and %s lie within one another; choose a folder beside it", m.from, m.to)
	}
	m.goesOn = movedTo(m.from) == m.to
	if _, err := os.Lstat(filepath.Join(m.from, FileName)); err != nil && !m.goesOn {
		return store.Errorf(store.NotFound, "there are no memories in %s", m.from)
	}
	if target, err := os.Readlink(filepath.Join(m.from, FileName)); err == nil && !filepath.IsAbs(target) {
		return store.Errorf(store.Invalid, "%s is a link to %s, which would lead elsewhere from another folder; make it an absolute one first", filepath.Join(m.from, FileName), target)
	}
	there, err := os.ReadDir(m.to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return store.Errorf(store.Invalid, "%s cannot be used: it is no folder, or may not be read", m.to)
	}
	for _, e := range there {
		if e.Name() != movedFile && !m.goesOn {
			return store.Errorf(store.Conflict, "%s is not empty; choose an empty folder, or one that is not there yet", m.to)
		}
	}
	return nil
}

// realFolder returns a path with its links followed as far as it exists.
func realFolder(path string) string {
	rest := ""
	for dir := path; ; {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return path
		}
		rest, dir = filepath.Join(filepath.Base(dir), rest), up
	}
}

// run moves. From its first step on everybody else is refused.
func (m *move) run() (err error) {
	if err := writeDurably(filepath.Join(m.from, movedFile), m.to+"\n"); err != nil {
		return m.failed(err)
	}
	defer func() {
		if err != nil && !m.goesOn {
			err = errors.Join(err, m.back())
		}
		if err != nil {
			err = m.failed(err)
		}
	}()
	if err := m.makeFolder(); err != nil {
		return err
	}
	names, err := m.names()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(m.to, FileName)); err != nil {
		for _, name := range names {
			if err := m.take(name); err != nil {
				return err
			}
		}
		if err := m.settle(); err != nil {
			return err
		}
	}
	for _, name := range names { // of copies: all is there, what is left behind is of no use
		_ = os.RemoveAll(filepath.Join(m.from, name))
	}
	return nil
}

// failed says what did not work.
func (m *move) failed(err error) error {
	where := "the memories are where they were"
	if m.goesOn {
		where = "they are in both folders: mend that, and try again"
	}
	return &store.Error{Code: store.Internal, Err: err,
		Message: fmt.Sprintf("%s could not be moved to %s (%s); %s", m.from, m.to, err, where)}
}

// makeFolder makes the new folder, for the person only.
func (m *move) makeFolder() error {
	for dir := m.to; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			break
		}
		m.made = append(m.made, dir)
	}
	slices.Reverse(m.made)
	return os.MkdirAll(m.to, 0o700)
}

// names returns what is to be moved: the memory file last, since where it is the
// move is done. What exists only while programs run stays.
func (m *move) names() ([]string, error) {
	there, err := os.ReadDir(m.from)
	if err != nil {
		return nil, err
	}
	var names, last []string
	for _, e := range there {
		switch name := e.Name(); {
		case name == movedFile || name == runDir:
		case strings.HasPrefix(name, FileName) && slices.Contains(sides, strings.TrimPrefix(name, FileName)):
			last = append(last, name)
		default:
			names = append(names, name)
		}
	}
	slices.Reverse(last) // memtray.db-wal, memtray.db-shm, memtray.db
	return append(names, last...), nil
}

// take takes one file or folder over.
func (m *move) take(name string) error {
	old, new := filepath.Join(m.from, name), filepath.Join(m.to, name)
	if !m.copies {
		err := os.Rename(old, new)
		if err == nil {
			m.steps = append(m.steps, name)
			return nil
		}
		if !isOtherDevice(err) {
			return err
		}
		m.copies = true
	}
	m.steps = append(m.steps, name)
	return copyTree(old, new)
}

// settle makes sure that the new folder is found, and that all is on the disk.
func (m *move) settle() error {
	if err := os.Remove(filepath.Join(m.to, movedFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(filepath.Join(m.to, FileName)); err != nil {
		return err
	}
	syncFolder(m.to)
	syncFolder(m.from)
	return nil
}

// back undoes what was done.
func (m *move) back() error {
	var errs []error
	for _, name := range slices.Backward(m.steps) {
		old, new := filepath.Join(m.from, name), filepath.Join(m.to, name)
		if _, err := os.Lstat(old); err == nil { // new is a copy
			errs = append(errs, os.RemoveAll(new))
		} else {
			errs = append(errs, os.Rename(new, old))
		}
	}
	for _, dir := range slices.Backward(m.made) {
		_ = os.Remove(dir) // unless something else is in it by now
	}
	if errors.Join(errs...) == nil {
		errs = append(errs, os.Remove(filepath.Join(m.from, movedFile)))
	}
	return errors.Join(errs...)
}
