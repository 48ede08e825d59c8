package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shim is the real program, built once for the tests of this file.
type shim struct{ path string }

func (s shim) command(args ...string) *exec.Cmd {
	cmd := exec.Command(s.path, args...)
	cmd.Env = append(os.Environ(), "DISPLAY=", "WAYLAND_DISPLAY=", "MEMTRAY_HOME=")
	return cmd
}

// run runs a command to its end and returns its exit code and what it printed.
func (s shim) run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := s.command(args...)
	return finish(t, cmd)
}

func finish(t *testing.T, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// serving is a running memtray-mcp serve.
type serving struct {
	cmd     *exec.Cmd
	line    string // what it printed
	address string
	token   string
	ended   chan struct{}
}

var printed = regexp.MustCompile(`^Memtray dashboard: (http://127\.0\.0\.1:\d+)/#token=([A-Za-z0-9_-]{43})\n$`)

func (s shim) serve(t *testing.T, home string, args ...string) *serving {
	t.Helper()
	v := &serving{cmd: s.command(append([]string{"serve", "--home", home}, args...)...), ended: make(chan struct{})}
	pipe, err := v.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.cmd.Process.Kill(); v.wait(t) })
	out := bufio.NewReader(pipe)
	lines := make(chan string, 1)
	go func() {
		line, _ := out.ReadString('\n')
		lines <- line
		_, _ = io.Copy(io.Discard, out)
		_ = v.cmd.Wait()
		close(v.ended)
	}()
	select {
	case v.line = <-lines:
	case <-time.After(5 * time.Second):
		t.Fatal("serve printed no address within 5 s")
	}
	m := printed.FindStringSubmatch(v.line)
	if m == nil {
		t.Fatalf("serve printed %q", v.line)
	}
	v.address, v.token = m[1], m[2]
	return v
}

func (v *serving) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-v.ended:
	case <-time.After(5 * time.Second):
		t.Fatal("serve did not end within 5 s")
	}
	return v.cmd.ProcessState.ExitCode()
}

