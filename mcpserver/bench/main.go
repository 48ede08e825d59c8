// Bench measures the shim and the store against plain SQLite on the same
// machine in the same run, prints a table and exits with 1 if a figure is out
// of its bound. Times alone depend on the machine; ratios hardly do. Each ratio
// is the median of three rounds in which both sides take turns, so that what
// else runs meanwhile meets both.
//
//	go run ./mcpserver/bench -shim build/bin/memtray-mcp -n 20000
//	go run ./mcpserver/bench -shim build/bin/memtray-mcp -peers build/tools/peers
//
// With -peers it compares with other memory servers instead, which are
// installed in that folder from peers/package.json.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// longest is when a run gives up: a program that does not answer must not keep
// it for ever.
const longest = 20 * time.Minute

func main() {
	shim := flag.String("shim", "", "the memtray-mcp to measure (default: one that is built now)")
	n := flag.Int("n", 20_000, "memories in the store")
	peers := flag.String("peers", "", "compare with the servers installed in this folder")
	flag.Parse()
	if *n < 1000 {
		fmt.Fprintln(os.Stderr, "bench: n must be at least 1000")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	results, err := run(ctx, *shim, *peers, *n)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	fmt.Printf("%d memories\n\n", *n)
	if !print(os.Stdout, results) {
		os.Exit(1)
	}
}

// run measures everything in a folder of its own.
func run(ctx context.Context, shim, peers string, n int) ([]result, error) {
	dir, err := os.MkdirTemp("", "memtray-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if shim, err = program(ctx, shim, dir); err != nil {
		return nil, err
	}
	b, err := fill(ctx, filepath.Join(dir, "home"), n)
	if err != nil {
		return nil, fmt.Errorf("fill the store: %w", err)
	}
	defer b.close()
	b.shim, b.dir = shim, dir
	if peers != "" {
		return b.comparePeers(peers)
	}
	var results []result
	for _, measure := range []func() ([]result, error){b.store, b.start, b.memory, b.size} {
		more, err := measure()
		if err != nil {
			return nil, err
		}
		results = append(results, more...)
	}
	return results, nil
}

// program returns an absolute path of the shim, built first if none is given.
func program(ctx context.Context, path, dir string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	path = filepath.Join(dir, "memtray-mcp")
	build := exec.CommandContext(ctx, "go", "build", "-o", path, "memtray/mcpserver/memtray-mcp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build the shim: %w", err)
	}
	return path, nil
}
