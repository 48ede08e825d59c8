package mcpserver

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
)

// maxSubscriptions bounds how many resources are watched, over all sessions.
const maxSubscriptions = 256

// subscribe answers resources/subscribe, and is called for each resource of a
// subscriptions/listen. What cannot be read cannot be subscribed to.
func (s *Server) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	t, err := s.call(req).topic(ctx, req.Params.URI)
	if err == nil {
		err = s.watch.add(ctx, s, req.Session, t)
	}
	if err != nil {
		return s.refused("resources/subscribe", req.Params.URI, err)
	}
	return nil
}

// topic returns what can be subscribed to by a URI.
func (c *call) topic(ctx context.Context, uri string) (*topic, error) {
	a, ok := parseAddress(uri)
	if !ok {
		return nil, unknownResource(uri)
	}
	if err := c.enter(ctx); err != nil {
		return nil, err
	}
	state, err := c.state(ctx, a)
	if err == nil && state == "" {
		err = unknownResource(uri)
	}
	return &topic{uri: uri, address: a, by: c.by, state: state}, err
}

// unsubscribe answers resources/unsubscribe; unknown is fine.
func (s *Server) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	s.watch.drop(req.Session, req.Params.URI)
	return nil
}

// listening counts a session as one that hears of changed lists, until the
// returned func is called. Resources that there are not are taken out of what it
// listens to, and so out of what is acknowledged: one of them is no reason to
// hear nothing of the others.
func (s *Server) listening(ctx context.Context, req *mcp.SubscriptionsListenRequest) (end func()) {
	if req.Params == nil || req.Params.Notifications == nil {
		return func() {}
	}
	n := req.Params.Notifications
	n.ResourceSubscriptions = slices.DeleteFunc(n.ResourceSubscriptions, func(uri string) bool {
		_, err := s.call(req).topic(ctx, uri)
		e, protocol := err.(*jsonrpc.Error)
		return protocol && e.Code == jsonrpc.CodeInvalidParams
	})
	if !n.PromptsListChanged && !n.ResourcesListChanged {
		return func() {}
	}
	s.refresh(ctx, true) // news are what comes from now on
	return s.watch.listens(s, req.Session)
}

// always is the state of what is compared with nothing.
const always = "always"

// state returns a text that differs when what a resource gives does, "" if the
// client is given nothing. The context has none, as compiling it only to compare
// is too much.
func (c *call) state(ctx context.Context, a address) (string, error) {
	text, err := always, error(nil)
	switch a.kind {
	case memoryResource:
		text, err = c.memoryState(ctx, a.id)
	case documentResource:
		var d store.Document
		d, err = c.recall.Document(ctx, c.by, a.name)
		text = fmt.Sprint(d.Revision)
	case journalResource:
		text, err = c.dayState(ctx, a.name)
	case skillsResource:
		text, err = c.skillIndex(ctx)
	case skillResource:
		text, err = c.skillFile(ctx, a.name, a.file)
	}
	switch {
	case store.ErrorCode(err) == store.NotFound:
		return "", nil
	case err != nil || text == "":
		return "", err
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8]), nil
}

func (c *call) memoryState(ctx context.Context, id int64) (string, error) {
	seen, err := c.visible(ctx, []int64{id})
	switch {
	case err != nil:
		return "", err
	case len(seen.memories) == 1:
		newer, err := c.newer(ctx, seen.memories)
		return fmt.Sprint(seen.memories[0].Revision, newer[id]), err
	case seen.absent > 0:
		return "", nil
	}
	return strings.Join(seen.notes, "\n"), nil
}

func (c *call) dayState(ctx context.Context, day string) (string, error) {
	notes, err := c.recall.JournalDay(ctx, c.by, day)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, n := range notes {
		fmt.Fprintf(&b, "%d.%d ", n.ID, n.Revision)
	}
	if len(notes) == 0 && day == c.recall.Today() {
		return "empty", nil
	}
	return b.String(), nil
}
