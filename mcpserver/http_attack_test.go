package mcpserver

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
)

// listen opens the stream of a session.
func (e *endpoint) listen(ctx context.Context, secret, session string) <-chan string {
	e.t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+e.host+HTTPPath, nil)
	if err != nil {
		e.t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Accept": {"text/event-stream"}, "Mcp-Session-Id": {session}}
	return e.lines(req)
}

// subscribe opens a stream of the era without sessions.
func (e *endpoint) subscribe(secret string) <-chan string {
	e.t.Helper()
	req, err := http.NewRequestWithContext(e.t.Context(), http.MethodPost, "http://"+e.host+HTTPPath, strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourcesListChanged":true},`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	if err != nil {
		e.t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}}
	return e.lines(req)
}

// ends reports whether a stream ends within five seconds.
func ends(lines <-chan string) bool {
	for deadline := time.After(5 * time.Second); ; {
		select {
		case _, open := <-lines:
			if !open {
				return true
			}
		case <-deadline:
			return false
		}
	}
}

// lines returns the lines of a stream, which end with it.
func (e *endpoint) lines(req *http.Request) <-chan string {
	e.t.Helper()
	stream, err := http.DefaultClient.Do(req)
	if err != nil || stream.StatusCode != http.StatusOK {
		e.t.Fatalf("listening: %v %v", stream, err)
	}
	lines := make(chan string, 64)
	go func() {
		defer close(lines)
		defer stream.Body.Close()
		for scan := bufio.NewScanner(stream.Body); scan.Scan(); {
			lines <- scan.Text()
		}
	}()
	return lines
}

// TestHTTP_LongStream: the bound on how long a request may take to arrive does not
// end a stream that is open, and what it is for is told.
func TestHTTP_LongStream(t *testing.T) {
	e := newEndpoint(t, func(s *http.Server) { s.ReadTimeout = 300 * time.Millisecond })
	secret, _ := e.token(store.NewToken{})
	session := e.begin(secret)
	header := map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""}
	lines := e.listen(t.Context(), secret, session)
	if res, body := e.send(secret, sent{header: header, body: `{"jsonrpc":"2.0","id":1,"method":"resources/subscribe","params":{"uri":"memtray://context"}}`}); res.StatusCode != http.StatusOK {
		t.Fatalf("subscribing answered %d %s", res.StatusCode, body)
	}
	for over := time.After(time.Second); over != nil; { // three times the bound
		select {
		case _, open := <-lines:
			if !open {
				t.Fatal("the stream ended")
			}
		case <-over:
			over = nil
		}
	}
	e.call("memory_save", `{"body":"News."}`)
	for deadline := time.After(5 * time.Second); ; {
		select {
		case line, open := <-lines:
			if strings.Contains(line, "notifications/resources/updated") {
				return
			}
			if !open {
				t.Fatal("the stream ended")
			}
		case <-deadline:
			t.Fatal("nothing was told")
		}
	}
}

// TestHTTP_Panic: a call that panics fails alone, in both eras.
func TestHTTP_Panic(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	session := e.begin(secret)
	const get = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_get","arguments":{"ids":[1]}%s}}`
	const meta = `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	eras := map[string]sent{
		"without sessions": {header: map[string]string{"Mcp-Method": "tools/call", "Mcp-Name": "memory_get"}, body: fmt.Sprintf(get, meta)},
		"with sessions": {header: map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""},
			body: fmt.Sprintf(get, "")},
	}
	tenant := e.http.tokens[id]()
	good := tenant.server.opts.Recall
	for name, call := range eras {
		tenant.server.opts.Recall = nil
		if _, body := e.send(secret, call); !strings.Contains(body, "-32603") {
			t.Errorf("%s: a panic is answered %s", name, body)
		}
		tenant.server.opts.Recall = good
		if _, body := e.send(secret, call); !strings.Contains(body, "#1 does not exist.") {
			t.Errorf("%s: after a panic: %s", name, body)
		}
	}
}

// TestHTTP_RevokedStream: when a token is revoked its open streams end, as do its
// sessions, and nothing more is told; those of others go on.
func TestHTTP_RevokedStream(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	other, _ := e.token(store.NewToken{})
	lines := e.listen(t.Context(), secret, e.begin(secret))
	modern := e.subscribe(secret)
	kept := e.listen(t.Context(), other, e.begin(other))
	if err := e.recall.Store().RevokeToken(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	for name, lines := range map[string]<-chan string{"with sessions": lines, "without": modern} {
		if !ends(lines) {
			t.Errorf("the stream of the era %s goes on", name)
		}
	}
	select {
	case _, open := <-kept:
		if !open {
			t.Error("the stream of another token ended")
		}
	default:
	}
}

// TestHTTP_Delete: a session has one stream, which ends with it, and what ended is
// not there any more.
func TestHTTP_Delete(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	session := e.begin(secret)
	lines := e.listen(t.Context(), secret, session)
	header := map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""}
	for _, step := range []struct {
		method string
		want   int
	}{{http.MethodGet, http.StatusConflict}, {http.MethodDelete, http.StatusNoContent}, {http.MethodDelete, http.StatusNotFound},
		{http.MethodGet, http.StatusNotFound}, {http.MethodPost, http.StatusNotFound}} {
		body := `{"jsonrpc":"2.0","id":1,"method":"ping"}`
		if step.method != http.MethodPost {
			body = " "
		}
		if res, said := e.send(secret, sent{method: step.method, header: header, body: body}); res.StatusCode != step.want {
			t.Errorf("%s is answered %d %s, want %d", step.method, res.StatusCode, said, step.want)
		}
	}
	if !ends(lines) {
		t.Error("its stream goes on")
	}
	if n := len(e.http.tokens[id]().open); n != 0 {
		t.Errorf("%d sessions are counted as open", n)
	}
}

// TestHTTP_CloseStoring: what is being stored is stored before Close returns, though
// whoever sent it left.
func TestHTTP_CloseStoring(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	e.send(secret, sent{})
	server := e.http.tokens[id]().server
	began, goOn := make(chan struct{}), make(chan struct{})
	open := server.opts.Recall
	server.opts.Recall = func(ctx context.Context) (*recall.Recall, error) {
		close(began)
		<-goOn
		return open(ctx)
	}
	ctx, leave := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+e.host+HTTPPath, strings.NewReader(
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"memory_save","arguments":{"body":"in time"},`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"memory_save"}}
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
		}
	}()
	<-began
	leave()
	<-answered
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		e.http.Close()
	}()
	select {
	case <-closed:
		t.Error("Close did not wait")
	case <-time.After(200 * time.Millisecond):
	}
	close(goOn)
	<-closed
	if found, err := e.recall.Store().Find(t.Context(), store.Query{Limit: 1}); err != nil || found.Total != 1 {
		t.Errorf("stored are %+v, %v", found, err)
	}
}

