package sqlite

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

const projectQuery = `select p.id, p.name, p.created_at,
	(select count(*) from memories m where m.project_id = p.id and m.state in ('pending', 'active'))
	from projects p`

// Projects returns all projects, by name.
func (s *Store) Projects(ctx context.Context) ([]store.Project, error) {
	var out []store.Project
	err := s.read(ctx, func(ctx context.Context, q queryer) (err error) {
		out, err = loadProjects(ctx, q, projectQuery+` where p.merged_into is null order by p.name_key`)
		return err
	})
	return out, err
}

func loadProject(ctx context.Context, q queryer, id int64) (store.Project, error) {
	found, err := loadProjects(ctx, q, projectQuery+` where p.id = ?`, id)
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

// nearestShown is how many names an error offers instead of an unknown one.
const nearestShown = 3

// unknownProject is the error for a project that does not exist. It names the
// nearest names.
func (s *Store) unknownProject(ctx context.Context, ref store.ProjectRef) error {
	if ref.Name == "" {
		return store.Errorf(store.NotFound, "no project is known for this folder yet")
	}
	all, err := s.Projects(ctx)
	if err != nil {
		return err
	}
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.Name
	}
	near := nearest(ref.Name, names)
	for i, n := range near {
		near[i] = strconv.Quote(n)
	}
	return store.Errorf(store.NotFound, "there is no project named %q; the nearest names are %s",
		text.Cut(ref.Name, 40), strings.Join(near, ", "))
}

// nearest returns the names that are most like name, the likest first.
func nearest(name string, names []string) []string {
	key := text.Fold(name)
	type scored struct {
		name     string
		distance int
	}
	all := make([]scored, len(names))
	for i, n := range names {
		folded := text.Fold(n)
		d := 2 * distance([]rune(key), []rune(folded))
		if strings.Contains(folded, key) || strings.Contains(key, folded) {
			d = len([]rune(folded)) // a part of the name is nearer than any misspelling of its length
		}
		all[i] = scored{n, d}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(a.distance, b.distance) })
	out := []string{}
	for _, s := range all[:min(nearestShown, len(all))] {
		out = append(out, s.name)
	}
	return out
}

// distance is the number of single-character edits between a and b.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			cost := diagonal
			if x != y {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
