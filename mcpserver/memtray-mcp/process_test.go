package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// binary is the program under test, built once.
var binary string

// faulty, in the environment, makes the test binary a server that does something
// it must not in the middle of a call.
const (
	faulty = "MEMTRAY_TEST_FAULTY"
	noisy  = "prints" // to standard output
	frail  = "panics" // once
)

func TestMain(m *testing.M) {
	if fault := os.Getenv(faulty); fault != "" {
		env := newCLI()
		panicked := false
		env.getenv = func(name string) string {
			if fault == noisy {
				fmt.Println("a line that is no protocol")
			} else if name == "CLAUDE_PROJECT_DIR" && !panicked {
				panicked = true
				panic("in the middle of a call")
			}
			return os.Getenv(name)
		}
		os.Exit(env.run(context.Background(), nil))
	}
	dir, err := os.MkdirTemp("", "memtray-mcp")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "memtray-mcp")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(fmt.Sprintf("%v\n%s", err, out))
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// computer is a person's home with one project folder in it.
type computer struct {
	t    *testing.T
	home string
	data string
	dir  string   // working directory: the project api
	env  []string // besides what every command gets
}

func newComputer(t *testing.T) computer {
	home := t.TempDir()
	c := computer{t: t, home: home, data: filepath.Join(home, "data"), dir: filepath.Join(home, "api")}
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return c
}

