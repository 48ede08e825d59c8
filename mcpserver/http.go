package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// HTTPPath is where [HTTP] answers.
const HTTPPath = "/v1/mcp"

// Limits of [HTTP], for each token.
const (
	maxSessions  = 512
	sessionIdle  = 30 * time.Minute
	maxPerMinute = 3000 // requests
	maxAtOnce    = 1000 // requests and streams that are open

	maxBodies = 64 << 20 // bytes of all that are open
)

// Headers of the protocol.
const (
	versionHeader = "Mcp-Protocol-Version"
	sessionHeader = "Mcp-Session-Id"
)

// HTTPOptions are what an [HTTP] needs. Hosts and the Recall of Server are required.
type HTTPOptions struct {
	Hosts Hosts

	// Server is what the server of every token is made of. Client, Project, Token
	// and what says where a client works are set from the token and the requests.
	Server Options
}

// HTTP serves MCP over Streamable HTTP, in both eras behind one address: requests
// that name the protocol of 2026-07-28 or later are stateless, all others belong to
// a session. Each token has a server of its own, which does what the token and its
// client may do at that moment.
//
// It answers strictly, before anything is looked at: 403 to a foreign Host, Origin
// or site (see [Hosts]), 404 to another path, 401 without a valid token, 429 beyond
// 3,000 requests a minute, 1,000 or 64 MiB of them that are open, 413 beyond 8 MiB. A session ends
// after 30 minutes without a request; beyond 512 of a token the one that was idle
// longest ends. A client that does not read its answers is given up, and what is open
// for a token ends soon after that was revoked.
type HTTP struct {
	opts HTTPOptions

	mu     sync.Mutex
	tokens map[int64]func() *tenant // each is made by the first to ask, for whom the others wait
	closed bool

	patience time.Duration // see readWithin

	sweeping context.CancelFunc
	made     func(*Server) // what the conformance suite needs besides; nil: nothing
}

// NewHTTP returns the handler. The caller closes it.
func NewHTTP(o HTTPOptions) *HTTP {
	if o.Server.Now == nil {
		o.Server.Now = time.Now
	}
	ctx, cancel := context.WithCancel(context.Background())
	h := &HTTP{opts: o, tokens: map[int64]func() *tenant{}, patience: readWithin, sweeping: cancel}
	go h.sweep(ctx)
	return h
}

// ServeHTTP implements [http.Handler].
func (h *HTTP) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w = patient{w, h.patience}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Server", serverHeader)
	why := h.opts.Hosts.Refuse(r)
	if why == "" && fromElsewhere(r) {
		why = "pages of other sites are not allowed"
	}
	if why != "" {
		refuse(w, http.StatusForbidden, &fault{code: jsonrpc.CodeInvalidRequest, message: why})
		return
	}
	if r.URL.Path != HTTPPath {
		refuse(w, http.StatusNotFound, &fault{code: jsonrpc.CodeInvalidRequest, message: "Memtray's MCP server is at " + HTTPPath})
		return
	}
	t, err := h.tenant(r)
	switch {
	case store.ErrorCode(err) == store.NotFound:
		w.Header().Set("WWW-Authenticate", "Bearer")
		refuse(w, http.StatusUnauthorized, &fault{code: jsonrpc.CodeInvalidRequest,
			message: "the token is missing, wrong or revoked: make one in Memtray and send it as Authorization: Bearer"})
	case err != nil:
		h.opts.Server.Log.Error("Token cannot be looked up", "error", err)
		w.Header().Set("Retry-After", "1")
		refuse(w, http.StatusServiceUnavailable, &fault{code: jsonrpc.CodeInternalError, message: store.ErrorMessage(err)})
	case !t.admit(h.opts.Server.Now()):
		w.Header().Set("Retry-After", "60")
		refuse(w, http.StatusTooManyRequests, &fault{code: jsonrpc.CodeInvalidRequest,
			message: "more than " + strconv.Itoa(maxPerMinute) + " requests in a minute; wait a moment"})
	default:
		t.answer(w, r)
	}
}

// tenant returns whose request this is.
func (h *HTTP) tenant(r *http.Request) (*tenant, error) {
	secret := Bearer(r)
	if secret == "" {
		return nil, store.Errorf(store.NotFound, "there is no token")
	}
	memories, err := h.opts.Server.Recall(r.Context())
	if err != nil {
		return nil, err
	}
	token, err := memories.Store().TokenOf(r.Context(), secret)
	if err != nil {
		return nil, err
	}
	made, err := h.served(token)
	if err != nil {
		return nil, err
	}
	return made(), nil // without the lock: other tokens do not wait for it
}

// served returns what makes the server of a token, if that was not made yet.
func (h *HTTP) served(token store.Token) (func() *tenant, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, store.Errorf(store.Busy, "Memtray is ending")
	}
	if h.tokens[token.ID] == nil {
		h.tokens[token.ID] = sync.OnceValue(func() *tenant {
			t := newTenant(h.opts.Server, token)
			if h.made != nil {
				h.made(t.server)
			}
			return t
		})
	}
	return h.tokens[token.ID], nil
}

// unreadable is a body that is no message, with the status it is answered with.
type unreadable struct {
	status int
	fault  fault
}

