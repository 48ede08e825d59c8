package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"memtray/store"
	"memtray/store/text"
)

// projectImage is what a project revision keeps of what was before.
type projectImage struct {
	Name       string             `json:"name"`
	Aliases    []string           `json:"aliases"`
	Keys       []store.ProjectKey `json:"keys"`
	MergedInto int64              `json:"merged_into,omitempty"`
}

// projectState is a project as it is.
type projectState struct {
	projectImage
	id, revision int64
}

func loadProjectState(ctx context.Context, q queryer, id int64) (projectState, error) {
	p := projectState{id: id}
	err := q.QueryRowContext(ctx, `select name, revision, coalesce(merged_into, 0) from projects where id = ?`, id).
		Scan(&p.Name, &p.revision, &p.MergedInto)
	if errors.Is(err, sql.ErrNoRows) {
		return p, noProject(id)
	}
	if err != nil {
		return p, err
	}
	p.Aliases, err = column[string](q.QueryContext(ctx, `select name from project_aliases where project_id = ? order by name_key`, id))
	if err != nil {
		return p, err
	}
	rows, err := q.QueryContext(ctx, `select kind, value, remote, root_commit, born from project_keys where project_id = ? order by kind, value`, id)
	if err != nil {
		return p, err
	}
	defer rows.Close()
	for rows.Next() {
		var k store.ProjectKey
		if err := rows.Scan(&k.Kind, &k.Value, &k.Marks.Remote, &k.Marks.RootCommit, &k.Marks.Born); err != nil {
			return p, err
		}
		p.Keys = append(p.Keys, k)
	}
	return p, rows.Err()
}

func noProject(id int64) error {
	return store.Errorf(store.NotFound, "there is no project with the number %d", id)
}

// liveProject returns where memories of project id belong: to itself, or to what
// it was merged into.
func liveProject(ctx context.Context, q queryer, id int64) (int64, error) {
	for {
		var into int64
		err := q.QueryRowContext(ctx, `select coalesce(merged_into, 0) from projects where id = ?`, id).Scan(&into)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, noProject(id)
		}
		if err != nil || into == 0 {
			return id, err
		}
		id = into
	}
}

// reviseProject makes project p what next is, as a part of an act, and keeps what
// it was before. Its memories are the caller's.
func (t *transaction) reviseProject(ctx context.Context, p projectState, next projectImage, act int64) error {
	var err error
	switch {
	case next.MergedInto != 0:
		err = t.giveAway(ctx, p, next.MergedInto)
	case p.MergedInto != 0:
		err = t.takeBack(ctx, p.id, next)
	default:
		err = t.setNames(ctx, p.id, next)
	}
	if err != nil {
		return err
	}
	before, err := json.Marshal(p.projectImage)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `insert into project_revisions (project_id, revision, act_id, before) values (?, ?, ?, ?)`,
		p.id, p.revision+1, act, string(before))
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `update projects set revision = revision + 1 where id = ?`, p.id); err != nil {
		return err
	}
	return t.log(ctx, subjectProject, 0)
}

// giveAway makes everything that leads to a project lead to another one.
func (t *transaction) giveAway(ctx context.Context, p projectState, into int64) error {
	into, err := liveProject(ctx, t, into)
	if err != nil {
		return err
	}
	for _, query := range []string{
		`update project_keys set project_id = ? where project_id = ?`,
		`update project_aliases set project_id = ? where project_id = ?`,
		`update projects set name_key = null, merged_into = ? where id = ?`,
	} {
		if _, err := t.ExecContext(ctx, query, into, p.id); err != nil {
			return err
		}
	}
	return t.putAlias(ctx, p.Name, into)
}

// takeBack makes a project that was merged one of its own again.
func (t *transaction) takeBack(ctx context.Context, id int64, next projectImage) error {
	if _, err := t.ExecContext(ctx, `delete from project_aliases where name_key = ?`, text.Fold(next.Name)); err != nil {
		return err
	}
	// What it was merged into may have taken the name.
	name, err := freeName(ctx, t, next.Name)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `update projects set name = ?, name_key = ?, merged_into = null where id = ?`, name, text.Fold(name), id)
	if err != nil {
		return err
	}
	for _, alias := range next.Aliases {
		if err := t.putAlias(ctx, alias, id); err != nil {
			return err
		}
	}
	for _, k := range next.Keys {
		_, err := t.ExecContext(ctx, `update project_keys set project_id = ? where kind = ? and value = ?`, id, k.Kind, k.Value)
		if err != nil {
			return err
		}
	}
	return t.claimKeys(ctx, next.Keys, id)
}

func (t *transaction) setNames(ctx context.Context, id int64, next projectImage) error {
	if _, err := t.ExecContext(ctx, `delete from project_aliases where project_id = ?`, id); err != nil {
		return err
	}
	_, err := t.ExecContext(ctx, `update projects set name = ?, name_key = ? where id = ?`, next.Name, text.Fold(next.Name), id)
	if err != nil {
		return err
	}
	for _, alias := range next.Aliases {
		if err := t.putAlias(ctx, alias, id); err != nil {
			return err
		}
	}
	return nil
}

// putAlias makes name lead to a project, unless it is the display name of one.
func (t *transaction) putAlias(ctx context.Context, name string, project int64) error {
	key := text.Fold(name)
	_, err := t.ExecContext(ctx, `insert into project_aliases (name_key, name, project_id)
		select ?, ?, ? where not exists (select 1 from projects where name_key = ?)
		on conflict (name_key) do update set project_id = excluded.project_id`, key, name, project, key)
	return err
}
