package main

import (
	"context"
	"os"

	"golang.org/x/sys/windows"
)

// watchParent calls gone when the process that started this one has ended. A
// client that is killed closes its end of standard input, but not if another
// process of its family holds that end too. It returns false if that process
// seems to have ended already.
func watchParent(_ context.Context, gone func()) bool {
	parent, err := windows.OpenProcess(windows.SYNCHRONIZE|windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(os.Getppid()))
	if err != nil {
		return true // it may not be looked at; the end of input tells
	}
	if !older(parent, windows.CurrentProcess()) {
		windows.CloseHandle(parent)
		return false
	}
	go func() {
		defer windows.CloseHandle(parent)
		if event, err := windows.WaitForSingleObject(parent, windows.INFINITE); err == nil && event == windows.WAIT_OBJECT_0 {
			gone()
		}
	}()
	return true
}

// older reports whether a was started before b: the number of a parent that has
// ended already may belong to a newer process.
func older(a, b windows.Handle) bool {
	began := func(p windows.Handle) (int64, bool) {
		var creation, exit, kernel, user windows.Filetime
		err := windows.GetProcessTimes(p, &creation, &exit, &kernel, &user)
		return creation.Nanoseconds(), err == nil
	}
	at, ok := began(a)
	than, known := began(b)
	return ok && known && at <= than
}
