package api_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"memtray/app/api"
	"memtray/mcpserver"
)

const token = "aGVsbG8gd29ybGQ"

// called is a handler that notes whether a request came through.
type called struct{ yes bool }

func (c *called) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	c.yes = true
	w.WriteHeader(http.StatusNoContent)
}

func guarded(inner http.Handler) http.Handler {
	return api.Guard(inner, token, mcpserver.LoopbackHosts(4711, "notes.example.org", "tunnel:9000"))
}

func TestGuard(t *testing.T) {
	const bearer = "Bearer " + token
	for name, c := range map[string]struct {
		host, origin, auth string
		want               int
	}{
		"the address":            {"127.0.0.1:4711", "", bearer, 204},
		"localhost":              {"localhost:4711", "", bearer, 204},
		"localhost in capitals":  {"LOCALHOST:4711", "", bearer, 204},
		"IPv6":                   {"[::1]:4711", "", bearer, 204},
		"allowed name":           {"notes.example.org", "", bearer, 204},
		"allowed name, capitals": {"Notes.Example.ORG", "", bearer, 204},
		"allowed name and port":  {"tunnel:9000", "", bearer, 204},

		"other port":             {"127.0.0.1:4712", "", bearer, 403},
		"no port":                {"127.0.0.1", "", bearer, 403},
		"localhost without port": {"localhost", "", bearer, 403},
		"allowed, other port":    {"notes.example.org:4711", "", bearer, 403},
		"allowed, no port":       {"tunnel", "", bearer, 403},
		"empty host":             {"", "", bearer, 403},
		"evil host":              {"evil.example.com", "", bearer, 403},
		"evil host, our port":    {"evil.example.com:4711", "", bearer, 403},
		"our address as prefix":  {"127.0.0.1.evil.com:4711", "", bearer, 403},
		"localhost as prefix":    {"localhost.evil.com:4711", "", bearer, 403},
		"localhost as suffix":    {"foo.localhost:4711", "", bearer, 403},
		"any address":            {"0.0.0.0:4711", "", bearer, 403},
		"other loopback":         {"127.0.0.2:4711", "", bearer, 403},
		"other IPv6 port":        {"[::1]:1", "", bearer, 403},
		"mapped IPv6":            {"[::ffff:127.0.0.1]:4711", "", bearer, 403},
		"trailing dot":           {"localhost.:4711", "", bearer, 403},
		"decimal address":        {"2130706433:4711", "", bearer, 403},
		"of the window":          {"wails", "", bearer, 403},

		"own origin":             {"127.0.0.1:4711", "http://127.0.0.1:4711", bearer, 204},
		"own origin, capitals":   {"127.0.0.1:4711", "HTTP://LOCALHOST:4711", bearer, 204},
		"localhost origin":       {"127.0.0.1:4711", "http://localhost:4711", bearer, 204},
		"tunnel origin":          {"notes.example.org", "https://notes.example.org", bearer, 204},
		"null origin":            {"127.0.0.1:4711", "null", bearer, 403},
		"foreign origin":         {"127.0.0.1:4711", "http://evil.example.com", bearer, 403},
		"foreign origin, port":   {"127.0.0.1:4711", "http://evil.example.com:4711", bearer, 403},
		"origin of other port":   {"127.0.0.1:4711", "http://localhost:3000", bearer, 403},
		"origin without port":    {"127.0.0.1:4711", "http://localhost", bearer, 403},
		"origin with user":       {"127.0.0.1:4711", "http://127.0.0.1:4711@evil.com", bearer, 403},
		"origin with path":       {"127.0.0.1:4711", "http://127.0.0.1:4711/", bearer, 403},
		"origin of an extension": {"127.0.0.1:4711", "chrome-extension://127.0.0.1:4711", bearer, 403},
		"origin of a file":       {"127.0.0.1:4711", "file://", bearer, 403},
		"origin without scheme":  {"127.0.0.1:4711", "127.0.0.1:4711", bearer, 403},
		"empty origin":           {"127.0.0.1:4711", "(empty)", bearer, 403},

		"no token":              {"127.0.0.1:4711", "", "", 401},
		"wrong token":           {"127.0.0.1:4711", "", "Bearer " + token + "x", 401},
		"part of the token":     {"127.0.0.1:4711", "", "Bearer aGVs", 401},
		"token in other case":   {"127.0.0.1:4711", "", "Bearer " + strings.ToLower(token), 401},
		"empty token":           {"127.0.0.1:4711", "", "Bearer ", 401},
		"other scheme":          {"127.0.0.1:4711", "", "Basic " + token, 401},
		"no scheme":             {"127.0.0.1:4711", "", token, 401},
		"scheme in other case":  {"127.0.0.1:4711", "", "bEARER " + token, 204},
		"bad host and no token": {"evil.example.com", "", "", 403},
		"bad origin, no token":  {"127.0.0.1:4711", "null", "", 403},
	} {
		for _, method := range []string{"GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"} {
			inner := &called{}
			w := request(guarded(inner), method, "/api/status?token="+token, c.host, c.origin, c.auth)
			if w.Code != c.want || inner.yes != (c.want == 204) {
				t.Errorf("%s: %s: %d, came through: %v; want %d", name, method, w.Code, inner.yes, c.want)
			}
			if (w.Header().Get("WWW-Authenticate") == "Bearer") != (c.want == 401) {
				t.Errorf("%s: WWW-Authenticate: %q", name, w.Header().Get("WWW-Authenticate"))
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: another site was allowed", name)
			}
		}
	}
}

