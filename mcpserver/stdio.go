package mcpserver

import (
	"bufio"
	"context"
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
		stdio:   t,
		lines:   make(chan line),
		ending:  make(chan struct{}),
		closed:  make(chan struct{}),
		pending: newPending(),
		turn:    make(chan struct{}, 1),

		stopping: t.stop,
	}
	go c.readLines()
	return c, nil
}

type stdioConn struct {
	*stdio
	lines   chan line // closed at the end of input
	pending *pending

	// Of Read, which one goroutine calls.
	stopping <-chan struct{} // nil once seen
	drain    drain

	ending     chan struct{} // closed once the peer has closed the input
	endingOnce sync.Once
	closed     chan struct{}
	closeOnce  sync.Once

	turn chan struct{} // holds a value while somebody writes
	deaf error         // why nothing more is written; protected by turn
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
	defer c.ends()
	r := newLineReader(bufio.NewReaderSize(c.in, 64<<10))
	for {
		l, err := r.next()
		if err != nil || !c.handOver(l) {
			return
		}
	}
}

// hangUpInterval is how often a waiting input is looked after.
const hangUpInterval = 250 * time.Millisecond

// handOver waits until l is taken, and returns false when it never will be. The
// peer can close the input behind l meanwhile, which reading would not notice.
func (c *stdioConn) handOver(l line) bool {
	look := time.NewTicker(hangUpInterval)
	defer look.Stop()
	for {
		select {
		case c.lines <- l:
			return true
		case <-c.closed:
			return false
		case <-look.C:
			if hungUp(c.in) {
				c.ends()
			}
		}
	}
}

func (c *stdioConn) ends() { c.endingOnce.Do(func() { close(c.ending) }) }

// Read returns the next message to work on, and [io.EOF] after the drain. While
// too much is unanswered nothing more is taken.
func (c *stdioConn) Read(context.Context) (jsonrpc.Message, error) {
	for {
		if c.drain.done(c.pending.left()) {
			return nil, io.EOF
		}
		if req := c.pending.next(); req != nil {
			return req, nil
		}
		lines := c.lines
		if c.drain.begun || c.pending.full() {
			lines = nil
		}
		select {
		case <-c.closed:
			return nil, io.EOF
		case <-c.stopping:
			c.stopping = nil
			c.drain.begin(drainAtStop)
		case <-c.drain.over:
			c.drain.expired = true
		case <-c.pending.shrunk:
		case l, ok := <-lines:
			if !ok {
				c.drain.begin(drainAtEnd)
				continue
			}
			if msg, err := c.receive(l); msg != nil || err != nil {
				return msg, err
			}
		}
	}
}

// receive returns the message of a line that goes on at once. Both results are
// nil for a line that was answered here, a read that was queued, and a blank.
func (c *stdioConn) receive(l line) (jsonrpc.Message, error) {
	msg, fault := l.message()
	if req, ok := msg.(*jsonrpc.Request); ok && req.IsCall() {
		d := c.duty(req)
		if fault = c.pending.accept(req, d, len(l.data)); fault == nil && d == mayDrop {
			return nil, nil
		}
	}
	if fault != nil {
		return nil, c.writeLine(fault.line())
	}
	return msg, nil
}

func (c *stdioConn) duty(req *jsonrpc.Request) duty {
	switch {
	case req.Method == "subscriptions/listen":
		return noAnswer
	case c.writes(req):
		return mustEnd
	}
	return mayDrop
}

// drain is the end of a session: what was accepted is answered, reads only
// until their time is over.
type drain struct {
	begun, expired bool
	over           <-chan time.Time
}

func (d *drain) begin(grace time.Duration) {
	d.begun = true
	d.over = time.After(grace)
}

// done reports whether the session can end with so many requests unanswered.
func (d *drain) done(reads, writes int) bool {
	return d.begun && writes == 0 && (reads == 0 || d.expired)
}
