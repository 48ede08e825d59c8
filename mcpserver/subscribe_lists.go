package mcpserver

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memtray/store"
	"memtray/store/skills"
)

// pageSize is how many tools, prompts or resources one page of a list has.
const pageSize = 100

// listTimeout bounds how long a list waits for the store, without which it has
// the skills, but no documents and the machine's language.
const listTimeout = time.Second

// lists are the prompts and resources that the SDK lists. They follow the skills,
// the documents and the person's language: whoever asks for a list, and the watch
// over those who listen, brings them up to date first.
type lists struct {
	mu        sync.Mutex
	skills    []skills.Skill
	seen      string // fingerprint of the skills' folder when they were read
	read      bool   // that they were
	documents []string
	closed    bool              // documents and skills may not be read
	language  string            // in which templates are listed
	prompts   map[string]string // what is listed: description by name
	resources map[string]string // by URI
	changes   struct{ prompts, resources int }

	known map[*mcp.ServerSession]*glance
}

// glance says which state of a list a session has seen; 0 is none.
type glance struct{ prompts, resources int }

// refresh brings the lists up to date. With a store it also reads the documents
// and the language, and whether the client may read these and skills; for a token,
// whose store is open, it always does. What cannot be read stays as it is.
func (s *Server) refresh(ctx context.Context, withStore bool) {
	l := &s.lists
	l.mu.Lock()
	defer l.mu.Unlock()
	if withStore || s.opts.Token != 0 {
		ctx, cancel := context.WithTimeout(ctx, listTimeout)
		defer cancel()
		l.readDocuments(ctx, s)
	}
	l.readSkills(s.opts.Skills, s.opts.Log.Error)
	shown := l.skills
	if l.closed {
		shown = nil
	}
	w := wordsIn(s.language(ctx))

	prompts := map[string]*mcp.Prompt{}
	for _, p := range listedPrompts(w, shown) {
		prompts[p.Name] = p
	}
	if follow(&l.prompts, prompts, func(p *mcp.Prompt) { s.sdk.AddPrompt(p, s.prompt) }, s.sdk.RemovePrompts) {
		l.changes.prompts++
	}
	resources := map[string]*mcp.Resource{}
	for _, r := range w.resources(shown, l.documents) {
		resources[r.URI] = r
	}
	if follow(&l.resources, resources, func(r *mcp.Resource) { s.sdk.AddResource(r, s.read) }, s.sdk.RemoveResources) {
		l.changes.resources++
	}
	if w.language != l.language {
		for _, t := range w.templates() {
			s.sdk.AddResourceTemplate(t, s.read)
		}
		l.language = w.language
	}
}

// readDocuments reads the names of the documents; for a client that may not read,
// or not where it works, there are none.
func (l *lists) readDocuments(ctx context.Context, s *Server) {
	c := &call{Server: s, by: s.author(s.opts.Client, "")}
	if c.open(ctx) != nil {
		return
	}
	if store.ErrorCode(c.recall.Enter(ctx, c.by, s.ownFolders)) == store.Paused {
		l.documents = nil
		return
	}
	if may, err := c.recall.ReadsWritings(ctx, c.by); err == nil {
		l.closed = !may
	}
	if names, err := c.documents(ctx); err == nil {
		l.documents = names
	}
}

// readSkills reads the skills again if anything in their folder changed.
func (l *lists) readSkills(folder *skills.Folder, complain func(string, ...any)) {
	if folder == nil {
		return
	}
	print, err := folder.Fingerprint()
	if err == nil && l.read && print == l.seen {
		return
	}
	if err == nil {
		var all []skills.Skill
		if all, err = folder.List(); err == nil {
			l.skills, l.seen, l.read = all, print, true
			return
		}
	}
	complain("Skills cannot be listed", "error", err)
}

// listedPrompts returns all prompts that are listed.
func listedPrompts(w words, all []skills.Skill) []*mcp.Prompt {
	var out []*mcp.Prompt
	for _, p := range prompts() {
		out = append(out, p.describe(w.language))
	}
	for _, one := range all {
		if one.Error == "" {
			for _, p := range one.Prompts {
				out = append(out, describeSkillPrompt(one, p))
			}
		}
	}
	return out
}

// follow makes what is listed (descriptions by key) what is wanted, and reports
// whether that changed anything.
func follow[T any](listed *map[string]string, wanted map[string]T, add func(T), remove func(...string)) bool {
	now := make(map[string]string, len(wanted))
	changed := false
	for key, one := range wanted {
		data, err := json.Marshal(one)
		if err != nil {
			panic(err) // texts
		}
		now[key] = string(data)
		if (*listed)[key] != now[key] {
			add(one)
			changed = true
		}
	}
	for key := range *listed {
		if _, ok := now[key]; !ok {
			remove(key)
			changed = true
		}
	}
	*listed = now
	return changed
}

// current brings the lists up to date for requests that need them.
func (s *Server) current(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		switch method {
		case "resources/templates/list":
			s.refresh(ctx, true)
		case "prompts/list", "resources/list":
			s.refresh(ctx, true)
			if session, ok := req.GetSession().(*mcp.ServerSession); ok {
				s.lists.saw(session, method)
				if !modern(session) {
					s.watch.listed(s, session)
				}
			}
		case "prompts/get", "resources/read":
			s.refresh(ctx, false)
		case "subscriptions/listen":
			if listen, ok := req.(*mcp.SubscriptionsListenRequest); ok {
				defer s.listening(ctx, listen)()
			}
		}
		return next(ctx, method, req)
	}
}

// saw remembers that a session is given the present list.
func (l *lists) saw(session *mcp.ServerSession, method string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.known == nil {
		l.known = map[*mcp.ServerSession]*glance{}
	}
	of := l.known[session]
	if of == nil {
		of = &glance{}
		l.known[session] = of
		go func() {
			session.Wait() // why it ended does not matter
			l.mu.Lock()
			defer l.mu.Unlock()
			delete(l.known, session)
		}()
	}
	if method == "prompts/list" {
		of.prompts = l.changes.prompts
	} else {
		of.resources = l.changes.resources
	}
}

// unlessSeen drops the news that a list changed for a session which has been
// given that very list, and in the older eras, where nobody asks for such news,
// for one that has not asked for the list.
func (s *Server) unlessSeen(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		session, ok := req.GetSession().(*mcp.ServerSession)
		if ok && !s.lists.news(session, method) {
			return nil, nil
		}
		return next(ctx, method, req)
	}
}

func (l *lists) news(session *mcp.ServerSession, method string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	var of glance
	if known := l.known[session]; known != nil {
		of = *known
	}
	state, now := of.prompts, l.changes.prompts
	switch method {
	case "notifications/prompts/list_changed":
	case "notifications/resources/list_changed":
		state, now = of.resources, l.changes.resources
	default:
		return true
	}
	if state == 0 {
		return modern(session)
	}
	return state != now
}

// firstModern is the first version of the protocol without initialize.
const firstModern = "2026-07-28"

// modern reports whether a session speaks the era in which a client says what it
// wants to hear of.
func modern(session *mcp.ServerSession) bool {
	init := session.InitializeParams()
	return init != nil && init.ProtocolVersion >= firstModern
}
