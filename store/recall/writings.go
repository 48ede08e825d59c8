package recall

import (
	"context"
	"slices"
	"strings"
	"time"

	"memtray/store"
	"memtray/store/rank"
	"memtray/store/text"
)

// maxWritings is how many documents and days of the journal one search gives at
// most: a document that speaks of everything would else be in the way each time.
const maxWritings = 3

// Writing is a document or a day of the journal that a search found.
type Writing struct {
	Name      string // doc:profile or day:2026-11-30
	Line      string // what the paragraph begins with that holds most of the words
	Tokens    int    // what reading all of it costs
	UpdatedAt store.Millis
	Before    int // how many rows of memories come before it
}

// writings returns the best documents and days for a query. What only memories
// have must not be asked for.
func (r *Recall) writings(ctx context.Context, q store.Query) ([]store.WritingHit, error) {
	f := q.Filter
	if len(f.Kinds)+len(f.Clients)+len(f.Tags)+len(f.Files)+len(f.IDs) > 0 || f.Pinned != nil || f.Reviewed != nil ||
		len(f.States) > 0 && !slices.Contains(f.States, store.Active) {
		return nil, nil
	}
	n := maxWritings
	if f.Since != 0 || f.Until != 0 {
		n = store.MaxPage
	}
	found, err := r.store.FindWritings(ctx, q.Terms, n)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(h store.WritingHit) bool { return !r.within(h, f) })
	return found[:min(maxWritings, len(found))], nil
}

// within reports whether a hit is of the time that a filter asks for: a document
// by its last change, a day as a whole.
func (r *Recall) within(h store.WritingHit, f store.Filter) bool {
	from, to := h.UpdatedAt, h.UpdatedAt
	if day, err := time.ParseInLocation(time.DateOnly, h.Day, r.now().Location()); err == nil {
		from, to = store.MillisOf(day), store.MillisOf(day.AddDate(0, 0, 1))-1
	}
	return (f.Since == 0 || to >= f.Since) && (f.Until == 0 || from < f.Until)
}

// passage returns the paragraph of a text that holds most of the terms, the first
// of equal ones.
func passage(s string, terms []store.Term) (best string) {
	most := -1
	for paragraph := range strings.SplitSeq(s, "\n\n") {
		if strings.TrimSpace(paragraph) == "" {
			continue
		}
		if n := held(text.Tokens(paragraph), terms); n > most {
			best, most = paragraph, n
		}
	}
	return best
}

// held returns how many of the terms are among tokens.
func held(tokens []string, terms []store.Term) int {
	n := 0
	for _, t := range terms {
		if slices.ContainsFunc(tokens, func(s string) bool {
			return s == t.Token || t.Prefix && strings.HasPrefix(s, t.Token)
		}) {
			n++
		}
	}
	return n
}

// placed is writings among the candidates of memories: ranked as one of them,
// each by its best paragraph. Its candidates have negative ids.
type placed struct {
	hits []store.WritingHit
	line []string
}

// join adds writings to a pool of memories.
func join(pool store.Pool, hits []store.WritingHit, terms []store.Term) (store.Pool, placed) {
	p := placed{hits: hits}
	pool.Candidates, pool.Holding = slices.Clone(pool.Candidates), slices.Clone(pool.Holding)
	for i, h := range hits {
		best := passage(h.Text, terms)
		line, _ := text.Title(best)
		p.line = append(p.line, line)
		pool.Candidates = append(pool.Candidates, store.Candidate{
			ID: int64(-1 - i), State: store.Active, CreatedAt: h.UpdatedAt, UpdatedAt: h.UpdatedAt,
			Tokens: store.Tokens{Title: text.Compact(h.Document + h.Day), Body: text.Compact(best)},
		})
	}
	if len(hits) > 0 {
		pool.Documents = max(pool.Documents, 1)
		for i := range pool.Holding {
			pool.Holding[i] = max(pool.Holding[i], 1)
		}
	}
	return pool, p
}

// part takes the writings out of ranked hits.
func (p placed) part(hits []rank.Hit) ([]rank.Hit, []Writing) {
	memories := make([]rank.Hit, 0, len(hits))
	var found []Writing
	for _, h := range hits {
		if h.ID > 0 {
			memories = append(memories, h)
			continue
		}
		i := int(-1 - h.ID)
		w := p.hits[i]
		found = append(found, Writing{Name: w.Name(), Line: p.line[i], Tokens: w.Tokens, UpdatedAt: w.UpdatedAt, Before: len(memories)})
	}
	return memories, found
}
