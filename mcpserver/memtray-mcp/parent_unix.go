//go:build unix

package main

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// parentInterval is how often the parent is looked for.
const parentInterval = time.Second

// watchParent calls gone when the process that started this one has ended. A
// client that is killed closes its end of standard input, but not if another
// process of its family holds that end too. The system could send a signal
// instead, but Linux sends it at the end of the thread that started us. It
// returns false if that process seems to have ended already.
func watchParent(ctx context.Context, gone func()) bool {
	parent := os.Getppid()
	go func() {
		look := time.NewTicker(parentInterval)
		defer look.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-look.C:
				if os.Getppid() != parent { // an orphan gets another parent
					gone()
					return
				}
			}
		}
	}()
	return !adoptive(parent)
}

// adoptive reports whether a parent looks like one that takes in orphans: the
// first process, or one of another session though this process did not begin
// one. A client may look so as well.
func adoptive(parent int) bool {
	if parent <= 1 {
		return parent == 1
	}
	own, err := unix.Getsid(0)
	of, err2 := unix.Getsid(parent)
	return err == nil && err2 == nil && own != os.Getpid() && of != own
}