// readable takes a look at the body of a POST, which it leaves to be read again, and
// returns its length.
func readable(w http.ResponseWriter, r *http.Request) (int64, *unreadable) {
	if r.Method != http.MethodPost {
		return 0, nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxLine))
	length := int64(len(body))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		return length, &unreadable{http.StatusRequestEntityTooLarge, fault{code: jsonrpc.CodeInvalidRequest, message: "the message is longer than 8 MiB"}}
	}
	if err != nil {
		return length, &unreadable{http.StatusBadRequest, fault{code: jsonrpc.CodeInvalidRequest, message: "the message did not arrive whole"}}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	msg, wrong := line{data: bytes.TrimSpace(body)}.message()
	switch {
	case wrong != nil && wrong.code == jsonrpc.CodeParseError:
		return length, &unreadable{http.StatusBadRequest, fault{code: wrong.code, message: "the body is not JSON"}} // of as many lines as it likes
	case wrong != nil && wrong.code == jsonrpc.CodeInvalidParams && !stateless(r):
		return length, &unreadable{http.StatusOK, *wrong} // a message it is
	case wrong != nil:
		return length, &unreadable{http.StatusBadRequest, *wrong}
	case msg == nil:
		return length, &unreadable{http.StatusBadRequest, fault{code: jsonrpc.CodeInvalidRequest, message: "the body is empty; send one JSON-RPC message"}}
	}
	if req, ok := msg.(*jsonrpc.Request); ok && !stateless(r) {
		return length, misplaced(req, r.Header.Get(sessionHeader) != "")
	}
	for _, name := range []string{"Mcp-Method", "Mcp-Name"} {
		if len(r.Header.Get(name)) > maxNamed { // the SDK would repeat it
			return length, &unreadable{http.StatusBadRequest, fault{code: mcp.CodeHeaderMismatch, message: name + " is longer than " + strconv.Itoa(maxNamed) + " bytes"}}
		}
	}
	return length, nil
}

// inSessions are the requests of the eras with sessions. The SDK answers others with
// a plain text.
var inSessions = []string{"initialize", "ping", "logging/setLevel", "completion/complete", "tools/list", "tools/call", "prompts/list", "prompts/get",
	"resources/list", "resources/templates/list", "resources/read", "resources/subscribe", "resources/unsubscribe"}

// misplaced refuses what has to begin a session and does not, what begins one that
// has begun, and what is no request of a session.
func misplaced(req *jsonrpc.Request, inSession bool) *unreadable {
	begins := req.Method == "initialize"
	out := unreadable{http.StatusBadRequest, fault{code: jsonrpc.CodeInvalidRequest}}
	switch {
	case begins && inSession:
		out.fault.message = "this session was initialized already; leave Mcp-Session-Id out to begin another one"
	case !begins && !inSession:
		out.fault.message = "a session begins with initialize; send the Mcp-Session-Id that it answers with each request"
	case req.IsCall() && !slices.Contains(inSessions, req.Method):
		out = unreadable{http.StatusOK, fault{code: jsonrpc.CodeMethodNotFound, message: "there is no such method"}}
	default:
		return nil
	}
	id, err := json.Marshal(req.ID.Raw())
	if err != nil {
		panic(err) // a text or a number
	}
	out.fault.id = id
	return &out
}

// stateless reports whether a request is of the era without sessions.
func stateless(r *http.Request) bool { return r.Header.Get(versionHeader) >= firstModern }

func refuse(w http.ResponseWriter, status int, f *fault) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(f.line(), '\n')) // whoever went away needs no answer
}

// sweep ends idle sessions, and whatever belongs to a token that was revoked, until
// ctx ends.
func (h *HTTP) sweep(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var f follower
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.endIdle()
			h.endRevoked(ctx, &f)
		}
	}
}

// endRevoked ends sessions and streams of tokens that are no longer valid, if any
// token may have changed. What cannot be read now is looked at anew the next time.
func (h *HTTP) endRevoked(ctx context.Context, f *follower) {
	h.mu.Lock()
	none := len(h.tokens) == 0
	h.mu.Unlock()
	if none {
		return
	}
	memories, err := h.opts.Server.Recall(ctx)
	if err != nil {
		return
	}
	before := *f
	set, err := f.changes(ctx, memories)
	if err != nil || !letIn(set) {
		return
	}
	tokens, err := memories.Store().Tokens(ctx)
	if err != nil {
		*f = before
		return
	}
	for _, made := range h.take(tokens) {
		made().close()
	}
}

// take takes out the servers of those tokens that were revoked.
func (h *HTTP) take(tokens []store.Token) []func() *tenant {
	h.mu.Lock()
	defer h.mu.Unlock()
	var gone []func() *tenant
	for _, token := range tokens {
		if made := h.tokens[token.ID]; made != nil && token.RevokedAt != 0 {
			delete(h.tokens, token.ID)
			gone = append(gone, made)
		}
	}
	return gone
}

func (h *HTTP) endIdle() {
	h.mu.Lock()
	all := slices.Collect(maps.Values(h.tokens))
	h.mu.Unlock()
	for _, made := range all {
		made().endIdle(h.opts.Server.Now())
	}
}

// Close ends all sessions and open streams at once. What was being stored is stored
// before it returns.
func (h *HTTP) Close() {
	h.sweeping()
	h.mu.Lock()
	h.closed = true
	all := h.tokens
	h.tokens = nil
	h.mu.Unlock()
	for _, made := range all {
		made().close()
	}
}
