package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/skills"
	"memtray/store/sqlite"
)

// clock is a time that a test moves, in UTC or in a zone.
type clock struct {
	at   atomic.Int64
	zone atomic.Pointer[time.Location]
}

func (c *clock) now() time.Time {
	zone := c.zone.Load()
	if zone == nil {
		zone = time.UTC
	}
	return time.UnixMilli(c.at.Load()).In(zone)
}

func (c *clock) wait(d time.Duration) { c.at.Add(d.Milliseconds()) }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).UnixMilli())
	return c
}

// session is a client that talks to a server over a real store.
type session struct {
	t      testing.TB
	clock  *clock
	recall *recall.Recall
	server *Server
	client *mcp.ClientSession
}

// newSession starts a server in a project folder named api.
func newSession(t testing.TB, change ...func(*Options)) *session {
	t.Helper()
	m := newMachine(t)
	s := &session{t: t, clock: newClock()}
	ctx := t.Context()
	engine, err := sqlite.Open(ctx, sqlite.Options{Home: filepath.Join(m.root, "data"), Now: s.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	s.recall = recall.New(engine, recall.WithClock(s.clock.now))
	t.Cleanup(func() {
		s.recall.Close()
		engine.Close()
	})
	dir := m.dir(filepath.Join(m.home, "api"))
	opts := Options{
		Recall:  func(context.Context) (*recall.Recall, error) { return s.recall, nil },
		Skills:  skills.In(engine.Home()),
		Client:  "claude-code",
		Version: "1.2.3",
		Getenv:  m.getenv,
		Getwd:   func() (string, error) { return dir, nil },
		Now:     s.clock.now,
	}
	for _, c := range change {
		c(&opts)
	}
	s.server = New(opts)
	s.server.mark = func() string { return "f00d" }
	s.server.watchEvery = 10 * time.Millisecond
	s.client = connect(t, s.server)
	return s
}

// connect joins a client of the SDK to a server.
func connect(t testing.TB, server *Server) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.sdk.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		client.Close()
		server.presence.end()
		server.watch.end()
	})
	return client
}

// call calls a tool with arguments as JSON and returns the text of its answer,
// behind "error: " if it failed.
func (s *session) call(tool, args string) string {
	s.t.Helper()
	result, err := s.client.CallTool(s.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(args)})
	if err != nil {
		s.t.Fatalf("%s(%s): %v", tool, clip(args, 80), err)
	}
	text := result.Content[0].(*mcp.TextContent).Text
	if result.IsError {
		return "error: " + text
	}
	return text
}

// transcript runs calls, one "tool arguments" a line, and returns them with
// their answers.
func (s *session) transcript(calls ...string) string {
	s.t.Helper()
	var b strings.Builder
	for _, one := range calls {
		tool, args, _ := strings.Cut(one, " ")
		fmt.Fprintf(&b, "> %s\n%s\n\n", clip(one, 200), s.call(tool, args))
	}
	return b.String()
}

// link links one memory to another.
func (s *session) link(from int64, r store.Relation, to int64) {
	s.t.Helper()
	links := []store.Link{{Relation: r, Target: to}}
	_, err := s.recall.Store().Change(s.t.Context(), store.Author{Kind: store.Person}, store.Change{IDs: []int64{from}, Patch: store.Patch{Links: &links}})
	if err != nil {
		s.t.Fatal(err)
	}
}

// projects returns the names of all projects.
func (s *session) projects() []string {
	s.t.Helper()
	all, err := s.recall.Store().Projects(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// person changes a memory the way the window does.
func (s *session) person(ch recall.Change) {
	s.t.Helper()
	if _, err := s.recall.Change(s.t.Context(), store.Author{Kind: store.Person, Process: "window"}, ch); err != nil {
		s.t.Fatal(err)
	}
}

// accept has the person accept all that waits.
func (s *session) accept() {
	s.t.Helper()
	all, err := s.recall.Store().Proposals(s.t.Context(), 0, store.MaxPage)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, p := range all.Proposals {
		if _, err := s.recall.Decide(s.t.Context(), store.Author{Kind: store.Person}, p.ID, recall.Ruling{Verdict: store.Accept}); err != nil &&
			store.ErrorCode(err) != store.Conflict { // one that was accepted before may leave another without sense
			s.t.Fatal(err)
		}
	}
}

// agreed is transcript with a person who accepts whatever waits after each call.
func (s *session) agreed(calls ...string) string {
	s.t.Helper()
	var b strings.Builder
	for _, one := range calls {
		b.WriteString(s.transcript(one))
		s.accept()
	}
	return b.String()
}
