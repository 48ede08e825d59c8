package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// endpoint is an HTTP server over a real store, on a real port.
type endpoint struct {
	*session
	http *HTTP
	host string // 127.0.0.1:PORT
}

// newEndpoint serves as the listener does, but for changes.
func newEndpoint(t *testing.T, changes ...func(*http.Server)) *endpoint {
	t.Helper()
	e := &endpoint{session: newSession(t)}
	listener := httptest.NewUnstartedServer(nil)
	listener.Config = bounded(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { e.http.ServeHTTP(w, r) }))
	for _, change := range changes {
		change(listener.Config)
	}
	e.host = listener.Listener.Addr().String()
	port := listener.Listener.Addr().(*net.TCPAddr).Port
	opts := e.server.opts
	opts.Client = "" // each token has its own
	e.http = NewHTTP(HTTPOptions{Hosts: LoopbackHosts(port, "Tunnel.example"), Server: opts})
	listener.Start()
	t.Cleanup(func() {
		e.http.Close()
		listener.Close()
	})
	return e
}

// token makes a token and returns its secret.
func (e *endpoint) token(n store.NewToken) (secret string, id int64) {
	e.t.Helper()
	if n.Name == "" {
		n.Name, n.Client = "laptop", "codex"
	}
	made, secret, err := e.recall.Store().AddToken(e.t.Context(), n)
	if err != nil {
		e.t.Fatal(err)
	}
	return secret, made.ID
}

// bearer adds the token to each request of a client.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// join connects a client of the SDK.
func (e *endpoint) join(secret string) (*mcp.ClientSession, error) {
	transport := &mcp.StreamableClientTransport{Endpoint: "http://" + e.host + HTTPPath, HTTPClient: &http.Client{Transport: bearer(secret)}, MaxRetries: -1}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil).Connect(e.t.Context(), transport, nil)
	if err == nil {
		e.t.Cleanup(func() { client.Close() })
	}
	return client, err
}

// call calls a tool over HTTP and returns the text of its answer.
func callOver(t *testing.T, client *mcp.ClientSession, tool string, args any) string {
	t.Helper()
	res, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return res.Content[0].(*mcp.TextContent).Text
}

// sent is one raw request; the zero value is a right ping of a new era.
type sent struct {
	method, path, body string
	header             map[string]string // "" takes one out
}

const pingBody = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`

// send answers with status, headers and body.
func (e *endpoint) send(secret string, r sent) (*http.Response, string) {
	e.t.Helper()
	if r.method == "" {
		r.method = http.MethodPost
	}
	if r.path == "" {
		r.path = HTTPPath
	}
	if r.body == "" {
		r.body = pingBody
	}
	ctx, cancel := context.WithTimeout(e.t.Context(), 5*time.Second)
	e.t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, r.method, "http://"+e.host+r.path, strings.NewReader(r.body))
	if err != nil {
		e.t.Fatal(err)
	}
	header := map[string]string{
		"Authorization": "Bearer " + secret, "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/list",
	}
	for name, value := range r.header {
		header[name] = value
	}
	for name, value := range header {
		switch {
		case name == "Host":
			req.Host = value
		case value != "":
			req.Header[http.CanonicalHeaderKey(name)] = strings.Split(value, "\n")
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		e.t.Fatal(err)
	}
	defer res.Body.Close()
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") && r.method == http.MethodGet {
		return res, ""
	}
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		e.t.Fatal(err)
	}
	return res, string(raw)
}

// begin initialises a session and returns its id.
func (e *endpoint) begin(secret string) string {
	e.t.Helper()
	res, body := e.send(secret, sent{header: map[string]string{"MCP-Protocol-Version": "", "Mcp-Method": ""},
		body: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`})
	id := res.Header.Get("Mcp-Session-Id")
	if res.StatusCode != http.StatusOK || id == "" {
		e.t.Fatalf("initialize answered %d %s", res.StatusCode, body)
	}
	return id
}

