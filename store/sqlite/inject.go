package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"memtray/store"
)

// twice is how soon after a context another one is taken for the same, asked for
// by a hook that is registered twice.
const twice = store.Millis(10 * time.Second / time.Millisecond)

// Inject notes what is about to be given to a session, unless the file is busy.
func (s *Store) Inject(ctx context.Context, in store.Injection) (store.Injected, error) {
	var out store.Injected
	if err := checkSession(in.Session); err != nil {
		return out, err
	}
	err := s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		id, err := t.joinSession(ctx, in.Session)
		if err != nil {
			return err
		}
		given, err := t.given(ctx, id, in.Session)
		if err != nil {
			return err
		}
		if out = given.left(in, t.at); !out.Give {
			return nil
		}
		return t.noteInjected(ctx, id, in, out.IDs)
	})
	if err != nil {
		return store.Injected{}, err
	}
	return out, nil
}

// EndSession ends a session, unless the file is busy.
func (s *Store) EndSession(ctx context.Context, ref store.SessionRef) error {
	if err := checkSession(ref); err != nil {
		return err
	}
	return s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error {
		match, key := `external = ?`, ref.External
		if key == "" {
			match, key = `parent = ?`, ref.Author.Parent
		}
		if key == "" {
			return nil
		}
		// Also what the same process did in other projects.
		_, err := t.ExecContext(ctx, `update sessions set ended_at = ? where client = ? and ended_at = 0 and (`+match+`
			or process <> '' and process in (select process from sessions where client = ? and ended_at = 0 and `+match+`))`,
			t.at, ref.Author.Client, key, ref.Author.Client, key)
		return err
	})
}

func checkSession(ref store.SessionRef) error {
	if err := ref.Validate(); err != nil {
		return err
	}
	if err := checkAuthor(ref.Author); err != nil {
		return err
	}
	if ref.Project.Name == "" && len(ref.Project.Keys) == 0 {
		return nil
	}
	ref.Project.Create = false
	return checkRef(ref.Project)
}

// joinSession returns the session that a hook tells of and begins it where there is none.
func (t *transaction) joinSession(ctx context.Context, ref store.SessionRef) (int64, error) {
	by := ref.Author
	if err := t.touchClient(ctx, by); err != nil {
		return 0, err
	}
	project, err := t.knownProject(ctx, ref.Project)
	if err != nil {
		return 0, err
	}
	var id int64
	if ref.External != "" {
		err = t.QueryRowContext(ctx, `select id from sessions
			where client = ? and external = ? and project_id = ? and last_at > ?
			order by id desc limit 1`, by.Client, ref.External, project, t.at-sessionIdle).Scan(&id)
	} else {
		err = sql.ErrNoRows
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = t.QueryRowContext(ctx, `select id from sessions
			where client = ?1 and external = '' and project_id = ?2 and last_at > ?3 and ended_at = 0
				and (parent = ?4 and parent <> '' or not ?5)
			order by parent = ?4 desc, last_at desc limit 1`,
			by.Client, project, t.at-sessionIdle, by.Parent, ref.Begins).Scan(&id)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return t.exec(ctx, `insert into sessions (client, process, parent, project_id, external, started_at, last_at)
			values (?, '', ?, ?, ?, ?, ?)`, by.Client, by.Parent, project, ref.External, t.at, t.at)
	}
	if err != nil {
		return 0, err
	}
	// Another process of the client goes on with it: its server is another one too.
	_, err = t.ExecContext(ctx, `update sessions set external = ?, last_at = max(last_at, ?), ended_at = 0,
		process = iif(parent = ?3, process, ''), parent = ?3 where id = ?`, ref.External, t.at, by.Parent, id)
	return id, err
}

// knownProject returns the project of a reference, [store.Unfiled] if none is known.
func (t *transaction) knownProject(ctx context.Context, ref store.ProjectRef) (int64, error) {
	if ref.Name == "" && len(ref.Keys) == 0 {
		return store.Unfiled, nil
	}
	id, _, err := findProject(ctx, t, ref)
	if id == 0 {
		id = store.Unfiled
	}
	return id, err
}

// adopt returns the session that a hook began for the process by, or 0: the one
// of the same client's process, else one that waits in the project. Hooks run here,
// so nobody who comes over HTTP takes one over: what a token did is told by its
// sessions.
func (t *transaction) adopt(ctx context.Context, by store.Author, project int64) (int64, error) {
	if by.Token != 0 {
		return 0, nil
	}
	var id int64
	err := t.QueryRowContext(ctx, `select id from sessions
		where client = ?1 and process = '' and last_at > ?2 and ended_at = 0
			and (project_id = ?3 or project_id = ?4 and parent = ?5 and parent <> '')
		order by parent = ?5 desc, project_id = ?3 desc, last_at desc limit 1`,
		by.Client, t.at-sessionIdle, project, store.Unfiled, by.Parent).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	_, err = t.ExecContext(ctx, `update sessions set process = ?, parent = ?, project_id = ?, last_at = max(last_at, ?) where id = ?`,
		by.Process, by.Parent, project, t.at, id)
	return id, err
}

// given is what a session was given unasked.
type given struct {
	context store.Millis // when it last got a context; 0: never
	ids     []int64      // since then
}

// given reads it by the client's own id of the session, which outlives an idle
// break.
func (t *transaction) given(ctx context.Context, id int64, ref store.SessionRef) (given, error) {
	var g given
	const same = `(id = ?1 or client = ?2 and external = ?3 and external <> '')`
	err := t.QueryRowContext(ctx, `select max(briefed_at) from sessions where `+same,
		id, ref.Author.Client, ref.External).Scan(&g.context)
	if err != nil {
		return g, err
	}
	g.ids, err = column[int64](t.QueryContext(ctx, `select distinct e.value from recall_log l, json_each(l.memory_ids) e
		where l.kind = 'injected' and l.at >= ?4 and l.session_id in (select id from sessions where `+same+`)`,
		id, ref.Author.Client, ref.External, g.context))
	return g, err
}

// left returns what of in is to be given to a session that was given g.
func (g given) left(in store.Injection, now store.Millis) store.Injected {
	if in.Context {
		if g.context != 0 && (!in.Anew || now-g.context < twice) {
			return store.Injected{}
		}
		return store.Injected{Give: true, IDs: in.IDs}
	}
	out := store.Injected{}
	for _, id := range in.IDs {
		if !slices.Contains(g.ids, id) && (in.Most == 0 || len(out.IDs) < in.Most) {
			out.IDs = append(out.IDs, id)
		}
	}
	out.Give = len(out.IDs) > 0
	return out
}

func (t *transaction) noteInjected(ctx context.Context, session int64, in store.Injection, ids []int64) error {
	if in.Context {
		if _, err := t.ExecContext(ctx, `update sessions set briefed_at = ? where id = ?`, t.at, session); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	list := jsonList(ids)
	_, err := t.ExecContext(ctx, `insert into recall_log (at, client, session_id, kind, query, memory_ids)
		values (?, ?, ?, ?, '', ?)`, t.at, in.Session.Author.Client, session, store.InjectedRecall, list)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, usageUpdates[store.InjectedRecall], t.at, list)
	return err
}
