package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"memtray/app/api"
	"memtray/store"
	"memtray/store/recall"
)

var person = store.Author{Kind: store.Person}

// run starts the site's hub and returns what ends it.
func (s *site) run() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); s.hub.Run(ctx) }()
	stop = func() { cancel(); <-ended }
	s.t.Cleanup(stop)
	return stop
}

// stream opens the event stream of a real server and returns its events; the
// channel is closed at its end.
func stream(t *testing.T, h http.Handler) <-chan api.Event {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != 200 || res.Header.Get("Content-Type") != "application/x-ndjson; charset=utf-8" {
		t.Fatalf("%d %v", res.StatusCode, res.Header)
	}
	events := make(chan api.Event, 100)
	go func() {
		defer close(events)
		defer res.Body.Close()
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			var ev api.Event
			if json.Unmarshal(lines.Bytes(), &ev) != nil {
				ev.Type = "not JSON: " + lines.Text()
			}
			events <- ev
		}
	}()
	return events
}

// await returns the next event that is as wanted; others are passed over.
func await(t *testing.T, events <-chan api.Event, what string, wanted func(api.Event) bool) api.Event {
	t.Helper()
	for end := time.After(5 * time.Second); ; {
		select {
		case ev, ok := <-events:
			if !ok {
				t.Fatalf("the stream ended before %s", what)
			}
			if wanted(ev) {
				return ev
			}
		case <-end:
			t.Fatalf("not within 5 s: %s", what)
		}
	}
}

func isType(name string) func(api.Event) bool {
	return func(ev api.Event) bool { return ev.Type == name }
}

func TestEvents_ChangesOfAnotherProcess(t *testing.T) {
	s := newSite(t)
	other := openStore(t, s.home) // as another process would
	writer := recall.New(other)
	t.Cleanup(func() { writer.Close() })
	s.hub.SetVisible(true)
	events := stream(t, s)
	s.run()
	if first := <-events; first.Type != "hello" {
		t.Fatalf("first event: %+v", first)
	}
	await(t, events, "the first reload", func(ev api.Event) bool {
		return ev.Type == api.MemoryChanged && ev.IDs != nil && len(ev.IDs) == 0
	})

	saved, err := writer.Save(t.Context(), person, recall.Input{Body: "written elsewhere"})
	if err != nil {
		t.Fatal(err)
	}
	await(t, events, "the save", func(ev api.Event) bool {
		return ev.Type == api.MemoryChanged && slices.Contains(ev.IDs, saved.Memory.ID)
	})
	if err := other.SetSetting(t.Context(), store.SettingTheme, "dark"); err != nil {
		t.Fatal(err)
	}
	await(t, events, "the setting", isType(api.SettingsChanged))

	release, err := other.Announce(t.Context(), store.Presence{Client: "cursor", PID: 5, StartedAt: 1})
	if err != nil {
		t.Fatal(err)
	}
	await(t, events, "the client", isType(api.ClientsChanged))
	release()
	await(t, events, "its end", isType(api.ClientsChanged))
}

// TestEvents_Tokens: that a token was made or revoked is told, whoever did it.
func TestEvents_Tokens(t *testing.T) {
	s := newSite(t)
	other := openStore(t, s.home) // as another process would
	s.hub.SetVisible(true)
	events := stream(t, s)
	s.run()
	await(t, events, "the first reload", isType(api.TokensChanged))
	made, _, err := other.AddToken(t.Context(), store.NewToken{Name: "laptop", Client: "codex"})
	if err != nil {
		t.Fatal(err)
	}
	await(t, events, "a token of another process", isType(api.TokensChanged))
	if err := other.RevokeToken(t.Context(), made.ID); err != nil {
		t.Fatal(err)
	}
	await(t, events, "its end", isType(api.TokensChanged))
	s.do("POST", "/api/tokens", `{"name":"mine","client":"codex"}`)
	await(t, events, "a token of the window", isType(api.TokensChanged))
}

