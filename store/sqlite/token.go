package sqlite

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"

	"memtray/store"
)

// Tokens returns all tokens. See [store.Store].
func (s *Store) Tokens(ctx context.Context) ([]store.Token, error) {
	out := []store.Token{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		ids, err := column[int64](q.QueryContext(ctx, `select id from tokens order by id desc`))
		if err != nil || len(ids) == 0 {
			return err
		}
		saved, err := countByToken(ctx, q, "memories")
		if err != nil {
			return err
		}
		recalled, err := countByToken(ctx, q, "recall_log")
		if err != nil {
			return err
		}
		for _, id := range ids {
			t, err := loadToken(ctx, q, id)
			if err != nil {
				return err
			}
			t.Saved, t.Recalled = saved[id], recalled[id]
			out = append(out, t)
		}
		return nil
	})
	return out, err
}

// countByToken counts the rows of a table with sessions by the tokens of these. One
// pass over the table serves all tokens.
func countByToken(ctx context.Context, q queryer, table string) (map[int64]int, error) {
	rows, err := q.QueryContext(ctx, `select s.token, count(*) from `+table+` r join sessions s on s.id = r.session_id
		where s.token <> 0 group by s.token`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := map[int64]int{}
	for rows.Next() {
		var id int64
		var n int
		if err := rows.Scan(&id, &n); err != nil {
			return nil, err
		}
		counts[id] = n
	}
	return counts, rows.Err()
}

// AddToken makes a token. See [store.Store].
func (s *Store) AddToken(ctx context.Context, n store.NewToken) (made store.Token, secret string, err error) {
	if err := n.Clean(); err != nil {
		return store.Token{}, "", err
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails
	secret = store.TokenPrefix + base64.RawURLEncoding.EncodeToString(random[:])
	hash := sha256.Sum256([]byte(secret))
	err = s.write(ctx, func(ctx context.Context, t *transaction) error {
		ids := []int64{}
		for _, p := range n.Projects {
			id, err := liveProject(ctx, t, p)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		id, err := t.exec(ctx, `insert into tokens (name, hash, client, access, projects, created_at) values (?, ?, ?, ?, ?, ?)`,
			n.Name, hash[:], n.Client, n.Access, jsonList(ids), t.at)
		if err != nil {
			return err
		}
		if made, err = loadToken(ctx, t, id); err != nil {
			return err
		}
		return t.log(ctx, subjectToken, id)
	})
	if err != nil {
		return store.Token{}, "", err
	}
	return made, secret, nil
}

// RevokeToken makes a token invalid. See [store.Store].
func (s *Store) RevokeToken(ctx context.Context, id int64) error {
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		res, err := t.ExecContext(ctx, `update tokens set revoked_at = iif(revoked_at = 0, ?, revoked_at) where id = ?`, t.at, id)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noToken())
		}
		return t.log(ctx, subjectToken, id)
	})
}

// TokenOf returns the valid token with this secret. See [store.Store].
func (s *Store) TokenOf(ctx context.Context, secret string) (store.Token, error) {
	hash := sha256.Sum256([]byte(secret))
	var t store.Token
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		// The index compares byte by byte, but hashes: how far they agree says nothing
		// of the secret. The comparison here is for whoever changes that.
		var id int64
		var kept []byte
		err := q.QueryRowContext(ctx, `select id, hash from tokens where hash = ? and revoked_at = 0`, hash[:]).Scan(&id, &kept)
		if err != nil {
			return err
		}
		if subtle.ConstantTimeCompare(kept, hash[:]) != 1 {
			return sql.ErrNoRows
		}
		t, err = loadToken(ctx, q, id)
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = noToken()
	}
	if err != nil {
		return store.Token{}, err
	}
	return t, nil
}

// loadToken reads one token, without counts, or returns [sql.ErrNoRows]. A project
// that was merged is the one that is left.
func loadToken(ctx context.Context, q queryer, id int64) (store.Token, error) {
	t := store.Token{Projects: []store.TokenProject{}}
	var projects string
	err := q.QueryRowContext(ctx, `select id, name, client, access, projects, created_at, last_at, revoked_at from tokens where id = ?`, id).
		Scan(&t.ID, &t.Name, &t.Client, &t.Access, &projects, &t.CreatedAt, &t.LastAt, &t.RevokedAt)
	if err != nil {
		return t, err
	}
	var ids []int64
	if err := json.Unmarshal([]byte(projects), &ids); err != nil {
		return t, err
	}
	for _, id := range ids {
		live, err := liveProject(ctx, q, id)
		if err != nil {
			return t, err
		}
		p, err := loadProject(ctx, q, namedProject, live)
		if err != nil {
			return t, err
		}
		t.Projects = append(t.Projects, store.TokenProject{ID: p.ID, Name: p.Name})
	}
	return t, nil
}

func noToken() error { return store.Errorf(store.NotFound, "there is no such token") }
