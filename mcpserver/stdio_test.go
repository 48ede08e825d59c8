package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

const handshake = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tester","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func toolCall(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", id, tool, args)
}

// output collects what a server writes.
type output struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.Write(p)
}

// ids returns the ids of all answers, "null" among them.
func (o *output) ids(t *testing.T) string {
	t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	var ids []string
	for line := range strings.Lines(o.buf.String()) {
		var head struct {
			ID json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal([]byte(line), &head); err != nil {
			t.Fatalf("%q is not JSON: %v", line, err)
		}
		ids = append(ids, string(head.ID))
	}
	return strings.Join(ids, " ")
}

// slowServer has a store that is busy for d and then fails, or ends with the
// call.
func slowServer(d time.Duration) *Server {
	return New(Options{Client: "tester", Recall: func(ctx context.Context) (*recall.Recall, error) {
		select {
		case <-time.After(d):
			return nil, store.Errorf(store.Busy, "the store is busy")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}})
}

func TestDrain(t *testing.T) {
	const read, write = "memory_get", "memory_delete"
	for _, test := range []struct {
		name string
		tool string
		busy time.Duration
		stop bool // by a signal instead of the end of input
		want string
		took time.Duration
	}{
		{"read in time", read, time.Second, false, "1 2", time.Second},
		{"read too slow", read, time.Hour, false, "1", drainAtEnd},
		{"write", write, 20 * time.Second, false, "1 2", 20 * time.Second},
		{"signal, read in time", read, 100 * time.Millisecond, true, "1 2", 100 * time.Millisecond},
		{"signal, read too slow", read, time.Second, true, "1", drainAtStop},
		{"signal, write", write, 20 * time.Second, true, "1 2", 20 * time.Second},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				in, feed := io.Pipe()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var out output
				done := make(chan error)
				server := slowServer(test.busy)
				server.presence.once.Do(func() {}) // it would wait for the store too
				go func() { done <- server.RunStdio(ctx, in, &out) }()
				io.WriteString(feed, handshake)
				io.WriteString(feed, toolCall(2, test.tool, `{"ids":1}`))
				synctest.Wait()
				start := time.Now()
				if test.stop {
					cancel()
				} else {
					feed.Close()
				}
				if err := <-done; err != nil {
					t.Errorf("RunStdio: %v", err)
				}
				feed.Close()
				// A read that was cut off is answered with its failure, if at all.
				ids := out.ids(t)
				if test.want == "1" {
					ids = strings.TrimSuffix(ids, " 2")
				}
				if ids != test.want {
					t.Errorf("answered %q, want %q", ids, test.want)
				}
				if took := time.Since(start); took != test.took {
					t.Errorf("took %v, want %v", took, test.took)
				}
			})
		})
	}
}

// TestFaultyLines: lines that are no messages are answered, and the session
// goes on.
func TestFaultyLines(t *testing.T) {
	input := "\ufeff" + handshake + "garbage\n\n{}\n[]\n" +
		strings.Repeat("y", maxLine+1) + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"ping"}` + "\r\n" +
		`{"jsonrpc":"2.0","id":3,"method":"no/such"}` // no line end
	var out output
	if err := slowServer(0).RunStdio(t.Context(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	ids := out.ids(t)
	if strings.Count(ids, "null") != 4 {
		t.Errorf("answers are for %s", ids)
	}
	for _, id := range []string{"1", "2", "3"} {
		if strings.Count(ids, id) != 1 {
			t.Errorf("request %s: answers are for %s", id, ids)
		}
	}
}

// TestErrorsAreShort: what was wrong is not repeated in full.
func TestErrorsAreShort(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for request, length := range map[string]int{
		`{"jsonrpc":"2.0","id":2,"method":"` + long + `"}`:                                                      maxErrorText,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + long + `","arguments":{}}}`:        len("what tools/call names is longer than 2048 bytes"),
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + long[:2000] + `","arguments":{}}}`: maxErrorText,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":"` + long + `"}`:                                len("params of tools/call must be an object"),
	} {
		var out output
		if err := slowServer(0).RunStdio(t.Context(), strings.NewReader(handshake+request), &out); err != nil {
			t.Fatal(err)
		}
		var got struct{ Error struct{ Message string } }
		for answer := range strings.Lines(out.buf.String()) {
			if !strings.Contains(answer, `"error":`) {
				continue // to the handshake
			}
			if err := json.Unmarshal([]byte(answer), &got); err != nil {
				t.Fatal(err)
			}
		}
		if n := len([]rune(got.Error.Message)); n != length {
			t.Errorf("%s: the message has %d characters, want %d", clip(request, 60), n, length)
		}
	}
	var out output
	request := `{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"` + long + `"}}`
	if err := slowServer(0).RunStdio(t.Context(), strings.NewReader(handshake+request), &out); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.buf.String(), long) {
		t.Error("the data of an error repeats what was wrong")
	}
}

