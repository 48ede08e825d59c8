package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// remote is a client that is let in over HTTP with a token of its own.
type remote struct {
	address, secret string
	took            []time.Duration // by its calls
}

// newRemote makes a token for a client and waits until it is let in.
func newRemote(t *testing.T, s *server, client string) *remote {
	t.Helper()
	var made struct {
		Secret string
	}
	if code := s.call(t, http.MethodPost, "/api/tokens", map[string]any{"name": "remote", "client": client}, &made); code != http.StatusCreated {
		t.Fatalf("making a token answered %d", code)
	}
	var info struct {
		HTTP struct{ Status, Address string }
	}
	eventually(t, "MCP is served over HTTP", func() error {
		s.call(t, http.MethodGet, "/api/tokens", nil, &info)
		if info.HTTP.Status != "on" {
			return fmt.Errorf("it is %s", info.HTTP.Status)
		}
		return nil
	})
	return &remote{address: info.HTTP.Address, secret: made.Secret}
}

// call calls a tool, in the era without sessions, and returns its text.
func (r *remote) call(tool, args string) (string, error) {
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`, tool, args)
	req, err := http.NewRequest(http.MethodPost, r.address, strings.NewReader(message))
	if err != nil {
		return "", err
	}
	req.Header = http.Header{"Authorization": {"Bearer " + r.secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool}}
	start := time.Now()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	r.took = append(r.took, time.Since(start))
	if err != nil || res.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%d %s, %w", res.StatusCode, raw, err)
	}
	var answer struct {
		Result struct{ Content []block }
	}
	_, data, _ := strings.Cut(string(raw), "data: ")
	if err := json.Unmarshal([]byte(data), &answer); err != nil || len(answer.Result.Content) == 0 {
		return "", fmt.Errorf("answered %s, %w", raw, err)
	}
	return answer.Result.Content[0].Text, nil
}

// work saves and searches n times.
func (r *remote) work(name string, n int) error {
	for i := range n {
		said, err := r.call("memory_save", fmt.Sprintf(`{"body":"memory %d of remote %s","project":"api"}`, i, name))
		if err != nil || !strings.HasPrefix(said, "saved #") {
			return fmt.Errorf("save %d of %s: %s, %w", i, name, said, err)
		}
		if said, err = r.call("memory_search", `{"query":"remote memory","project":"api"}`); err != nil || !strings.Contains(said, "#") {
			return fmt.Errorf("search %d of %s: %s, %w", i, name, said, err)
		}
	}
	return nil
}

// slowest returns the 95th percentile of some durations.
func slowest(all []time.Duration) time.Duration {
	slices.Sort(all)
	return all[len(all)*95/100]
}

// TestHTTP_Crowd: a hundred clients over HTTP save and search while four programs on
// stdio do the same, and nothing is lost.
func TestHTTP_Crowd(t *testing.T) {
	const clients, each, shims, ofShim = 100, 5, 4, 50
	p := newPerson(t)
	p.freePort(t)
	s := p.serve(t)
	alone := newRemote(t, s, "codex")
	if err := alone.work("alone", 50); err != nil {
		t.Fatal(err)
	}
	crowd := make([]*remote, clients)
	for i := range crowd {
		crowd[i] = newRemote(t, s, "codex")
	}
	var wg sync.WaitGroup
	for i := range shims {
		a := newAgent(t, p, "cursor")
		wg.Go(func() { a.saveAll(t, fmt.Sprintf("shim %d", i), ofShim) })
	}
	for i, r := range crowd {
		wg.Go(func() {
			if err := r.work(fmt.Sprint(i), each); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var took []time.Duration
	for _, r := range crowd {
		took = append(took, r.took...)
	}
	one, many := slowest(alone.took), slowest(took)
	t.Logf("95 of 100 calls took at most %s of one client and %s of %d: %.1f times", one, many, clients, float64(many)/float64(one))
	p.holds(t, 50+clients*each+shims*ofShim)
}

// freePort sets the port of MCP over HTTP to one that nobody listens on.
func (p *person) freePort(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	err = p.open(t).SetSetting(t.Context(), "http_port", fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
	if err != nil {
		t.Fatal(err)
	}
}
