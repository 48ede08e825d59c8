package embed_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"memtray/store"
	"memtray/store/embed"
)

func TestConfig(t *testing.T) {
	const hint = "such as http://127.0.0.1:11434/v1"
	for _, c := range []struct {
		url, model string
		remote     bool
		want       string // "" is fine
	}{
		{url: "http://127.0.0.1:11434/v1", model: "m"},
		{url: "http://127.9.8.7:1/v1/", model: "m"},
		{url: "https://[::1]:1234", model: "模型:latest"},
		{url: "http://LocalHost:1234/v1", model: "m"},
		{url: "http://embeddings.example/v1", model: "m", remote: true},
		{url: "http://192.0.2.1/v1", model: "m", remote: true},
		{url: "", model: "m", want: "the endpoint's url is required, " + hint},
		{url: "127.0.0.1:11434", model: "m", want: hint},
		{url: "ftp://127.0.0.1", model: "m", want: hint},
		{url: "http://", model: "m", want: hint},
		{url: "http://127.0.0.1/" + strings.Repeat("x", 500), model: "m", want: hint},
		{url: "http://me:secret@127.0.0.1/v1", model: "m", want: "neither a user nor ? nor #"},
		{url: "http://127.0.0.1/v1?key=1", model: "m", want: "neither a user nor ? nor #"},
		{url: "http://127.0.0.1/v1#x", model: "m", want: "neither a user nor ? nor #"},
		{url: "http://127.0.0.1/v1", model: "", want: "a model's name must have 1 to 200 characters"},
		{url: "http://127.0.0.1/v1", model: strings.Repeat("x", 201), want: "a model's name must have 1 to 200 characters"},
		{url: "http://127.0.0.1/v1", model: "a\nb", want: "control characters"},
		{url: "http://127.0.0.1/v1", model: " m", want: "blanks around it"},
		{url: "http://192.0.2.1/v1", model: "m", want: "192.0.2.1 is not this computer: texts of your memories would leave it; use an endpoint on 127.0.0.1, or allow a remote one with --allow-remote"},
		{url: "http://embeddings.example/v1", model: "m", want: "embeddings.example is not this computer"},
		{url: "http://localhost.example/v1", model: "m", want: "localhost.example is not this computer"},
		{url: "http://127.0.0.1.example/v1", model: "m", want: "127.0.0.1.example is not this computer"},
		{url: "http://[::ffff:192.0.2.1]/v1", model: "m", want: "is not this computer"},
		{url: "http://0.0.0.0:1/v1", model: "m", want: "0.0.0.0 is not this computer"},
		{url: "http://10.0.0.5:11434/v1", model: "m", want: "10.0.0.5 is not this computer"},
	} {
		err := embed.Config{URL: c.url, Model: c.model, AllowRemote: c.remote}.Validate()
		if (err == nil) != (c.want == "") || err != nil && (store.ErrorCode(err) != store.Invalid || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.60s %.20q: %v, want %q", c.url, c.model, err, c.want)
		}
	}
}

// TestOnlyLoopback: what a name leads to is looked at when it is called, by an
// endpoint that would answer.
func TestOnlyLoopback(t *testing.T) {
	e := newEndpoint(t)
	_, port, _ := net.SplitHostPort(e.Listener.Addr().String())
	for _, c := range []struct {
		leadsTo net.IP
		remote  bool
		want    string
	}{
		{leadsTo: net.IPv4(127, 0, 0, 1)},
		{leadsTo: net.IPv4(192, 0, 2, 1), want: "192.0.2.1:" + port + " is not this computer"},
		{leadsTo: net.IPv4(0, 0, 0, 0), want: "0.0.0.0:" + port + " is not this computer"}, // leads to this machine all the same
		{leadsTo: net.IPv4(0, 0, 0, 0), remote: true},
	} {
		config := embed.Config{URL: "http://endpoint.test:" + port + "/v1", Model: "m", AllowRemote: c.remote}
		err := embed.Ask(t.Context(), config, resolver(t, c.leadsTo))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(store.ErrorMessage(err), c.want) {
			t.Errorf("to %s: %v, want %q", c.leadsTo, err, c.want)
		}
	}
}

// TestNoRedirect: not even to another port of this machine.
func TestNoRedirect(t *testing.T) {
	f, e, reached := open(t), newEndpoint(t), false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer other.Close()
	for _, code := range []int{301, 302, 303, 307, 308} {
		e.answers(func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+"/v1/embeddings", code) })
		_, err := f.SwitchOn(t.Context(), person, embed.Config{URL: e.url(), Model: "m", AllowRemote: code == 308})
		if err == nil || !strings.Contains(err.Error(), "redirects to another address, which is not followed") {
			t.Errorf("%d: %v", code, err)
		}
	}
	if reached {
		t.Error("a redirect was followed")
	}
}

// TestNoProxy: a proxy of the environment is not used.
func TestNoProxy(t *testing.T) {
	reached := false
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer proxy.Close()
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"} {
		t.Setenv(name, proxy.URL)
	}
	e := newEndpoint(t)
	_, port, _ := net.SplitHostPort(e.Listener.Addr().String())
	config := embed.Config{URL: "http://endpoint.test:" + port + "/v1", Model: "m", AllowRemote: true}
	if err := embed.Ask(t.Context(), config, resolver(t, net.IPv4(127, 0, 0, 1))); err != nil || reached {
		t.Errorf("%v; the proxy was asked: %v", err, reached)
	}
}

// resolver asks a name server on loopback that leads every name to one address.
func resolver(t *testing.T, ip net.IP) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Close() })
	go func() {
		question := make([]byte, 512)
		for {
			n, from, err := server.ReadFrom(question)
			if err != nil {
				return
			}
			_, _ = server.WriteTo(nameAnswer(question[:n], ip), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", server.LocalAddr().String())
	}}
}

// nameAnswer answers a question for an IPv4 address; another one has no answer.
func nameAnswer(question []byte, ip net.IP) []byte {
	end := 12 // of the question itself, behind the header
	for question[end] != 0 {
		end += int(question[end]) + 1
	}
	end += 5
	out := append([]byte{}, question[:end]...)
	out[2], out[3] = 0x81, 0x80               // an answer, without error
	copy(out[6:12], []byte{0, 0, 0, 0, 0, 0}) // no records
	if question[end-3] == 1 {                 // an IPv4 address is asked for
		out[7] = 1
		out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4)
		out = append(out, ip.To4()...)
	}
	return out
}
