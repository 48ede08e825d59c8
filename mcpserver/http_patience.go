package mcpserver

import (
	"net/http"
	"time"
)

// readWithin bounds how long a client may take to read a piece of an answer.
const readWithin = 30 * time.Second

// patient is an answer that gives up a client which does not read. A bound on the
// whole answer would end streams.
type patient struct {
	http.ResponseWriter
	bound time.Duration
}

func (p patient) WriteHeader(status int) {
	p.begin()
	p.ResponseWriter.WriteHeader(status)
}

func (p patient) Write(piece []byte) (int, error) {
	p.begin()
	return p.ResponseWriter.Write(piece)
}

func (p patient) begin() {
	// A writer of tests knows no deadline.
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(time.Now().Add(p.bound))
}

// Unwrap is for [http.ResponseController].
func (p patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