// TestSameID: a second request with the id of one that is still being answered
// is refused, and the first one is answered.
func TestSameID(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out output
		server := slowServer(time.Second)
		server.presence.once.Do(func() {})
		input := handshake + toolCall(2, "memory_get", `{"ids":1}`) + toolCall(2, "memory_get", `{"ids":2}`)
		if err := server.RunStdio(t.Context(), strings.NewReader(input), &out); err != nil {
			t.Fatal(err)
		}
		if ids := out.ids(t); ids != "1 null 2" && ids != "null 1 2" {
			t.Errorf("answers are for %s", ids)
		}
	})
}

// TestPeerDoesNotRead: a client that stays and never reads does not keep the
// process alive.
func TestPeerDoesNotRead(t *testing.T) {
	for stop, bound := range map[bool]time.Duration{false: drainAtEnd, true: drainAtStop} {
		synctest.Test(t, func(t *testing.T) {
			in, feed := io.Pipe()
			unread, out := io.Pipe() // holds nothing: every write waits
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			server := slowServer(0)
			server.presence.once.Do(func() {})
			done := make(chan error, 1)
			go func() { done <- server.RunStdio(ctx, in, out) }()
			io.WriteString(feed, handshake)
			for id := range 10 {
				io.WriteString(feed, toolCall(id+2, "memory_get", `{"ids":1}`))
			}
			synctest.Wait()
			start := time.Now()
			if stop {
				cancel()
			} else {
				feed.Close()
			}
			<-done
			if took := time.Since(start); took != bound {
				t.Errorf("took %v, want %v", took, bound)
			}
			feed.Close()
			unread.Close()
		})
	}
}

// TestWaitingRequests: a client that does not read is kept waiting once enough
// is unanswered. Reads wait for each other, a call that stores something does
// not wait for them, and all are answered once the client reads.
func TestWaitingRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, feed := io.Pipe()
		answers, out := io.Pipe() // holds nothing: every write waits
		var reads, writes atomic.Int32
		server := New(Options{Client: "tester", Recall: func(ctx context.Context) (*recall.Recall, error) {
			if _, stores := ctx.Deadline(); stores {
				writes.Add(1)
			} else {
				reads.Add(1)
			}
			return nil, store.Errorf(store.Busy, "the store is busy")
		}})
		server.presence.once.Do(func() {})
		done := make(chan error, 1)
		go func() { done <- server.RunStdio(t.Context(), in, out) }()
		const requests = 3000
		var sent atomic.Int32
		lines := bufio.NewScanner(answers)
		io.WriteString(feed, handshake)
		lines.Scan()
		go func() {
			for id := range requests {
				tool := "memory_get"
				if id == 500 {
					tool = "memory_delete"
				}
				io.WriteString(feed, toolCall(id+2, tool, `{"ids":1}`))
				sent.Add(1)
			}
			feed.Close()
		}()
		synctest.Wait()
		if n := sent.Load(); n < maxPending-1 || n > 2*maxPending {
			t.Errorf("%d requests were taken", n)
		}
		if n := reads.Load(); n > maxReads {
			t.Errorf("%d reads were worked on", n)
		}
		if n := writes.Load(); n != 1 {
			t.Errorf("%d calls that store were worked on", n)
		}
		n := 0
		for n < requests && lines.Scan() {
			n++
		}
		if n != requests {
			t.Errorf("%d answers", n)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// TestEndDoesNotWait: a presence that still waits for the store does not keep
// the process alive.
func TestEndDoesNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		server := New(Options{Client: "tester", Recall: func(context.Context) (*recall.Recall, error) {
			<-release
			return nil, store.Errorf(store.Busy, "the store is busy")
		}})
		start := time.Now()
		if err := server.RunStdio(t.Context(), strings.NewReader(handshake), io.Discard); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(start); took != 2*endTimeout {
			t.Errorf("took %v, want %v", took, 2*endTimeout)
		}
		close(release)
	})
}

// brokenPipe fails like the pipe to a client that is gone.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestPeerGone: what was asked to be stored is stored though nobody reads the
// answer.
func TestPeerGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		finished := make(chan struct{})
		server := New(Options{Client: "tester", Recall: func(ctx context.Context) (*recall.Recall, error) {
			select {
			case <-time.After(5 * time.Second):
				close(finished)
			case <-ctx.Done():
			}
			return nil, store.Errorf(store.Busy, "the store is busy")
		}})
		server.presence.once.Do(func() {})
		in, feed := io.Pipe()
		out := &switchable{w: io.Discard}
		done := make(chan error)
		go func() { done <- server.RunStdio(t.Context(), in, out) }()
		io.WriteString(feed, handshake)
		io.WriteString(feed, toolCall(2, "memory_save", `{"body":"x"}`))
		synctest.Wait()
		out.set(brokenPipe{})
		io.WriteString(feed, `{"jsonrpc":"2.0","id":3,"method":"ping"}`+"\n")
		<-done
		feed.Close()
		select {
		case <-finished:
		default:
			t.Error("the save was cut off")
		}
	})
}

type switchable struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *switchable) set(w io.Writer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.w = w
}

func (s *switchable) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}
