package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"memtray/app/api"
	"memtray/frontend"
	"memtray/mcpserver"
	"memtray/store/care"
	"memtray/store/recall"
	"memtray/store/skills"
)

const serveDetails = `  --port N            port to listen on (default: a free one)
  --allow-host NAME   also answer to this Host, NAME or NAME:PORT, for a tunnel
  --mcp-listen IP     serve MCP at this address instead of 127.0.0.1:
                      what is sent there is not encrypted

While there is a token (memtray-mcp token), MCP is served over HTTP as well.

The dashboard listens on 127.0.0.1 only and prints one line with its address, which
holds a token of this run: whoever has the address sees your memories. Ctrl-C ends
it.`

// serveCommand serves the dashboard on loopback until it is told to end.
func serveCommand(ctx context.Context, env *cli, args []string) error {
	f := env.flags("serve")
	var o serveOptions
	f.IntVar(&o.port, "port", 0, "port; 0 is a free one")
	f.Var((*list)(&o.allowed), "allow-host", "another allowed Host")
	f.StringVar(&o.listen, "mcp-listen", "", "IP address for MCP")
	rest, err := parse(f, args)
	switch {
	case err != nil:
		return err
	case len(rest) > 0:
		return usagef("serve takes no arguments besides flags")
	case o.port < 0 || o.port > 65535:
		return usagef("--port must be 1 to 65535, or 0 for a free one")
	case o.listen != "" && net.ParseIP(o.listen) == nil:
		return usagef("--mcp-listen takes an IP address, such as 0.0.0.0, not %q", short(o.listen))
	}
	for _, host := range o.allowed {
		if strings.ContainsAny(host, "/*@ \t") {
			return usagef("--allow-host takes a host or host:port, not %q", short(host))
		}
	}
	if err := env.settle(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	log, closeLog := env.log()
	defer closeLog()
	slog.SetDefault(log) // the API logs there
	memories, keeper, closeStore, err := env.openKept(ctx)
	if err != nil {
		return err
	}
	end := keepUp(ctx, memories, keeper, log)
	err = env.serve(ctx, memories, keeper, o)
	end()
	return errors.Join(err, closeStore())
}

// serveOptions is how it is served.
type serveOptions struct {
	port    int // of the dashboard; 0 is a free one
	allowed []string
	listen  string // IP address for MCP; "" is loopback
}

// serve listens and serves until ctx ends, which is not an error.
func (env *cli) serve(ctx context.Context, memories *recall.Recall, keeper *care.Keeper, o serveOptions) error {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", o.port))
	if err != nil {
		return fmt.Errorf("port %d cannot be used: choose another with --port, or leave it out (%w)", o.port, err)
	}
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	s := memories.Store()
	registrar, err := env.registrar(s, "")
	if err != nil {
		return err
	}
	hub := api.NewHub(s)
	mcp := mcpserver.NewListener(mcpserver.ListenOptions{Address: o.listen, Allowed: o.allowed, Changed: hub.TokensChanged, Server: mcpserver.Options{
		Recall:  func(context.Context) (*recall.Recall, error) { return memories, nil },
		Skills:  skills.In(s.Home()),
		Version: mcpserver.Version,
		Log:     slog.Default(),
	}})
	token := newToken()
	handler := api.New(api.Options{
		Recall: memories, Keeper: keeper, Clients: registrar, Hub: hub, MCP: mcp,
		Version: mcpserver.Version, Assets: frontend.Assets(),
	})
	server := newServer(api.Guard(handler, token, mcpserver.LoopbackHosts(port, o.allowed...)))
	before, _ := readRunning(s.Home()) // there may be none
	running := newRunning(port, token)
	if err := running.write(s.Home()); err != nil {
		return err
	}
	defer func() { running.remove(context.WithoutCancel(ctx), s.Home(), before) }()
	if !frontend.Built() {
		fmt.Fprintln(env.stderr, "memtray-mcp: the dashboard is not built: run make build")
	}
	fmt.Fprintln(env.stdout, running.line())
	over, end := context.WithCancel(ctx)
	mcpEnded := make(chan struct{})
	go func() { defer close(mcpEnded); mcp.Run(over) }()
	err = serveUntil(ctx, server, listener, hub)
	end()
	<-mcpEnded
	return err
}

// newServer bounds every wait for a client: whoever sends a request slowly, with
// or without the token, must not keep a connection. Answers are not bounded
// here, since event streams last.
func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,

		DisableGeneralOptionsHandler: true, // OPTIONS * is asked for Host and token too
	}
}

// serveUntil ends the event streams before the server, which would otherwise
// wait for them.
func serveUntil(ctx context.Context, server *http.Server, listener net.Listener, hub *api.Hub) error {
	watching, stopWatching := context.WithCancel(ctx)
	hubEnded := make(chan struct{})
	go func() { defer close(hubEnded); hub.Run(watching) }()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()

	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stopWatching()
	<-hubEnded
	brief, cancel := context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
	defer cancel()
	if server.Shutdown(brief) != nil {
		_ = server.Close() // whoever still reads has had its time
	}
	return err
}

func newToken() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(b[:])
}
