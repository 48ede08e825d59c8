package mcpserver

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// watchInterval is how often the store and the skills are looked at while
// somebody listens. Asking whether anything was written takes some microseconds.
const watchInterval = time.Second

// watch tells those who listen what changed, whichever process changed it. It
// runs only while somebody listens.
type watch struct {
	mu      sync.Mutex
	topics  []*topic
	heeding map[*mcp.ServerSession]int // sessions that hear of changed lists, and how often they asked
	known   map[*mcp.ServerSession]bool
	cancel  context.CancelFunc // nil: not running
	done    chan struct{}
	over    bool

	looking sync.Mutex // held by a look, and while a topic's state is used

	follower follower

	skills string // fingerprint of their folder
}

// topic is a resource that one session listens to.
type topic struct {
	uri string // as the client spelled it
	address
	by      store.Author
	session *mcp.ServerSession
	times   int    // how often it asked
	state   string // what it was when last told; see [call.state]
}

// add lets a session listen to a resource. What changes from now on is told.
func (w *watch) add(ctx context.Context, s *Server, session *mcp.ServerSession, t *topic) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.find(session, t.uri); i >= 0 {
		w.topics[i].times++
		return nil
	}
	if len(w.topics) >= maxSubscriptions {
		return faultf("at most %d resources can be subscribed to; unsubscribe from one first", maxSubscriptions)
	}
	t.session, t.times = session, 1
	w.topics = append(w.topics, t)
	w.begin(ctx, s, session)
	return nil
}

func (w *watch) find(session *mcp.ServerSession, uri string) int {
	return slices.IndexFunc(w.topics, func(t *topic) bool { return t.session == session && t.uri == uri })
}

func (w *watch) drop(session *mcp.ServerSession, uri string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := w.find(session, uri)
	if i < 0 {
		return
	}
	if w.topics[i].times--; w.topics[i].times == 0 {
		w.topics = slices.Delete(w.topics, i, i+1)
	}
	w.rest()
}

// listed lets a session of the older eras hear of changed lists, once it has
// asked for one, until it ends.
func (w *watch) listed(s *Server, session *mcp.ServerSession) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.heeding[session] == 0 {
		w.heed(s, session)
	}
}

// listens lets a session hear of changed lists until end is called.
func (w *watch) listens(s *Server, session *mcp.ServerSession) (end func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heed(s, session)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.heeding[session]--; w.heeding[session] <= 0 {
			delete(w.heeding, session)
		}
		w.rest()
	}
}

func (w *watch) heed(s *Server, session *mcp.ServerSession) {
	if w.heeding == nil {
		w.heeding = map[*mcp.ServerSession]int{}
	}
	w.heeding[session]++
	w.begin(context.Background(), s, session)
}

// begin starts to watch, and forgets the session once it has ended.
func (w *watch) begin(ctx context.Context, s *Server, session *mcp.ServerSession) {
	if !w.known[session] {
		if w.known == nil {
			w.known = map[*mcp.ServerSession]bool{}
		}
		w.known[session] = true
		go func() {
			session.Wait() // why it ended does not matter
			w.forget(session)
		}()
	}
	if w.cancel != nil || w.over {
		return
	}
	// From here on, so that nothing is missed between the answer and the first look.
	w.changes(ctx, s)
	w.skillsChanged(s)
	run, cancel := context.WithCancel(context.Background())
	w.cancel, w.done = cancel, make(chan struct{})
	go w.run(run, s, w.done)
}

func (w *watch) forget(session *mcp.ServerSession) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.topics = slices.DeleteFunc(w.topics, func(t *topic) bool { return t.session == session })
	delete(w.heeding, session)
	delete(w.known, session)
	w.rest()
}

// rest stops watching when nobody listens.
func (w *watch) rest() {
	if w.cancel != nil && len(w.topics)+len(w.heeding) == 0 {
		w.cancel()
		w.cancel = nil
	}
}

// end stops watching for good.
func (w *watch) end() {
	w.mu.Lock()
	w.over = true
	done := w.done
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
	w.mu.Unlock()
	if done == nil {
		return
	}
	select {
	case <-done:
	case <-time.After(endTimeout): // it waits for a client that does not read
	}
}

func (w *watch) run(ctx context.Context, s *Server, done chan struct{}) {
	defer close(done)
	tick := time.NewTicker(s.watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.look(ctx, s)
		}
	}
}

// look tells what changed since the last look.
func (w *watch) look(ctx context.Context, s *Server) {
	w.looking.Lock()
	defer w.looking.Unlock()
	w.mu.Lock()
	set, skills := w.changes(ctx, s), w.skillsChanged(s)
	topics, lists := slices.Clone(w.topics), len(w.heeding) > 0
	w.mu.Unlock()
	if lists {
		s.refresh(ctx, anyOf(set.Other, "document", "setting") || set.Reload)
	}
	told := map[string]bool{}
	for _, t := range topics {
		if !t.concerns(set, skills) || !t.differs(ctx, s) || told[t.uri] {
			continue
		}
		told[t.uri] = true // the SDK tells all sessions
		if err := s.sdk.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: t.uri}); err != nil {
			s.opts.Log.Warn("Subscriber was not told", "error", err)
		}
	}
}

// changes returns what was written since the last time. It says to reload if that
// is not known, as at the first time and for another file.
func (w *watch) changes(ctx context.Context, s *Server) store.ChangeSet {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	r, err := s.open(ctx)
	if err != nil {
		return store.ChangeSet{}
	}
	set, err := w.follower.changes(ctx, r)
	if err != nil {
		return store.ChangeSet{}
	}
	return set
}

// skillsChanged reports whether the folder of skills is not as it was the last
// time.
func (w *watch) skillsChanged(s *Server) bool {
	if s.opts.Skills == nil {
		return false
	}
	now, err := s.opts.Skills.Fingerprint()
	if err != nil || now == w.skills {
		return false
	}
	w.skills = now
	return true
}

// concerns reports whether what was changed in the store, or that the skills
// were, can be of t.
func (t *topic) concerns(set store.ChangeSet, skills bool) bool {
	if set.Reload {
		return true
	}
	switch t.kind {
	case contextResource:
		return skills || len(set.Memories) > 0 || anyOf(set.Other, "document", "journal", "project")
	case memoryResource:
		return len(set.Memories) > 0 // another one may take its place, or no longer
	case documentResource:
		return anyOf(set.Other, "document")
	case journalResource:
		return anyOf(set.Other, "journal")
	}
	return skills
}

// differs reports whether what t gives is not what it was, and remembers what it
// is. While that cannot be read nothing has changed.
func (t *topic) differs(ctx context.Context, s *Server) bool {
	c := &call{Server: s, by: t.by}
	if c.open(ctx) != nil || c.recall.Enter(ctx, c.by, nil) != nil {
		return false
	}
	state, err := c.state(ctx, t.address)
	if err != nil || state == t.state && t.kind != contextResource {
		return false
	}
	t.state = state
	return true
}

func anyOf(all []string, some ...string) bool {
	return slices.ContainsFunc(some, func(s string) bool { return slices.Contains(all, s) })
}
