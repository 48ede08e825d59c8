package clients

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memtray/store"
)

// maxLinks is how many symbolic links one path may lead through.
const maxLinks = 40

// resolve follows every symbolic link of an absolute path, as the system would
// on opening it, but also through links to what does not exist yet. It returns
// the real path and the folders that are missing on the way, outermost first.
func resolve(path string) (real string, missing []string, err error) {
	volume := filepath.VolumeName(path)
	real = volume + string(filepath.Separator)
	todo := steps(path[len(volume):])
	for links := 0; len(todo) > 0; {
		step := todo[0]
		todo = todo[1:]
		if step == ".." {
			real = filepath.Dir(real)
			continue
		}
		next := filepath.Join(real, step)
		info, err := os.Lstat(next)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			if len(todo) > 0 {
				missing = append(missing, next)
			}
		case err != nil:
			return "", nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			if links++; links > maxLinks {
				return "", nil, store.Errorf(store.Invalid, "%s leads through too many symbolic links; mend the link", path)
			}
			link, err := os.Readlink(next)
			if err != nil {
				return "", nil, err
			}
			if filepath.IsAbs(link) {
				volume = filepath.VolumeName(link)
				real, link = volume+string(filepath.Separator), link[len(volume):]
			}
			todo = append(steps(link), todo...)
			continue
		}
		real = next
	}
	return real, missing, nil
}

// steps splits a path into the names to walk.
func steps(path string) []string {
	names := strings.FieldsFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	kept := names[:0]
	for _, n := range names {
		if n != "." {
			kept = append(kept, n)
		}
	}
	return kept
}
