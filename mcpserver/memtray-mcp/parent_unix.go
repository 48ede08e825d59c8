//go:build unix

package main

import (
	"context"
	"os"
	"time"
)

// parentInterval is how often the parent is looked for.
const parentInterval = time.Second

// watchParent calls gone when the process that started this one has ended. A
// client that is killed closes its end of standard input, but not if another
// process of its family holds that end too. The system could send a signal
// instead, but Linux sends it at the end of the thread that started us.
func watchParent(ctx context.Context, gone func()) {
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
}
