package api

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// windowWriter is the desktop window's answer: it cannot be flushed, and a
// closed window shows only as an error of the next write.
type windowWriter struct {
	http.ResponseWriter
	lines  []string
	closed atomic.Bool
}

func (w *windowWriter) Write(p []byte) (int, error) {
	if w.closed.Load() {
		return 0, errors.New("broken pipe")
	}
	w.lines = append(w.lines, string(p))
	return len(p), nil
}

func TestEvents_PingNoticesAClosedWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{hub: NewHub(nil)}
		w := &windowWriter{ResponseWriter: httptest.NewRecorder()}
		ended := false
		go func() {
			_ = s.streamEvents(w, httptest.NewRequest("GET", "/api/events", nil))
			ended = true
		}()
		time.Sleep(2*pingEvery + time.Second)
		synctest.Wait()
		if len(w.lines) != 3 || w.lines[0] != `{"type":"hello"}`+"\n" || w.lines[2] != `{"type":"ping"}`+"\n" {
			t.Errorf("lines %q", w.lines)
		}
		w.closed.Store(true)
		time.Sleep(pingEvery)
		synctest.Wait()
		if !ended {
			t.Error("the stream goes on")
		}
		s.hub.mu.Lock()
		defer s.hub.mu.Unlock()
		if len(s.hub.subs) != 0 {
			t.Error("the subscription goes on")
		}
	})
}
