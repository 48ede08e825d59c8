package recall

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/guard"
	"memtray/store/rank"
	"memtray/store/text"
)

// MaxQuery is the greatest length of a query in characters.
const MaxQuery = 2000

// Request asks for memories.
type Request struct {
	Query  string // "" or blank lists every memory of the filter
	Typing bool   // the query is still being typed: its last word matches as a beginning
	Filter store.Filter
	Sort   store.Sort // "" means [store.Relevance] with a query, [store.Newest] without
	Offset int
	Limit  int // 1 to [store.MaxPage]
	Ahead  int // how many hits behind the page are named as well

	// Writings asks for documents and days of the journal too. They belong to no
	// project, and come with the first page of a search by relevance.
	Writings bool
}

// Hit is a memory that was found.
type Hit struct {
	store.Row
	Why rank.Why `json:"why,omitzero"` // zero where the order is not by relevance
}

// Ahead is a hit that is not shown yet.
type Ahead struct {
	ID  int64
	Why rank.Why
}

// Result is the outcome of [Recall.Search].
type Result struct {
	Rows     []Hit
	Total    int // on all pages
	Matching int // of these, that hold any word; others are beside one that does

	// Partial says that only the newest memories were looked at; see
	// [store.Listing].
	Partial bool

	// Writings are the best documents and days of the journal, in the order of
	// their places among the rows. They are not in the numbers above.
	Writings []Writing

	// Ahead are hits behind the page, best first, without what is read to show them.
	// By relevance there are none behind those that were ranked.
	Ahead []Ahead

	// Highlights are the pieces of the query to mark in what is shown, longest
	// first.
	Highlights []string
}

// Search returns one page of the memories that hold any word of the query. No
// input is query syntax. Memories in the trash, and a query of nothing but
// punctuation, are found by the query as it stands, anywhere in title or body.
//
// By relevance the engine's best are ranked (package rank), and behind them its
// own order goes on. A question of three words or more also finds memories that
// hold none of them beside one of the same session that does, unless it is still
// being typed. Where the person uses embeddings, what is near in meaning is found
// and ranked among the best.
//
// Filter.Reader must be set for a client. Returns [store.Invalid] for a bound
// that is not kept.
func (r *Recall) Search(ctx context.Context, req Request) (Result, error) {
	r.activity.used()
	q, err := queryOf(req)
	if err != nil {
		return Result{}, err
	}
	g, err := r.gateOf(ctx, q.Filter)
	if err != nil || !g.narrow(&q.Filter, store.MillisOf(r.now())) {
		return Result{Rows: []Hit{}}, err
	}
	var found Result
	if isRanked(q) {
		q.Neighbours = !req.Typing
		found, err = r.ranked(ctx, q, req.Ahead, req.Writings && req.Offset == 0 && g.readsWritings())
	} else {
		found, err = r.findAhead(ctx, q, req.Ahead)
	}
	if err != nil {
		return Result{}, err
	}
	found.Highlights = highlights(q)
	return found, nil
}

// find returns a page in the order of the store.
func (r *Recall) find(ctx context.Context, q store.Query) (Result, error) {
	found, err := r.store.Find(ctx, q)
	if err != nil {
		return Result{}, err
	}
	out := Result{Rows: make([]Hit, len(found.Rows)), Total: found.Total, Matching: found.Total, Partial: found.Partial}
	for i, row := range found.Rows {
		out.Rows[i].Row = row
	}
	return out, nil
}

// findAhead is find that also names so many hits behind the page.
func (r *Recall) findAhead(ctx context.Context, q store.Query, ahead int) (Result, error) {
	shown := q.Limit
	q.Limit += ahead
	out, err := r.find(ctx, q)
	if len(out.Rows) <= shown {
		return out, err
	}
	for _, h := range out.Rows[shown:] {
		out.Ahead = append(out.Ahead, Ahead{ID: h.ID})
	}
	out.Rows = out.Rows[:shown]
	return out, err
}

// Facets counts the memories that [Recall.Search] would find by what they can be
// filtered by; sort and page of the request are ignored.
func (r *Recall) Facets(ctx context.Context, req Request) (store.Facets, error) {
	req.Sort, req.Offset, req.Limit = "", 0, 1
	q, err := queryOf(req)
	if err != nil {
		return store.Facets{}, err
	}
	if some, err := r.narrow(ctx, &q.Filter); err != nil || !some {
		return store.Facets{}, err
	}
	return r.store.Facets(ctx, q)
}

// Count returns how many memories [Recall.Search] would find; sort and page of
// the request are ignored.
func (r *Recall) Count(ctx context.Context, req Request) (int, error) {
	req.Sort, req.Offset, req.Limit = store.Newest, math.MaxInt32, 1 // beyond the end nothing is read but the total
	q, err := queryOf(req)
	if err != nil {
		return 0, err
	}
	if some, err := r.narrow(ctx, &q.Filter); err != nil || !some {
		return 0, err
	}
	found, err := r.store.Find(ctx, q)
	return found.Total, err
}

// Timeline returns the memories around a point in time; see [store.Store].
// Filter.Reader must be set for a client.
func (r *Recall) Timeline(ctx context.Context, q store.TimelineQuery) (store.Timeline, error) {
	r.activity.used()
	if some, err := r.narrow(ctx, &q.Filter); err != nil || !some {
		return store.Timeline{}, err
	}
	return r.store.Timeline(ctx, q)
}

// queryOf makes what the store is asked. The query is brought to the form in
// which texts are stored, or a literal would not meet them.
func queryOf(req Request) (store.Query, error) {
	if n := utf8.RuneCountInString(req.Query); n > MaxQuery {
		return store.Query{}, store.Errorf(store.Invalid, "query is %d characters long; at most %d are allowed", n, MaxQuery)
	}
	query, _ := guard.Clean(req.Query)
	literal := strings.TrimSpace(query)
	if literal == "" {
		// Of a question of nothing but what is never stored nothing is left, which
		// would ask for everything. As it stands it finds nothing.
		literal = strings.TrimSpace(req.Query)
	}
	files, err := cleanPaths(req.Filter.Files)
	if err != nil {
		return store.Query{}, err
	}
	req.Filter.Files = files
	return store.Query{
		Terms:   text.Terms(query, req.Typing),
		Literal: literal,
		Filter:  req.Filter, Sort: req.Sort, Offset: req.Offset, Limit: req.Limit,
	}, nil
}

// cleanPaths brings paths to the form in which they are stored. One of which
// nothing is left would no longer narrow anything.
func cleanPaths(paths []string) ([]string, error) {
	var c cleaner
	cleaned := c.files(paths)
	if len(cleaned) == 0 && len(paths) > 0 {
		return nil, store.Errorf(store.Invalid, "nothing is left of the file's path after cleaning")
	}
	return cleaned, nil
}

// highlights returns what to mark: the words, and where the query was looked for
// as it stands also all of it.
func highlights(q store.Query) []string {
	pieces := text.Highlights(q.Literal)
	literal := len(q.Terms) == 0 || slices.Contains(q.Filter.States, store.Trashed)
	if literal && q.Literal != "" && !slices.Contains(pieces, q.Literal) {
		pieces = slices.Insert(pieces, 0, q.Literal)
	}
	return pieces
}
