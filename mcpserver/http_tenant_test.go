package mcpserver

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"memtray/store"
)

// TestHTTP_Making: while the server of one token is being made, which happens once,
// those of others answer.
func TestHTTP_Making(t *testing.T) {
	e := newEndpoint(t)
	slow, id := e.token(store.NewToken{})
	quick, _ := e.token(store.NewToken{Name: "phone", Client: "codex"})
	var made atomic.Int32
	begun, goOn := make(chan struct{}), make(chan struct{})
	e.http.made = func(s *Server) {
		if s.opts.Token == id && made.Add(1) == 1 {
			close(begun)
			<-goOn
		}
	}
	var wg sync.WaitGroup
	ask := func(secret string) <-chan struct{} {
		answered := make(chan struct{})
		wg.Go(func() {
			defer close(answered)
			if res, _ := e.send(secret, sent{}); res.StatusCode != http.StatusOK {
				t.Errorf("answered %s", res.Status)
			}
		})
		return answered
	}
	first := ask(slow)
	<-begun
	second := ask(slow)
	select {
	case <-ask(quick):
	case <-time.After(5 * time.Second):
		t.Error("another token waits")
	}
	select {
	case <-first:
		t.Error("answered before there was a server")
	case <-second:
		t.Error("answered before there was a server")
	default:
	}
	close(goOn)
	wg.Wait()
	if made.Load() != 1 {
		t.Errorf("it was made %d times", made.Load())
	}
}
