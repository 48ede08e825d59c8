package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

const (
	spawns = 20

	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}` + "\n"
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	list        = `{"jsonrpc":"2.0","id":2,"method":"tools/list"}` + "\n"
	search      = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"memory_search","arguments":{"query":"database migration"}}}` + "\n"

	maxList = 8 << 10 // bytes
)

// measureShim starts the shim several times over a filled store.
func measureShim(ctx context.Context, shim, home string) ([]result, error) {
	var hello, first samples
	size := 0
	for range spawns {
		var p *peer
		err := hello.timed(func() (err error) {
			if p, err = spawn(ctx, shim, home); err == nil {
				_, err = p.ask(initialize)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		tools, err := p.ask(initialized + list)
		if err != nil {
			return nil, err
		}
		size = len(tools)
		if err := p.end(); err != nil {
			return nil, err
		}
		err = first.timed(func() (err error) {
			if p, err = spawn(ctx, shim, home); err != nil {
				return err
			}
			if _, err = p.ask(initialize); err != nil {
				return err
			}
			answer, err := p.ask(initialized + search)
			if err == nil && strings.Contains(answer, `"isError":true`) {
				err = fmt.Errorf("search failed: %s", answer)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if err := p.end(); err != nil {
			return nil, err
		}
	}
	return []result{
		hello.row("spawn to initialize, p50"),
		first.rowOver("spawn to first search, against initialize", hello, 5),
		{what: "tools/list, against 8 KiB", value: fmt.Sprintf("%d bytes", size), ratio: float64(size) / maxList, bound: 1},
	}, nil
}

// peer is a running shim.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func spawn(ctx context.Context, shim, home string) (*peer, error) {
	cmd := exec.CommandContext(ctx, shim, "--home", home, "--client", "bench", "--project", scopedProject)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &peer{cmd, in, bufio.NewReaderSize(out, 64<<10)}, cmd.Start()
}

// ask sends lines and returns the next line that comes back.
func (p *peer) ask(lines string) (string, error) {
	if _, err := io.WriteString(p.in, lines); err != nil {
		return "", err
	}
	return p.out.ReadString('\n')
}

func (p *peer) end() error {
	p.in.Close()
	return p.cmd.Wait()
}
