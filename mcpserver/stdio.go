package mcpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// How long requests may still be answered once the input has ended.
const (
	drainAtEnd  = 2 * time.Second
	drainAtStop = 500 * time.Millisecond
)

// stdio is a transport of one JSON-RPC message a line. The SDK's own one ends
// the session at the first line that is not JSON, and at the end of input
// cancels what it has accepted, so that `printf … | server` loses a save. Here
// a wrong line is answered and skipped, and the end of input is passed on only
// when what was accepted has been answered, within bounds.
type stdio struct {
	in  io.Reader
	out io.Writer

	// writes reports whether a request stores something. Such a request is
	// answered however long that takes; the others have the drain's time.
	writes func(*jsonrpc.Request) bool

	stop     chan struct{} // closed by Stop
	stopOnce sync.Once
}

func newStdio(in io.Reader, out io.Writer, writes func(*jsonrpc.Request) bool) *stdio {
	return &stdio{in: in, out: out, writes: writes, stop: make(chan struct{})}
}

// Stop ends the input as if the peer had closed it, with less time to drain.
func (t *stdio) Stop() { t.stopOnce.Do(func() { close(t.stop) }) }

// Connect starts to read. It implements [mcp.Transport].
func (t *stdio) Connect(context.Context) (mcp.Connection, error) {
	c := &stdioConn{
		stdio:    t,
		lines:    make(chan line),
		closed:   make(chan struct{}),
		answered: make(chan struct{}, 1),
		ending:   make(chan struct{}),
		pending:  map[jsonrpc.ID]bool{},
	}
	go c.readLines()
	return c, nil
}

type stdioConn struct {
	*stdio
	lines     chan line // closed at the end of input
	closed    chan struct{}
	closeOnce sync.Once

	writeMu sync.Mutex
	deaf    error // why nothing more is written; protected by writeMu

	ending chan struct{} // closed when the drain begins

	mu      sync.Mutex
	pending map[jsonrpc.ID]bool // accepted and not answered yet; true: it stores something

	answered chan struct{} // has a value when pending has shrunk
}

// SessionID returns "": there is one session.
func (c *stdioConn) SessionID() string { return "" }

// Close makes Read return. The input itself cannot be interrupted everywhere,
// so its reader ends with the process.
func (c *stdioConn) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	return nil
}

// readLines hands over one line after the other until the input ends.
func (c *stdioConn) readLines() {
	defer close(c.lines)
	r := newLineReader(bufio.NewReaderSize(c.in, 64<<10))
	for {
		l, err := r.next()
		if err != nil {
			return
		}
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
	}
}

// Read returns the next valid message, and [io.EOF] after the drain. What is no
// message is answered here.
func (c *stdioConn) Read(context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-c.closed:
			return nil, io.EOF
		case <-c.stop:
			c.drain(drainAtStop)
			return nil, io.EOF
		case l, ok := <-c.lines:
			if !ok {
				c.drain(drainAtEnd)
				return nil, io.EOF
			}
			msg, fault := l.message()
			if fault == nil && msg != nil {
				fault = c.accept(msg)
			}
			if fault != nil {
				if err := c.writeLine(fault.line()); err != nil {
					return nil, err
				}
				continue
			}
			if msg != nil {
				return msg, nil
			}
		}
	}
}

// accept remembers a request until it is answered.
func (c *stdioConn) accept(msg jsonrpc.Message) *fault {
	req, ok := msg.(*jsonrpc.Request)
	// A subscription is never answered while it lasts.
	if !ok || !req.IsCall() || req.Method == "subscriptions/listen" {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, twice := c.pending[req.ID]; twice {
		// Answered without the id, which belongs to the first request.
		return &fault{code: jsonrpc.CodeInvalidRequest, message: "a request with this id is still being answered"}
	}
	c.pending[req.ID] = c.writes(req)
	return nil
}

// Write sends one message as one line.
func (c *stdioConn) Write(_ context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(brief(msg))
	if err != nil {
		return err
	}
	err = c.writeLine(data)
	if resp, ok := msg.(*jsonrpc.Response); ok {
		c.mu.Lock()
		delete(c.pending, resp.ID)
		c.mu.Unlock()
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// How much of a protocol error is sent.
const (
	maxErrorText = 300  // characters; the rest is cut
	maxErrorData = 1024 // bytes; more is left out
)

// brief shortens an error: the SDK repeats what was wrong in it, however long.
func brief(msg jsonrpc.Message) jsonrpc.Message {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok || resp.Error == nil {
		return msg
	}
	short := &jsonrpc.Error{Message: clip(resp.Error.Error(), maxErrorText)}
	if e, ok := errors.AsType[*jsonrpc.Error](resp.Error); ok {
		short.Code = e.Code
		if len(e.Data) <= maxErrorData {
			short.Data = e.Data
		}
	}
	return &jsonrpc.Response{ID: resp.ID, Error: short}
}

// writeLine writes one line. Once the session ends it does not wait for long: a
// client that does not read must not keep the process alive.
func (c *stdioConn) writeLine(data []byte) error {
	c.writeMu.Lock()
	defer c.writeMu.Unlock()
	if c.deaf != nil {
		return c.deaf
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.out.Write(append(data, '\n'))
		written <- err
	}()
	var err error
	select {
	case err = <-written:
	case <-c.ending:
		select {
		case err = <-written:
		case <-time.After(drainAtEnd):
			err = errors.New("it does not read")
		}
	}
	if err != nil {
		c.deaf = fmt.Errorf("answer the client: %w", err)
	}
	return c.deaf
}

// drain returns when everything accepted was answered, or when only reads are
// left and their time is over.
func (c *stdioConn) drain(grace time.Duration) {
	close(c.ending)
	over, stop := time.After(grace), c.stop
	expired := false
	for {
		reads, writes := c.unanswered()
		if writes == 0 && (reads == 0 || expired) {
			return
		}
		select {
		case <-c.answered:
		case <-over:
			expired = true
		case <-stop:
			stop, over = nil, time.After(min(grace, drainAtStop))
		case <-c.closed:
			return
		}
	}
}

func (c *stdioConn) unanswered() (reads, writes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, stores := range c.pending {
		if stores {
			writes++
		} else {
			reads++
		}
	}
	return reads, writes
}
