package main

import (
	"bufio"
	"encoding/json"
	"io"
	"io/fs"
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

// serving is a running memtray-mcp serve.
type serving struct {
	t       *testing.T
	cmd     *exec.Cmd
	line    string // what it printed
	address string
	token   string
	ended   chan struct{}
}

var printed = regexp.MustCompile(`^Memtray dashboard: (http://127\.0\.0\.1:\d+)/#token=([A-Za-z0-9_-]{43})\n$`)

func (c computer) serve(args ...string) *serving {
	t := c.t
	t.Helper()
	v := &serving{t: t, cmd: c.command(append([]string{"serve"}, args...)...), ended: make(chan struct{})}
	pipe, err := v.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := v.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.cmd.Process.Kill(); v.wait() })
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

func (v *serving) wait() int {
	v.t.Helper()
	select {
	case <-v.ended:
	case <-time.After(5 * time.Second):
		v.t.Fatal("serve did not end within 5 s")
	}
	return v.cmd.ProcessState.ExitCode()
}

func skipWithoutSignals(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signal can be sent to a process")
	}
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

func TestServe_EndsWithAnOpenStream(t *testing.T) {
	skipWithoutSignals(t)
	c := newComputer(t)
	v := c.serve()
	info, err := os.Stat(runningFile(c.data))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("serve.json: %v %v", info, err)
	}
	var file running
	data, _ := os.ReadFile(runningFile(c.data))
	if err := json.Unmarshal(data, &file); err != nil || file != (running{v.address, v.token, v.cmd.Process.Pid}) {
		t.Errorf("serve.json is %s", data)
	}
	if code := get(t, v.address+"/api/status", "").StatusCode; code != 401 {
		t.Errorf("without a token: %d", code)
	}
	if code := get(t, v.address+"/api/status", v.token).StatusCode; code != 200 {
		t.Errorf("with the token: %d", code)
	}
	if out, _, code := c.run("", "open"); code != 0 || out != v.line {
		t.Errorf("open: %d %q, want %q", code, out, v.line)
	}
	stream := bufio.NewReader(get(t, v.address+"/api/events", v.token).Body)
	if line, err := stream.ReadString('\n'); err != nil || line != `{"type":"hello"}`+"\n" {
		t.Fatalf("stream: %q %v", line, err)
	}
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	if code := v.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		t.Errorf("the stream was cut off, not ended: %v", err)
	}
	if _, err := os.Stat(runningFile(c.data)); !os.IsNotExist(err) {
		t.Errorf("serve.json is still there: %v", err)
	}
	left, _ := filepath.Glob(filepath.Join(c.data, "run", "*.tmp"))
	if len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestServe_TokenStaysOut: the token is printed and stands in serve.json, which