// TestHTTP_Elsewhere: where this process works, and its environment, say nothing of a
// client over HTTP.
func TestHTTP_Elsewhere(t *testing.T) {
	e := newEndpoint(t)
	asked := false
	e.http.opts.Server.Getwd = func() (string, error) { asked = true; return t.TempDir(), nil }
	e.http.opts.Server.Getenv = func(string) string { asked = true; return "" }
	secret, _ := e.token(store.NewToken{})
	client, err := e.join(secret)
	if err != nil {
		t.Fatal(err)
	}
	callOver(t, client, "memory_save", map[string]any{"body": "somewhere"})
	callOver(t, client, "memory_context", map[string]any{})
	if asked {
		t.Error("it was asked")
	}
}

// TestHTTP_ManyStreams: a thousand open streams of one token cost little and end at
// once; a further one is refused, and others are served beside them.
func TestHTTP_ManyStreams(t *testing.T) {
	e := newEndpoint(t)
	secret, _ := e.token(store.NewToken{})
	other, _ := e.token(store.NewToken{})
	e.send(other, sent{})
	heap := func() float64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc) / 1e6
	}
	before := heap()
	var streams []<-chan string
	for range maxAtOnce {
		streams = append(streams, e.subscribe(secret))
	}
	grown := heap() - before
	t.Logf("%d streams, %.1f MB more, with their clients", len(streams), grown)
	if grown > 100 {
		t.Errorf("they cost %.1f MB", grown)
	}
	if res, body := e.send(secret, sent{}); res.StatusCode != http.StatusTooManyRequests || !strings.Contains(body, "too many") {
		t.Errorf("one more is answered %d %s", res.StatusCode, body)
	}
	if res, body := e.send(other, sent{}); res.StatusCode != http.StatusOK {
		t.Errorf("another token is answered %d %s", res.StatusCode, body)
	}
	e.http.Close()
	for _, lines := range streams {
		if !ends(lines) {
			t.Fatal("a stream goes on")
		}
	}
}

// TestHTTP_Unread: a client that sends and never reads is given up.
func TestHTTP_Unread(t *testing.T) {
	const requests = 10_000
	e := newEndpoint(t)
	e.http.patience = 200 * time.Millisecond
	secret, _ := e.token(store.NewToken{})
	conn, err := net.Dial("tcp", e.host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.(*net.TCPConn).SetReadBuffer(4096); err != nil {
		t.Fatal(err)
	}
	one := fmt.Sprintf("POST /v1/mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n"+
		"Mcp-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\nContent-Length: %d\r\n\r\n%s", e.host, secret, len(pingBody), pingBody)
	_ = conn.SetWriteDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(conn, strings.Repeat(one, requests)); err == nil {
		t.Error("all requests were taken")
	} else if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		t.Errorf("it is waited for: %v", err)
	}
	if res, body := e.send(secret, sent{}); res.StatusCode >= http.StatusInternalServerError {
		t.Errorf("the next one is answered %d %s", res.StatusCode, body)
	}
}

// TestHTTP_SlowBodies: bodies that are on their way are not waited for beyond a bound
// of what they may need together.
func TestHTTP_SlowBodies(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	e.send(secret, sent{})
	head := fmt.Sprintf("POST /v1/mcp HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nTransfer-Encoding: chunked\r\n\r\n", e.host, secret)
	tenant := e.http.tokens[id]()
	waitFor := func(want int64) {
		t.Helper()
		for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			tenant.mu.Lock()
			got := tenant.bytes
			tenant.mu.Unlock()
			if got == want {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d bytes are held, want %d", got, want)
			}
		}
	}
	var open []net.Conn
	for range maxBodies / maxLine {
		conn, err := net.Dial("tcp", e.host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, head+"10\r\n{"); err != nil {
			t.Fatal(err)
		}
		open = append(open, conn)
	}
	waitFor(maxBodies)
	if res, body := e.send(secret, sent{}); res.StatusCode != http.StatusTooManyRequests {
		t.Errorf("one more is answered %d %s", res.StatusCode, body)
	}
	for _, conn := range open {
		conn.Close()
	}
	waitFor(0)
	if res, body := e.send(secret, sent{}); res.StatusCode != http.StatusOK {
		t.Errorf("afterwards it is answered %d %s", res.StatusCode, body)
	}
}
