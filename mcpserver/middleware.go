package mcpserver

import (
	"context"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// recovered turns a panic into the failure of the request that caused it.
func (s *Server) recovered(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (result mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.opts.Log.Error("Request panicked", "method", method, "panic", p, "stack", string(debug.Stack()))
				result, err = nil, &jsonrpc.Error{
					Code: jsonrpc.CodeInternalError, Message: "internal error; Memtray's log has the details",
				}
			}
		}()
		return next(ctx, method, req)
	}
}

// announced makes this process known as running once a first request was
// handled, so that a handshake never waits for the file. A ping does not count:
// it comes before the client has said who it is.
func (s *Server) announced(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		s.heard.Store(true)
		result, err := next(ctx, method, req)
		client := s.client(req)
		if method != "ping" && !checks(req) && s.opts.Token == 0 { // over HTTP no process of the client's runs here
			s.presence.begin(func(ctx context.Context) (func(), error) { return s.announce(ctx, client) })
		}
		if method == "tools/call" || method == "prompts/get" || method == "resources/read" {
			s.touch(client)
		}
		return result, err
	}
}

// Heard reports whether any client has asked for anything.
func (s *Server) Heard() bool { return s.heard.Load() }

// touch notes that a client called, whatever came of it. It does not open the
// store: who has only made faulty calls is noted by its presence.
func (s *Server) touch(client string) {
	if r := s.opened.Load(); r != nil {
		r.Touch(s.author(client, ""))
	}
}

// called counts a call of a tool, prompt or resource, whatever came of it. Like
// touch it does not open the store.
func (s *Server) called(client, name string, failed bool) {
	if r := s.opened.Load(); r != nil {
		r.Called(client, name, failed)
	}
}

func (s *Server) announce(ctx context.Context, client string) (release func(), err error) {
	r, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	release, err = r.Store().Announce(ctx, store.Presence{
		Client: client, PID: os.Getpid(), StartedAt: store.MillisOf(s.opts.Now()), Version: s.opts.Version,
	})
	if err != nil && ctx.Err() == nil {
		s.opts.Log.Warn("Presence is not shown", "error", err)
	}
	return release, err
}

// presence announces once, in the background. While that fails, as for a store
// that cannot be opened, it tries again.
type presence struct {
	once    sync.Once
	cancel  context.CancelFunc
	over    chan struct{} // closed by end: nothing is tried again
	done    chan struct{} // nil before begin
	release func()
}

// announceAgain is the time between two attempts.
const announceAgain = 30 * time.Second

func (p *presence) begin(announce func(context.Context) (func(), error)) {
	p.once.Do(func() {
		ctx, cancel := context.WithCancel(context.Background())
		over, done := make(chan struct{}), make(chan struct{})
		p.cancel, p.over, p.done = cancel, over, done
		go func() {
			defer close(done)
			for {
				release, err := announce(ctx)
				if err == nil {
					p.release = release
					return
				}
				select {
				case <-over:
					return
				case <-time.After(announceAgain):
				}
			}
		}()
	})
}

// endTimeout bounds the wait for an announcement that is being made when it is
// to be taken back. It is then called off; one that still waits for the store to
// open a while later ends with the process.
const endTimeout = 500 * time.Millisecond

// end takes the announcement back. Nothing may begin after it; ending again
// does nothing.
func (p *presence) end() {
	p.once.Do(func() {})
	if p.done == nil {
		return
	}
	done := p.done
	p.done = nil
	close(p.over)
	defer time.AfterFunc(endTimeout, p.cancel).Stop()
	select {
	case <-done:
	case <-time.After(2 * endTimeout):
		return
	}
	if p.release != nil {
		p.release()
		p.release = nil
	}
}

// author returns a client as the author of what it does. Over HTTP a process serves
// many sessions, which are told apart.
func (s *Server) author(client, session string) store.Author {
	return store.Author{Kind: store.Agent, Client: client, Process: s.process + session, Parent: s.opts.Parent, Token: s.opts.Token}
}

// client returns the id of the client that sent req.
func (s *Server) client(req mcp.Request) string {
	if s.opts.Client != "" {
		return s.opts.Client
	}
	if name := selfName(req); name != "" {
		return clientOf(name)
	}
	return unknownClient
}

// checks reports whether req is of somebody who only looks whether this answers.
func checks(req mcp.Request) bool { return selfName(req) == store.Checker }

// selfName returns what the client called itself at the beginning, if it did.
func selfName(req mcp.Request) string {
	session, ok := req.GetSession().(*mcp.ServerSession)
	if !ok {
		return ""
	}
	if init := session.InitializeParams(); init != nil && init.ClientInfo != nil {
		return init.ClientInfo.Name
	}
	return ""
}
