package mcpserver

import (
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// Bounds on what one client may have unanswered, so that one which never reads
// cannot fill the memory. Beyond the first two its input waits.
const (
	maxPending      = 1000     // requests
	maxPendingBytes = 16 << 20 // of their lines
	maxReads        = 32       // worked on at a time; the answer to a read can be long
	maxListening    = 64       // subscriptions, which are answered when they end
)

// duty is what a request asks of the end of the session.
type duty int

const (
	mayDrop  duty = iota // a read: answered if there is time
	mustEnd              // stores something: answered however long that takes
	noAnswer             // a subscription: nobody waits for its end
)

// pending are the requests that were accepted and not answered yet. Reads stand
// in a queue until few enough are worked on; the others overtake them, since a
// call that stores something may wait for the file while reads go on.
type pending struct {
	shrunk chan struct{} // has a value when one was answered

	mu      sync.Mutex
	open    map[jsonrpc.ID]request
	count   [noAnswer + 1]int // by duty
	bytes   int
	queue   []*jsonrpc.Request
	running int // reads that left the queue
}

type request struct {
	duty  duty
	bytes int
}

func newPending() *pending {
	return &pending{shrunk: make(chan struct{}, 1), open: map[jsonrpc.ID]request{}}
}

// accept remembers a request until it is answered, or says why it is refused. A
// read is then to be taken from the queue by next.
func (p *pending) accept(req *jsonrpc.Request, d duty, bytes int) *fault {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, twice := p.open[req.ID]; twice {
		// Answered without the id, which belongs to the first request.
		return &fault{code: jsonrpc.CodeInvalidRequest, message: "a request with this id is still being answered"}
	}
	if d == noAnswer && p.count[noAnswer] == maxListening {
		return &fault{code: jsonrpc.CodeInvalidRequest, message: "too many subscriptions are open; cancel one first"}
	}
	p.open[req.ID] = request{d, bytes}
	p.count[d]++
	p.bytes += bytes
	if d == mayDrop {
		p.queue = append(p.queue, req)
	}
	return nil
}

// next returns the next read to work on, or nil.
func (p *pending) next() *jsonrpc.Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) == 0 || p.running >= maxReads {
		return nil
	}
	req := p.queue[0]
	p.queue = p.queue[1:]
	p.running++
	return req
}

// free makes an id one that can be used again, and returns its request, which is
// about to be answered.
func (p *pending) free(id jsonrpc.ID) (r request, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	r, ok = p.open[id]
	delete(p.open, id)
	return r, ok
}

// answered forgets a request that was freed before.
func (p *pending) answered(r request, ok bool) {
	p.mu.Lock()
	if ok {
		p.count[r.duty]--
		p.bytes -= r.bytes
		if r.duty == mayDrop {
			p.running--
		}
	}
	p.mu.Unlock()
	select {
	case p.shrunk <- struct{}{}:
	default:
	}
}

// full reports whether the next request has to wait.
func (p *pending) full() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count[mayDrop]+p.count[mustEnd] >= maxPending || p.bytes >= maxPendingBytes
}

// left returns how many requests wait for an answer.
func (p *pending) left() (reads, writes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.count[mayDrop], p.count[mustEnd]
}
