package sqlite

import (
	"context"

	"memtray/store"
)

const projectQuery = `select p.id, p.name, p.created_at,
	(select count(*) from memories m where m.project_id = p.id and m.state in ('pending', 'active'))
	from projects p`

// namedProject counts no memories: each call of a client begins with it.
const namedProject = `select p.id, p.name, p.created_at, 0 from projects p where p.id = ?`

// Projects returns all projects, by name.
func (s *Store) Projects(ctx context.Context) ([]store.Project, error) {
	var out []store.Project
	err := s.read(ctx, func(ctx context.Context, q queryer) (err error) {
		out, err = loadProjects(ctx, q, projectQuery+` where p.merged_into is null order by p.name_key`)
		return err
	})
	return out, err
}

func loadProject(ctx context.Context, q queryer, query string, id int64) (store.Project, error) {
	found, err := loadProjects(ctx, q, query, id)
	if err != nil {
		return store.Project{}, err
	}
	return found[0], nil
}

func loadProjects(ctx context.Context, q queryer, query string, args ...any) ([]store.Project, error) {
	aliases, err := loadAliases(ctx, q)
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := []store.Project{}
	for rows.Next() {
		var p store.Project
		if err := rows.Scan(&p.ID, &p.Name, &p.CreatedAt, &p.Memories); err != nil {
			return nil, err
		}
		p.Aliases = aliases[p.ID]
		out = append(out, p)
	}
	return out, rows.Err()
}

func loadAliases(ctx context.Context, q queryer) (map[int64][]string, error) {
	rows, err := q.QueryContext(ctx, `select project_id, name from project_aliases order by name_key`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[int64][]string{}
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		out[id] = append(out[id], name)
	}
	return out, rows.Err()
}
