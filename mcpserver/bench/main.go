// Bench measures the shim and the store against plain SQLite on the same
// machine in the same run, prints a table and exits with 1 if a ratio is above
// its bound. Times alone depend on the machine; ratios hardly do.
//
//	go run ./mcpserver/bench -shim build/bin/memtray-mcp -n 20000
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	shim := flag.String("shim", "", "the memtray-mcp to measure (default: one that is built now)")
	n := flag.Int("n", 20_000, "memories in the store")
	flag.Parse()
	above, err := run(context.Background(), *shim, *n)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if above {
		os.Exit(1)
	}
}

// run measures everything and reports whether a ratio is above its bound.
func run(ctx context.Context, shim string, n int) (above bool, err error) {
	dir, err := os.MkdirTemp("", "memtray-bench")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	if shim, err = program(shim, dir); err != nil {
		return false, err
	}
	home := filepath.Join(dir, "home")
	results, err := measureStore(ctx, home, filepath.Join(dir, "plain.db"), n)
	if err != nil {
		return false, err
	}
	more, err := measureShim(ctx, shim, home)
	if err != nil {
		return false, err
	}
	fmt.Printf("%d memories\n\n%-44s %12s %8s %8s\n", n, "", "value", "ratio", "bound")
	for _, r := range append(results, more...) {
		fmt.Println(r)
		above = above || r.above()
	}
	return above, nil
}

// program returns an absolute path of the shim, built first if none is given.
func program(path, dir string) (string, error) {
	if path != "" {
		return filepath.Abs(path)
	}
	path = filepath.Join(dir, "memtray-mcp")
	build := exec.Command("go", "build", "-o", path, "memtray/mcpserver/memtray-mcp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return "", fmt.Errorf("build the shim: %w", err)
	}
	return path, nil
}

// result is one row of the table.
type result struct {
	what  string
	value string
	ratio float64 // 0: a value without a ratio
	bound float64 // 0: no bound
}

func (r result) above() bool { return r.bound > 0 && r.ratio > r.bound }

func (r result) String() string {
	s := fmt.Sprintf("%-44s %12s", r.what, r.value)
	if r.ratio > 0 {
		s += fmt.Sprintf(" %8.2f", r.ratio)
	}
	if r.bound > 0 {
		s += fmt.Sprintf(" %8.2f", r.bound)
	}
	if r.above() {
		s += "  above its bound"
	}
	return s
}

// samples are durations of the same thing.
type samples []time.Duration

// p50 returns the median.
func (s samples) p50() time.Duration {
	sorted := slices.Sorted(slices.Values(s))
	return sorted[len(sorted)/2]
}

// over returns the ratio of the medians.
func (s samples) over(other samples) float64 {
	return float64(s.p50()) / float64(other.p50())
}

func (s samples) row(what string) result {
	return result{what: what, value: fmt.Sprintf("%.2f ms", s.p50().Seconds()*1000)}
}

func (s samples) rowOver(what string, other samples, bound float64) result {
	r := s.row(what)
	r.ratio, r.bound = s.over(other), bound
	return r
}

// timed adds how long do takes.
func (s *samples) timed(do func() error) error {
	start := time.Now()
	err := do()
	*s = append(*s, time.Since(start))
	return err
}
