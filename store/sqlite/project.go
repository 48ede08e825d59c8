package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"memtray/store"
	"memtray/store/text"
)

// Project finds or creates a project. See [store.ProjectRef].
func (s *Store) Project(ctx context.Context, ref store.ProjectRef) (store.Project, error) {
	if err := checkRef(ref); err != nil {
		return store.Project{}, err
	}
	var p store.Project
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		id, complete, err := findProject(ctx, q, ref)
		if err == nil && id != 0 && (complete || !ref.Create) {
			p, err = loadProject(ctx, q, id)
		}
		return err
	})
	if err != nil || p.ID != 0 {
		return p, err
	}
	if !ref.Create {
		return store.Project{}, s.unknownProject(ctx, ref)
	}
	err = s.write(ctx, func(ctx context.Context, t *transaction) error {
		created := false
		// Another process may have created it meanwhile.
		id, complete, err := findProject(ctx, t, ref)
		if err == nil && id == 0 {
			created = true
			id, err = t.createProject(ctx, ref)
		}
		if err == nil && !complete {
			err = t.claimKeys(ctx, ref.Keys, id)
		}
		if err == nil {
			p, err = loadProject(ctx, t, id)
			p.Created = created
		}
		return err
	})
	return p, err
}

func checkRef(ref store.ProjectRef) error {
	name := ref.Name
	if name == "" {
		if len(ref.Keys) == 0 {
			return store.Errorf(store.Invalid, "a project's name or folder is required")
		}
		if !ref.Create {
			return nil
		}
		name = ref.Label
	}
	return checkProjectName(name)
}

func checkProjectName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return store.Errorf(store.Invalid, "a project's name must not be empty")
	case utf8.RuneCountInString(name) > store.MaxProject:
		return store.Errorf(store.Invalid, "a project's name must have at most %d characters", store.MaxProject)
	case strings.ContainsAny(name, "\n\r"):
		return store.Errorf(store.Invalid, "a project's name must be one line")
	}
	return nil
}

// findProject returns the id of the project asked for, or 0, and whether all of
// its keys are known already.
func findProject(ctx context.Context, q queryer, ref store.ProjectRef) (id int64, complete bool, err error) {
	if ref.Name != "" {
		id, err = projectNamed(ctx, q, ref.Name)
		return id, true, err
	}
	complete = true
	for _, k := range ref.Keys {
		var owner int64
		err := q.QueryRowContext(ctx, `select project_id from project_keys where kind = ? and value = ?`, k.Kind, k.Value).Scan(&owner)
		if errors.Is(err, sql.ErrNoRows) {
			complete = false
			continue
		}
		if err != nil {
			return 0, false, err
		}
		if id == 0 {
			id = owner
		}
	}
	return id, complete, nil
}

func projectNamed(ctx context.Context, q queryer, name string) (int64, error) {
	key := text.Fold(name)
	var id int64
	err := q.QueryRowContext(ctx, `select id from projects where name_key = ?
		union all select project_id from project_aliases where name_key = ?`, key, key).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func (t *transaction) createProject(ctx context.Context, ref store.ProjectRef) (int64, error) {
	name := strings.TrimSpace(ref.Name)
	if name == "" {
		var err error
		if name, err = freeName(ctx, t, strings.TrimSpace(ref.Label)); err != nil {
			return 0, err
		}
	}
	id, err := t.exec(ctx, `insert into projects (name, name_key, created_at) values (?, ?, ?)`, name, text.Fold(name), t.at)
	if err != nil {
		return 0, err
	}
	return id, t.log(ctx, subjectProject, 0)
}

// freeName returns label, with a number added if it is taken.
func freeName(ctx context.Context, q queryer, label string) (string, error) {
	for n := 1; ; n++ {
		name := label
		if n > 1 {
			name = fmt.Sprintf("%s %d", label, n)
		}
		id, err := projectNamed(ctx, q, name)
		if err != nil || id == 0 {
			return name, err
		}
	}
}

// claimKeys remembers the keys that are still unknown.
func (t *transaction) claimKeys(ctx context.Context, keys []store.ProjectKey, project int64) error {
	for _, k := range keys {
		_, err := t.ExecContext(ctx, `insert into project_keys (kind, value, project_id, created_at) values (?, ?, ?, ?)
			on conflict (kind, value) do nothing`, k.Kind, k.Value, project, t.at)
		if err != nil {
			return err
		}
	}
	return nil
}
