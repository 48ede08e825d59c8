package sqlite

import (
	"context"
	"time"

	"memtray/store"
)

// Marks are what marks of scope begin with.
var Marks = []string{markProject, markKind, markClient, markState, markPrivate}

// Statement is one that a query runs.
type Statement struct {
	Text string
	Args []any
}

// Statements returns what [Store.Find] runs to select: the count and the page.
func Statements(q store.Query) []Statement {
	sel := selectionOf(q)
	count, countArgs := sel.count()
	page, pageArgs := sel.page(q)
	return []Statement{{count, countArgs}, {page, pageArgs}}
}

// FacetsStatement returns what [Store.Facets] runs.
func FacetsStatement(q store.Query) Statement {
	text, args := facetsStatement(q)
	return Statement{text, args}
}

// SetPatience sets how long a write of s waits for others.
func SetPatience(s *Store, d time.Duration) { s.patience = d }

// Sound reports whether the file has no flaw; the search index may.
func (c Check) Sound() bool { return len(c.File) == 0 && c.Foreign == 0 }

// TimelineStatements returns what [Store.Timeline] runs to select.
func TimelineStatements(q store.TimelineQuery) []Statement {
	var out []Statement
	for _, before := range []bool{true, false} {
		count, page := sideStatements(q, before)
		out = append(out, Statement{count.text, count.args}, Statement{page.text, page.args})
	}
	return out
}

// GatherStatements returns what [Store.Gather] runs before it reads any text.
func GatherStatements(projects []int64, at store.Millis) (gone, outlines Statement) {
	return Statement{goneStatement, []any{at}}, Statement{outlineStatement, []any{jsonList(projects)}}
}

// CandidateStatements returns what [Store.Candidates] runs for a query that
// found the memories ids.
func CandidateStatements(q store.Query, ids ...int64) []Statement {
	c := candidateReader{query: q, states: searched(q.Filter.States), most: store.MaxCandidates}
	c.query.Filter.States = c.states
	sel := selectionOf(c.query)
	scores := make([]scored, len(ids))
	for i, id := range ids {
		scores[i].id = id
	}
	best, bestArgs := c.best(&sel)
	details, detailsArgs := c.detailsOf(scores)
	beside, besideArgs := c.neighboursOf(ids)
	return []Statement{{best, bestArgs}, {details, detailsArgs}, {beside, besideArgs}, {newerOf, []any{jsonList(ids), q.Filter.Reader}}}
}

// Waiting returns how many writes of s wait, for their turn or with it for the file.
func Waiting(s *Store) int {
	s.writer.waiting.mu.Lock()
	defer s.writer.waiting.mu.Unlock()
	return len(s.writer.waiting.parts) + cap(s.writer.turn) - len(s.writer.turn)
}

// Write runs do as a write of s.
func Write(ctx context.Context, s *Store, do func() error) error {
	return s.write(ctx, func(context.Context, *transaction) error { return do() })
}

// AnnounceWait is how long a reopened store waits to say who runs here.
const AnnounceWait = announceWait
