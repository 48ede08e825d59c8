package sqlite

import (
	"context"
	"encoding/json"

	"memtray/store"
)

// Versions returns all versions of a memory, newest first.
func (s *Store) Versions(ctx context.Context, id int64) ([]store.Version, error) {
	var out []store.Version
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		m, err := loadMemory(ctx, q, id)
		if err != nil {
			return err
		}
		if out, err = loadVersions(ctx, q, &m); err != nil {
			return err
		}
		return nameProjects(ctx, q, out)
	})
	return out, err
}

// loadVersions goes back from what the memory is now: a revision keeps what was
// before it, so each image comes from the revision after it.
func loadVersions(ctx context.Context, q queryer, m *store.Memory) ([]store.Version, error) {
	rows, err := q.QueryContext(ctx, `select r.revision, coalesce(r.before, ''), `+actColumns+`
		from revisions r join acts a on a.id = r.act_id
		where r.memory_id = ? order by r.revision desc`, m.ID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []store.Version{}
	image := imageOf(m)
	for rows.Next() {
		v := store.Version{Image: image.Image}
		var before string
		if err := rows.Scan(append([]any{&v.Revision, &before}, actFields(&v.Act)...)...); err != nil {
			return nil, err
		}
		if before != "" {
			image.Image = store.Image{}
			if err := json.Unmarshal([]byte(before), &image); err != nil {
				return nil, err
			}
		}
		out = append(out, v)
	}
	return out, rows.Err()
}

// nameProjects gives the images the names that their projects have now.
func nameProjects(ctx context.Context, q queryer, all []store.Version) error {
	rows, err := q.QueryContext(ctx, `select id, name from projects`)
	if err != nil {
		return err
	}
	defer rows.Close()
	names := map[int64]string{}
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return err
		}
		names[id] = name
	}
	for i := range all {
		all[i].Image.Project = names[all[i].Image.ProjectID]
	}
	return rows.Err()
}
