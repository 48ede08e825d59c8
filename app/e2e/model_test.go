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
// Messages API (messages_test.go), and those of OpenAI and Gemini (wires_test.go).
// It decides nothing by itself: a test says with [model.script] which tool the
// client is to call, and reads from the returned turn what the client handed back.
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
	case r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/chat/completions"):
		m.serveChat(w, r)
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

// ask is what a request says on any wire.
type ask struct {
	tools  []offer
	result *result // of the tool call before; nil if there is none
}

// offer is a tool that the client offers. Its server is a part of the name, or its
// namespace.
type offer struct{ name, namespace string }

// result is what a tool answered. Wires without ids leave id empty.
type result struct {
	id, text string
	isError  bool
}

// move is the answer: a word, or the call of a tool.
type move struct {
	text string
	call *call
}

type call struct {
	offer
	id, args string
}

// decide says the text of the tool's result once it is there, makes the scripted
// call if its tool is offered, and says a word otherwise.
func (m *model) decide(a ask) move {
	m.mu.Lock()
	defer m.mu.Unlock()
	if a.result != nil && len(m.turns) > 0 {
		n := len(m.turns) - 1
		if _, err := fmt.Sscanf(a.result.id, "call_%d", &n); (err == nil || a.result.id == "") && n < len(m.turns) {
			t := m.turns[n]
			t.done, t.result, t.isError = true, a.result.text, a.result.isError
			return move{text: t.result}
		}
	}
	if m.next == nil {
		return move{text: "Done."}
	}
	for _, tool := range a.tools {
		if !strings.HasSuffix(tool.name, m.next.tool) {
			continue
		}
		t := m.next
		m.next, t.called = nil, true
		m.turns = append(m.turns, t)
		return move{call: &call{offer: tool, id: fmt.Sprintf("call_%d", len(m.turns)-1), args: t.args}}
	}
	return move{text: "Done."}
}