func TestEvents_OwnWrites(t *testing.T) {
	s := newSite(t)
	events := stream(t, asBrowser(s)) // an open browser stream makes the hub look often
	s.run()
	<-events
	await(t, events, "the first reload", isType(api.SettingsChanged))
	id := s.save(`{"body":"mine"}`)
	await(t, events, "the save", func(ev api.Event) bool {
		return ev.Type == api.MemoryChanged && len(ev.IDs) == 1 && id == jsonText(ev.IDs[0])
	})
}

func jsonText(v any) string { out, _ := json.Marshal(v); return string(out) }

// asBrowser sends requests through a Guard as an open browser would.
func asBrowser(h http.Handler) http.Handler {
	g := guarded(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Host = "127.0.0.1:4711"
		r.Header.Set("Authorization", "Bearer "+token)
		g.ServeHTTP(w, r)
	})
}

func TestEvents_EndWithTheHub(t *testing.T) {
	s := newSite(t)
	stop := s.run()
	events := stream(t, s)
	<-events
	stop()
	for range events { // until the stream's end; a test that hangs fails
	}
	late := stream(t, s)
	if ev := <-late; ev.Type != "hello" {
		t.Errorf("%+v", ev)
	}
	if _, open := <-late; open {
		t.Error("a stream of an ended hub goes on")
	}
}

func TestHub_SlowReader(t *testing.T) {
	hub := api.NewHub(newSite(t).store)
	slow := hub.Subscribe(t.Context())
	quick := hub.Subscribe(t.Context())
	hub.Send(api.Event{Type: api.SettingsChanged})
	<-quick
	for i := range 1000 {
		hub.Send(api.Event{Type: api.MemoryChanged, IDs: []int64{int64(i + 1)}})
		if ev := <-quick; ev.IDs[0] != int64(i+1) {
			t.Fatalf("the quick reader got %+v", ev)
		}
	}
	var got []api.Event
	for len(slow) > 0 {
		got = append(got, <-slow)
	}
	reload := func(ev api.Event) bool { return ev.Type == api.MemoryChanged && ev.IDs != nil && len(ev.IDs) == 0 }
	if len(got) > 16 || !slices.ContainsFunc(got, reload) || !slices.ContainsFunc(got, isType(api.SettingsChanged)) {
		t.Errorf("the slow reader got %d events: %+v", len(got), got)
	}
}

func TestHub_SubscriptionEndsWithItsContext(t *testing.T) {
	hub := api.NewHub(newSite(t).store)
	ctx, cancel := context.WithCancel(t.Context())
	events := hub.Subscribe(ctx)
	cancel()
	eventually(t, "the channel is closed", func() bool {
		select {
		case _, open := <-events:
			return !open
		default:
			return false
		}
	})
	hub.Send(api.Event{Type: api.ClientsChanged}) // must not panic
}

// failingWriter is the window's answer after its stream was closed: no
// flushing, no context, only writes that fail.
type failingWriter struct {
	header http.Header
	writes int
}

func (w *failingWriter) Header() http.Header { return w.header }
func (w *failingWriter) WriteHeader(int)     {}
func (w *failingWriter) Write(p []byte) (int, error) {
	if w.writes++; w.writes > 2 {
		return 0, http.ErrHandlerTimeout
	}
	return len(p), nil
}

func TestEvents_EndOnWriteError(t *testing.T) {
	s := newSite(t)
	ended := make(chan struct{})
	w := &failingWriter{header: http.Header{}}
	go func() {
		defer close(ended)
		s.ServeHTTP(w, httptest.NewRequest("GET", "/api/events", nil))
	}()
	end := time.After(5 * time.Second)
	for {
		s.hub.Send(api.Event{Type: api.ClientsChanged})
		select {
		case <-ended:
			return
		case <-end:
			t.Fatal("the stream goes on")
		case <-time.After(time.Millisecond):
		}
	}
}
