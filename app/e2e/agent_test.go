package e2e

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// agent is a minimal MCP client: it launches memtray-mcp the way a client's
// configuration says and speaks JSON-RPC on its standard streams.
type agent struct {
	run    *process
	in     io.WriteCloser
	lines  chan string // what the server wrote, line by line; closed at its end
	stderr *output
	id     int
}

// newAgent starts a server for the client with this id in the person's project.
func newAgent(t *testing.T, p *person, client string) *agent {
	t.Helper()
	return startAgent(t, p.command(t, shim(t), "--client", client), client)
}

// startAgent is newAgent with a command of its own.
func startAgent(t *testing.T, cmd *exec.Cmd, client string) *agent {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	a := &agent{in: in, lines: make(chan string, 64), stderr: &output{}}
	cmd.Stdout, cmd.Stderr = w, a.stderr
	a.run = start(t, cmd)
	go func() {
		<-a.run.done
		w.Close()
	}()
	go func() {
		defer close(a.lines)
		scan := bufio.NewScanner(r)
		scan.Buffer(nil, 8<<20)
		for scan.Scan() {
			a.lines <- scan.Text()
		}
	}()
	a.request(t, "initialize", map[string]any{
		"protocolVersion": "2025-06-18",
		"capabilities":    map[string]any{},
		"clientInfo":      map[string]any{"name": client, "version": "1"},
	})
	a.send(t, map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
	return a
}

// call calls a tool and returns its text.
func (a *agent) call(t *testing.T, tool string, args any) (text string, isError bool) {
	t.Helper()
	return a.callFor(t, limit, tool, args)
}

// callFor is call with another bound than [limit].
func (a *agent) callFor(t *testing.T, bound time.Duration, tool string, args any) (text string, isError bool) {
	t.Helper()
	var result struct {
		Content []block
		IsError bool `json:"isError"`
	}
	raw := a.requestFor(t, bound, "tools/call", map[string]any{"name": tool, "arguments": args})
	if err := json.Unmarshal(raw, &result); err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, b := range result.Content {
		parts = append(parts, b.Text)
	}
	return strings.Join(parts, "\n"), result.IsError
}

// must is call for a tool that has to succeed.
func (a *agent) must(t *testing.T, tool string, args any) string {
	t.Helper()
	text, isError := a.call(t, tool, args)
	if isError {
		t.Fatalf("%s: %s", tool, text)
	}
	return text
}

// save stores a memory and returns its id.
func (a *agent) save(t *testing.T, args map[string]any) int64 {
	t.Helper()
	text := a.must(t, "memory_save", args)
	var id int64
	if _, err := fmt.Sscanf(text, "saved #%d", &id); err != nil {
		t.Fatalf("memory_save answered %q: %v", text, err)
	}
	return id
}

// saveUntilKilled saves a memory and returns its id, unless the process is killed
// before it answers.
func (a *agent) saveUntilKilled(body string) (id int64, ok bool) {
	request := fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":%q}}}`+"\n", body)
	if _, err := io.WriteString(a.in, request); err != nil {
		return 0, false
	}
	line := <-a.lines // "" at the end
	_, text, _ := strings.Cut(line, `"text":"`)
	n, _ := fmt.Sscanf(text, "saved #%d", &id)
	return id, n == 1
}

func (a *agent) request(t *testing.T, method string, params any) json.RawMessage {
	t.Helper()
	return a.requestFor(t, limit, method, params)
}

func (a *agent) requestFor(t *testing.T, bound time.Duration, method string, params any) json.RawMessage {
	t.Helper()
	a.id++
	a.send(t, map[string]any{"jsonrpc": "2.0", "id": a.id, "method": method, "params": params})
	timeout := time.After(bound)
	for {
		select {
		case line, ok := <-a.lines:
			if !ok {
				t.Fatalf("%s: the server ended: %s", method, a.stderr)
			}
			var answer struct {
				ID     int
				Result json.RawMessage
				Error  *struct{ Message string }
			}
			if err := json.Unmarshal([]byte(line), &answer); err != nil {
				t.Fatalf("the server wrote %q: %v", line, err)
			}
			if answer.ID != a.id {
				continue // a notification, or a request of the server's
			}
			if answer.Error != nil {
				t.Fatalf("%s: %s", method, answer.Error.Message)
			}
			return answer.Result
		case <-timeout:
			t.Fatalf("%s: no answer within %s: %s", method, bound, a.stderr)
		}
	}
}

// line returns the next line that the server writes.
func (a *agent) line(t *testing.T, bound time.Duration) string {
	t.Helper()
	select {
	case line, ok := <-a.lines:
		if !ok {
			t.Fatalf("the server ended: %s", a.stderr)
		}
		return line
	case <-time.After(bound):
		t.Fatalf("the server wrote nothing within %s: %s", bound, a.stderr)
	}
	return ""
}

func (a *agent) send(t *testing.T, message any) {
	t.Helper()
	raw, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.in.Write(append(raw, '\n')); err != nil {
		t.Fatal(err)
	}
}
