package sqlite

import (
	"context"
	"strings"

	"memtray/store"
)

func (w *writing) toNote() store.JournalNote {
	return store.JournalNote{
		ID: w.id, UID: w.uid, Day: w.day, Text: w.body, Tokens: w.tokens, Revision: w.revision,
		Client: w.client, CreatedAt: w.createdAt, UpdatedAt: w.updatedAt, By: w.by,
	}
}

// WriteNote adds a note to a day of the journal. See [store.Store].
func (s *Store) WriteNote(ctx context.Context, by store.Author, n store.NoteDraft) (store.NoteWritten, error) {
	if err := checkAuthor(by); err != nil {
		return store.NoteWritten{}, err
	}
	if err := n.Validate(); err != nil {
		return store.NoteWritten{}, err
	}
	var out store.NoteWritten
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		if err := t.touchClient(ctx, by); err != nil {
			return err
		}
		w := writing{day: n.Day, body: n.Text}
		var err error
		if out.Act, err = t.addWriting(ctx, by, &w, ""); err != nil {
			return err
		}
		if err = t.countSave(ctx, by); err != nil {
			return err
		}
		out.Note = w.toNote()
		if out.DayTokens, err = dayTokens(ctx, t, w.day); err != nil {
			return err
		}
		if n.LongAt > 0 && out.DayTokens >= n.LongAt {
			out.Long, err = t.sayLong(ctx, w.day)
		}
		return err
	})
	if err != nil {
		return store.NoteWritten{}, err
	}
	return out, nil
}

// sayLong notes that a day's page is said to be long, and reports whether that
// was not said before.
func (t *transaction) sayLong(ctx context.Context, day string) (bool, error) {
	res, err := t.ExecContext(ctx, `insert into settings (name, value) values (?, ?)
		on conflict (name) do update set value = excluded.value where value <> excluded.value`, store.SettingJournalSaid, day)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n > 0, err
}

func dayTokens(ctx context.Context, q queryer, day string) (int, error) {
	var n int
	err := q.QueryRowContext(ctx, `select coalesce(sum(tokens), 0) from writings
		where day is not null and day = ?`, day).Scan(&n)
	return n, err
}

// ChangeNote gives a note another text or deletes it. See [store.Store].
func (s *Store) ChangeNote(ctx context.Context, by store.Author, c store.NoteChange) (store.NoteWritten, error) {
	if err := checkAuthor(by); err != nil {
		return store.NoteWritten{}, err
	}
	if err := c.Validate(); err != nil {
		return store.NoteWritten{}, err
	}
	if strings.TrimSpace(c.Text) == "" {
		c.Text = ""
	}
	var out store.NoteWritten
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		now, err := noteByID(ctx, t, c.ID)
		if err != nil {
			return err
		}
		if now.id == 0 || now.body == "" && c.Text == "" {
			return noNote(c.ID)
		}
		if c.Revision != 0 && c.Revision != now.revision {
			current := now.toNote()
			return &store.Error{Code: store.Conflict, CurrentNote: &current,
				Message: "the note was changed since it was read; look at it again"}
		}
		if err := t.touchClient(ctx, by); err != nil {
			return err
		}
		if now.body != c.Text {
			if out.Act, err = t.changeWriting(ctx, by, &now, c.Text, ""); err != nil {
				return err
			}
		}
		out.Note = now.toNote()
		out.DayTokens, err = dayTokens(ctx, t, now.day)
		return err
	})
	if err != nil {
		return store.NoteWritten{}, err
	}
	return out, nil
}

func noNote(id int64) error { return store.Errorf(store.NotFound, "there is no note %d", id) }

// JournalDays returns the days that have notes. See [store.Store].
func (s *Store) JournalDays(ctx context.Context, from string, limit int) ([]store.JournalDay, error) {
	if limit < 1 || limit > store.MaxPage {
		return nil, store.Errorf(store.Invalid, "limit must be 1 to %d", store.MaxPage)
	}
	if from == "" {
		from = "9999-12-31"
	}
	if err := store.CheckDay(from); err != nil {
		return nil, err
	}
	out := []store.JournalDay{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		rows, err := q.QueryContext(ctx, `select day, count(*), sum(tokens), max(updated_at) from writings
			where day is not null and tokens > 0 and day <= ? group by day order by day desc limit ?`, from, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var d store.JournalDay
			if err := rows.Scan(&d.Day, &d.Notes, &d.Tokens, &d.UpdatedAt); err != nil {
				return err
			}
			out = append(out, d)
		}
		return rows.Err()
	})
	return out, err
}

// JournalDay returns the notes of a day. See [store.Store].
func (s *Store) JournalDay(ctx context.Context, day string) ([]store.JournalNote, error) {
	if err := store.CheckDay(day); err != nil {
		return nil, err
	}
	out := []store.JournalNote{}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		all, err := writings(ctx, q, `where w.day is not null and w.tokens > 0 and w.day = ? order by w.created_at, w.id`, day)
		for _, w := range all {
			out = append(out, w.toNote())
		}
		return err
	})
	return out, err
}
