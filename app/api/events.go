package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

const (
	pingEvery   = 10 * time.Second
	writeWithin = 30 * time.Second
)

// streamEvents writes one JSON event a line until the reader is gone or the
// hub ends. In the desktop window a request's context never ends, so a closed
// stream shows only as an error of a write: hence the pings.
func (s *server) streamEvents(w http.ResponseWriter, r *http.Request) error {
	if p := readParams(r); p.err != nil {
		return p.err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events := s.hub.Subscribe(ctx)
	if fromBrowser(ctx) {
		defer s.hub.streamOpened()()
	}
	w.Header().Set("Content-Type", "application/x-ndjson; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	err := writeEvent(w, Event{Type: "hello"})
	for err == nil {
		select {
		case ev, open := <-events:
			if !open {
				return nil
			}
			err = writeEvent(w, ev)
		case <-ping.C:
			err = writeEvent(w, Event{Type: "ping"})
		}
	}
	return nil // the status is sent; there is nobody left to tell
}

// writeEvent gives a reader that has stopped reading a limited time. Neither a
// deadline nor flushing exists in the window, which needs neither.
func writeEvent(w http.ResponseWriter, ev Event) error {
	line, err := json.Marshal(ev)
	if err != nil {
		return err
	}
	c := http.NewResponseController(w)
	_ = c.SetWriteDeadline(time.Now().Add(writeWithin))
	if _, err := w.Write(append(line, '\n')); err != nil {
		return err
	}
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	return nil
}
