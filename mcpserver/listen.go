package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"memtray/store"
)

// DefaultPort is where MCP is served over HTTP, unless [store.SettingHTTPPort] says
// otherwise. It never moves by itself: clients have it in their configuration.
const DefaultPort = 47631

// blockedPorts are those above 1023 to which clients on top of fetch refuse to
// connect, by the Fetch standard.
var blockedPorts = []int{1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080}

// CheckPort returns a [store.Invalid] error for a port that cannot be used.
func CheckPort(port int) error {
	switch {
	case port < 1024 || port > 65535:
		return store.Errorf(store.Invalid, "the port must be 1024 to 65535")
	case slices.Contains(blockedPorts, port):
		return store.Errorf(store.Invalid, "many clients refuse to connect to port %d; choose another one", port)
	}
	return nil
}

// ListenState says how MCP over HTTP stands in this process.
type ListenState struct {
	Status  ListenStatus `json:"status"`
	Address string       `json:"address"` // http://127.0.0.1:47631/v1/mcp
	Listens string       `json:"listens"` // the IP address, if it is not loopback; "" if it is, or not served here
	Problem string       `json:"problem"` // why it is not served; "" if all is well
}

// ListenStatus is a state of the listener.
type ListenStatus string

// The states.
const (
	ListenOff   ListenStatus = "off"   // no token is valid
	ListenOn    ListenStatus = "on"    // served here
	ListenOther ListenStatus = "other" // served by another process of Memtray
	ListenBusy  ListenStatus = "busy"  // another program has the port
)

// ListenOptions are what a [Listener] needs. Server is required.
type ListenOptions struct {
	Server  Options
	Changed func()   // called after each change of its state; it must not wait
	Address string   // IP address to listen on; "" is loopback
	Allowed []string // other names by which it may be called
}

// Listener serves an [HTTP] at a fixed port while any token is valid. Of several
// processes the first one has the port; another one takes over when that ends.
type Listener struct {
	opts ListenOptions

	// Of Run.
	follower follower
	stale    bool // it may not be as it should

	mu    sync.Mutex
	state ListenState
	port  int
	stop  func() // nil: nothing is served
}

// NewListener returns a listener, which does nothing before Run.
func NewListener(o ListenOptions) *Listener {
	if o.Address == "" {
		o.Address = "127.0.0.1"
	}
	if o.Changed == nil {
		o.Changed = func() {}
	}
	return &Listener{opts: o, state: ListenState{Status: ListenOff, Address: HTTPAddress(DefaultPort)}}
}

// HTTPAddress returns where MCP is served on this machine.
func HTTPAddress(port int) string { return fmt.Sprintf("http://127.0.0.1:%d%s", port, HTTPPath) }

// State returns how it stands, at most a second ago.
func (l *Listener) State() ListenState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// lookEvery is how often tokens, the setting and a port that is taken are looked at.
const lookEvery = time.Second

// Run serves until ctx ends. Streams that are open end then at once.
func (l *Listener) Run(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	defer l.end()
	for {
		l.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// look brings the listener to where it should be, if tokens or the port may have
// changed or another process has the port.
func (l *Listener) look(ctx context.Context) {
	memories, err := l.opts.Server.Recall(ctx)
	if err != nil {
		return // without the file nobody has a token
	}
	set, err := l.follower.changes(ctx, memories)
	status := l.State().Status
	l.stale = l.stale || letIn(set)
	if err != nil || !l.stale && status != ListenBusy && status != ListenOther {
		return
	}
	port, wanted, err := l.wanted(ctx, memories.Store())
	if err != nil {
		return
	}
	l.stale = false
	l.mu.Lock()
	same := l.stop != nil && l.port == port
	l.mu.Unlock()
	if wanted && same {
		return
	}
	l.end()
	if wanted {
		l.begin(port)
	} else {
		l.set(ListenState{Status: ListenOff, Address: HTTPAddress(port)})
	}
}

// wanted returns the port, and whether any token is valid.
func (l *Listener) wanted(ctx context.Context, s store.Store) (port int, wanted bool, err error) {
	if port, err = HTTPPort(ctx, s); err != nil {
		return 0, false, err
	}
	tokens, err := s.Tokens(ctx)
	return port, slices.ContainsFunc(tokens, func(t store.Token) bool { return t.RevokedAt == 0 }), err
}

// HTTPPort returns the port that is set, or the default one.
func HTTPPort(ctx context.Context, s store.Store) (int, error) {
	value, err := s.Setting(ctx, store.SettingHTTPPort)
	if n, e := strconv.Atoi(value); e == nil && CheckPort(n) == nil {
		return n, err
	}
	return DefaultPort, err
}

func (l *Listener) begin(port int) {
	listener, err := net.Listen("tcp", net.JoinHostPort(l.opts.Address, strconv.Itoa(port)))
	if err != nil {
		l.set(busy(port, err))
		return
	}
	handler := NewHTTP(HTTPOptions{Server: l.opts.Server, Hosts: LoopbackHosts(port, l.opts.Allowed...)})
	server := bounded(handler)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			l.opts.Server.Log.Error("MCP over HTTP ended", "error", err)
		}
	}()
	l.mu.Lock()
	l.port = port
	l.stop = func() {
		handler.Close()
		ctx, cancel := context.WithTimeout(context.Background(), drainAtStop)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			_ = server.Close() // whoever still reads has had its time
		}
		<-done
	}
	l.mu.Unlock()
	l.set(ListenState{Status: ListenOn, Address: HTTPAddress(port), Listens: beyond(l.opts.Address)})
}

// beyond returns an IP address to listen on, "" if it is loopback.
func beyond(address string) string {
	if net.ParseIP(address).IsLoopback() {
		return ""
	}
	return address
}

// bounded returns a server that waits for nobody for long.
func bounded(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,

		DisableGeneralOptionsHandler: true, // OPTIONS * is asked for Host and token too
	}
}

func (l *Listener) set(s ListenState) {
	l.mu.Lock()
	changed := l.state != s
	l.state = s
	l.mu.Unlock()
	if changed {
		l.opts.Changed()
	}
}

func (l *Listener) end() {
	l.mu.Lock()
	stop := l.stop
	l.stop = nil
	l.mu.Unlock()
	if stop != nil {
		stop()
	}
}

// serverHeader tells another process that it is Memtray which has the port.
const serverHeader = "memtray"

// busy says who has the port.
func busy(port int, cause error) ListenState {
	state := ListenState{Status: Answers(port), Address: HTTPAddress(port)}
	if state.Status != ListenOther {
		state.Status = ListenBusy // it may be of another kind
		state.Problem = fmt.Sprintf("port %d is taken by another program; end that or choose another port (%v)", port, cause)
	}
	return state
}

// Answers asks who answers at a port of this machine: [ListenOther] is Memtray,
// [ListenBusy] another program, [ListenOff] nobody.
func Answers(port int) ListenStatus {
	client := http.Client{Timeout: time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := client.Get(HTTPAddress(port))
	if op := (*net.OpError)(nil); errors.As(err, &op) && op.Op == "dial" {
		return ListenOff
	}
	if err != nil {
		return ListenBusy
	}
	defer res.Body.Close()
	if res.Header.Get("Server") == serverHeader {
		return ListenOther
	}
	return ListenBusy
}
