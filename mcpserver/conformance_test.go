package mcpserver

import (
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"memtray/store"
)

// TestConformance runs the official suite against the handler as it is served, with
// the tools, resources and prompts besides that the suite calls (fixtures_test.go).
// MEMTRAY_CONFORMANCE is the folder in which make conformance installs the suite.
func TestConformance(t *testing.T) {
	suite := os.Getenv("MEMTRAY_CONFORMANCE")
	if suite == "" {
		t.Skip("make conformance installs the suite and runs this test")
	}
	for _, requirements := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(requirements, func(t *testing.T) {
			e := newEndpoint(t)
			e.http.made = addFixtures
			secret, _ := e.token(store.NewToken{})
			through := authorised(t, e.host, secret)
			out, err := exec.CommandContext(t.Context(), node(suite), filepath.Join(suite, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
				"server", "--url", "http://"+through+HTTPPath, "--requirements", requirements, "-o", t.TempDir()).CombinedOutput()
			t.Logf("%s", out)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// node returns the Node.js that was installed beside the suite, which needs a newer
// one than the machine may have.
func node(suite string) string {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	return filepath.Join(suite, "node_modules", "node-linux-"+max(arch, runtime.GOARCH), "bin", "node")
}

// authorised starts a proxy that adds the token, which the suite cannot send. All
// else it passes on as it is, but for its own name.
func authorised(t *testing.T, host, secret string) string {
	t.Helper()
	proxy := httptest.NewUnstartedServer(nil)
	own := proxy.Listener.Addr().(*net.TCPAddr).String()
	to := &url.URL{Scheme: "http", Host: host}
	proxy.Config.Handler = &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		if r.In.Host != own && r.In.Host != "localhost:"+to.Port() {
			r.Out.Host = r.In.Host
		}
		if r.Out.Header.Get("Origin") == "http://"+own {
			r.Out.Header.Set("Origin", "http://"+host)
		}
		r.Out.Header.Set("Authorization", "Bearer "+secret)
	}, ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { http.Error(w, err.Error(), http.StatusBadGateway) }}
	proxy.Start()
	t.Cleanup(proxy.Close)
	return own
}
