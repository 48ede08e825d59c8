package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// client speaks MCP with a server that it started.
type client struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	last int // id of the latest request
}

// start starts a server, which runs with some more variables, and initializes it.
func start(ctx context.Context, command []string, env ...string) (*client, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), env...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &client{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 64<<10)}
	_, err = c.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "bench", "version": "1"},
	})
	if err == nil {
		_, err = io.WriteString(c.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	}
	if err != nil {
		c.end()
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	return c, nil
}

// request returns the whole answer to a request. What the server sends of its
// own accord meanwhile is dropped.
func (c *client) request(method string, params any) ([]byte, error) {
	c.last++
	line, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.last, "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	if _, err := c.in.Write(append(line, '\n')); err != nil {
		return nil, err
	}
	for {
		line, err := c.out.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		var answer struct {
			ID     int
			Error  json.RawMessage
			Result struct{ IsError bool }
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			return nil, fmt.Errorf("%s: %w", method, err)
		}
		if answer.ID != c.last {
			continue
		}
		if answer.Error != nil || answer.Result.IsError {
			return nil, fmt.Errorf("%s: answered %.300s", method, line)
		}
		return line, nil
	}
}

// call calls a tool and returns the text of its answer.
func (c *client) call(tool string, arguments any) (string, error) {
	line, err := c.request("tools/call", map[string]any{"name": tool, "arguments": arguments})
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	var answer struct {
		Result struct{ Content []struct{ Text string } }
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return "", err
	}
	if len(answer.Result.Content) == 0 {
		return "", fmt.Errorf("%s: answered nothing", tool)
	}
	return answer.Result.Content[0].Text, nil
}

// end closes the server's input and waits until it has ended.
func (c *client) end() error {
	c.in.Close()
	return c.cmd.Wait()
}
