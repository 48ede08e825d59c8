package mcpserver

import (
	"crypto/rand"
	"sync"
)

// maxCursors is how many searches can be gone on with at a time; the oldest is
// forgotten first.
const maxCursors = 64

// page is what is left of a search.
type page struct {
	rest  []int64 // not shown yet, best first
	shown int
	total int
	home  int64  // the project whose name is not repeated in each row
	query string // for the recall log
}

// cursors keeps the rest of searches on the server, so that memories saved or
// deleted meanwhile neither shift pages nor appear twice.
type cursors struct {
	mu    sync.Mutex
	pages map[string]page
	order []string // oldest first
}

// keep returns an opaque name for p.
func (c *cursors) keep(p page) string {
	name := rand.Text()[:10]
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil {
		c.pages = map[string]page{}
	}
	if len(c.order) == maxCursors {
		delete(c.pages, c.order[0])
		c.order = c.order[1:]
	}
	c.pages[name] = p
	c.order = append(c.order, name)
	return name
}

// find returns the page of that name. It stays, so that a lost answer can be
// asked for again.
func (c *cursors) find(name string) (page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	p, ok := c.pages[name]
	return p, ok
}
