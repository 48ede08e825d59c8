package main

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"memtray/mcpserver"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/skills"
)

// serverCommand is the MCP server on standard input and output.
func serverCommand(ctx context.Context, env *cli) error {
	if isTerminal(env.stdin) {
		return usagef("this is Memtray's MCP server, which AI clients start; try memtray-mcp help")
	}
	if err := env.checkClient(); err != nil {
		return err
	}
	// Whatever prints to standard output by mistake must not reach the client.
	out := env.stdout
	os.Stdout = os.Stderr
	// Without this a client that closes its end kills a save in the middle.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, orphaned := context.WithCancel(ctx)
	defer orphaned()
	hasParent := watchParent(ctx, orphaned)

	noHome := env.findHome()
	log, closeLog := env.log()
	defer closeLog()
	opening := opener{env: env, log: log}
	defer opening.close()
	open, folder := opening.recall, skills.In(env.global.home)
	if noHome != nil { // clients show what a call answers, but not why a server ended
		open = func(context.Context) (*recall.Recall, error) { return nil, noHome }
		folder = nil
	}
	server := mcpserver.New(mcpserver.Options{
		Recall:  open,
		Skills:  folder,
		Client:  env.global.client,
		Parent:  parentName(),
		Project: env.global.project,
		Version: mcpserver.Version,
		Getenv:  env.getenv,
		Getwd:   env.getwd,
		Log:     log,
	})
	if !hasParent {
		defer time.AfterFunc(silence, func() { endUnheard(server, orphaned) }).Stop()
	}
	return server.RunStdio(ctx, env.stdin, out)
}

// silence is how long a process without a parent waits for a first request. Its
// client may have ended while it started, when its end of the input may be held
// by others; or the client starts servers in a way that leaves them no parent.
const silence = time.Minute

func endUnheard(server interface{ Heard() bool }, orphaned func()) {
	if !server.Heard() {
		orphaned()
	}
}

// log opens the log of this program. It is also written to standard error if a
// person is reading there: clients show what a server writes to it as errors.
// Without a data folder there is no other.
func (env *cli) log() (*slog.Logger, func()) {
	var also io.Writer
	if isTerminal(env.stderr) {
		also = env.stderr
	}
	if env.global.home == "" {
		return slog.New(slog.NewTextHandler(cmp.Or(also, io.Discard), nil)), func() {}
	}
	log, closeLog := mcpserver.OpenLog(env.global.home, "memtray-mcp", also)
	return log.With("client", env.global.client), closeLog
}

// keepUp does what is due while nobody calls, until end is called.
func keepUp(ctx context.Context, r *recall.Recall, k *care.Keeper, log *slog.Logger) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		k.Run(ctx, r, log)
	}()
	return func() {
		cancel()
		<-done
	}
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
