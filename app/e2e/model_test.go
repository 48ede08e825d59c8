package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// model is a stand-in for a language model on loopback. It speaks the Anthropic
// Messages API, streamed and not, where it decides nothing by itself: a test says
// with [model.script] which tool the client is to call, and reads from the
// returned turn what the client handed back. On the wires of other clients it
// only listens (wires_test.go).
type model struct {
	*httptest.Server

	mu       sync.Mutex
	next     *turn    // waits for a request that offers its tool
	turns    []*turn  // by number, which is part of the tool call's id
	outside  []string // hosts that the client tried to reach through the proxy
	problems []string // requests that the model did not understand
	heard    []string // all texts of each request
}

// turn is one scripted call of a tool and what came of it.
type turn struct {
	tool string
	args string

	called  bool   // the client was told to call the tool
	done    bool   // the client brought the result
	result  string // the text of the result
	isError bool
}

// startModel starts a model that ends with the test.
func startModel(t *testing.T) *model {
	t.Helper()
	m := &model{}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

// script makes the model call the tool whose name ends in name once, at the
// client's next request that offers it; args are marshalled to JSON.
func (m *model) script(t *testing.T, name string, args any) *turn {
	t.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		t.Fatal(err)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.next = &turn{tool: name, args: string(raw)}
	return m.next
}

// outcome returns what the client brought back for a turn. It fails the test if
// the tool was not called or gave no result.
func (m *model) outcome(t *testing.T, turn *turn) (text string, isError bool) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.problems) > 0 {
		t.Fatalf("the stub model met requests it does not know: %q", m.problems)
	}
	if !turn.called {
		t.Fatalf("the client never offered a tool named …%s", turn.tool)
	}
	if !turn.done {
		t.Fatalf("the client called %s and brought no result", turn.tool)
	}
	return turn.result, turn.isError
}

// ServeHTTP answers the client. As its proxy it refuses every way out of the
// machine and remembers the host.
func (m *model) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodConnect:
		m.note(&m.outside, r.Host)
		http.Error(w, "loopback only", http.StatusForbidden)
	case r.Method == http.MethodHead:
		w.WriteHeader(http.StatusOK)
	case r.Method == http.MethodPost && r.URL.Path == "/v1/messages/count_tokens":
		writeJSON(w, map[string]int{"input_tokens": 10})
	case r.Method == http.MethodPost && r.URL.Path == "/v1/messages":
		m.serveMessages(w, r)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/responses"):
		m.serveResponses(w, r)
	case r.Method == http.MethodPost && strings.Contains(strings.ToLower(r.URL.Path), "generatecontent"):
		m.serveGemini(w, r)
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, ":countTokens"):
		writeJSON(w, map[string]int{"totalTokens": 10})
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/models"):
		writeJSON(w, map[string]any{"object": "list", "data": []any{}, "models": []any{}})
	default:
		m.note(&m.problems, r.Method+" "+r.URL.Path)
		http.Error(w, `{"type":"error","error":{"type":"not_found_error","message":"unknown path"}}`, http.StatusNotFound)
	}
}

func (m *model) note(list *[]string, s string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	*list = append(*list, s)
}

func (m *model) serveMessages(w http.ResponseWriter, r *http.Request) {
	var req messagesRequest
	if !m.hear(w, r, &req) {
		return
	}
	reply := m.decide(req)
	if req.Stream {
		writeStream(w, req.Model, reply)
		return
	}
	msg := newMessage(req.Model)
	msg["content"] = []block{reply}
	msg["stop_reason"] = reply.stopReason()
	writeJSON(w, msg)
}

// decide chooses the one block of the answer: the text of the tool's result
// once it is there, the scripted call if its tool is offered, else a word.
func (m *model) decide(req messagesRequest) block {
	m.mu.Lock()
	defer m.mu.Unlock()
	if res, ok := req.lastResult(); ok {
		var n int
		if _, err := fmt.Sscanf(res.ToolUseID, "toolu_%d", &n); err == nil && n < len(m.turns) {
			t := m.turns[n]
			t.done, t.result, t.isError = true, textOf(res.Content), res.IsError
			return block{Type: "text", Text: t.result}
		}
	}
	if m.next != nil {
		if name, ok := req.offers(m.next.tool); ok {
			t := m.next
			m.next, t.called = nil, true
			m.turns = append(m.turns, t)
			return block{Type: "tool_use", ID: fmt.Sprintf("toolu_%d", len(m.turns)-1), Name: name, Input: json.RawMessage(t.args)}
		}
	}
	return block{Type: "text", Text: "Done."}
}
