package mcpserver

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// tenant is one token with its server, which serves it in both eras.
type tenant struct {
	server    *Server
	sessions  http.Handler // of the eras with sessions
	stateless http.Handler

	mu     sync.Mutex
	open   map[string]*guest // by the id of the session
	minute time.Time         // in which requests are counted
	count  int
	atOnce int   // requests and streams that are open
	bytes  int64 // of their bodies
}

// guest is a session as far as its end is concerned.
type guest struct {
	at   time.Time // of the last request
	busy int       // requests and streams that are open
}

func newTenant(o Options, token store.Token) *tenant {
	o.Client, o.Token = token.Client, token.ID
	if len(token.Projects) == 1 {
		o.Project = token.Projects[0].Name
	}
	// Where this process works says nothing of the client.
	o.Getenv = func(string) string { return "" }
	o.Getwd = func() (string, error) { return "", errors.New("the client is elsewhere") }
	s := New(o)
	of := func(*http.Request) *mcp.Server { return s.sdk }
	handler := func(stateless bool) http.Handler {
		return mcp.NewStreamableHTTPHandler(of, &mcp.StreamableHTTPOptions{
			Stateless: stateless, MaxRequestBodyBytes: maxLine, PropagateRequestCancellation: true,
			DisableLocalhostProtection: true, // Hosts is stricter
		})
	}
	return &tenant{server: s, sessions: handler(false), stateless: handler(true), open: map[string]*guest{}}
}

// admit counts a request, unless there were too many in this minute.
func (t *tenant) admit(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if minute := now.Truncate(time.Minute); !minute.Equal(t.minute) {
		t.minute, t.count = minute, 0
	}
	t.count++
	return t.count <= maxPerMinute
}

// answer answers a request that was admitted, unless too many are open.
func (t *tenant) answer(w http.ResponseWriter, r *http.Request) {
	held := min(r.ContentLength, maxLine)
	if held < 0 { // it is not said
		held = maxLine
	}
	if !t.begin(held) {
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusTooManyRequests, &fault{code: jsonrpc.CodeInvalidRequest,
			message: "too many requests and streams are open; close some, or wait a moment"})
		return
	}
	length, found := readable(w, r)
	t.shrink(held - length)
	defer t.done(length)
	if found != nil {
		refuse(w, found.status, &found.fault)
		return
	}
	t.serve(w, r)
}

// begin counts a request with so many bytes as open until done is called, unless too
// many are.
func (t *tenant) begin(bytes int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.atOnce >= maxAtOnce || t.bytes+bytes > maxBodies {
		return false
	}
	t.atOnce++
	t.bytes += bytes
	return true
}

// shrink says that an open request has so many bytes less than was thought.
func (t *tenant) shrink(bytes int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes -= bytes
}

func (t *tenant) done(bytes int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.atOnce--
	t.bytes -= bytes
}

func (t *tenant) serve(w http.ResponseWriter, r *http.Request) {
	if stateless(r) {
		t.stateless.ServeHTTP(w, r)
		return
	}
	id := r.Header.Get(sessionHeader)
	if id == "" {
		t.sessions.ServeHTTP(w, r)
		if id = w.Header().Get(sessionHeader); id != "" {
			t.admitSession(id)
		}
		return
	}
	leave := t.enter(id)
	defer leave()
	t.sessions.ServeHTTP(w, r)
	if r.Method == http.MethodDelete {
		t.forget(id)
	}
}

// enter counts a request as one of a session until leave is called.
func (t *tenant) enter(id string) (leave func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	g := t.open[id]
	if g == nil { // of nobody here: the SDK answers that
		return func() {}
	}
	g.busy++
	g.at = t.server.opts.Now()
	return func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		g.busy--
		g.at = t.server.opts.Now()
	}
}

// admitSession keeps a session that has begun, and ends the one that was idle
// longest if there are too many.
func (t *tenant) admitSession(id string) {
	t.mu.Lock()
	t.open[id] = &guest{at: t.server.opts.Now()}
	var over []string
	if n := len(t.open) - maxSessions; n > 0 {
		ids := t.byIdle()
		over = ids[:n]
	}
	t.mu.Unlock()
	t.end(over)
}

// byIdle returns the sessions: those without open requests first, then by the time
// of the last one.
func (t *tenant) byIdle() []string {
	ids := make([]string, 0, len(t.open))
	for id := range t.open {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		x, y := t.open[a], t.open[b]
		return cmp.Or(cmp.Compare(min(x.busy, 1), min(y.busy, 1)), x.at.Compare(y.at), cmp.Compare(a, b))
	})
	return ids
}

// endIdle ends the sessions that nothing was heard of for long.
func (t *tenant) endIdle(now time.Time) {
	t.mu.Lock()
	var idle []string
	for id, g := range t.open {
		if g.busy == 0 && now.Sub(g.at) >= sessionIdle {
			idle = append(idle, id)
		}
	}
	t.mu.Unlock()
	t.end(idle)
}

func (t *tenant) end(ids []string) {
	if len(ids) == 0 {
		return
	}
	for session := range t.server.sdk.Sessions() {
		if slices.Contains(ids, session.ID()) {
			_ = session.Close() // whether the peer heard of it does not matter
		}
	}
	t.forget(ids...)
}

func (t *tenant) forget(ids ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, id := range ids {
		delete(t.open, id)
	}
}

// close ends all sessions, and waits for what is being stored.
func (t *tenant) close() {
	t.server.watch.end()
	for session := range t.server.sdk.Sessions() {
		_ = session.Close()
	}
	t.server.storing.Wait()
}
