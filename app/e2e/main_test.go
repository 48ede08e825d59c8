// Package e2e tests the built programs from outside: the command line, the
// dashboard in a real browser, the desktop window, and an AI client that saves
// and recalls through them.
//
// Each test makes a scratch person (home folder, project, temporary folder) and
// ends every process that it started. What a test needs and the machine lacks
// makes it skip, or fail when MEMTRAY_E2E=1 is set. MEMTRAY_BIN names a folder
// with both programs, otherwise they are built; MEMTRAY_CLIENTS names the folder
// where clients/package.json was installed.
package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var (
	shotsDir = flag.String("shots", "", "write a picture of every view into this folder")
	shotsOf  = flag.String("shots-of", "", "only of views with this in their name")
)

// scratch holds what all tests share: built programs, the browser's profile.
var scratch string

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

func run(m *testing.M) int {
	flag.Parse()
	dir, err := os.MkdirTemp("", "memtray-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	scratch = dir
	defer os.RemoveAll(dir)
	defer closeBrowser()

	return m.Run()
}

// require ends the test unless ok: it skips, or fails where all tests are to run.
func require(t *testing.T, ok bool, need string) {
	t.Helper()
	if ok {
		return
	}
	if os.Getenv("MEMTRAY_E2E") == "1" {
		t.Fatalf("this test needs %s", need)
	}
	t.Skipf("needs %s (MEMTRAY_E2E=1 makes this a failure)", need)
}

// slow skips a test that starts the programs when -short is given.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the real programs; not with -short")
	}
}

// shim returns the path of memtray-mcp.
func shim(t *testing.T) string {
	t.Helper()
	return program(t, "memtray-mcp", buildShim)
}

// desktopApp returns the path of memtray.
func desktopApp(t *testing.T) string {
	t.Helper()
	return program(t, "memtray", buildApp)
}

var (
	buildShim = sync.OnceValue(func() error {
		return build("memtray-mcp", "./mcpserver/memtray-mcp", []string{"CGO_ENABLED=0"})
	})
	buildApp = sync.OnceValue(func() error {
		return build("memtray", ".", nil, "-tags", "desktop,production,webkit2_41")
	})
)

func program(t *testing.T, name string, build func() error) string {
	t.Helper()
	slow(t)
	if dir := os.Getenv("MEMTRAY_BIN"); dir != "" {
		path := filepath.Join(dir, name)
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("MEMTRAY_BIN: %v", err)
		}
		return path
	}
	if err := build(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(scratch, name)
}

func build(name, pkg string, env []string, flags ...string) error {
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(scratch, name)}, flags...)
	cmd := exec.Command("go", append(args, pkg)...)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return nil
}