// get asks path with a token and returns the answer, not following redirects.
func get(t *testing.T, address, token string) *http.Response {
	t.Helper()
	req, err := http.NewRequest("GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

func TestServeAndOpen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals are those of Unix")
	}
	s := shim{filepath.Join(t.TempDir(), "memtray-mcp")}
	build := exec.Command("go", "build", "-o", s.path, ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	t.Run("EndsOnSIGTERMWithOpenStream", s.testEnd)
	t.Run("Killed", s.testKilled)
	t.Run("Two", s.testTwo)
	t.Run("Ports", s.testPorts)
	t.Run("AllowHost", s.testAllowHost)
	t.Run("OpenInBrowser", s.testBrowser)
	t.Run("Refused", s.testRefused)
}

func (s shim) testEnd(t *testing.T) {
	home := t.TempDir()
	v := s.serve(t, home)
	info, err := os.Stat(runningFile(home))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("serve.json: %v %v", info, err)
	}
	var file running
	data, _ := os.ReadFile(runningFile(home))
	if err := json.Unmarshal(data, &file); err != nil || file != (running{v.address, v.token, v.cmd.Process.Pid}) {
		t.Errorf("serve.json is %s", data)
	}
	if code := get(t, v.address+"/api/status", "").StatusCode; code != 401 {
		t.Errorf("without a token: %d", code)
	}
	if code := get(t, v.address+"/api/status", v.token).StatusCode; code != 200 {
		t.Errorf("with the token: %d", code)
	}
	if code, out, _ := s.run(t, "open", "--home", home); code != 0 || out != v.line {
		t.Errorf("open: %d %q, want %q", code, out, v.line)
	}
	stream := bufio.NewReader(get(t, v.address+"/api/events", v.token).Body)
	if line, err := stream.ReadString('\n'); err != nil || line != `{"type":"hello"}`+"\n" {
		t.Fatalf("stream: %q %v", line, err)
	}
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	if code := v.wait(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		t.Errorf("the stream was cut off, not ended: %v", err)
	}
	if _, err := os.Stat(runningFile(home)); !os.IsNotExist(err) {
		t.Errorf("serve.json is still there: %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(home, "run", "*.tmp"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

const notRunning = "memtray-mcp: no dashboard is running: start the Memtray app or run memtray-mcp serve\n"

func (s shim) testKilled(t *testing.T) {
	home := t.TempDir()
	if code, out, errs := s.run(t, "open", "--home", home); code != 1 || out != "" || errs != notRunning {
		t.Errorf("nothing there: %d %q %q", code, out, errs)
	}
	v := s.serve(t, home)
	_ = v.cmd.Process.Kill()
	v.wait(t)
	if _, err := os.Stat(runningFile(home)); err != nil {
		t.Fatal("the test needs a file that was left over:", err)
	}
	if code, out, errs := s.run(t, "open", "--home", home); code != 1 || out != "" || errs != notRunning {
		t.Errorf("left over: %d %q %q", code, out, errs)
	}
	s.serve(t, home) // a file that was left over does not matter
	if code, _, errs := s.run(t, "open", "--home", home); code != 0 {
		t.Errorf("new run: %d %q", code, errs)
	}
}

func (s shim) testTwo(t *testing.T) {
	home := t.TempDir()
	first := s.serve(t, home)
	second := s.serve(t, home)
	if first.address == second.address || first.token == second.token {
		t.Errorf("%s and %s", first.line, second.line)
	}
	_ = first.cmd.Process.Signal(os.Interrupt)
	if code := first.wait(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if _, out, _ := s.run(t, "open", "--home", home); out != second.line {
		t.Errorf("open leads to %q, want %q", out, second.line)
	}
}

func (s shim) testPorts(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	home := t.TempDir()
	code, out, errs := s.run(t, "serve", "--home", home, "--port", port)
	if code != 1 || out != "" || !strings.Contains(errs, "port "+port+" cannot be used: choose another with --port, or leave it out") {
		t.Errorf("busy port: %d %q %q", code, out, errs)
	}
	if _, err := os.Stat(runningFile(home)); err == nil {
		t.Error("a serve that did not start wrote serve.json")
	}
	_ = taken.Close()
	if v := s.serve(t, home, "--port", port); v.address != "http://127.0.0.1:"+port {
		t.Errorf("address %s, want port %s", v.address, port)
	}
}

func (s shim) testAllowHost(t *testing.T) {
	v := s.serve(t, t.TempDir(), "--allow-host", "notes.example.org")
	for host, want := range map[string]int{"notes.example.org": 200, "other.example.org": 403} {
		req, _ := http.NewRequest("GET", v.address+"/api/status", nil)
		req.Host = host
		req.Header.Set("Authorization", "Bearer "+v.token)
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s: %d, want %d", host, res.StatusCode, want)
		}
	}
}

// The browser is started with an address that works once and does not show the
// token, since others can read a program's arguments.
func (s shim) testBrowser(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("open is not looked up in PATH alone")
	}
	home, bin := t.TempDir(), t.TempDir()
	v := s.serve(t, home)
	seen := filepath.Join(bin, "seen")
	script := "#!/bin/sh\nprintf %s \"$*\" > " + seen + ".new && mv " + seen + ".new " + seen + "\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := s.command("open", "--home", home)
	cmd.Env = append(cmd.Env, "DISPLAY=:99", "PATH="+bin+":"+os.Getenv("PATH"))
	if code, out, errs := finish(t, cmd); code != 0 || out != v.line {
		t.Fatalf("open: %d %q %q", code, out, errs)
	}
	var address []byte
	for end := time.Now().Add(5 * time.Second); len(address) == 0; time.Sleep(5 * time.Millisecond) {
		if address, _ = os.ReadFile(seen); time.Now().After(end) {
			t.Fatal("no browser was started within 5 s")
		}
	}
	if !strings.HasPrefix(string(address), v.address+"/open?") || strings.Contains(string(address), v.token) {
		t.Fatalf("the browser was given %s", address)
	}
	if res := get(t, string(address), ""); res.StatusCode != 303 || res.Header.Get("Location") != "/#token="+v.token {
		t.Errorf("%d %s", res.StatusCode, res.Header.Get("Location"))
	}

	cmd = s.command("open", "--home", home)
	cmd.Env = append(cmd.Env, "DISPLAY=:99", "PATH="+t.TempDir())
	if code, out, errs := finish(t, cmd); code != 1 || out != v.line || !strings.Contains(errs, "open the address yourself") {
		t.Errorf("without a browser: %d %q %q", code, out, errs)
	}
}

func (s shim) testRefused(t *testing.T) {
	home := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct{ args, message string }{
		{"serve --prt 1", "unknown flag"},
		{"serve --port x", "port"},
		{"serve --port 70000", "--port must be 1 to 65535"},
		{"serve --host 0.0.0.0", "unknown flag"},
		{"serve now", "serve takes no arguments"},
		{"serve --allow-host http://x/", "--allow-host takes a host"},
		{"open now", "open takes no arguments"},
	} {
		code, out, errs := s.run(t, append(strings.Fields(c.args), "--home", home)...)
		if code != 2 || out != "" || !strings.Contains(errs, c.message) {
			t.Errorf("%s: %d %q %q", c.args, code, out, errs)
		}
	}
	if _, err := os.Stat(home); err == nil {
		t.Error("a refused command line made the data folder")
	}
}
