package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/recall"
	"memtray/store/sqlite"
)

// news is what a client was told since it was last asked.
type news struct {
	mu   sync.Mutex
	told map[string]int
}

func (n *news) add(what string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.told[what]++
}

// wait waits until the client was told all of these, and fails if it was told
// anything else.
func (n *news) wait(t *testing.T, want ...string) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		n.mu.Lock()
		missing := ""
		for _, w := range want {
			if n.told[w] == 0 {
				missing = w
			}
		}
		if missing == "" || time.Now().After(end) {
			if missing != "" {
				t.Errorf("not told of %s, but of %v", missing, n.told)
			}
			for what := range n.told {
				if !strings.Contains(" "+strings.Join(want, " ")+" ", " "+what+" ") {
					t.Errorf("told of %s", what)
				}
			}
			n.told = map[string]int{}
			n.mu.Unlock()
			return
		}
		n.mu.Unlock()
	}
}

// listener joins a second client of the SDK, which remembers what it is told.
func (s *session) listener() (*mcp.ClientSession, *news) {
	s.t.Helper()
	n := &news{told: map[string]int{}}
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.server.sdk.Connect(s.t.Context(), there, nil); err != nil {
		s.t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "listener", Version: "1"}, &mcp.ClientOptions{
		ResourceUpdatedHandler:     func(_ context.Context, r *mcp.ResourceUpdatedNotificationRequest) { n.add(r.Params.URI) },
		ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { n.add("resources") },
		PromptListChangedHandler:   func(context.Context, *mcp.PromptListChangedRequest) { n.add("prompts") },
	}).Connect(s.t.Context(), here, &mcp.ClientSessionOptions{ProtocolVersion: "2025-11-25"})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { client.Close() })
	return client, n
}

// elsewhere opens the store a second time, as another process does.
func (s *session) elsewhere() *recall.Recall {
	s.t.Helper()
	engine, err := sqlite.Open(s.t.Context(), sqlite.Options{Home: s.recall.Store().Home(), Now: s.clock.now})
	if err != nil {
		s.t.Fatal(err)
	}
	r := recall.New(engine, recall.WithClock(s.clock.now))
	s.t.Cleanup(func() {
		r.Close()
		engine.Close()
	})
	return r
}

// TestSubscribe: what another process changes is told, and nothing else.
func TestSubscribe(t *testing.T) {
	s := furnished(t)
	client, told := s.listener()
	const (
		memory  = "memtray://memory/1"
		profile = "memtray://document/profile"
		today   = "memtray://journal/2026-11-30"
		known   = "memtray://context"
		report  = "memtray://skill/weekly_report/SKILL.md"
		format  = "memtray://skill/weekly_report/references/format.md"
	)
	for _, uri := range []string{memory, "memtray://memory/2", profile, today, "memtray://journal/2026-11-27", known, report, format, "memtray://skills"} {
		if err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
			t.Fatalf("%s: %v", uri, err)
		}
	}
	other, person := s.elsewhere(), store.Author{Kind: store.Person, Process: "window"}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	body, yes, trashed, active := "Use pgx.", true, store.Trashed, store.Active
	change := func(c recall.Change) {
		t.Helper()
		c.IDs = []int64{1}
		_, err := other.Change(t.Context(), person, c)
		do(err)
	}
	change(recall.Change{Body: &body})
	told.wait(t, memory, known)
	_, err := other.Change(t.Context(), person, recall.Change{IDs: []int64{1}, SupersededBy: 3}) // it reads otherwise now
	do(err)
	told.wait(t, memory, known)
	change(recall.Change{State: &trashed})
	told.wait(t, memory, known)
	change(recall.Change{State: &active})
	told.wait(t, memory, known)
	change(recall.Change{Private: &yes})
	told.wait(t, memory, known)
	body = "Nobody else's business."
	change(recall.Change{Body: &body}) // what the client may not see it is not told of
	told.wait(t, known)

	_, err = other.WriteDocument(t.Context(), person, recall.DocumentInput{Name: "profile", Mode: store.Append, Text: "Likes tea."})
	do(err)
	told.wait(t, profile, known)
	_, err = other.WriteNote(t.Context(), person, "", "A note.")
	do(err)
	told.wait(t, today, known)

	s.skillFile("weekly_report", "references/format.md", "# Another format\n")
	told.wait(t, format, known) // its index of skills may be another one
	s.skillFile("weekly_report", "SKILL.md", strings.Replace(reportSkill, "one page", "two pages", 1))
	told.wait(t, report, known)

	do(client.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: profile}))
	do(client.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: known}))
	do(client.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: known}))
	_, err = other.WriteDocument(t.Context(), person, recall.DocumentInput{Name: "profile", Mode: store.Append, Text: "And cake."})
	do(err)
	_, err = other.WriteNote(t.Context(), person, "", "Another note.")
	do(err)
	told.wait(t, today)
}

