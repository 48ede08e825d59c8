package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// How much of a protocol error is sent.
const (
	maxErrorText = 300  // characters; the rest is cut
	maxErrorData = 1024 // bytes; more is left out
)

// Write sends one message as one line.
func (c *stdioConn) Write(_ context.Context, msg jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(briefly(msg))
	if err != nil {
		return err
	}
	if resp, ok := msg.(*jsonrpc.Response); ok {
		// The client may use the id again as soon as it has the answer.
		defer c.pending.answered(c.pending.free(resp.ID))
	}
	return c.writeLine(data)
}

// briefly shortens an error: the SDK repeats what was wrong in it, however long.
// It also gives a code to those that the SDK sends without one: requests that
// come before initialize, and a second initialize.
func briefly(msg jsonrpc.Message) jsonrpc.Message {
	resp, ok := msg.(*jsonrpc.Response)
	if !ok || resp.Error == nil {
		return msg
	}
	short := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: clip(resp.Error.Error(), maxErrorText)}
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
	c.turn <- struct{}{}
	defer func() { <-c.turn }()
	if c.deaf != nil {
		return c.deaf
	}
	written := make(chan error, 1)
	go func() {
		_, err := c.out.Write(append(data, '\n'))
		written <- err
	}()
	if err := c.patiently(written); err != nil {
		c.deaf = fmt.Errorf("answer the client: %w", err)
	}
	return c.deaf
}

func (c *stdioConn) patiently(written <-chan error) error {
	ending, stop := c.ending, c.stop
	var over <-chan time.Time
	for {
		select {
		case err := <-written:
			return err
		case <-ending:
			ending, over = nil, time.After(drainAtEnd)
		case <-stop:
			ending, stop, over = nil, nil, time.After(drainAtStop)
		case <-over:
			return errors.New("it does not read")
		}
	}
}
