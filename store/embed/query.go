package embed

import (
	"context"
	"time"

	"memtray/store"
)

const (
	// patience is how long a search waits for the vector of its query. A local
	// endpoint whose model is loaded takes a tenth of that.
	patience = 300 * time.Millisecond

	// loadTime is how long a request goes on that no search waits for any more:
	// the endpoint may be loading its model.
	loadTime = 30 * time.Second

	queriesKept = 64
	maxAsking   = 4  // requests at a time
	nearest     = 60 // memories that a search by meaning adds to one by words

	firstQueryPause = 10 * time.Second // for which an endpoint that failed is left alone
	lastQueryPause  = 5 * time.Minute
)

// queries are what is known of queries and their endpoint. Its embeddings have
// the lock.
type queries struct {
	recent  []query // the last one asked for at the end
	asking  int     // requests that are not answered
	breaker breaker
}

type query struct {
	text   string
	vector []float32
}

func (q *queries) find(text string) []float32 {
	for i, one := range q.recent {
		if one.text == text {
			q.recent = append(append(q.recent[:i:i], q.recent[i+1:]...), one)
			return one.vector
		}
	}
	return nil
}

func (q *queries) keep(one query) {
	if len(q.recent) == queriesKept {
		q.recent = append([]query{}, q.recent[1:]...)
	}
	q.recent = append(q.recent, one)
}

// Near returns the memories of a filter that are most like a query in meaning,
// best first, at most 60. It returns none if embeddings are off, and within
// [patience] if their endpoint does not work.
func (e *Embeddings) Near(ctx context.Context, text string, f store.Filter) []store.VectorHit {
	set, c, err := e.current(ctx)
	if err != nil || c == nil {
		return nil
	}
	v := e.vectorOf(ctx, set, c, text)
	if v == nil {
		return nil
	}
	near, err := e.store.NearestVectors(ctx, set.model(), v, f, nearest)
	if err != nil {
		return nil // the search by words will tell
	}
	return near
}

// vectorOf returns the vector of a query, or nil if it cannot be had in time.
func (e *Embeddings) vectorOf(ctx context.Context, set setting, c *client, text string) []float32 {
	text = clip(text)
	e.mu.Lock()
	v := e.queries.find(text)
	if v != nil || c != e.client || e.queries.asking == maxAsking || e.queries.breaker.open(e.now()) {
		e.mu.Unlock()
		return v
	}
	e.queries.asking++
	e.mu.Unlock()

	// The request outlives a search that cannot wait: what comes of it may serve
	// the next one.
	answer := make(chan []float32, 1)
	go func() {
		asking, cancel := context.WithTimeout(e.ctx, loadTime)
		defer cancel()
		vectors, err := c.embed(asking, []string{text}, set.Dimensions)
		if err != nil {
			vectors = [][]float32{nil}
		}
		e.answered(c, query{text, vectors[0]})
		answer <- vectors[0]
	}()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case v = <-answer:
	case <-ctx.Done():
	case <-timer.C:
		e.late(c)
	}
	return v
}

// answered notes what came of a request; a query without a vector failed.
func (e *Embeddings) answered(c *client, q query) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if c != e.client {
		return // it was switched off or over meanwhile
	}
	e.queries.asking--
	if q.vector == nil {
		e.queries.breaker.failed(e.now(), firstQueryPause, lastQueryPause)
		return
	}
	e.queries.keep(q)
	if !e.queries.breaker.open(e.now()) { // it was in time
		e.queries.breaker.worked()
	}
}

// late notes that a search had to go on without its vector.
func (e *Embeddings) late(c *client) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if c == e.client && e.queries.asking > 0 {
		e.queries.breaker.failed(e.now(), firstQueryPause, lastQueryPause)
	}
}
