package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"memtray/store"
)

// Registrations returns what was written for all clients, in the order of
// adding.
func (s *Store) Registrations(ctx context.Context) ([]store.Registration, error) {
	var all []store.Registration
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		all = nil // read may be tried again
		rows, err := q.QueryContext(ctx, `select client, part, file, command, at, version, created_file, created_dirs, around,
			after_hash, offset, cast(inserted as text), cast(replaced as text) from registrations order by rowid`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			r, err := scanRegistration(rows)
			if err != nil {
				return err
			}
			all = append(all, r)
		}
		return rows.Err()
	})
	return all, err
}

func scanRegistration(rows *sql.Rows) (r store.Registration, err error) {
	var command, dirs string
	err = rows.Scan(&r.Client, &r.Part, &r.File, &command, &r.At, &r.Version, &r.CreatedFile, &dirs, &r.Around,
		&r.AfterHash, &r.Offset, &r.Inserted, &r.Replaced)
	if err != nil {
		return r, err
	}
	return r, errors.Join(json.Unmarshal([]byte(command), &r.Command), json.Unmarshal([]byte(dirs), &r.CreatedDirs))
}

// PutRegistration remembers r, replacing what was known of its client, part and
// file; its place in the order stays.
func (s *Store) PutRegistration(ctx context.Context, r store.Registration) error {
	if !store.ValidClient(r.Client) {
		return store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	}
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		_, err := t.ExecContext(ctx, `insert into registrations
			(client, part, file, command, at, version, created_file, created_dirs, around, after_hash, offset, inserted, replaced)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, cast(? as blob), cast(? as blob))
			on conflict do update set command = excluded.command, at = excluded.at, version = excluded.version,
				created_file = excluded.created_file, created_dirs = excluded.created_dirs, around = excluded.around,
				after_hash = excluded.after_hash, offset = excluded.offset, inserted = excluded.inserted, replaced = excluded.replaced`,
			r.Client, r.Part, r.File, jsonList(r.Command), r.At, r.Version, r.CreatedFile, jsonList(r.CreatedDirs), r.Around,
			r.AfterHash, r.Offset, r.Inserted, r.Replaced)
		if err != nil {
			return err
		}
		return t.log(ctx, subjectRegistration, 0)
	})
}

// DropRegistration forgets what was written of a part of a client into a file;
// unknown is fine.
func (s *Store) DropRegistration(ctx context.Context, client, part, file string) error {
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		res, err := t.ExecContext(ctx, `delete from registrations where client = ? and part = ? and file = ?`, client, part, file)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return t.log(ctx, subjectRegistration, 0)
	})
}