func request(h http.Handler, method, path, host, origin, auth string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	r.Host = host
	switch origin {
	case "":
	case "(empty)":
		r.Header.Set("Origin", "")
	default:
		r.Header.Set("Origin", origin)
	}
	if auth != "" {
		r.Header.Set("Authorization", auth)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// Files hold nothing private, so they load without a token, but not for
// another Host or Origin, and no spelling of a path reaches the API that way.
func TestGuard_Files(t *testing.T) {
	h := guarded(newSite(t))
	for _, c := range []struct {
		path, host, origin string
		want               int
	}{
		{"/", "127.0.0.1:4711", "", 200},
		{"/assets/index-Bc3d.js", "127.0.0.1:4711", "", 200},
		{"/", "evil.example.com", "", 403},
		{"/", "127.0.0.1:4711", "null", 403},
		{"/assets/index-Bc3d.js", "127.0.0.1:4711", "http://evil.example.com", 403},
		{"/assets/../api/status", "127.0.0.1:4711", "", 404},
		{"/./api/status", "127.0.0.1:4711", "", 404},
		{"//api/status", "127.0.0.1:4711", "", 404},
		{"/API/status", "127.0.0.1:4711", "", 404},
		{"/api%2fstatus", "127.0.0.1:4711", "", 401},
		{"/%61pi/status", "127.0.0.1:4711", "", 401},
		{"/api", "127.0.0.1:4711", "", 401},
		{"/api/../index.html", "127.0.0.1:4711", "", 401},
		{"/../api/status", "evil.example.com", "", 403},
	} {
		if w := request(h, "GET", c.path, c.host, c.origin, ""); w.Code != c.want {
			t.Errorf("%s %s %s: %d, want %d", c.path, c.host, c.origin, w.Code, c.want)
		}
	}
}

func TestGuard_EmptyTokenLetsNobodyIn(t *testing.T) {
	inner := &called{}
	h := api.Guard(inner, "", mcpserver.LoopbackHosts(4711))
	for _, auth := range []string{"", "Bearer ", "Bearer"} {
		if w := request(h, "GET", "/api/status", "127.0.0.1:4711", "", auth); w.Code != 401 || inner.yes {
			t.Errorf("%q: %d", auth, w.Code)
		}
	}
	if w := request(h, "GET", api.Ticket("", time.Now()), "127.0.0.1:4711", "", ""); w.Code != 403 {
		t.Errorf("ticket: %d", w.Code)
	}
}

func TestTicket(t *testing.T) {
	h := guarded(&called{})
	open := func(path string) *httptest.ResponseRecorder {
		return request(h, "GET", path, "127.0.0.1:4711", "", "")
	}
	now := time.Now()
	ticket := api.Ticket(token, now)
	if strings.Contains(ticket, token) {
		t.Fatal("the ticket shows the token")
	}
	for name, path := range map[string]string{
		"none":          "/open",
		"empty":         "/open?ticket=",
		"changed":       ticket + "x",
		"of other time": strings.Replace(ticket, "ticket=", "ticket=1", 1),
		"other token":   api.Ticket("other", now),
		"too old":       api.Ticket(token, now.Add(-3*time.Minute)),
	} {
		if w := open(path); w.Code != 403 || w.Header().Get("Location") != "" {
			t.Errorf("%s: %d %s", name, w.Code, w.Header().Get("Location"))
		}
	}
	if w := request(h, "POST", ticket, "127.0.0.1:4711", "", ""); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
	if w := request(h, "GET", ticket, "evil.example.com", "", ""); w.Code != 403 {
		t.Errorf("foreign host: %d", w.Code)
	}
	if w := open(ticket); w.Code != 303 || w.Header().Get("Location") != "/#token="+token {
		t.Errorf("first use: %d %s", w.Code, w.Header().Get("Location"))
	}
	if w := open(ticket); w.Code != 403 {
		t.Errorf("second use: %d", w.Code)
	}
	if w := open(api.Ticket(token, now.Add(time.Second))); w.Code != 303 {
		t.Errorf("next ticket: %d", w.Code)
	}
}

func TestHeaders(t *testing.T) {
	s := newSite(t)
	for _, path := range []string{"/", "/api/status", "/nothing"} {
		for name, h := range map[string]http.Handler{"window": s, "listener": guarded(s)} {
			got := request(h, "GET", path, "127.0.0.1:4711", "", "Bearer "+token).Header()
			for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'", "connect-src 'self'"} {
				if !strings.Contains(got.Get("Content-Security-Policy"), want) {
					t.Errorf("%s %s: no %s in the policy", name, path, want)
				}
			}
			if got.Get("X-Content-Type-Options") != "nosniff" || got.Get("Referrer-Policy") != "no-referrer" {
				t.Errorf("%s %s: %v", name, path, got)
			}
		}
	}
}

func TestPanicIsAnswered(t *testing.T) {
	log := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(log)
	h := api.New(api.Options{Recall: newSite(t).recall}) // without a registrar
	r := httptest.NewRequest("GET", "/api/clients", nil)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != 500 || !strings.Contains(w.Body.String(), `"internal"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
