package api

import (
	"context"
	"sync"
	"time"

	"memtray/store"
)

// Event tells a dashboard or the tray that something changed.
type Event struct {
	Type string  `json:"type"`
	IDs  []int64 `json:"ids,omitzero"` // of memory:changed; an empty list means: read everything anew
}

// The types of events.
const (
	MemoryChanged    = "memory:changed"
	ClientsChanged   = "clients:changed"
	SettingsChanged  = "settings:changed"
	DocumentsChanged = "documents:changed"
	JournalChanged   = "journal:changed"
	ProposalsChanged = "proposals:changed"
	TokensChanged    = "tokens:changed" // tokens, or whether MCP is served over HTTP
)

// How often the hub looks at the store.
const (
	watchedPoll = 250 * time.Millisecond
	hiddenPoll  = 2 * time.Second
)

// backlog is how many events wait for a subscriber that does not read.
const backlog = 16

// Hub finds out what was written to the store, by this process or any other,
// and tells its subscribers. A subscriber that does not read never delays
// the hub or the others: its backlog becomes one request to read anew.
type Hub struct {
	store store.Store
	wake  chan struct{}

	mu      sync.Mutex // protects all below
	subs    map[chan Event]struct{}
	closed  bool
	visible bool
	streams int // open in browsers
}

// NewHub returns a hub over s. It does nothing before [Hub.Run].
func NewHub(s store.Store) *Hub {
	return &Hub{store: s, wake: make(chan struct{}, 1), subs: map[chan Event]struct{}{}}
}

// Run watches the store until ctx ends, then ends all subscriptions. It is to
// be called once.
func (h *Hub) Run(ctx context.Context) {
	defer h.close()
	w := watcher{store: h.store, send: h.Send, seq: -1}
	for {
		w.poll(ctx)
		timer := time.NewTimer(h.interval())
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-h.wake:
			timer.Stop()
		case <-timer.C:
		}
	}
}

// SetVisible says whether the window is shown; while it is, the hub looks more
// often.
func (h *Hub) SetVisible(visible bool) {
	h.mu.Lock()
	h.visible = visible
	h.mu.Unlock()
	h.nudge()
}

// Subscribe returns the events from now on. The channel is closed when ctx or
// the hub's Run ends.
func (h *Hub) Subscribe(ctx context.Context) <-chan Event {
	ch := make(chan Event, backlog)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(ch)
		return ch
	}
	h.subs[ch] = struct{}{}
	context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if _, ok := h.subs[ch]; ok {
			delete(h.subs, ch)
			close(ch)
		}
	})
	return ch
}

// Send gives ev to all subscribers. It never waits.
func (h *Hub) Send(ev Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs {
		select {
		case ch <- ev:
		default:
			overflow(ch, ev)
		}
	}
}

// TokensChanged tells that clients may be let in otherwise than before.
func (h *Hub) TokensChanged() { h.Send(Event{Type: TokensChanged}) }

// overflow replaces what waits in ch by one request to read anew and the
// newest of each other type of event.
func overflow(ch chan Event, ev Event) {
	waiting := []Event{}
	for len(ch) > 0 {
		select {
		case old := <-ch:
			waiting = append(waiting, old)
		default: // the reader took it
		}
	}
	newest := map[string]Event{MemoryChanged: {Type: MemoryChanged, IDs: []int64{}}}
	for _, one := range append(waiting, ev) {
		if one.Type != MemoryChanged {
			newest[one.Type] = one
		}
	}
	for _, one := range newest {
		ch <- one // far fewer than the channel holds
	}
}

// streamOpened counts an open browser stream until the returned func is called.
func (h *Hub) streamOpened() (closed func()) {
	count := func(by int) {
		h.mu.Lock()
		h.streams += by
		h.mu.Unlock()
		h.nudge()
	}
	count(1)
	return func() { count(-1) }
}

func (h *Hub) interval() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.visible || h.streams > 0 {
		return watchedPoll
	}
	return hiddenPoll
}

// nudge makes Run look now and choose its interval anew.
func (h *Hub) nudge() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

func (h *Hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for ch := range h.subs {
		close(ch)
	}
	clear(h.subs)
}
