package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// fixturesVariable names a data folder. With it the test program is a server on
// stdio that has the fixtures.
const fixturesVariable = "MEMTRAY_FIXTURES"

func TestMain(m *testing.M) {
	if home := os.Getenv(fixturesVariable); home != "" {
		serveFixtures(home)
		return
	}
	os.Exit(m.Run())
}

func serveFixtures(home string) {
	s := New(Options{Client: "conformance", Recall: func(ctx context.Context) (*recall.Recall, error) {
		engine, err := sqlite.Open(ctx, sqlite.Options{Home: home})
		if err != nil {
			return nil, err
		}
		return recall.New(engine), nil
	}})
	addFixtures(s)
	if err := s.RunStdio(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// suite is the official conformance suite, as make conformance installs it.
type suite struct {
	*testing.T
	dir string
}

// newSuite returns the suite in the folder that MEMTRAY_CONFORMANCE names, or skips.
func newSuite(t *testing.T) suite {
	t.Helper()
	dir := os.Getenv("MEMTRAY_CONFORMANCE")
	if dir == "" {
		t.Skip("make conformance installs the suite and runs this test")
	}
	return suite{t, dir}
}

// node returns a command of Node.js that was installed beside the suite, which needs
// a newer one than the machine may have.
func (s suite) node(args ...string) *exec.Cmd {
	arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	return exec.CommandContext(s.Context(), filepath.Join(s.dir, "node_modules", "node-linux-"+max(arch, runtime.GOARCH), "bin", "node"), args...)
}

// short says of each set of requirements what the suite does not find whole, and why.
// None of it is scored, or it is less than a failure.
var short = map[string]map[string]string{
	"2025-11-25": {
		"server-sse-polling": "pending, a warning: no answer is kept for a client whose stream broke off; it asks again, and an equal save is counted once",
	},
	"2026-07-28": {
		"server-stateless":             "one check is left out: tools never change while the server runs, so it does not say that they may",
		"tasks-lifecycle":              noTasks,
		"tasks-capability-negotiation": noTasks,
		"tasks-wire-fields":            noTasks,
		"tasks-request-state-removal":  noTasks,
		"tasks-mrtr-input":             noTasks,
		"tasks-request-headers":        noTasks,
		"tasks-dispatch-and-envelope":  noTasks,
		"tasks-status-notifications":   noTasks,
		"tasks-required-task-error":    noTasks,
		"tasks-mrtr-composition":       noTasks,
	},
}

const noTasks = "an extension: no call takes so long that it would need a task"

// run runs the suite against a server. It fails for what the requirements score and
// is not in the file of expected failures, and if what is not whole besides is not
// exactly what expected names.
func (s suite) run(server, requirements string, expected []string, more ...string) {
	s.Helper()
	results := s.TempDir()
	args := []string{filepath.Join(s.dir, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
		"server", "--url", server, "--requirements", requirements, "-o", results}
	out, err := s.node(append(args, more...)...).CombinedOutput()
	s.Logf("%s", out)
	if err != nil {
		s.Error(err)
	}
	slices.Sort(expected)
	if found := s.short(results); !slices.Equal(found, expected) {
		s.Errorf("not whole are %q, want %q", found, expected)
	}
}

// resultsOf is the folder of a scenario's results: its name and the time.
var resultsOf = regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT`)

// short returns the scenarios in which a check failed, warned or was left out.
func (s suite) short(results string) []string {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil || len(files) < 30 {
		s.Fatalf("the suite left %d results, %v", len(files), err)
	}
	var found []string
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			s.Fatal(err)
		}
		var checks []struct{ Status string }
		if err := json.Unmarshal(data, &checks); err != nil {
			s.Fatal(err)
		}
		if slices.ContainsFunc(checks, func(c struct{ Status string }) bool { return c.Status != "SUCCESS" && c.Status != "INFO" }) {
			found = append(found, resultsOf.FindStringSubmatch(filepath.Base(filepath.Dir(file)))[1])
		}
	}
	slices.Sort(found)
	return found
}

// TestConformance runs the suite against the handler as it is served, with the tools,
// resources and prompts besides that the suite calls (fixtures_test.go).
func TestConformance(t *testing.T) {
	newSuite(t)
	for _, requirements := range []string{"2025-11-25", "2026-07-28"} {
		t.Run(requirements, func(t *testing.T) {
			e := newEndpoint(t)
			e.http.made = addFixtures
			secret, _ := e.token(store.NewToken{})
			newSuite(t).run("http://"+authorised(t, e.host, secret)+HTTPPath, requirements, slices.Collect(maps.Keys(short[requirements])))
		})
	}
}

// authorised starts a proxy that adds the token, which the suite cannot send. All
// else it passes on as it is, but for its own name.
func authorised(t *testing.T, host, secret string) string {
	t.Helper()
	proxy := httptest.NewUnstartedServer(nil)
	own := proxy.Listener.Addr().String()
	pass := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: host})
		if r.In.Host != own {
			r.Out.Host = r.In.Host
		}
		if r.In.Header.Get("Origin") == "http://"+own {
			r.Out.Header.Set("Origin", "http://"+host)
		}
		r.Out.Header.Set("Authorization", "Bearer "+secret)
	}, ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}}
	proxy.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Else the proxy breaks an answer off that begins before it saw the request's end.
		if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		pass.ServeHTTP(w, r)
	})
	proxy.Start()
	t.Cleanup(proxy.Close)
	return own
}

// onLoopback makes the gateway listen on this machine only: it has no flag for it.
const onLoopback = `data:text/javascript,import net from "node:net"; const listen = net.Server.prototype.listen;` +
	`net.Server.prototype.listen = function (port, ...rest) { return listen.call(this, { port, host: "127.0.0.1" }, ...rest); };`

// TestConformance_Stdio runs the suite against the server on stdio, which a gateway
// puts behind HTTP.
func TestConformance_Stdio(t *testing.T) {
	s := newSuite(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(address)
	gateway := s.node("--import", onLoopback, filepath.Join(s.dir, "node_modules/supergateway/dist/index.js"),
		"--stdio", self, "--outputTransport", "streamableHttp", "--stateful", "--port", port, "--streamableHttpPath", "/mcp")
	home, err := os.MkdirTemp("", "memtray-conformance-")
	if err != nil {
		t.Fatal(err)
	}
	gateway.Env = append(os.Environ(), fixturesVariable+"="+home)
	if err := gateway.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = gateway.Process.Signal(os.Interrupt)
		_ = gateway.Wait()
		// The servers it started end by themselves soon, and write until then.
		for deadline := time.Now().Add(10 * time.Second); os.RemoveAll(home) != nil && time.Now().Before(deadline); {
			time.Sleep(50 * time.Millisecond)
		}
	})
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	s.run("http://"+address+"/mcp", "2025-11-25", append(slices.Collect(maps.Keys(short["2025-11-25"])), "dns-rebinding-protection"),
		"--expected-failures", "conformance/stdio.yml")
}
