package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"memtray/store"
)

// sessionIdle is how long a session may be idle before the next save or recall
// begins another one.
const sessionIdle = store.Millis(4 * time.Hour / time.Millisecond)

// touchClient notes that a client called. The person is none.
func (t *transaction) touchClient(ctx context.Context, by store.Author) error {
	if by.Kind == store.Person {
		return nil
	}
	var isNew bool
	err := t.QueryRowContext(ctx, `insert into clients (id, first_at, last_at) values (?, ?, ?)
		on conflict (id) do update set first_at = iif(first_at = 0, excluded.first_at, first_at), last_at = max(last_at, excluded.last_at)
		returning first_at = last_at`, by.Client, t.at, t.at).Scan(&isNew)
	if err == nil && by.Token != 0 {
		_, err = t.ExecContext(ctx, `update tokens set last_at = max(last_at, ?) where id = ?`, t.at, by.Token)
	}
	if err != nil || !isNew {
		return err
	}
	return t.log(ctx, subjectClient, 0)
}

// touchStep is how exact the time of a client's last call is.
const touchStep = store.Millis(time.Second / time.Millisecond)

// Touch notes that a client called, unless the file is busy. What was noted less
// than a second ago costs only a read.
func (s *Store) Touch(ctx context.Context, by store.Author) error {
	if err := checkAuthor(by); err != nil || by.Kind == store.Person {
		return err
	}
	var last store.Millis
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		if by.Token != 0 {
			return q.QueryRowContext(ctx, `select coalesce((select last_at from tokens where id = ?), 0)`, by.Token).Scan(&last)
		}
		return q.QueryRowContext(ctx, `select coalesce((select last_at from clients where id = ?), 0)`, by.Client).Scan(&last)
	})
	if err != nil || s.millis()-last < touchStep {
		return err
	}
	err = s.writeIfFree(ctx, func(ctx context.Context, t *transaction) error { return t.touchClient(ctx, by) })
	if store.ErrorCode(err) == store.Busy {
		return nil
	}
	return err
}

// session returns the running session of a client's process in a project, be it
// one that a hook began. It begins one if there is none, and returns 0 for the
// person.
func (t *transaction) session(ctx context.Context, by store.Author, project int64) (int64, error) {
	if by.Kind == store.Person {
		return 0, nil
	}
	var id int64
	err := t.QueryRowContext(ctx, `select id from sessions
		where client = ? and process = ? and project_id = ? and last_at > ? and ended_at = 0
		order by last_at desc limit 1`, by.Client, by.Process, project, t.at-sessionIdle).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		if id, err = t.adopt(ctx, by, project); id != 0 || err != nil {
			return id, err
		}
		return t.exec(ctx, `insert into sessions (client, process, parent, token, project_id, started_at, last_at)
			values (?, ?, ?, ?, ?, ?, ?)`, by.Client, by.Process, by.Parent, by.Token, project, t.at, t.at)
	}
	if err != nil {
		return 0, err
	}
	_, err = t.ExecContext(ctx, `update sessions set last_at = max(last_at, ?) where id = ?`, t.at, id)
	return id, err
}

// lastSession returns the session in which a client's process last saved or
// recalled, if it still runs, in whatever project; 0 if there is none. With a token
// one begins then, since what a token did is told by its sessions.
func (t *transaction) lastSession(ctx context.Context, by store.Author) (int64, error) {
	if by.Kind == store.Person {
		return 0, nil
	}
	var id int64
	err := t.QueryRowContext(ctx, `select id from sessions
		where client = ? and process = ? and last_at > ? and ended_at = 0
		order by last_at desc limit 1`, by.Client, by.Process, t.at-sessionIdle).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		if by.Token != 0 {
			return t.session(ctx, by, store.Unfiled)
		}
		return 0, nil
	}
	return id, err
}
