package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"memtray/store"
)

// Setting returns the value of a setting, "" if it is not set.
func (s *Store) Setting(ctx context.Context, name string) (string, error) {
	var value string
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		err := q.QueryRowContext(ctx, `select value from settings where name = ?`, name).Scan(&value)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return value, err
}

// SetSetting sets a setting; "" removes it.
func (s *Store) SetSetting(ctx context.Context, name, value string) error {
	if name == "" {
		return store.Errorf(store.Invalid, "a setting's name is required")
	}
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		var err error
		if value == "" {
			_, err = t.ExecContext(ctx, `delete from settings where name = ?`, name)
		} else {
			_, err = t.ExecContext(ctx, `insert into settings (name, value) values (?, ?)
				on conflict (name) do update set value = excluded.value`, name, value)
		}
		if err != nil {
			return err
		}
		return t.log(ctx, subjectSetting, 0)
	})
}
