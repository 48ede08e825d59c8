package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"memtray/store"
)

// Registration returns what was written for a client, or [store.NotFound].
func (s *Store) Registration(ctx context.Context, client string) (store.Registration, error) {
	r := store.Registration{Client: client}
	var command, dirs string
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		err := q.QueryRowContext(ctx, `select file, command, at, version, created_file, created_dirs,
			after_hash, offset, cast(inserted as text), cast(replaced as text) from registrations where client = ?`, client).
			Scan(&r.File, &command, &r.At, &r.Version, &r.CreatedFile, &dirs, &r.AfterHash, &r.Offset, &r.Inserted, &r.Replaced)
		if errors.Is(err, sql.ErrNoRows) {
			return store.Errorf(store.NotFound, "nothing was registered for this client")
		}
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(command), &r.Command); err != nil {
			return err
		}
		return json.Unmarshal([]byte(dirs), &r.CreatedDirs)
	})
	if err != nil {
		return store.Registration{}, err
	}
	return r, nil
}

// PutRegistration remembers r, replacing what was known of its client.
func (s *Store) PutRegistration(ctx context.Context, r store.Registration) error {
	if !store.ValidClient(r.Client) {
		return store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	}
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		_, err := t.ExecContext(ctx, `insert or replace into registrations
			(client, file, command, at, version, created_file, created_dirs, after_hash, offset, inserted, replaced)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as blob), cast(? as blob))`,
			r.Client, r.File, jsonList(r.Command), r.At, r.Version, r.CreatedFile, jsonList(r.CreatedDirs),
			r.AfterHash, r.Offset, r.Inserted, r.Replaced)
		if err != nil {
			return err
		}
		return t.log(ctx, subjectRegistration, 0)
	})
}

// DropRegistration forgets what was written for a client; unknown is fine.
func (s *Store) DropRegistration(ctx context.Context, client string) error {
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		res, err := t.ExecContext(ctx, `delete from registrations where client = ?`, client)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return t.log(ctx, subjectRegistration, 0)
	})
}
