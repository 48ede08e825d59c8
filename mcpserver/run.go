package mcpserver

import (
	"context"
	"errors"
	"io"
)

// RunStdio serves the client at the other end of in and out, one JSON-RPC
// message a line, until in ends or ctx does. What was accepted is then still
// answered: reads within 2 s (0.5 s when ctx ended), calls that store something
// however long they take. It returns nil then, and an error if the client stopped
// reading.
func (s *Server) RunStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	transport := newStdio(in, out, stores)
	release := context.AfterFunc(ctx, transport.Stop)
	defer release()
	defer s.presence.end()
	defer s.watch.end()

	// The session gets a context of its own: the end of ctx must not cancel what
	// was accepted.
	err := s.sdk.Run(context.WithoutCancel(ctx), transport)
	s.storing.Wait()
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
