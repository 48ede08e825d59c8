package sqlite

import (
	"context"
	"slices"
	"strings"

	"memtray/store"
	"memtray/store/text"
)

// RenameProject gives a project another display name. See [store.Store].
func (s *Store) RenameProject(ctx context.Context, by store.Author, id int64, name string) (store.ProjectAct, error) {
	name = strings.TrimSpace(name)
	if err := checkAuthor(by); err != nil {
		return store.ProjectAct{}, err
	}
	if err := checkProjectName(name); err != nil {
		return store.ProjectAct{}, err
	}
	if reserved(id) {
		return store.ProjectAct{}, store.Errorf(store.Invalid, "unfiled and global are reserved; they cannot be renamed")
	}
	return s.projectAct(ctx, func(ctx context.Context, t *transaction, out *store.ProjectAct) error {
		p, err := t.ownProject(ctx, id)
		if err != nil {
			return err
		}
		if err := t.refuseTaken(ctx, id, name); err != nil {
			return err
		}
		if out.Project.ID = id; p.Name == name {
			return nil
		}
		next := p.projectImage
		next.Name = name
		next.Aliases = slices.DeleteFunc(append(slices.Clone(p.Aliases), p.Name), func(alias string) bool {
			return text.Fold(alias) == text.Fold(name)
		})
		if out.Act, err = t.beginAct(ctx, by, "rename"); err != nil {
			return err
		}
		return t.reviseProject(ctx, p, next, out.Act)
	})
}

// MergeProjects moves everything of one project into another. See [store.Store].
func (s *Store) MergeProjects(ctx context.Context, by store.Author, from, into int64) (store.ProjectAct, error) {
	switch err := checkAuthor(by); {
	case err != nil:
		return store.ProjectAct{}, err
	case reserved(from) || reserved(into):
		return store.ProjectAct{}, store.Errorf(store.Invalid, "unfiled and global are reserved; they cannot be merged: move memories instead")
	case from == into:
		return store.ProjectAct{}, store.Errorf(store.Invalid, "a project cannot be merged into itself")
	}
	return s.projectAct(ctx, func(ctx context.Context, t *transaction, out *store.ProjectAct) error {
		p, err := t.ownProject(ctx, from)
		if err != nil {
			return err
		}
		if _, err = t.ownProject(ctx, into); err != nil {
			return err
		}
		if out.Act, err = t.beginAct(ctx, by, "merge"); err != nil {
			return err
		}
		next := p.projectImage
		next.MergedInto = into
		if err := t.reviseProject(ctx, p, next, out.Act); err != nil {
			return err
		}
		out.Project.ID = into
		out.Moved, out.Joined, err = t.moveAll(ctx, from, into, out.Act)
		if err != nil {
			return err
		}
		return t.countRevisions(ctx, out.Act)
	})
}

// projectAct runs do in a transaction and loads the project whose id it leaves.
func (s *Store) projectAct(ctx context.Context, do func(ctx context.Context, t *transaction, out *store.ProjectAct) error) (store.ProjectAct, error) {
	var out store.ProjectAct
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		err := do(ctx, t, &out)
		if err == nil {
			out.Project, err = loadProject(ctx, t, projectQuery+` where p.id = ?`, out.Project.ID)
		}
		return err
	})
	if err != nil {
		return store.ProjectAct{}, err
	}
	return out, nil
}

func reserved(id int64) bool { return id == store.Unfiled || id == store.Global }

// beginAct inserts an act that has changed no memory yet.
func (t *transaction) beginAct(ctx context.Context, by store.Author, kind string) (int64, error) {
	if err := t.touchClient(ctx, by); err != nil {
		return 0, err
	}
	session, err := t.lastSession(ctx, by)
	if err != nil {
		return 0, err
	}
	by.Session = session
	return t.insertAct(ctx, store.Act{Author: by, Kind: kind})
}

// ownProject returns a project that was not merged into another one.
func (t *transaction) ownProject(ctx context.Context, id int64) (projectState, error) {
	p, err := loadProjectState(ctx, t, id)
	if err == nil && p.MergedInto != 0 {
		err = noProject(id)
	}
	return p, err
}

// refuseTaken fails if name leads to another project than id.
func (t *transaction) refuseTaken(ctx context.Context, id int64, name string) error {
	owner, err := projectNamed(ctx, t, name)
	if err != nil || owner == 0 || owner == id {
		return err
	}
	if reserved(owner) {
		return store.Errorf(store.Conflict, "the names unfiled and global are reserved; choose another one")
	}
	return store.Errorf(store.Conflict, "that is already a name of another project; choose another one, or merge the two")
}

// moveAll moves all memories of one project into another as part of an act. A
// memory whose text is there already goes to the trash instead.
func (t *transaction) moveAll(ctx context.Context, from, into, act int64) (moved, joined int, err error) {
	ids, err := column[int64](t.QueryContext(ctx, `select id from memories where project_id = ? order by id limit ?`, from, store.MaxSelected+1))
	if err != nil {
		return 0, 0, err
	}
	if len(ids) > store.MaxSelected {
		return 0, 0, store.Errorf(store.Invalid, "the project has more than %d memories, the most that one act may change; move some of them first", store.MaxSelected)
	}
	for step := range slices.Chunk(ids, loadStep) {
		found, err := loadMemories(ctx, t, step)
		if err != nil {
			return 0, 0, err
		}
		for _, id := range step {
			equal, err := t.moveOne(ctx, found[id], into, act)
			if err != nil {
				return 0, 0, err
			}
			if equal {
				joined++
			}
		}
	}
	return len(ids), joined, nil
}

func (t *transaction) moveOne(ctx context.Context, m *store.Memory, into, act int64) (joined bool, err error) {
	next := *m
	next.ProjectID = into
	other, err := equalMemory(ctx, t, &next)
	if err != nil {
		return false, err
	}
	if other == 0 {
		return false, t.revise(ctx, m, &next, act)
	}
	return true, t.join(ctx, m, &next, other, act)
}

// strengthen gives a memory what an equal one had more of.
func (t *transaction) strengthen(ctx context.Context, id int64, equal *store.Memory, act int64) error {
	m, err := loadMemory(ctx, t, id)
	if err != nil {
		return err
	}
	next := m
	next.Pinned = m.Pinned || equal.Pinned
	next.ReviewedAt = max(m.ReviewedAt, equal.ReviewedAt)
	if equal.State == store.Active {
		next.State = store.Active
	}
	if next.Pinned == m.Pinned && next.ReviewedAt == m.ReviewedAt && next.State == m.State {
		return nil
	}
	return t.revise(ctx, &m, &next, act)
}

func ptr[T any](v T) *T { return &v }
