package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"time"

	"memtray/store"
)

// hour is one hour in milliseconds.
const hour = store.Millis(time.Hour / time.Millisecond)

// countSave counts a new memory or note of a client in its hour.
func (t *transaction) countSave(ctx context.Context, by store.Author) error {
	if by.Kind != store.Agent {
		return nil
	}
	_, err := t.ExecContext(ctx, `update clients set hour_saves = iif(hour = ?1, hour_saves, 0) + 1, hour = ?1 where id = ?2`, t.at/hour, by.Client)
	return err
}

// Access returns what a client may do now. See [store.Store].
func (s *Store) Access(ctx context.Context, client string, token int64) (store.Access, error) {
	a := store.Access{}
	now := s.millis()
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		var limit int
		var general string
		err := q.QueryRowContext(ctx, `select coalesce(c.trust, 'save'), coalesce(c.hourly_limit, -1), coalesce(iif(c.hour = ?2, c.hour_saves, 0), 0),
			coalesce((select value from settings where name = ?4), ''), coalesce((select value from settings where name = ?5), ''),
			exists (select 1 from memories where expires_at > 0 and expires_at <= ?3)
			from (select 1) left join clients c on c.id = ?1`,
			client, now/hour, now, store.SettingHourlySaves, store.SettingExclusions).
			Scan(&a.Trust, &limit, &a.Saved, &general, &a.Exclusions, &a.Expired)
		if err != nil {
			return err
		}
		a.Limit = limitOf(limit, general)
		all, err := projectTrusts(ctx, q, client)
		if a.Projects = all[client]; err != nil || token == 0 {
			return err
		}
		t, err := loadToken(ctx, q, token)
		if errors.Is(err, sql.ErrNoRows) {
			t, err = store.Token{RevokedAt: now}, nil
		}
		a = t.Within(a)
		return err
	})
	return a, err
}

// limitOf returns a client's limit: its own, or the one of the setting.
func limitOf(own int, general string) int {
	if own >= 0 {
		return own
	}
	if n, err := strconv.Atoi(general); err == nil && n >= 0 {
		return n
	}
	return store.HourlySaves
}

// projectTrusts returns the levels of one client in projects, or of all for "".
// Where projects with different ones were merged, the smallest counts.
func projectTrusts(ctx context.Context, q queryer, client string) (map[string][]store.ProjectTrust, error) {
	rows, err := q.QueryContext(ctx, `select t.client, t.project_id, p.name, t.trust, p.merged_into is not null
		from client_projects t join projects p on p.id = t.project_id where ?1 = '' or t.client = ?1 order by t.project_id`, client)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[string][]store.ProjectTrust{}
	type moved struct {
		client string
		store.ProjectTrust
	}
	var merged []moved
	for rows.Next() {
		var one moved
		var gone bool
		if err := rows.Scan(&one.client, &one.ProjectID, &one.Project, &one.Trust, &gone); err != nil {
			return nil, err
		}
		if gone {
			merged = append(merged, one)
		} else {
			out[one.client] = append(out[one.client], one.ProjectTrust)
		}
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for _, one := range merged {
		id, err := liveProject(ctx, q, one.ProjectID)
		if err != nil {
			return nil, err
		}
		p, err := loadProject(ctx, q, namedProject, id)
		if err != nil {
			return nil, err
		}
		one.ProjectID, one.Project = p.ID, p.Name
		out[one.client] = strictest(out[one.client], one.ProjectTrust)
	}
	return out, nil
}

func strictest(all []store.ProjectTrust, one store.ProjectTrust) []store.ProjectTrust {
	i := slices.IndexFunc(all, func(p store.ProjectTrust) bool { return p.ProjectID == one.ProjectID })
	if i < 0 {
		return append(all, one)
	}
	if slices.Index(store.Trusts(), one.Trust) > slices.Index(store.Trusts(), all[i].Trust) {
		all[i].Trust = one.Trust
	}
	return all
}

// SetTrust sets a client's general level. See [store.Store].
func (s *Store) SetTrust(ctx context.Context, client string, trust store.Trust) error {
	if !trust.Valid() {
		return invalidTrust()
	}
	return s.setClient(ctx, client, func(ctx context.Context, t *transaction) error {
		_, err := t.ExecContext(ctx, `update clients set trust = ? where id = ?`, trust, client)
		return err
	})
}

// SetProjectTrust sets a client's level in a project. See [store.Store].
func (s *Store) SetProjectTrust(ctx context.Context, client string, project int64, trust store.Trust) error {
	if trust != "" && !trust.Valid() {
		return invalidTrust()
	}
	return s.setClient(ctx, client, func(ctx context.Context, t *transaction) error {
		id, err := liveProject(ctx, t, project)
		if err != nil {
			return err
		}
		// What counts for it because it was merged into it gives way as well.
		_, err = t.ExecContext(ctx, `delete from client_projects where client = ? and project_id in (with recursive p (id) as
			(select ? union select m.id from projects m join p on m.merged_into = p.id) select id from p)`, client, id)
		if err != nil {
			return err
		}
		if trust == "" {
			return nil
		}
		_, err = t.ExecContext(ctx, `insert into client_projects (client, project_id, trust) values (?, ?, ?)`, client, id, trust)
		return err
	})
}

// SetHourlyLimit sets a client's own limit. See [store.Store].
func (s *Store) SetHourlyLimit(ctx context.Context, client string, limit *int) error {
	if limit != nil && (*limit < 0 || *limit > store.MaxHourly) {
		return store.Errorf(store.Invalid, "hourly limit must be 0 to %d", store.MaxHourly)
	}
	return s.setClient(ctx, client, func(ctx context.Context, t *transaction) error {
		_, err := t.ExecContext(ctx, `update clients set hourly_limit = ? where id = ?`, limit, client)
		return err
	})
}

func invalidTrust() error {
	return store.Errorf(store.Invalid, "trust must be one of save, review, read, paused")
}

// setClient changes what is set for a client, which need not have called yet.
func (s *Store) setClient(ctx context.Context, client string, do func(ctx context.Context, t *transaction) error) error {
	if !store.ValidClient(client) {
		return store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	}
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		if _, err := t.ExecContext(ctx, `insert into clients (id, first_at, last_at) values (?, 0, 0) on conflict (id) do nothing`, client); err != nil {
			return err
		}
		if err := do(ctx, t); err != nil {
			return err
		}
		return t.log(ctx, subjectClient, 0)
	})
}