// goes with the program; no log and no other file ever holds it.
func TestServe_TokenStaysOut(t *testing.T) {
	skipWithoutSignals(t)
	c := newComputer(t)
	v := c.serve()
	for _, path := range []string{"/api/status", "/api/nothing", "/api/memories?q=" + v.token, "/?token=" + v.token, "/open?ticket=" + v.token, "/%zz"} {
		for _, token := range []string{v.token, v.token + "x", ""} {
			req, err := http.NewRequest(http.MethodGet, v.address, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.URL.Opaque = "//" + req.URL.Host + path
			req.Header.Set("Authorization", "Bearer "+token)
			if res, err := http.DefaultClient.Do(req); err == nil {
				res.Body.Close()
			}
		}
	}
	if out, _, _ := c.run("", "search", "--json", v.token); strings.Contains(out, v.token) {
		t.Errorf("search prints %s", out)
	}
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	v.wait()
	err := filepath.WalkDir(c.data, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), v.token) {
			t.Errorf("%s holds the token", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

const notRunning = "memtray-mcp: no dashboard is served from this data folder: run memtray-mcp serve, or use the window of the Memtray app\n"

func TestOpen_Killed(t *testing.T) {
	c := newComputer(t)
	if out, errs, code := c.run("", "open"); code != 1 || out != "" || errs != notRunning {
		t.Errorf("nothing there: %d %q %q", code, out, errs)
	}
	v := c.serve()
	_ = v.cmd.Process.Kill()
	v.wait()
	if _, err := os.Stat(runningFile(c.data)); err != nil {
		t.Fatal("the test needs a file that was left over:", err)
	}
	if out, errs, code := c.run("", "open"); code != 1 || out != "" || errs != notRunning {
		t.Errorf("left over: %d %q %q", code, out, errs)
	}
	c.serve() // a file that was left over does not matter
	if _, errs, code := c.run("", "open"); code != 0 {
		t.Errorf("new run: %d %q", code, errs)
	}
}

func TestServe_Two(t *testing.T) {
	skipWithoutSignals(t)
	c := newComputer(t)
	first := c.serve()
	second := c.serve()
	if first.address == second.address || first.token == second.token {
		t.Errorf("%s and %s", first.line, second.line)
	}
	_ = first.cmd.Process.Signal(os.Interrupt)
	if code := first.wait(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if out, _, _ := c.run("", "open"); out != second.line {
		t.Errorf("open leads to %q, want %q", out, second.line)
	}
	third := c.serve()
	_ = third.cmd.Process.Signal(os.Interrupt)
	third.wait()
	if out, _, _ := c.run("", "open"); out != second.line {
		t.Errorf("after the last one ended open leads to %q, want %q", out, second.line)
	}
}

func TestServe_Ports(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(taken.Addr().(*net.TCPAddr).Port)
	c := newComputer(t)
	out, errs, code := c.run("", "serve", "--port", port)
	if code != 1 || out != "" || !strings.Contains(errs, "port "+port+" cannot be used: choose another with --port, or leave it out") {
		t.Errorf("busy port: %d %q %q", code, out, errs)
	}
	if _, err := os.Stat(runningFile(c.data)); err == nil {
		t.Error("a serve that did not start wrote serve.json")
	}
	_ = taken.Close()
	if v := c.serve("--port", port); v.address != "http://127.0.0.1:"+port {
		t.Errorf("address %s, want port %s", v.address, port)
	}
}

func TestServe_AllowHost(t *testing.T) {
	v := newComputer(t).serve("--allow-host", "notes.example.org")
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
func TestOpen_Browser(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("the browser is not started by a program that can be replaced")
	}
	c, bin := newComputer(t), t.TempDir()
	v := c.serve()
	seen := filepath.Join(bin, "seen")
	script := "#!/bin/sh\nprintf %s \"$*\" > " + seen + ".new && mv " + seen + ".new " + seen + "\n"
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	c.env = []string{"DISPLAY=:99", "PATH=" + bin + ":" + os.Getenv("PATH")}
	if out, errs, code := c.run("", "open"); code != 0 || out != v.line {
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

	c.env = []string{"DISPLAY=:99", "PATH=" + t.TempDir()}
	if out, errs, code := c.run("", "open"); code != 1 || out != v.line || !strings.Contains(errs, "open the address yourself") {
		t.Errorf("without a browser: %d %q %q", code, out, errs)
	}
}

func TestServeAndOpen_Refused(t *testing.T) {
	c := newComputer(t)
	for _, line := range []struct{ args, message string }{
		{"serve --prt 1", "unknown flag"},
		{"serve --port x", "port"},
		{"serve --port 70000", "--port must be 1 to 65535"},
		{"serve --host 0.0.0.0", "unknown flag"},
		{"serve now", "serve takes no arguments"},
		{"serve --allow-host http://x/", "--allow-host takes a host"},
		{"open now", "open takes no arguments"},
	} {
		out, errs, code := c.run("", strings.Fields(line.args)...)
		if code != 2 || out != "" || !strings.Contains(errs, line.message) {
			t.Errorf("%s: %d %q %q", line.args, code, out, errs)
		}
	}
	if _, err := os.Stat(c.data); err == nil {
		t.Error("a refused command line made the data folder")
	}
}

// TestServer_SlowBody: a request whose body does not come gives its connection
// back, answered or not. The server's times are shortened a hundredfold.
func TestServer_SlowBody(t *testing.T) {
	server := newServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	}))
	server.ReadHeaderTimeout /= 100
	server.ReadTimeout /= 100
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() { _ = server.Serve(listener) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{"); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	if answer, err := io.ReadAll(conn); err != nil || !strings.Contains(string(answer), " 401 ") {
		t.Errorf("%q, %v", answer, err)
	}
}
