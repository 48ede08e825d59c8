package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

const (
	roundSpawns = 7

	maxList = 8 << 10 // bytes

	calls     = 100 // of each kind before the memory is read
	idleLimit = 30  // MB
	busyLimit = 60
)

func (b *bench) shimCommand() []string {
	return []string{b.shim, "--home", b.home, "--client", "bench", "--project", scopedProject}
}

// start starts the shim several times over the filled store.
func (b *bench) start() ([]result, error) {
	var hello, first series
	size := 0
	for i := range rounds * roundSpawns {
		var c *client
		err := hello.timed(i/roundSpawns, func() (err error) {
			c, err = start(b.ctx, b.shimCommand())
			return err
		})
		if err != nil {
			return nil, err
		}
		tools, err := c.request("tools/list", map[string]any{})
		if err != nil {
			return nil, err
		}
		size = len(tools)
		if err := c.end(); err != nil {
			return nil, err
		}
		err = first.timed(i/roundSpawns, func() (err error) {
			if c, err = start(b.ctx, b.shimCommand()); err == nil {
				_, err = c.call("memory_search", map[string]any{"query": "database migration"})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if err := c.end(); err != nil {
			return nil, err
		}
	}
	return []result{
		hello.row("spawn to initialize"),
		first.rowOver("spawn to first search, against initialize", &hello, 5),
		{what: "tools/list, against 8 KiB", value: fmt.Sprintf("%d bytes", size), ratio: float64(size) / maxList, most: 1},
	}, nil
}

// memory reads the resident memory of a shim that is idle, and of one that was
// used. Only Linux tells it.
func (b *bench) memory() ([]result, error) {
	if runtime.GOOS != "linux" {
		return nil, nil
	}
	var idle, busy []float64
	questions := b.questions(calls)
	for round := range rounds {
		c, err := start(b.ctx, b.shimCommand())
		if err != nil {
			return nil, err
		}
		if idle, err = c.appendResident(idle); err != nil {
			return nil, err
		}
		for i, words := range questions {
			if _, err := c.call("memory_search", map[string]any{"query": strings.Join(words, " ")}); err != nil {
				return nil, err
			}
			body := fmt.Sprintf("%s\n\nSaved by the run %d as number %d.", b.sample(i, calls).Body, round, i)
			if _, err := c.call("memory_save", map[string]any{"body": body}); err != nil {
				return nil, err
			}
		}
		if busy, err = c.appendResident(busy); err != nil {
			return nil, err
		}
		if err := c.end(); err != nil {
			return nil, err
		}
	}
	row := func(what string, values []float64, limit float64) result {
		mb := median(values)
		return result{what: fmt.Sprintf("%s, against %g MB", what, limit), value: fmt.Sprintf("%.1f MB", mb), ratio: mb / limit, most: 1}
	}
	return []result{
		row("resident memory, idle", idle, idleLimit),
		row(fmt.Sprintf("after %d searches and %[1]d saves", calls), busy, busyLimit),
	}, nil
}

// appendResident appends the server's resident memory in MB.
func (c *client) appendResident(values []float64) ([]float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return nil, err
	}
	_, rest, _ := bytes.Cut(status, []byte("\nVmRSS:"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return nil, fmt.Errorf("no resident memory in the status of process %d", c.cmd.Process.Pid)
	}
	kB, err := strconv.ParseFloat(string(fields[0]), 64)
	return append(values, kB/1024), err
}
