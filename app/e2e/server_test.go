package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// server is a running `memtray-mcp serve` of a person.
type server struct {
	address string // of the dashboard, with the token in its fragment
	base    string // the address alone, without a slash
	token   string
	pid     int
}

var printedAddress = regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/#token=(\S+)`)

// serve starts the dashboard of a person's store; it ends with the test.
func (p *person) serve(t *testing.T, env ...string) *server {
	t.Helper()
	return p.serveFrom(t, shim(t), env...)
}

// serveFrom is serve of a memtray-mcp that lies elsewhere.
func (p *person) serveFrom(t *testing.T, program string, env ...string) *server {
	t.Helper()
	cmd := p.command(t, program, "serve")
	cmd.Env = append(cmd.Env, env...)
	var printed, log output
	cmd.Stdout, cmd.Stderr = &printed, &log
	run := start(t, cmd)
	s := &server{}
	eventually(t, "serve prints its address", func() error {
		select {
		case <-run.done:
			t.Fatalf("serve ended: %s%s", printed.String(), log.String())
		default:
		}
		m := printedAddress.FindStringSubmatch(printed.String())
		if m == nil {
			return errors.New(printed.String() + log.String())
		}
		s.address, s.base, s.token, s.pid = m[0], m[1], m[2], run.cmd.Process.Pid
		return nil
	})
	require(t, s.call(t, http.MethodGet, "/", nil, nil) == http.StatusOK, "a built dashboard: run make build")
	return s
}

// view returns the address of a view of the dashboard, such as /memories?q=x.
func (s *server) view(hash string) string { return s.address + "&to=" + url.QueryEscape(hash) }

// call sends a request to the API, decodes the answer into out unless that is
// nil, and returns the status.
func (s *server) call(t *testing.T, method, path string, body, out any) int {
	t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, s.base+path, bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if out != nil {
		if err := json.NewDecoder(res.Body).Decode(out); err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
	}
	return res.StatusCode
}

// must is call for a request that has to succeed.
func (s *server) must(t *testing.T, method, path string, body, out any) {
	t.Helper()
	var answer json.RawMessage
	if status := s.call(t, method, path, body, &answer); status >= 300 {
		t.Fatalf("%s %s: status %d: %s", method, path, status, strings.TrimSpace(string(answer)))
	}
	if out != nil {
		if err := json.Unmarshal(answer, out); err != nil {
			t.Fatalf("%s %s: %v", method, path, err)
		}
	}
}

// freeAddress returns a loopback address where nothing listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
