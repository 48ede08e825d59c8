package mcpserver

import (
	"context"
	"crypto/rand"
	"reflect"
	"strings"
	"sync"

	"memtray/store"
	"memtray/store/recall"
)

// maxCursors is how many searches can be gone on with at a time; the oldest is
// forgotten first.
const maxCursors = 64

// page is what is left of a search.
type page struct {
	first  searchInput // the call that began it
	filter store.Filter
	area   area
	home   int64          // the project whose name is not repeated in each row
	rest   []recall.Ahead // not shown yet, best first
	shown  int
	total  int
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

// goOn answers the next page of an earlier search, of what still is what that
// search asked for: what was deleted, archived, hidden or moved away meanwhile
// is left out, and what was saved meanwhile is not in it.
func (c *call) goOn(ctx context.Context, in searchInput, limit int) (string, error) {
	p, ok := c.cursors.find(in.Cursor)
	if !ok {
		return "", faultf("cursor is unknown or too old; search again without it")
	}
	if name := differs(in, p.first); name != "" {
		return "", faultf("cursor goes on with the search that it came from, which had another %s; give it alone, or search anew without it", name)
	}
	home, err := p.area.home(ctx, c.recall) // it may have been merged into another one
	if err != nil {
		return "", err
	}
	p.filter.Projects, p.home = p.area.projects(home), home.ID
	left, err := c.still(ctx, p)
	if err != nil {
		return "", err
	}
	n := min(limit, len(left))
	p.total -= len(p.rest) - len(left)
	p.rest, p.shown = nil, p.shown+n
	for _, h := range left[n:] {
		p.rest = append(p.rest, recall.Ahead{ID: h.ID, Why: h.Why})
	}
	return c.index(ctx, foundRows(left[:n]), p), nil
}

// still returns the rest of a search as it is now, in its order.
func (c *call) still(ctx context.Context, p page) ([]recall.Hit, error) {
	f := p.filter
	for _, h := range p.rest {
		f.IDs = append(f.IDs, h.ID)
	}
	now, err := c.recall.Search(ctx, recall.Request{Filter: f, Limit: searchDepth})
	if err != nil {
		return nil, err
	}
	byID := map[int64]store.Row{}
	for _, r := range now.Rows {
		byID[r.ID] = r.Row
	}
	var left []recall.Hit
	for _, h := range p.rest {
		if m, ok := byID[h.ID]; ok {
			left = append(left, recall.Hit{Row: m, Why: h.Why})
		}
	}
	return left, nil
}

// differs returns the name of an argument that is given and differs from that
// of the first call, or "". Saying the same again does no harm.
func differs(in, first searchInput) string {
	given, had := reflect.ValueOf(in), reflect.ValueOf(first)
	for i := range given.NumField() {
		name, _, _ := strings.Cut(given.Type().Field(i).Tag.Get("json"), ",")
		if name == "cursor" || name == "limit" || blankArgument(given.Field(i)) {
			continue
		}
		if !reflect.DeepEqual(given.Field(i).Interface(), had.Field(i).Interface()) {
			return name
		}
	}
	return ""
}

func blankArgument(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}
