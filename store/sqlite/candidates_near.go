package sqlite

import (
	"context"
	"slices"

	"memtray/store"
)

// withNear adds the memories that are near the query in meaning to those found
// by terms, if the filter lets them pass.
func (c *candidateReader) withNear(ctx context.Context, r queryer, found []scored) ([]scored, error) {
	if len(c.query.Near) == 0 {
		return found, nil
	}
	var missing []int64
	for _, one := range c.query.Near {
		if !slices.ContainsFunc(found, func(s scored) bool { return s.id == one.ID }) {
			missing = append(missing, one.ID)
		}
	}
	sel := checksOf(c.query.Filter)
	sel.in(`m.id`, jsonList(missing))
	from, args := sel.from(true)
	ids, err := column[int64](r.QueryContext(ctx, `select m.id`+from+` order by m.id desc`, args...))
	for _, id := range ids {
		found = append(found, scored{id: id})
	}
	return found, err
}

// sayNear says of every candidate how near it is.
func (c *candidateReader) sayNear(all []store.Candidate) {
	for _, one := range c.query.Near {
		if i := slices.IndexFunc(all, func(m store.Candidate) bool { return m.ID == one.ID }); i >= 0 {
			all[i].Similarity = one.Similarity
		}
	}
}