// TestHTTP_Eras: both eras are served behind one address, by the SDK's own client
// and by hand, and the instructions and all tools arrive.
func TestHTTP_Eras(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	client, err := e.join(secret)
	if err != nil {
		t.Fatal(err)
	}
	if got := callOver(t, client, "memory_save", map[string]any{"body": "over HTTP"}); got != "saved #1 in project unfiled" {
		t.Errorf("memory_save answered %q", got)
	}
	if got := callOver(t, client, "memory_search", map[string]any{"query": "HTTP"}); !strings.Contains(got, "#1 ") {
		t.Errorf("memory_search answered %q", got)
	}
	session := e.begin(secret)
	res, body := e.send(secret, sent{header: map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""},
		body: `{"jsonrpc":"2.0","id":"x","method":"tools/list"}`})
	if res.StatusCode != http.StatusOK || strings.Count(body, `"inputSchema"`) != len(tools()) {
		t.Errorf("with a session: %d %s", res.StatusCode, body)
	}
	res, body = e.send(secret, sent{})
	if res.StatusCode != http.StatusOK || strings.Count(body, `"inputSchema"`) != len(tools()) || !strings.Contains(body, `"cacheScope":"private"`) {
		t.Errorf("without a session: %d %s", res.StatusCode, body)
	}
	all, err := e.recall.Store().Tokens(t.Context())
	if err != nil || len(all) != 1 || all[0].ID != id || all[0].Saved != 1 || all[0].LastAt == 0 {
		t.Errorf("the token %+v, %v", all, err)
	}
	found, err := e.recall.Store().Find(t.Context(), store.Query{Filter: store.Filter{Clients: []string{"codex"}}, Limit: 1})
	if err != nil || found.Total != 1 {
		t.Errorf("saved by codex: %+v, %v", found, err)
	}
}

