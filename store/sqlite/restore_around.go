package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"memtray/store"
	"memtray/store/text"
)

// surroundings restores what memories need and what the person has set. What is
// set in the store stays. Left out are presence, the change log, the recall log
// and counts, and tokens: one that was taken back must not be valid again.
func (r *restoring) surroundings(ctx context.Context, t *transaction) error {
	if err := r.findProjects(ctx, t); err != nil {
		return err
	}
	if err := keepFree(ctx, t, r.last); err != nil {
		return err
	}
	for _, table := range []struct{ name, columns string }{
		{"clients", "id, first_at, last_at, trust, hourly_limit"},
		{"settings", "name, value"},
		{"registrations", "client, part, file, command, at, version, created_file, created_dirs, around, after_hash, offset, inserted, replaced"},
		{"purged", "uid, at"},
		{"saved_views", "name, query, position, created_at"},
	} {
		if err := r.copyRows(ctx, t, table.name, table.columns); err != nil {
			return err
		}
	}
	if err := r.trusts(ctx, t); err != nil {
		return err
	}
	if err := t.takePurged(ctx, r.home); err != nil {
		return err
	}
	for _, subject := range []string{subjectProject, subjectClient, subjectSetting, subjectRegistration} {
		if err := t.log(ctx, subject, 0); err != nil {
			return err
		}
	}
	return nil
}

// copyRows adds the rows of a table whose key is not taken.
func (r *restoring) copyRows(ctx context.Context, t *transaction, table, columns string) error {
	rows, err := r.from.QueryContext(ctx, `select `+columns+` from `+table)
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	marks := "?"
	for range len(names) - 1 {
		marks += ", ?"
	}
	for rows.Next() {
		values := make([]any, len(names))
		into := make([]any, len(names))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, `insert or ignore into `+table+` (`+columns+`) values (`+marks+`)`, values...); err != nil {
			return err
		}
	}
	return rows.Err()
}

// trusts restores the levels of clients in projects where none is set.
func (r *restoring) trusts(ctx context.Context, t *transaction) error {
	all, err := projectTrusts(ctx, r.from, "")
	if err != nil {
		return err
	}
	for client, levels := range all {
		for _, l := range levels {
			_, err := t.ExecContext(ctx, `insert or ignore into client_projects (client, project_id, trust) values (?, ?, ?)`, client, r.projects[l.ProjectID], l.Trust)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// findProjects finds each project of the copy by its keys, then by its name, or
// creates it.
func (r *restoring) findProjects(ctx context.Context, t *transaction) error {
	all, err := r.copiedProjects(ctx)
	if err != nil {
		return err
	}
	for id, p := range all {
		for range all { // a project may be merged into one that is merged itself
			if p.mergedInto != 0 {
				p = all[p.mergedInto]
			}
		}
		if r.projects[id], err = r.findProject(ctx, t, p); err != nil {
			return err
		}
	}
	return r.aliases(ctx, t)
}

func (r *restoring) findProject(ctx context.Context, t *transaction, p *copiedProject) (int64, error) {
	there, _, err := findProject(ctx, t, store.ProjectRef{Keys: p.keys})
	if err == nil && there != 0 && p.revision > 1 {
		err = t.nameAgain(ctx, there, p.name)
	}
	if err == nil && there == 0 {
		there, err = t.namesake(ctx, p)
	}
	if err == nil && there == 0 {
		there, err = t.createProject(ctx, store.ProjectRef{Label: p.name})
	}
	if err != nil {
		return 0, err
	}
	return there, t.claimKeys(ctx, p.keys, there)
}

// nameAgain gives a project the name that a person gave it in the copy, where it
// was only created anew from its folder since: it was never renamed and has no
// other names. Its present name leads to it still.
func (t *transaction) nameAgain(ctx context.Context, id int64, name string) error {
	var now string
	err := t.QueryRowContext(ctx, `select name from projects where id = ? and revision = 1
		and not exists (select 1 from project_aliases where project_id = projects.id)`, id).Scan(&now)
	if errors.Is(err, sql.ErrNoRows) || reserved(id) {
		return nil
	}
	if err != nil {
		return err
	}
	if taken, err := projectNamed(ctx, t, name); err != nil || taken != 0 {
		return err
	}
	if _, err := t.ExecContext(ctx, `update projects set name = ?, name_key = ? where id = ?`, name, text.Fold(name), id); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `insert into project_aliases (name_key, name, project_id) values (?, ?, ?)`, text.Fold(now), now, id)
	return err
}

// namesake returns the project that has the name of one of the copy, or 0. Two
// of which each has a remote of its own are not the same.
func (t *transaction) namesake(ctx context.Context, p *copiedProject) (int64, error) {
	id, err := projectNamed(ctx, t, p.name)
	if err != nil || id == 0 || !slices.ContainsFunc(p.keys, func(k store.ProjectKey) bool { return k.Kind == store.KeyRemote }) {
		return id, err
	}
	var other bool
	err = t.QueryRowContext(ctx, `select exists (select 1 from project_keys where project_id = ? and kind = 'remote')`, id).Scan(&other)
	if other {
		id = 0
	}
	return id, err
}

// aliases restores the names that lead to projects, unless they are taken.
func (r *restoring) aliases(ctx context.Context, t *transaction) error {
	rows, err := r.from.QueryContext(ctx, `select name_key, name, project_id from project_aliases`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key, name string
		var project int64
		if err := rows.Scan(&key, &name, &project); err != nil {
			return err
		}
		if taken, err := projectNamed(ctx, t, name); err != nil || taken != 0 {
			if err != nil {
				return err
			}
			continue
		}
		if _, err := t.ExecContext(ctx, `insert into project_aliases (name_key, name, project_id) values (?, ?, ?)`, key, name, r.projects[project]); err != nil {
			return err
		}
	}
	return rows.Err()
}

// copiedProject is a project of the copy.
type copiedProject struct {
	name       string
	revision   int64 // above 1 if a person renamed it or merged others into it
	mergedInto int64
	keys       []store.ProjectKey
}

func (r *restoring) copiedProjects(ctx context.Context) (map[int64]*copiedProject, error) {
	rows, err := r.from.QueryContext(ctx, `select p.id, p.name, p.revision, coalesce(p.merged_into, 0), coalesce(k.kind, ''), coalesce(k.value, ''),
			coalesce(k.remote, ''), coalesce(k.root_commit, ''), coalesce(k.born, '')
		from projects p left join project_keys k on k.project_id = p.id
		order by case k.kind when 'remote' then 1 when 'root_commit' then 2 when 'common_dir' then 3 else 4 end, k.value`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[int64]*copiedProject{}
	for rows.Next() {
		var id int64
		var p copiedProject
		var key store.ProjectKey
		if err := rows.Scan(&id, &p.name, &p.revision, &p.mergedInto, &key.Kind, &key.Value,
			&key.Marks.Remote, &key.Marks.RootCommit, &key.Marks.Born); err != nil {
			return nil, err
		}
		if all[id] == nil {
			all[id] = &p
		}
		if key.Value != "" {
			all[id].keys = append(all[id].keys, key)
		}
	}
	return all, rows.Err()
}
