package sqlite

import (
	"context"
	"maps"
	"slices"

	"memtray/store"
)

// addNear adds the memories that are near the query in meaning to its pool, and
// says of every candidate how near it is.
func (c *candidateReader) addNear(ctx context.Context, r queryer, pool *store.Pool) error {
	similarity := make(map[int64]float64, len(c.query.Near))
	for _, one := range c.query.Near {
		similarity[one.ID] = one.Similarity
	}
	missing := maps.Clone(similarity)
	for _, m := range pool.Candidates {
		delete(missing, m.ID)
	}
	ids, err := c.within(ctx, r, slices.Sorted(maps.Keys(missing)))
	if err != nil {
		return err
	}
	scores := make([]scored, len(ids))
	for i, id := range ids {
		scores[i].id = id
	}
	added, err := c.details(ctx, r, scores)
	if err != nil {
		return err
	}
	if err := c.newer(ctx, r, added); err != nil {
		return err
	}
	if c.query.Neighbours {
		around, err := neighbourTokens(ctx, r, added)
		if err != nil {
			return err
		}
		maps.Copy(pool.Neighbours, around)
	}
	pool.Candidates = append(pool.Candidates, added...)
	for i := range pool.Candidates {
		pool.Candidates[i].Similarity = similarity[pool.Candidates[i].ID]
	}
	return nil
}

// within returns those of ids that the filter lets pass.
func (c *candidateReader) within(ctx context.Context, r queryer, ids []int64) ([]int64, error) {
	sel := selectionOf(store.Query{Filter: c.query.Filter})
	sel.in(`m.id`, jsonList(ids))
	from, args := sel.from(true)
	return column[int64](r.QueryContext(ctx, `select m.id`+from+` order by m.id desc`, args...))
}
