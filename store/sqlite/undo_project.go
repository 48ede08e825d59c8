package sqlite

import (
	"context"
	"encoding/json"

	"memtray/store"
)

// leftProject is what an act left behind on one project, and what was before.
type leftProject struct {
	id, revision int64
	before       projectImage
}

func projectsLeftBy(ctx context.Context, q queryer, act int64) ([]leftProject, error) {
	rows, err := q.QueryContext(ctx, `select project_id, revision, before from project_revisions where act_id = ? order by project_id`, act)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []leftProject
	for rows.Next() {
		var l leftProject
		var before string
		if err := rows.Scan(&l.id, &l.revision, &before); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(before), &l.before); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

// projects restores the projects that are still as the act left them. It comes
// before the memories, which need their project.
func (u *undoing) projects(ctx context.Context) error {
	all, err := projectsLeftBy(ctx, u.t, u.undoes)
	if err != nil {
		return err
	}
	for _, l := range all {
		p, err := loadProjectState(ctx, u.t, l.id)
		if err != nil {
			return err
		}
		by, stands, err := projectStanding(ctx, u.t, p, l.revision)
		if err != nil {
			return err
		}
		if !stands {
			u.out.Kept = append(u.out.Kept, store.Kept{Project: l.id, By: by})
			continue
		}
		if err := u.begin(ctx); err != nil {
			return err
		}
		if err := u.t.reviseProject(ctx, p, l.before, u.out.Act); err != nil {
			return err
		}
		u.out.Projects = append(u.out.Projects, l.id)
	}
	return nil
}

// followMerges moves what was saved into a project before it was merged again.
func (u *undoing) followMerges(ctx context.Context) error {
	for _, id := range u.out.Projects {
		into, err := liveProject(ctx, u.t, id)
		if err != nil {
			return err
		}
		if into == id {
			continue
		}
		if _, _, err := u.t.moveAll(ctx, id, into, u.out.Act); err != nil {
			return err
		}
	}
	return nil
}
