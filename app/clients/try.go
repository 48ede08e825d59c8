package clients

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"memtray/store"
)

// Bounds of a trial.
const (
	tryTime  = 10 * time.Second // for all of it
	endTime  = 3 * time.Second  // to end after its input did
	maxReply = 1 << 20          // bytes of one answer
)

// trial is what came of starting a registered command as its client would.
type trial struct {
	version string // of the server
	tools   int
	home    string // its data folder; "" if it is too old to say
	problem string // why it is of no use; "" if it answers
}

// try starts a command as clients do that clear the environment, asks who it is
// and for its tools, and ends it. It leaves no trace in the store.
func (e Env) try(ctx context.Context, argv []string) trial {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	var t trial
	if err := e.handshake(ctx, argv, &t); err != nil {
		t.problem = err.Error()
		return t
	}
	t.home = e.homeOf(ctx, argv)
	return t
}

// bare is what is left of the environment at least.
func (e Env) bare() []string {
	env := []string{"HOME=" + e.Home, "USERPROFILE=" + e.Home}
	for _, name := range []string{"PATH", "SystemRoot", "SystemDrive", "TEMP", "TMP", "LOCALAPPDATA", "APPDATA"} {
		if v := e.Getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}

func (e Env) start(ctx context.Context, argv []string, more ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, argv[0], append(argv[1:len(argv):len(argv)], more...)...)
	cmd.Env, cmd.Dir = e.bare(), e.Home
	if _, err := os.Stat(cmd.Dir); err != nil {
		cmd.Dir = ""
	}
	cmd.WaitDelay = endTime
	return cmd
}

// homeOf asks a command for its data folder.
func (e Env) homeOf(ctx context.Context, argv []string) string {
	out, err := e.start(ctx, argv, "version", "--json").Output()
	var said struct {
		Home string `json:"home"`
	}
	if err != nil || json.Unmarshal(out, &said) != nil {
		return ""
	}
	return said.Home
}

func (e Env) handshake(ctx context.Context, argv []string, t *trial) error {
	cmd := e.start(ctx, argv)
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("it cannot be started (%s)", reason(err))
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, maxReply)
	said := ask(in.Write, lines, t)
	_ = in.Close()
	ended := cmd.Wait()
	switch {
	case said == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("it does not answer within %s", tryTime)
	case ended != nil:
		return fmt.Errorf("it ends with %s: %s", ended, clip(strings.TrimSpace(errs.String())))
	}
	return said
}

// ask is the talk with a server.
func ask(say func([]byte) (int, error), lines *bufio.Scanner, t *trial) error {
	var who struct {
		ServerInfo struct{ Name, Version string }
	}
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"` + store.Checker + `","version":"1"}}}` + "\n"
	if err := call(say, lines, hello, &who); err != nil {
		return err
	}
	if who.ServerInfo.Name != EntryName {
		return fmt.Errorf("what answers is %q, not Memtray", clip(who.ServerInfo.Name))
	}
	t.version = who.ServerInfo.Version
	var has struct{ Tools []struct{ Name string } }
	const list = `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}` + "\n"
	if err := call(say, lines, list, &has); err != nil {
		return err
	}
	if t.tools = len(has.Tools); t.tools == 0 {
		return errors.New("it offers no tools")
	}
	return nil
}

// call sends a request and reads its answer.
func call(say func([]byte) (int, error), lines *bufio.Scanner, request string, result any) error {
	if _, err := say([]byte(request)); err != nil {
		return errors.New("it ends before it was asked")
	}
	for lines.Scan() {
		var answer struct {
			ID     any
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		switch err := json.Unmarshal(lines.Bytes(), &answer); {
		case err != nil:
			return fmt.Errorf("it prints what is no answer: %q", clip(lines.Text()))
		case answer.ID == nil: // a notification
			continue
		case answer.Error != nil:
			return fmt.Errorf("it answers an error: %s", clip(answer.Error.Message))
		}
		return json.Unmarshal(answer.Result, result)
	}
	return errors.New("it ends without an answer")
}
