package main

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/term"

	"memtray/mcpserver"
	"memtray/store/care"
	"memtray/store/recall"
)

// serverCommand is the MCP server on standard input and output.
func serverCommand(ctx context.Context, env *cli) error {
	if isTerminal(env.stdin) {
		return usagef("this is Memtray's MCP server, which AI clients start; try memtray-mcp help")
	}
	if err := env.settle(); err != nil {
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
	watchParent(ctx, orphaned)

	log, closeLog := env.log()
	defer closeLog()
	opening := opener{env: env, log: log}
	defer opening.close(log)
	server := mcpserver.New(mcpserver.Options{
		Recall:  opening.recall,
		Client:  env.global.client,
		Project: env.global.project,
		Version: mcpserver.Version,
		Getenv:  env.getenv,
		Getwd:   env.getwd,
		Log:     log,
	})
	return server.RunStdio(ctx, env.stdin, out)
}

// log opens the log of this program. It is also written to standard error if a
// person is reading there: clients show what a server writes to it as errors.
func (env *cli) log() (*slog.Logger, func()) {
	var also io.Writer
	if isTerminal(env.stderr) {
		also = env.stderr
	}
	log, closeLog := mcpserver.OpenLog(env.global.home, "memtray-mcp", also)
	return log.With("client", env.global.client), closeLog
}

// opener opens the store once, when it is first needed. After an error, such as
// that of a file which is in use or too new, the next call tries again. A file
// that was set aside and replaced is left for the new one.
type opener struct {
	env        *cli
	log        *slog.Logger
	mu         sync.Mutex
	opened     *recall.Recall
	keeper     *care.Keeper // of opened
	closeStore func() error
}

func (o *opener) recall(ctx context.Context) (*recall.Recall, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.opened != nil && !o.keeper.Replaced() {
		return o.opened, nil
	}
	if o.opened != nil {
		former := o.closeStore
		go func() { _ = former() }() // once its calls are through; nothing of it is lost
		o.opened, o.closeStore = nil, nil
	}
	// The store outlives the call that happens to open it.
	r, keeper, closeStore, err := o.env.openKept(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	end := keepUp(context.WithoutCancel(ctx), r, keeper, o.log)
	o.opened, o.keeper, o.closeStore = r, keeper, func() error { end(); return closeStore() }
	return r, nil
}

// close closes the store. While it is still being opened, which can wait for a
// file in use, that is left to the end of the process.
func (o *opener) close(log *slog.Logger) {
	if !o.mu.TryLock() {
		return
	}
	defer o.mu.Unlock()
	if o.closeStore == nil {
		return
	}
	if err := o.closeStore(); err != nil {
		log.Error("Store did not close", "error", err)
	}
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