// command is the binary with arguments, in the project folder and with nothing
// of this machine's environment.
func (c computer) command(args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	c.t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Dir = c.dir
	cmd.Env = []string{"HOME=" + c.home, "USERPROFILE=" + c.home, "MEMTRAY_HOME=" + c.data, "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	cmd.Env = append(cmd.Env, c.env...)
	return cmd
}

// run runs a command to its end.
func (c computer) run(stdin string, args ...string) (stdout, stderr string, code int) {
	c.t.Helper()
	cmd := c.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		c.t.Fatalf("run %v: %v", args, err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

func saveLine(id int, body string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":%q}}}`+"\n", id, body)
}

// TestOneShot: a save that is piped in together with the end of input is
// answered and stored, every time.
func TestOneShot(t *testing.T) {
	c := newComputer(t)
	for i := range 50 {
		out, errs, code := c.run(initialize+saveLine(2, fmt.Sprintf("one shot %d", i)), "--client", "claude-code")
		want := fmt.Sprintf("saved #%d in project api", i+1)
		if code != 0 || errs != "" || strings.Count(out, "\n") != 2 || !strings.Contains(out, want) {
			t.Fatalf("run %d: exit code %d\n%s%s", i, code, out, errs)
		}
	}
	c.holds(50)
}

// TestHandshakes covers both eras of the protocol.
func TestHandshakes(t *testing.T) {
	c := newComputer(t)
	for asked, want := range map[string]string{
		"2024-11-05": "2024-11-05", "2025-03-26": "2025-03-26", "2025-06-18": "2025-06-18",
		"2025-11-25": "2025-11-25", "2026-07-28": "2025-11-25", "1999-01-01": "2025-11-25",
	} {
		out, _, code := c.run(strings.Replace(initialize, "2025-11-25", asked, 1))
		if code != 0 || !strings.Contains(out, `"protocolVersion":"`+want+`"`) || !strings.Contains(out, `"name":"memtray"`) {
			t.Errorf("initialize with %s: %d %s", asked, code, out)
		}
		if strings.Contains(out, `"logging"`) {
			t.Errorf("a logging capability is announced: %s", out)
		}
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"codex-mcp-client","version":"1"}}`
	out, _, code := c.run(
		`{"jsonrpc":"2.0","id":"d","method":"server/discover","params":{` + meta + `}}` + "\n" +
			`{"jsonrpc":"2.0","id":"s","method":"tools/call","params":{"name":"memory_save","arguments":{"body":"new era"},` + meta + `}}` + "\n")
	if code != 0 || !strings.Contains(out, `"cacheScope":"private"`) || !strings.Contains(out, "saved #1 in project api") {
		t.Errorf("server/discover: %d %s", code, out)
	}
	out, _, _ = c.run("", "search", "--json", "era")
	if !strings.Contains(out, `"client":"codex"`) {
		t.Errorf("the client is not known by its _meta: %s", out)
	}
}

// TestGarbageSurvives talks to a running process: a wrong line gets an error
// and the next request its answer.
func TestGarbageSurvives(t *testing.T) {
	p := newComputer(t).start("--client", "claude-code")
	p.send(initialize)
	p.expect(`"id":1`)
	for _, line := range []string{"garbage", "{}", `{"jsonrpc":`, "[]"} {
		p.send(line + "\n")
		p.expect(`"id":null,"error"`)
	}
	p.send(saveLine(2, "after the garbage"))
	p.expect("saved #1 in project api")
	p.end()
}

func TestSignal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals here")
	}
	p := newComputer(t).start()
	p.send(initialize)
	p.expect(`"id":1`)
	if err := p.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	p.wait()
}

// TestIdleEnd: an idle process ends with its input.
func TestIdleEnd(t *testing.T) {
	p := newComputer(t).start()
	p.end()
	p = newComputer(t).start()
	p.send(initialize)
	p.expect(`"id":1`)
	p.end()
}

// TestStrayPrint: what prints to standard output by mistake does not reach the
// client.
func TestStrayPrint(t *testing.T) {
	c := newComputer(t)
	cmd := c.faulty(noisy)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	p := c.launch(cmd)
	p.send(initialize + saveLine(2, "quiet"))
	p.expect(`"id":1`)
	p.expect("saved #1 in project api")
	p.end()
	if !strings.Contains(errs.String(), "a line that is no protocol") {
		t.Error("nothing was printed")
	}
}

// TestPanicSurvives: a call that panics fails alone.
func TestPanicSurvives(t *testing.T) {
	c := newComputer(t)
	p := c.launch(c.faulty(frail))
	p.send(initialize)
	p.expect(`"id":1`)
	p.send(saveLine(2, "the first"))
	p.expect(`"id":2,"error":{"code":-32603`)
	p.send(saveLine(3, "the second"))
	p.expect("saved #1 in project api")
	p.end()
}

// faulty is a server with a fault.
func (c computer) faulty(fault string) *exec.Cmd {
	cmd := c.command()
	cmd.Path, cmd.Env = os.Args[0], append(cmd.Env, faulty+"="+fault)
	return cmd
}

// process is a running server.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string
}

func (c computer) start(args ...string) *process {
	c.t.Helper()
	return c.launch(c.command(args...))
}

// launch starts a command and reads what it prints.
func (c computer) launch(cmd *exec.Cmd) *process {
	c.t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		c.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	p := &process{c.t, cmd, in, make(chan string, 100)}
	go func() {
		defer close(p.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			p.lines <- s.Text()
		}
	}()
	return p
}

func (p *process) send(s string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, s); err != nil {
		p.t.Fatal(err)
	}
}

// expect waits for the next line, which must hold part.
func (p *process) expect(part string) {
	p.t.Helper()
	if line := p.next(); !strings.Contains(line, part) {
		p.t.Fatalf("got %s, want %s", line, part)
	}
}

// next waits for the next line.
func (p *process) next() string {
	p.t.Helper()
	select {
	case line := <-p.lines:
		return line
	case <-time.After(5 * time.Second):
		p.t.Fatal("nothing more is said")
	}
	return ""
}

func (p *process) end() {
	p.t.Helper()
	p.in.Close()
	p.wait()
}

// wait checks that the process ends by itself, with success and no more output.
func (p *process) wait() {
	p.t.Helper()
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				if err := p.cmd.Wait(); err != nil {
					p.t.Errorf("ended with %v", err)
				}
				return
			}
			p.t.Errorf("unexpected line %s", line)
		case <-time.After(5 * time.Second):
			p.t.Fatal("does not end")
		}
	}
}
