package sqlite

import (
	"context"
	"encoding/json"
	"errors"

	"memtray/store"
)

// history is all that acts left on one memory of a copy, with the store's
// numbers. The images still hold the links of the copy.
type history struct {
	revisions []revision
	last      int64 // the act that left the memory as it is
}

type revision struct {
	number, act int64
	before      *image
}

func (r *restoring) history(ctx context.Context, t *transaction, memory int64) (history, error) {
	var h history
	rows, err := r.from.QueryContext(ctx, `select revision, act_id, coalesce(before, '') from revisions where memory_id = ? order by revision`, memory)
	if err != nil {
		return h, unread(err)
	}
	for rows.Next() {
		var one revision
		var before string
		if err = rows.Scan(&one.number, &one.act, &before); err == nil && before != "" {
			err = json.Unmarshal([]byte(before), &one.before)
		}
		if err != nil {
			break
		}
		h.revisions = append(h.revisions, one)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return h, unread(err)
	}
	for i := range h.revisions {
		one := &h.revisions[i]
		if one.act, err = r.oldAct(ctx, t, one.act); err != nil {
			return h, err
		}
		if one.before != nil {
			one.before.ProjectID = r.projects[one.before.ProjectID]
			one.before.Links = []store.Link{} // their numbers may be others now
		}
		h.last = one.act
	}
	return h, nil
}

// oldAct returns the store's number of an act of the copy.
func (r *restoring) oldAct(ctx context.Context, t *transaction, from int64) (int64, error) {
	if id, ok := r.acts[from]; ok {
		return id, nil
	}
	var a store.Act
	err := r.from.QueryRowContext(ctx, `select `+actColumns+` from acts a where a.id = ?`, from).Scan(actFields(&a)...)
	if err != nil {
		return 0, unread(err)
	}
	if a.Author.Session, err = r.session(ctx, t, a.Author.Session); err != nil {
		return 0, err
	}
	a.Undoes = r.acts[a.Undoes] // 0 where that act is not of a restored memory
	at := t.at
	t.at = a.At
	id, err := t.insertAct(ctx, a)
	t.at = at
	r.acts[from] = id
	return id, err
}

func (h history) put(ctx context.Context, t *transaction, memory int64) error {
	for _, one := range h.revisions {
		if err := t.insertRevision(ctx, memory, one.number, one.act, one.before); err != nil {
			return err
		}
	}
	return nil
}

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
		{"registrations", "client, file, command, at, version, created_file, created_dirs, after_hash, offset, inserted, replaced"},
		{"exclusions", "what, glob, created_at"},
		{"saved_views", "name, query, position, created_at"},
	} {
		if err := r.copyRows(ctx, t, table.name, table.columns); err != nil {
			return err
		}
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

// findProjects finds each project of the copy by its keys, then by its name, or
// creates it.
func (r *restoring) findProjects(ctx context.Context, t *transaction) error {
	refs, names, err := r.copiedProjects(ctx)
	if err != nil {
		return err
	}
	for id, ref := range refs {
		there, _, err := findProject(ctx, t, store.ProjectRef{Keys: ref})
		if err == nil && there == 0 {
			there, err = projectNamed(ctx, t, names[id])
		}
		if err == nil && there == 0 {
			there, err = t.createProject(ctx, store.ProjectRef{Name: names[id]})
		}
		if err == nil {
			err = t.claimKeys(ctx, ref, there)
		}
		if err != nil {
			return err
		}
		r.projects[id] = there
	}
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

// copiedProjects returns keys and names of the copy's projects.
func (r *restoring) copiedProjects(ctx context.Context) (map[int64][]store.ProjectKey, map[int64]string, error) {
	refs, names := map[int64][]store.ProjectKey{}, map[int64]string{}
	rows, err := r.from.QueryContext(ctx, `select p.id, p.name, coalesce(k.kind, ''), coalesce(k.value, '')
		from projects p left join project_keys k on k.project_id = p.id`)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var name string
		var key store.ProjectKey
		if err := rows.Scan(&id, &name, &key.Kind, &key.Value); err != nil {
			return nil, nil, err
		}
		names[id] = name
		if refs[id] == nil {
			refs[id] = []store.ProjectKey{}
		}
		if key.Value != "" {
			refs[id] = append(refs[id], key)
		}
	}
	return refs, names, rows.Err()
}
