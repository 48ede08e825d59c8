package sqlite

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/natefinch/atomic"

	"memtray/store"
)

// noticesDir is the folder, within the data folder, of the notices that wait
// for an answer: one file each, named by its code. They are not kept in the
// store, since most of them are about a store that cannot be read.
const noticesDir = "notices"

// Notices returns what was raised in a data folder and not cleared, oldest
// first. A file that cannot be understood is left out.
func Notices(home string) ([]store.Notice, error) {
	names, err := os.ReadDir(filepath.Join(home, noticesDir))
	if errors.Is(err, fs.ErrNotExist) {
		return []store.Notice{}, nil
	}
	if err != nil {
		return nil, err
	}
	all := []store.Notice{}
	for _, name := range names {
		var n store.Notice
		data, err := os.ReadFile(filepath.Join(home, noticesDir, name.Name()))
		if err == nil && json.Unmarshal(data, &n) == nil && noticeFile(home, n.Code) == filepath.Join(home, noticesDir, name.Name()) {
			all = append(all, n)
		}
	}
	slices.SortStableFunc(all, func(a, b store.Notice) int { return cmp.Compare(a.At, b.At) })
	return all, nil
}

// NoticesVersion returns a time that differs from the last one if a notice of a
// data folder was raised or cleared since.
func NoticesVersion(home string) time.Time {
	info, err := os.Stat(filepath.Join(home, noticesDir))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Raise keeps a notice until [Clear]. An earlier one with the same code is
// replaced.
func Raise(home string, n store.Notice) error {
	if err := os.MkdirAll(filepath.Join(home, noticesDir), 0o700); err != nil {
		return err
	}
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return atomic.WriteFile(noticeFile(home, n.Code), bytes.NewReader(data))
}

// Clear removes a notice; one that is not there is fine.
func Clear(home string, code store.NoticeCode) error {
	err := os.Remove(noticeFile(home, code))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// noticeOf returns the notice of a kind, if one was raised.
func noticeOf(home string, code store.NoticeCode) (n store.Notice, ok bool) {
	data, err := os.ReadFile(noticeFile(home, code))
	return n, err == nil && json.Unmarshal(data, &n) == nil
}

func raised(home string, code store.NoticeCode) bool {
	_, err := os.Stat(noticeFile(home, code))
	return err == nil
}

func noticeFile(home string, code store.NoticeCode) string {
	return filepath.Join(home, noticesDir, string(code)+".json")
}
