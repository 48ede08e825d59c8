package recall

import (
	"context"
	"slices"

	"memtray/store"
	"memtray/store/rank"
)

// isRanked reports whether a query is answered by ranking: it asks for the best
// of what the index knows. Bounds that are not kept are for the store to refuse.
func isRanked(q store.Query) bool {
	return len(q.Terms) > 0 && (q.Sort == "" || q.Sort == store.Relevance) &&
		!slices.Contains(q.Filter.States, store.Trashed) &&
		q.Limit >= 1 && q.Limit <= store.MaxPage && q.Offset >= 0
}

// ranked returns a page of the engine's best, and of what is near in meaning, in
// the order of package rank, and behind them of all others in the engine's. With
// writings it looks for documents and days of the journal too.
func (r *Recall) ranked(ctx context.Context, q store.Query, ahead int, writings bool) (Result, error) {
	q.Near = r.embeddings.Near(ctx, q.Literal, q.Filter)
	pool, err := r.store.Candidates(ctx, q, store.MaxCandidates)
	if err != nil {
		return Result{}, err
	}
	var texts []store.WritingHit
	if writings {
		if texts, err = r.writings(ctx, q); err != nil {
			return Result{}, err
		}
	}
	all, beside := join(pool, texts, q.Terms)
	now := r.now()
	hits := rank.Order(all, Question(q.Literal, q.Terms, now), store.MillisOf(now), rank.Full())
	out := Result{Total: pool.Total, Matching: pool.Total, Partial: pool.Partial}
	hits, out.Writings = beside.part(hits)
	for _, h := range hits {
		if h.Termless {
			out.Total++
		}
	}
	start := min(q.Offset, len(hits))
	end := min(start+q.Limit, len(hits))
	page := hits[start:end]
	for _, h := range hits[end:min(end+ahead, len(hits))] {
		out.Ahead = append(out.Ahead, Ahead{ID: h.ID, Why: h.Why})
	}
	if out.Rows, err = r.rows(ctx, q, page); err != nil {
		return Result{}, err
	}
	left := q.Limit - len(page)
	if left == 0 || out.Total <= len(hits) {
		return out, nil
	}
	q.Offset, q.Limit = q.Offset-start, left
	q.Filter.Except = slices.Clone(q.Filter.Except)
	for _, h := range hits {
		q.Filter.Except = append(q.Filter.Except, h.ID)
	}
	behind, err := r.find(ctx, q)
	out.Rows = append(out.Rows, behind.Rows...)
	return out, err
}

// rows reads the rows of hits. What does not match the filter any more since
// they were found is left out.
func (r *Recall) rows(ctx context.Context, q store.Query, hits []rank.Hit) ([]Hit, error) {
	out := make([]Hit, 0, len(hits))
	if len(hits) == 0 {
		return out, nil
	}
	f := q.Filter
	f.IDs = nil
	for _, h := range hits {
		f.IDs = append(f.IDs, h.ID)
	}
	found, err := r.store.Find(ctx, store.Query{Filter: f, Limit: len(f.IDs)})
	if err != nil {
		return nil, err
	}
	rows := make(map[int64]store.Row, len(found.Rows))
	for _, row := range found.Rows {
		rows[row.ID] = row
	}
	for _, h := range hits {
		if row, ok := rows[h.ID]; ok {
			out = append(out, Hit{Row: row, Why: h.Why})
		}
	}
	return out, nil
}
