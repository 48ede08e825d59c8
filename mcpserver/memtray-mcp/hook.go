package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"memtray/mcpserver"
	"memtray/store"
	"memtray/store/guard"
)

const hookDetails = `AI clients run it, once memtray-mcp clients add ID --hook has told them to; what it
reads and prints is each client's own JSON.

  session-start  gives what a session should begin with; once a session, and
                 again when the client has cleared or compacted it
  user-prompt    gives up to three memories that fit the prompt well and were not
                 given before; only after memtray-mcp hook prompts on
  session-end    ends the session

  --client ID    which client runs it: claude-code, codex, gemini, qwen, copilot,
                 cursor or kiro; any other is spoken to like Claude Code
  --within D     time it may take in all (default 300ms, at most 5s)

It never fails and never waits: what it cannot do in time it leaves, prints
nothing, exits with 0 and notes it in the log. It creates no data folder.

You yourself run memtray-mcp hook prompts on, or off, which is the default.`

// began is when the process began, near enough.
var began = time.Now()

// How long a hook may take. A host waits for it.
const (
	hookTime    = 300 * time.Millisecond
	maxHookTime = 5 * time.Second

	// What of that is kept for printing an answer that is ready, and for noting
	// that there was none.
	hookReserve = 50 * time.Millisecond
	hookLogTime = 20 * time.Millisecond
)

// hookEvents are what a hook may be told of.
var hookEvents = map[string]func(*hook, context.Context, hookInput) error{
	"session-start": (*hook).sessionStart,
	"user-prompt":   (*hook).userPrompt,
	"session-end":   (*hook).sessionEnd,
}

// hook is one run.
type hook struct {
	env   *cli
	event string
	host  host
	by    store.Author
}

// hookCommand never returns an error to a client: to some of them an exit code is a
// reason to stop what the person does.
func hookCommand(ctx context.Context, env *cli, args []string) error {
	signal.Ignore(syscall.SIGPIPE)
	var within time.Duration
	f := env.flags("hook")
	f.DurationVar(&within, "within", hookTime, "time it may take")
	rest, err := parse(f, args)
	if wanted, ok := errors.AsType[*helpWanted](err); ok {
		return wanted
	}
	if err == nil && len(rest) > 0 && rest[0] == "prompts" {
		return hookPrompts(ctx, env, rest[1:])
	}
	switch {
	case err != nil:
	case len(rest) != 1 || hookEvents[rest[0]] == nil:
		err = usagef("hook takes one of session-start, user-prompt, session-end, prompts")
	case env.global.client == "":
		err = usagef("hook needs --client")
	default:
		err = env.settle()
	}
	if err != nil {
		fmt.Fprintln(env.stderr, "memtray-mcp: "+message(err))
		misused(env, rest, err)
		return nil
	}
	within = min(max(within, 2*hookReserve), maxHookTime)
	h := &hook{env: env, event: rest[0], host: hostOf(env.global.client)}
	h.by = store.Author{Kind: store.Agent, Client: env.global.client, Process: "hook", Parent: parentName()}
	h.within(ctx, within)
	return nil
}

// misused notes wrong arguments: a client shows nobody what its hooks print.
func misused(env *cli, rest []string, err error) {
	if env.findHome() != nil {
		return // nobody would look for the log there
	}
	h := &hook{env: env}
	if len(rest) > 0 && hookEvents[rest[0]] != nil {
		h.event = rest[0]
	}
	if env.checkClient() == nil {
		h.by.Client = env.global.client
	}
	h.note(err, hookTime)
}

// within runs the hook until its time, from the start of the process, is over.
// Whatever still runs then ends with the process.
func (h *hook) within(ctx context.Context, d time.Duration) {
	ctx, cancel := context.WithDeadline(ctx, began.Add(d-hookReserve))
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("panic: %v", p)
			}
		}()
		done <- h.run(ctx)
	}()
	var err error
	select {
	case err = <-done:
	case <-time.After(time.Until(began.Add(d - hookLogTime))):
		err = context.DeadlineExceeded
	}
	if err == nil || slices.Contains([]store.Code{store.NotFound, store.Paused}, store.ErrorCode(err)) {
		return // there is nothing to give, or it is not wanted
	}
	h.note(err, d)
}

// note logs why nothing was given, unless that takes longer than d from the start
// of the process.
func (h *hook) note(err error, d time.Duration) {
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		h.log(err)
	}()
	select {
	case <-logged:
	case <-time.After(time.Until(began.Add(d))):
	}
}

func (h *hook) run(ctx context.Context) error {
	in, err := readHookInput(ctx, h.env.stdin)
	if err != nil {
		return err
	}
	return hookEvents[h.event](h, ctx, in)
}

// log notes why nothing was given, in a data folder that is there.
func (h *hook) log(err error) {
	if _, e := os.Stat(h.env.global.home); errors.Is(e, fs.ErrNotExist) {
		return
	}
	log, closeLog := mcpserver.OpenLog(h.env.global.home, "memtray-mcp", nil)
	defer closeLog()
	reason, _ := guard.Clean(strings.TrimSpace(message(err)))
	if errors.Is(err, context.DeadlineExceeded) {
		reason = "there was not enough time"
	}
	log.LogAttrs(context.Background(), slog.LevelWarn, "Hook gave nothing",
		slog.String("client", h.by.Client), slog.String("event", h.event), slog.String("reason", reason))
}

// answer prints text as what the client adds to its context. It is noted as given
// by now, so that also time which is kept for that is used.
func (h *hook) answer(in hookInput, text string) error {
	line, err := h.host.answer(h.event, in, text)
	if err != nil {
		return err
	}
	_, err = h.env.stdout.Write(line)
	return err
}
