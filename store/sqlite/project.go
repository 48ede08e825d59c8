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
			p, err = loadProject(ctx, q, namedProject, id)
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
			err = t.settleKeys(ctx, ref.Keys, id)
		}
		if err == nil {
			p, err = loadProject(ctx, t, namedProject, id)
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

// findProject returns the id of the project asked for, or 0, and whether the
// store knows all that its keys say.
func findProject(ctx context.Context, q queryer, ref store.ProjectRef) (id int64, complete bool, err error) {
	if ref.Name != "" {
		id, err = projectNamed(ctx, q, ref.Name)
		return id, true, err
	}
	known := make([]knownKey, len(ref.Keys))
	for i, k := range ref.Keys {
		if known[i], err = findKey(ctx, q, k); err != nil {
			return 0, false, err
		}
		if id == 0 && !k.Marks.Replaces(known[i].marks) {
			id = known[i].project
		}
	}
	complete = true
	for i, k := range ref.Keys {
		current := known[i].project != 0
		if k.Place() {
			current = current && known[i].project == id && known[i].marks == k.Marks.After(known[i].marks)
		}
		complete = complete && current
	}
	return id, complete, nil
}

// knownKey is what the store knows of a key.
type knownKey struct {
	project int64 // 0: nothing
	marks   store.Marks
}

func findKey(ctx context.Context, q queryer, k store.ProjectKey) (knownKey, error) {
	var known knownKey
	err := q.QueryRowContext(ctx, `select project_id, remote, root_commit, born from project_keys where kind = ? and value = ?`, k.Kind, k.Value).
		Scan(&known.project, &known.marks.Remote, &known.marks.RootCommit, &known.marks.Born)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return known, err
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
		_, err := t.ExecContext(ctx, `insert into project_keys (kind, value, project_id, created_at, remote, root_commit, born)
			values (?, ?, ?, ?, ?, ?, ?) on conflict (kind, value) do nothing`,
			k.Kind, k.Value, project, t.at, k.Marks.Remote, k.Marks.RootCommit, k.Marks.Born)
		if err != nil {
			return err
		}
	}
	return nil
}

// settleKeys claims the keys of a folder that was just looked at: its places
// belong to the project from now on.
func (t *transaction) settleKeys(ctx context.Context, keys []store.ProjectKey, project int64) error {
	for _, k := range keys {
		if !k.Place() {
			continue
		}
		known, err := findKey(ctx, t, k)
		if err != nil {
			return err
		}
		now := k.Marks.After(known.marks)
		_, err = t.ExecContext(ctx, `update project_keys set project_id = ?, remote = ?, root_commit = ?, born = ? where kind = ? and value = ?`,
			project, now.Remote, now.RootCommit, now.Born, k.Kind, k.Value)
		if err != nil {
			return err
		}
	}
	return t.claimKeys(ctx, keys, project)
}