// TestHTTP_Strict: every request that is not as it should be gets one answer, which
// says what is wrong, before anything is done.
func TestHTTP_Strict(t *testing.T) {
	e := newEndpoint(t)
	secret, _ := e.token(store.NewToken{})
	other, _ := e.token(store.NewToken{})
	revoked, id := e.token(store.NewToken{})
	if err := e.recall.Store().RevokeToken(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	session, foreign := e.begin(secret), e.begin(other)
	_, port, _ := strings.Cut(e.host, ":")
	head := func(pairs ...string) map[string]string {
		m := map[string]string{}
		for i := 0; i < len(pairs); i += 2 {
			m[pairs[i]] = pairs[i+1]
		}
		return m
	}
	old := func(pairs ...string) map[string]string {
		m := head(append([]string{"MCP-Protocol-Version", "2025-11-25", "Mcp-Method", ""}, pairs...)...)
		return m
	}
	list := `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
	init := `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for name, c := range map[string]struct {
		sent
		want int
		says string
	}{
		"host of another name":           {sent{header: head("Host", "evil.example.com")}, 403, "Host"},
		"host behind ours":               {sent{header: head("Host", "127.0.0.1.evil.com:"+port)}, 403, "Host"},
		"host localhost behind":          {sent{header: head("Host", "localhost.evil.com:"+port)}, 403, "Host"},
		"host 0.0.0.0":                   {sent{header: head("Host", "0.0.0.0:"+port)}, 403, "Host"},
		"host below localhost":           {sent{header: head("Host", "foo.localhost:"+port)}, 403, "Host"},
		"host without port":              {sent{header: head("Host", "127.0.0.1")}, 403, "Host"},
		"host of a longer port":          {sent{header: head("Host", "127.0.0.1:"+port+"0")}, 403, "Host"},
		"host behind what is allowed":    {sent{header: head("Host", "tunnel.example.evil.com")}, 403, "Host"},
		"host of another port":           {sent{header: head("Host", "127.0.0.1:1")}, 403, "Host"},
		"host another loopback":          {sent{header: head("Host", "127.0.0.2:"+port)}, 403, "Host"},
		"host decimal":                   {sent{header: head("Host", "2130706433:"+port)}, 403, "Host"},
		"host ipv6 of another port":      {sent{header: head("Host", "[::1]:1")}, 403, "Host"},
		"host with user":                 {sent{header: head("Host", "a@127.0.0.1:"+port)}, 403, "Host"},
		"host in capitals":               {sent{header: head("Host", "LOCALHOST:"+port)}, 200, ""},
		"host ipv6":                      {sent{header: head("Host", "[::1]:"+port)}, 200, ""},
		"host that is allowed":           {sent{header: head("Host", "Tunnel.example")}, 200, ""},
		"origin of another site":         {sent{header: head("Origin", "http://evil.example.com")}, 403, "sites"},
		"origin null":                    {sent{header: head("Origin", "null")}, 403, "sites"},
		"origin of an extension":         {sent{header: head("Origin", "chrome-extension://abcdef")}, 403, "sites"},
		"origin of another port":         {sent{header: head("Origin", "http://127.0.0.1:1")}, 403, "sites"},
		"origin of a file":               {sent{header: head("Origin", "file://")}, 403, "sites"},
		"origin without a scheme":        {sent{header: head("Origin", e.host)}, 403, "sites"},
		"origin of another scheme":       {sent{header: head("Origin", "ws://"+e.host)}, 403, "sites"},
		"origin with a path":             {sent{header: head("Origin", "http://"+e.host+"/")}, 403, "sites"},
		"origin twice":                   {sent{header: head("Origin", "http://"+e.host+"\nhttp://evil.example.com")}, 403, "sites"},
		"origin null, GET":               {sent{method: "GET", header: old("Origin", "null", "Mcp-Session-Id", session)}, 403, "sites"},
		"origin of another site, GET":    {sent{method: "GET", header: old("Origin", "http://evil.example.com", "Mcp-Session-Id", session)}, 403, "sites"},
		"origin of another site, DELETE": {sent{method: "DELETE", header: old("Origin", "http://evil.example.com", "Mcp-Session-Id", session)}, 403, "sites"},
		"origin of another site, OPTIONS": {sent{method: "OPTIONS", header: head("Origin", "http://evil.example.com",
			"Access-Control-Request-Method", "POST")}, 403, "sites"},
		"another site by its word":      {sent{header: head("Sec-Fetch-Site", "cross-site")}, 403, "sites"},
		"another site by its word, GET": {sent{method: "GET", header: old("Sec-Fetch-Site", "cross-site", "Mcp-Session-Id", session)}, 403, "sites"},
		"another port by its word":      {sent{header: head("Sec-Fetch-Site", "same-site")}, 403, "sites"},
		"no site by its word":           {sent{header: head("Sec-Fetch-Site", "none")}, 200, ""},
		"our own origin":                {sent{header: head("Origin", "http://LocalHost:"+port)}, 200, ""},
		"foreign host without a token":  {sent{header: head("Host", "evil.example.com", "Authorization", "")}, 403, "Host"},

		"no token":                {sent{header: head("Authorization", "")}, 401, "token"},
		"wrong token":             {sent{header: head("Authorization", "Bearer "+store.TokenPrefix+strings.Repeat("A", 43))}, 401, "token"},
		"revoked token":           {sent{header: head("Authorization", "Bearer "+revoked)}, 401, "token"},
		"half a token":            {sent{header: head("Authorization", "Bearer "+secret[:20])}, 401, "token"},
		"token of the wrong case": {sent{header: head("Authorization", "Bearer "+strings.ToUpper(secret))}, 401, "token"},
		"token twice":             {sent{header: head("Authorization", "Bearer "+secret+"\nBearer "+secret)}, 401, "token"},
		"basic":                   {sent{header: head("Authorization", "Basic "+secret)}, 401, "token"},
		"no scheme":               {sent{header: head("Authorization", secret)}, 401, "token"},
		"token in the address":    {sent{path: HTTPPath + "?token=" + secret + "&access_token=" + secret, header: head("Authorization", "")}, 401, "token"},
		"token in a cookie":       {sent{header: head("Authorization", "", "Cookie", "token="+secret)}, 401, "token"},
		"no token, GET":           {sent{method: "GET", header: old("Authorization", "", "Mcp-Session-Id", session)}, 401, "token"},
		"no token, OPTIONS":       {sent{method: "OPTIONS", header: head("Authorization", "")}, 401, "token"},
		"scheme in capitals":      {sent{header: head("Authorization", "BEARER "+secret)}, 200, ""},

		"another path":         {sent{path: "/"}, 404, HTTPPath},
		"path below":           {sent{path: HTTPPath + "/x"}, 404, HTTPPath},
		"path with a slash":    {sent{path: HTTPPath + "/"}, 404, HTTPPath},
		"path of the window":   {sent{path: "/api/memories"}, 404, HTTPPath},
		"path around":          {sent{path: "/x/../v1/mcp"}, 404, HTTPPath},
		"text/plain":           {sent{header: head("Content-Type", "text/plain")}, 415, ""},
		"a form":               {sent{header: head("Content-Type", "application/x-www-form-urlencoded")}, 415, ""},
		"no content type":      {sent{header: head("Content-Type", "")}, 415, ""},
		"accepts JSON only":    {sent{header: head("Accept", "application/json")}, 400, ""},
		"PUT":                  {sent{method: "PUT"}, 405, ""},
		"PATCH with a session": {sent{method: "PATCH", header: old("Mcp-Session-Id", session)}, 405, ""},
		"TRACE":                {sent{method: "TRACE", body: " "}, 405, ""},
		"GET of the new era":   {sent{method: "GET"}, 405, ""},

		"no JSON":               {sent{body: "{"}, 400, "the body is not JSON"},
		"blank":                 {sent{body: " "}, 400, "empty"},
		"over several lines":    {sent{body: strings.ReplaceAll(pingBody, ",", ",\n")}, 200, ""},
		"a number":              {sent{body: "42"}, 400, "-32600"},
		"a batch":               {sent{body: "[" + list + "]", header: old("Mcp-Session-Id", session)}, 400, "batches"},
		"an empty batch":        {sent{body: "[]", header: old("Mcp-Session-Id", session)}, 400, "batches"},
		"no version":            {sent{body: `{"id":1,"method":"ping"}`, header: old("Mcp-Session-Id", session)}, 400, "-32600"},
		"id of an object":       {sent{body: `{"jsonrpc":"2.0","id":{},"method":"ping"}`, header: old("Mcp-Session-Id", session)}, 400, "id must be"},
		"deep nesting":          {sent{body: strings.Repeat("[", 200_000), header: old("Mcp-Session-Id", session)}, 400, "-32700"},
		"a long body":           {sent{body: `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", maxLine) + `"}`}, 413, "8 MiB"},
		"unknown version":       {sent{header: old("MCP-Protocol-Version", "1999-01-01", "Mcp-Session-Id", session), body: list}, 400, ""},
		"version of the future": {sent{header: head("MCP-Protocol-Version", "2099-01-01")}, 400, "-32"},
		"no method header":      {sent{header: head("Mcp-Method", "")}, 400, "-32"},

		"a long method header": {sent{header: head("Mcp-Method", strings.Repeat("x", maxNamed+1))}, 400, "-32020"},
		"a long name header": {sent{header: head("Mcp-Method", "tools/call", "Mcp-Name", strings.Repeat("x", maxNamed+1)),
			body: strings.Replace(pingBody, "tools/list", "tools/call", 1)}, 400, "Mcp-Name is longer"},

		"no session":                 {sent{header: old(), body: list}, 400, "initialize"},
		"unknown session":            {sent{header: old("Mcp-Session-Id", "nobody"), body: list}, 404, ""},
		"session of another token":   {sent{header: old("Mcp-Session-Id", foreign), body: list}, 404, ""},
		"session initialized twice":  {sent{header: old("Mcp-Session-Id", session), body: init}, 400, "initialized"},
		"GET without a session":      {sent{method: "GET", header: old()}, 400, ""},
		"DELETE without a session":   {sent{method: "DELETE", header: old()}, 400, ""},
		"DELETE of another's":        {sent{method: "DELETE", header: old("Mcp-Session-Id", foreign)}, 404, ""},
		"unknown tool":               {sent{header: old("Mcp-Session-Id", session), body: `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"rm"}}`}, 200, "-32602"},
		"unknown method":             {sent{header: old("Mcp-Session-Id", session), body: `{"jsonrpc":"2.0","id":7,"method":"memory/all"}`}, 200, "-32601"},
		"a large id":                 {sent{header: old("Mcp-Session-Id", session), body: `{"jsonrpc":"2.0","id":90071992547409930,"method":"ping"}`}, 400, "id must be"},
		"what the other era removed": {sent{header: head("Mcp-Method", "ping"), body: strings.Replace(pingBody, "tools/list", "ping", 1)}, 404, "-32601"},
	} {
		t.Run(name, func(t *testing.T) {
			res, body := e.send(secret, c.sent)
			if res.StatusCode != c.want || !strings.Contains(body, c.says) {
				t.Errorf("answered %d %.300s, want %d with %q", res.StatusCode, body, c.want, c.says)
			}
			for _, kept := range []string{secret, other} {
				if strings.Contains(body, kept) {
					t.Error("the answer repeats a token")
				}
			}
			if res.StatusCode == http.StatusUnauthorized && res.Header.Get("WWW-Authenticate") != "Bearer" {
				t.Errorf("WWW-Authenticate is %q", res.Header.Get("WWW-Authenticate"))
			}
			if res.StatusCode == http.StatusMethodNotAllowed && res.Header.Get("Allow") == "" {
				t.Error("no Allow")
			}
			if res.Header.Get("X-Content-Type-Options") != "nosniff" || res.Header.Get("Cache-Control") == "" {
				t.Errorf("a browser may guess or keep the answer: %v", res.Header)
			}
			if cors := res.Header.Get("Access-Control-Allow-Origin"); cors != "" {
				t.Errorf("Access-Control-Allow-Origin is %q", cors)
			}
			if strings.HasPrefix(body, "{") && c.want >= 400 && !json.Valid([]byte(body)) {
				t.Errorf("answered %s", body)
			}
		})
	}
	if got, err := e.recall.Store().Find(t.Context(), store.Query{Limit: 1}); err != nil || got.Total != 0 {
		t.Errorf("something was stored: %+v, %v", got, err)
	}
}

// TestHTTP_Scope: a token does what it and its client may do at that moment.
func TestHTTP_Scope(t *testing.T) {
	e := newEndpoint(t)
	ctx := t.Context()
	save := func(project, body string) {
		e.call("memory_save", fmt.Sprintf(`{"body":%q,"project":%q}`, body, project))
	}
	save("api", "turbine in api")
	save("web", "turbine in web")
	api, err := e.recall.Project(ctx, store.ProjectRef{Name: "api"})
	if err != nil {
		t.Fatal(err)
	}
	narrow, id := e.token(store.NewToken{Name: "container", Client: "codex", Projects: []int64{api.ID}})
	reads, _ := e.token(store.NewToken{Name: "reader", Client: "codex", Access: store.ReadAccess})
	scoped, err := e.join(narrow)
	if err != nil {
		t.Fatal(err)
	}
	everywhere := map[string]any{"query": "turbine", "scope": "all"}
	if got := callOver(t, scoped, "memory_search", everywhere); !strings.Contains(got, "in api") || strings.Contains(got, "in web") {
		t.Errorf("with a token for api: %s", got)
	}
	if got := callOver(t, scoped, "memory_get", map[string]any{"ids": []int{2}}); strings.Contains(got, "turbine") {
		t.Errorf("got what is of web: %s", got)
	}
	if got := callOver(t, scoped, "memory_save", map[string]any{"body": "its own"}); got != "saved #3 in project api" {
		t.Errorf("saved %s", got)
	}
	if got := callOver(t, scoped, "memory_save", map[string]any{"body": "elsewhere", "project": "web"}); strings.Contains(got, "saved") {
		t.Errorf("saved %s", got)
	}
	reader, err := e.join(reads)
	if err != nil {
		t.Fatal(err)
	}
	if got := callOver(t, reader, "memory_search", everywhere); !strings.Contains(got, "in api") || !strings.Contains(got, "in web") {
		t.Errorf("with a token to read: %s", got)
	}
	if got := callOver(t, reader, "memory_save", map[string]any{"body": "no"}); strings.Contains(got, "saved") {
		t.Errorf("saved %s", got)
	}

	// What changes counts at the next call.
	if err := e.recall.Store().SetTrust(ctx, "codex", store.PausedTrust); err != nil {
		t.Fatal(err)
	}
	if got := callOver(t, reader, "memory_search", everywhere); strings.Contains(got, "turbine") {
		t.Errorf("while paused: %s", got)
	}
	if err := e.recall.Store().SetTrust(ctx, "codex", store.SaveTrust); err != nil {
		t.Fatal(err)
	}
	if err := e.recall.Store().RevokeToken(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := scoped.CallTool(ctx, &mcp.CallToolParams{Name: "memory_search", Arguments: everywhere}); err == nil {
		t.Error("a revoked token still works")
	}
}

// TestHTTP_Sessions: idle ones end, and beyond the bound the one that was idle
// longest, but not one that somebody listens to.
func TestHTTP_Sessions(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	alive := func(session string) bool {
		res, _ := e.send(secret, sent{header: map[string]string{"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": session, "Mcp-Method": ""},
			body: `{"jsonrpc":"2.0","id":1,"method":"ping"}`})
		return res.StatusCode == http.StatusOK
	}
	listened, first := e.begin(secret), e.begin(secret)
	e.listen(t.Context(), secret, listened)
	tenant := e.http.tokens[id]()
	for range maxSessions { // two too many
		e.clock.wait(time.Millisecond)
		tenant.minute = time.Time{} // nothing here is about how many come in a minute
		e.begin(secret)
	}
	if n := len(tenant.open); n != maxSessions || alive(first) || !alive(listened) {
		t.Errorf("%d sessions; the idle one is there: %t, the one that is listened to: %t", n, alive(first), alive(listened))
	}
	e.clock.wait(sessionIdle + time.Minute)
	e.http.endIdle()
	if n := len(tenant.open); n != 1 || tenant.open[listened] == nil {
		t.Errorf("%d sessions after they were idle", n)
	}
}

// TestHTTP_Rate: too many requests of one token are refused, those of another not.
func TestHTTP_Rate(t *testing.T) {
	e := newEndpoint(t)
	busy, _ := e.token(store.NewToken{})
	calm, _ := e.token(store.NewToken{})
	e.send(busy, sent{})
	for _, made := range e.http.tokens {
		made().count = maxPerMinute
	}
	res, body := e.send(busy, sent{})
	if res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" {
		t.Errorf("answered %d %s", res.StatusCode, body)
	}
	if res, body := e.send(calm, sent{}); res.StatusCode != http.StatusOK {
		t.Errorf("another token: %d %s", res.StatusCode, body)
	}
	e.clock.wait(time.Minute)
	if res, body := e.send(busy, sent{}); res.StatusCode != http.StatusOK {
		t.Errorf("a minute later: %d %s", res.StatusCode, body)
	}
}

// TestHTTP_Close: open streams end at once, and nothing is served any more.
func TestHTTP_Close(t *testing.T) {
	e := newEndpoint(t)
	secret, _ := e.token(store.NewToken{})
	session := e.begin(secret)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+e.host+HTTPPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + secret}, "Accept": {"text/event-stream"}, "Mcp-Session-Id": {session}}
	stream, err := http.DefaultClient.Do(req)
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatalf("listening: %v %v", stream, err)
	}
	defer stream.Body.Close()
	e.http.Close()
	if _, err := io.ReadAll(stream.Body); ctx.Err() != nil {
		t.Errorf("the stream did not end: %v", err)
	}
	if res, body := e.send(secret, sent{}); res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("after the end: %d %s", res.StatusCode, body)
	}
}

// TestHTTP_Abandoned: thousands of sessions that are begun and left alone cost next
// to nothing.
func TestHTTP_Abandoned(t *testing.T) {
	e := newEndpoint(t)
	secret, id := e.token(store.NewToken{})
	heap := func() int64 {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	e.begin(secret) // what is needed once is there
	before := heap()
	for range 5000 {
		e.http.tokens[id]().minute = time.Time{} // nothing here is about how many come in a minute
		e.begin(secret)
	}
	grown := heap() - before
	t.Logf("%d sessions are open, %.1f MB more", len(e.http.tokens[id]().open), float64(grown)/1e6)
	if len(e.http.tokens[id]().open) != maxSessions || grown > 10e6 {
		t.Errorf("%d sessions are open, %.1f MB more", len(e.http.tokens[id]().open), float64(grown)/1e6)
	}
}
