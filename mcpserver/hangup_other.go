//go:build !unix

package mcpserver

import "io"

// hungUp is false: a pipe does not tell here before it is read to its end. The
// end of the client's process is noticed all the same.
func hungUp(io.Reader) bool { return false }
