package sqlite

import (
	"context"

	"memtray/store"
)

// Clients returns all clients that ever called, last active first.
func (s *Store) Clients(ctx context.Context) ([]store.Client, error) {
	out := []store.Client{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		// Left alone, the planner takes the index of equal texts for its
		// condition and then reads every row.
		rows, err := q.QueryContext(ctx, `select c.id, c.first_at, c.last_at, coalesce(n.memories, 0), c.trust, c.hourly_limit
			from clients c left join (
				select client, count(*) as memories from memories indexed by memories_filter
				where state in ('pending', 'active') group by client
			) n on n.client = c.id
			order by c.last_at desc, c.id`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var c store.Client
			if err := rows.Scan(&c.ID, &c.FirstAt, &c.LastAt, &c.Memories, &c.Trust, &c.HourlyLimit); err != nil {
				return err
			}
			out = append(out, c)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		trusts, err := projectTrusts(ctx, q, "")
		for i := range out {
			if out[i].Projects = trusts[out[i].ID]; out[i].Projects == nil {
				out[i].Projects = []store.ProjectTrust{}
			}
		}
		return err
	})
	return out, err
}
