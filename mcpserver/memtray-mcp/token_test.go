package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"time"

	"memtray/mcpserver"
	"memtray/store"
)

// freePort returns a port that nobody listens on.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// ask posts one call of a tool in the era without sessions, and returns the status
// and the body; 0 while nobody listens.
func ask(t *testing.T, address, secret, tool, args string) (status int, body string) {
	t.Helper()
	message := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`, tool, args)
	req, err := http.NewRequest("POST", address, strings.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {tool}}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(raw)
}

// send sends one request and returns its answer, of which the body is still to come.
func send(t *testing.T, method, address, secret, body string, header map[string]string) *http.Response {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s %s is answered %v, %v", method, body, res, err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	return res
}

// listenInSession begins a session and returns its stream.
func listenInSession(t *testing.T, address, secret string) io.Reader {
	t.Helper()
	began := send(t, http.MethodPost, address, secret, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},`+
		`"clientInfo":{"name":"t","version":"1"}}}`, nil)
	return send(t, http.MethodGet, address, secret, "", map[string]string{"Mcp-Session-Id": began.Header.Get("Mcp-Session-Id")}).Body
}

// listenWithout returns a stream of the era without sessions.
func listenWithout(t *testing.T, address, secret string) io.Reader {
	t.Helper()
	return send(t, http.MethodPost, address, secret, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"notifications":{"resourcesListChanged":true},`+
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		map[string]string{"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"}).Body
}

// becomes waits until a call is answered with a status.
func becomes(t *testing.T, want int, address, secret string) {
	t.Helper()
	deadline := time.Now().Add(5 * time.Second)
	for {
		got, body := ask(t, address, secret, "memory_search", `{"query":"turbine"}`)
		if got == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s answers %d %s, want %d", address, got, body, want)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// oneOf returns the one of two that listens, once the other knows of it.
func oneOf(first, second *serving) *serving {
	first.t.Helper()
	status := func(v *serving) mcpserver.ListenStatus {
		var info struct {
			HTTP mcpserver.ListenState
		}
		if err := json.NewDecoder(get(v.t, v.address+"/api/tokens", v.token).Body).Decode(&info); err != nil {
			v.t.Fatal(err)
		}
		return info.HTTP.Status
	}
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		a, b := status(first), status(second)
		switch {
		case a == mcpserver.ListenOn && b == mcpserver.ListenOther:
			return first
		case a == mcpserver.ListenOther && b == mcpserver.ListenOn:
			return second
		case time.Now().After(deadline):
			first.t.Fatalf("the listeners are %s and %s", a, b)
		}
	}
}

// TestToken: nothing listens without a token; with one, clients save and recall over
// HTTP as over stdio; another process takes over; a revoked token ends at once.
func TestToken(t *testing.T) {
	skipWithoutSignals(t)
	c := newComputer(t)
	if out := c.must("token", "list"); !strings.Contains(out, "no token") {
		t.Errorf("token list printed %q", out)
	}
	first, second := c.serve(), c.serve()
	port := freePort(t)
	address := mcpserver.HTTPAddress(port)
	var made struct{ Secret, Address string }
	c.must("token", "port", fmt.Sprint(port))
	out := c.must("token", "add", "my laptop", "--for", "codex", "--json")
	if err := json.Unmarshal([]byte(out), &made); err != nil || made.Address != address {
		t.Fatalf("token add printed %q: %v", out, err)
	}
	becomes(t, http.StatusOK, address, made.Secret)
	if status, body := ask(t, address, made.Secret, "memory_save", `{"body":"the turbine is blue"}`); status != http.StatusOK || !strings.Contains(body, "saved #1 in project") {
		t.Errorf("memory_save answered %d %s", status, body)
	}
	if out := c.must("search", "turbine"); !strings.Contains(out, "#1 ") {
		t.Errorf("search printed %q", out)
	}
	// What lets into the one listener does not let into the other.
	if code := get(t, first.address+"/api/memories", made.Secret).StatusCode; code != http.StatusUnauthorized {
		t.Errorf("the dashboard answers a client's token with %d", code)
	}
	if status, body := ask(t, address, first.token, "memory_search", `{"query":"turbine"}`); status != http.StatusUnauthorized {
		t.Errorf("the dashboard's token is answered %d %s", status, body)
	}

	owner := oneOf(first, second)
	streams := map[string]io.Reader{"with sessions": listenInSession(t, address, made.Secret), "without": listenWithout(t, address, made.Secret)}
	if err := owner.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := owner.wait(); code != 0 {
		t.Errorf("serve exited %d", code)
	}
	for era, stream := range streams {
		if _, err := io.Copy(io.Discard, stream); err != nil {
			t.Errorf("the stream of the era %s was cut off, not ended: %v", era, err)
		}
	}
	becomes(t, http.StatusOK, address, made.Secret) // from the other one now

	if out := c.must("token", "list"); !strings.Contains(out, "my laptop  codex  reads and saves  1 saved, ") || strings.Contains(out, made.Secret) {
		t.Errorf("token list printed %q", out)
	}
	read := strings.TrimSpace(c.must("token", "add", "reader", "--for", "cursor", "--read"))
	if status, body := ask(t, address, read, "memory_save", `{"body":"no"}`); status != http.StatusOK || !strings.Contains(body, "switched off") {
		t.Errorf("a token to read answered %d %s", status, body)
	}
	if _, said, _ := c.run("", "token"); !strings.Contains(said, "Served at "+address) {
		t.Errorf("token said %q", said)
	}
	c.must("token", "revoke", "my laptop")
	becomes(t, http.StatusUnauthorized, address, made.Secret)
	c.must("token", "revoke", "#2")
	becomes(t, 0, address, read) // nothing listens without a token
}

// TestToken_Show: what was done with a token is told in lines.
func TestToken_Show(t *testing.T) {
	skipWithoutSignals(t)
	c := newComputer(t)
	port := freePort(t)
	c.must("token", "port", fmt.Sprint(port))
	secret := strings.TrimSpace(c.must("token", "add", "laptop", "--for", "codex"))
	if out := c.must("token", "show", "laptop"); !strings.Contains(out, "token 1: laptop, for codex; reads and saves; made ") || !strings.Contains(out, "never used") {
		t.Errorf("token show printed %q", out)
	}
	c.serve()
	address := mcpserver.HTTPAddress(port)
	becomes(t, http.StatusOK, address, secret)
	for _, call := range [][2]string{
		{"memory_save", `{"body":"the turbine is blue"}`},
		{"memory_search", `{"query":"turbine"}`},
		{"memory_get", `{"ids":[1]}`},
		{"memory_note", `{"text":"looked at the turbine"}`},
		{"memory_delete", `{"ids":[1]}`},
	} {
		if status, body := ask(t, address, secret, call[0], call[1]); status != http.StatusOK || strings.Contains(body, `"isError":true`) {
			t.Fatalf("%s answered %d %s", call[0], status, body)
		}
	}
	out := c.must("token", "show", "1")
	at := 0
	for _, want := range []string{"trashed #1 the turbine is blue\n", "saved a note of 20", "read #1 the turbine is blue\n", `searched "turbine": 1 found`, "saved #1 the turbine is blue\n"} {
		i := strings.Index(out[at:], want)
		if i < 0 {
			t.Fatalf("token show printed %q, without %q there", out, want)
		}
		at += i
	}
	var said struct {
		Token store.Token
		Deeds []store.TokenDeed
	}
	if err := json.Unmarshal([]byte(c.must("token", "show", "laptop", "--json")), &said); err != nil || said.Token.ID != 1 || len(said.Deeds) < 5 {
		t.Errorf("%+v, %v", said, err)
	}
}

// TestToken_Snippet: what to paste is printed with the secret in it, and no token is
// made for a client that takes none.
func TestToken_Snippet(t *testing.T) {
	c := newComputer(t)
	c.must("token", "port", "47000")
	for client, want := range map[string]string{
		"codex":    `[mcp_servers.memtray]`,
		"continue": "type: streamable-http",
		"my-bot":   `"mcpServers"`,
	} {
		out, told, code := c.run("", "token", "add", client, "--for", client, "--snippet")
		if code != 0 || !strings.Contains(out, want) || !strings.Contains(out, "http://127.0.0.1:47000/v1/mcp") || !strings.Contains(out, "Bearer memtray_") {
			t.Errorf("%s: exited %d, %q, %q", client, code, out, told)
		}
		if strings.Contains(told, "memtray_") || strings.Contains(told, "no client that Memtray knows") != (client == "my-bot") {
			t.Errorf("%s: said %q", client, told)
		}
	}
	if _, told, code := c.run("", "token", "add", "desk", "--for", "claude-desktop", "--snippet"); code != 1 || !strings.Contains(told, "takes no address in its file") {
		t.Errorf("exited %d, %q", code, told)
	}
	if _, told, code := c.run("", "token", "add", "desk", "--for", "claude-desktop"); code != 0 || !strings.Contains(told, "in the settings of Claude Desktop") {
		t.Errorf("exited %d, %q", code, told)
	}
	var said struct{ Tokens []store.Token }
	if err := json.Unmarshal([]byte(c.must("token", "list", "--json")), &said); err != nil || len(said.Tokens) != 4 {
		t.Errorf("%+v, %v", said, err)
	}
}

// TestToken_Names: a token is meant by its name or number, and nothing is revoked
// while one of them is in doubt.
func TestToken_Names(t *testing.T) {
	c := newComputer(t)
	for _, name := range []string{"laptop", "ci", "laptop", "2"} {
		c.must("token", "add", name, "--for", "codex")
	}
	for _, one := range []struct {
		args string
		code int
		want string
	}{
		{"ci laptop", 1, "laptop may be one of several tokens; say which: #3, #1"},
		{"ci nowhere", 1, "there is no token nowhere"},
		{"2", 1, "say which: #4, #2"},
		{"#2 #3", 0, "token 2 (ci) is revoked\ntoken 3 (laptop) is revoked\n"},
		{"laptop", 0, "token 1 (laptop) is revoked"},
		{"ci", 0, "token 2 (ci) was revoked already"},
		{"laptop", 1, "say which: #3, #1"},
	} {
		out, told, code := c.run("", append([]string{"token", "revoke"}, strings.Fields(one.args)...)...)
		if code != one.code || !strings.Contains(out+told, one.want) {
			t.Errorf("revoke %s: exited %d, %q%q, want %q", one.args, code, out, told, one.want)
		}
	}
}

func TestTokenUsage(t *testing.T) {
	c := newComputer(t)
	for line, want := range map[string]string{
		"token --for codex":        "token list takes --json only",
		"token make":               `token takes list, show, add, revoke or port, not "make"`,
		"token add laptop":         "--for",
		"token add --for codex":    "one name",
		"token port 80":            "1024 to 65535",
		"token port 6667":          "refuse to connect to port 6667",
		"token port x":             `"x" is no port`,
		"token port":               "takes a port",
		"token revoke":             "names or numbers",
		"token show":               "one token",
		"token show a --for codex": "one token",
		"token list all":           "takes --json only",
		"serve --mcp-listen here":  "IP address",
	} {
		_, stderr, code := c.run("", strings.Fields(line)...)
		if code != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exited %d, %q, want %q", line, code, stderr, want)
		}
	}
	for line, want := range map[string]string{
		"token add a --for A!":              "a client's id",
		"token add a --for codex --in nope": "nope",
		"token revoke 9":                    "there is no token 9; see memtray-mcp token list",
	} {
		_, stderr, code := c.run("", strings.Fields(line)...)
		if code != 1 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exited %d, %q, want %q", line, code, stderr, want)
		}
	}
}