// TestSubscribe_Unknown: what cannot be read cannot be subscribed to.
func TestSubscribe_Unknown(t *testing.T) {
	s := furnished(t)
	client, _ := s.listener()
	for _, uri := range []string{"memtray://memory/99", "memtray://memory/5", "memtray://memory/4", "memtray://document/none", "memtray://journal/2020-01-01", "memtray://skill/none/SKILL.md", "x:y"} {
		err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri})
		if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// TestSubscribe_Many: a client that subscribes to everything is stopped.
func TestSubscribe_Many(t *testing.T) {
	s := newSession(t)
	client, _ := s.listener()
	for i := range maxSubscriptions {
		s.call("memory_save", fmt.Sprintf(`{"body":"number %d"}`, i))
		if err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: fmt.Sprintf("memtray://memory/%d", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "memtray://context"})
	if err == nil || !strings.Contains(err.Error(), "at most 256 resources can be subscribed to") {
		t.Errorf("one too many: %v", err)
	}
	if err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: "memtray://memory/1"}); err != nil {
		t.Errorf("one again: %v", err)
	}
}

// TestListChanged: a client that has a list is told when it is another one, and
// is not told of the very list that it was given.
func TestListChanged(t *testing.T) {
	s := furnished(t)
	client, told := s.listener()
	list := func() {
		t.Helper()
		if _, err := client.ListPrompts(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if _, err := client.ListResources(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	list()
	other, person := s.elsewhere(), store.Author{Kind: store.Person, Process: "window"}
	if _, err := other.WriteDocument(t.Context(), person, recall.DocumentInput{Name: "goals", Mode: store.Replace, Text: "Ship."}); err != nil {
		t.Fatal(err)
	}
	told.wait(t, "resources")
	list()
	if _, err := other.WriteDocument(t.Context(), person, recall.DocumentInput{Name: "goals", Mode: store.Append, Text: "Soon."}); err != nil {
		t.Fatal(err)
	}
	s.skillFile("another", "SKILL.md", "---\ndescription: d\nprompts:\n  - name: p\n---\nText.\n")
	told.wait(t, "resources", "prompts")
	list()
	if err := os.RemoveAll(filepath.Join(s.server.opts.Skills.Dir(), "another")); err != nil {
		t.Fatal(err)
	}
	told.wait(t, "resources", "prompts")
	if err := other.Store().SetSetting(t.Context(), store.SettingLocale, inChinese); err != nil {
		t.Fatal(err)
	}
	told.wait(t, "resources", "prompts") // their titles
}

// TestWatch_Rests: nothing is looked at while nobody listens.
func TestWatch_Rests(t *testing.T) {
	s := newSession(t)
	running := func() bool {
		s.server.watch.mu.Lock()
		defer s.server.watch.mu.Unlock()
		return s.server.watch.cancel != nil
	}
	if running() {
		t.Error("it runs from the start")
	}
	client, _ := s.listener()
	uri := "memtray://context"
	if err := client.Subscribe(t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
		t.Fatal(err)
	}
	if !running() {
		t.Error("it does not run for a subscriber")
	}
	if err := client.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: uri}); err != nil {
		t.Fatal(err)
	}
	if running() {
		t.Error("it runs for nobody")
	}
	if _, err := client.ListPrompts(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if !running() {
		t.Error("it does not run for one that has a list")
	}
	client.Close()
	for end := time.Now().Add(5 * time.Second); running(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it runs for a session that has ended")
		}
	}
}
