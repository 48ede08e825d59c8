// Package mcpserver is Memtray's MCP server: tools, resources and prompts over a
// store and a folder of skills, and their transports.
//
// [New] makes a server and [Server.RunStdio] serves one client over a pair of
// streams. It speaks both eras of the protocol: with initialize, and the
// stateless one of 2026-07-28. A tool's schema and the check of its arguments
// come from one table. Answers are text made for a model; whatever was recorded
// stands in a frame whose delimiter is random, so that no memory can pass for
// the server's own words. A request that fails or panics fails alone.
//
// [Workspaces] finds the project of a folder; the command line uses it too.
package mcpserver

import (
	"context"
	_ "embed" // instructions.md
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store/recall"
	"memtray/store/skills"
)

// Name is what the server calls itself and what clients register it as.
const Name = "memtray"

//go:embed instructions.md
var instructions string

// Options are what a server needs. Only Recall is required.
type Options struct {
	// Recall returns the store. It is asked by every call that needs it, so that
	// a handshake does not wait for the file; it must be cheap after the first
	// time. Its error is the call's.
	Recall func(context.Context) (*recall.Recall, error)

	// Skills is the folder of skills; nil: there are none.
	Skills *skills.Folder

	Client  string // the client's id; "" takes what the client calls itself
	Parent  string // the client's process, which its hooks name too; "" if it is not known
	Token   int64  // id of the token that the client comes with over HTTP; 0: it does not
	Project string // name or folder of the project of all calls; "" finds it at each call
	Version string // of the program

	Getenv func(string) string    // nil: os.Getenv
	Getwd  func() (string, error) // nil: os.Getwd
	Now    func() time.Time       // nil: time.Now
	Log    *slog.Logger           // nil: nothing is logged
}

// Server serves one client. It is safe for concurrent use.
type Server struct {
	opts       Options
	sdk        *mcp.Server
	process    string // tells this run from others of the same client
	workspaces *Workspaces
	roots      roots
	cursors    cursors
	mark       func() string
	lists      lists
	watch      watch
	watchEvery time.Duration
	presence   presence
	storing    sync.WaitGroup // calls that store something
	heard      atomic.Bool    // a request has come
	opened     atomic.Pointer[recall.Recall]
}

// New returns a server with all tools, prompts and resources.
func New(opts Options) *Server {
	if opts.Getenv == nil {
		opts.Getenv = os.Getenv
	}
	if opts.Getwd == nil {
		opts.Getwd = os.Getwd
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		opts:       opts,
		process:    uuid.NewString(),
		workspaces: NewWorkspaces(opts.Getenv),
		mark:       randomMark,
		watchEvery: watchInterval,
	}
	s.lists.closed = opts.Token != 0 // until the store says what it is limited to
	s.sdk = mcp.NewServer(
		&mcp.Implementation{Name: Name, Title: "Memtray", Version: opts.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			// Nothing is sent to a client's log, and the tools never change.
			Capabilities: &mcp.ServerCapabilities{
				Tools:     &mcp.ToolCapabilities{},
				Prompts:   &mcp.PromptCapabilities{ListChanged: true},
				Resources: &mcp.ResourceCapabilities{ListChanged: true, Subscribe: true},
			},
			PageSize:           pageSize,
			CompletionHandler:  s.complete,
			SubscribeHandler:   s.subscribe,
			UnsubscribeHandler: s.unsubscribe,
			SetCacheable:       func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
		})
	s.sdk.AddReceivingMiddleware(s.recovered, s.announced, s.addressed, s.current)
	s.sdk.AddSendingMiddleware(s.unlessSeen)
	for _, t := range tools() {
		s.add(t)
	}
	s.refresh(context.Background(), false)
	return s
}

// open returns the store.
func (s *Server) open(ctx context.Context) (*recall.Recall, error) {
	r, err := s.opts.Recall(ctx)
	if err == nil {
		s.opened.Store(r)
	}
	return r, err
}
