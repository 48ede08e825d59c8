// Memtray-mcp is what AI clients start: without a command it is Memtray's MCP
// server on standard input and output. It is also Memtray's command line.
//
// Every process opens the data folder itself, so nothing has to run for a
// client to save and recall. Commands never prompt, print results on standard
// output and everything else on standard error, and exit with 0 only when all
// that was asked for was done: 2 means the command line was wrong, 1 any other
// failure.
package main

import (
	"context"
	"os"
	"runtime/debug"
)

// garbage is after how much growth of the heap, in percent, it is collected. Few
// megabytes live on it, so that is little memory, while a client that starts many
// of these processes would wait for collections in each.
const garbage = 200

func main() {
	debug.SetGCPercent(garbage)
	os.Exit(newCLI().run(context.Background(), os.Args[1:]))
}
