package sqlite

import (
	"context"
	"database/sql"
	"errors"
)

// writingIDs returns the numbers of a copy's documents and notes that are not
// deleted.
func writingIDs(ctx context.Context, c *sql.DB) ([]int64, error) {
	return column[int64](c.QueryContext(ctx, `select id from writings where tokens > 0 order by id`))
}

// writings restores a step of the copy's documents and notes.
func (r *restoring) writings(ctx context.Context, t *transaction, ids []int64) error {
	for _, id := range ids {
		w, err := oneWriting(ctx, r.from, `where w.id = ?`, id)
		if err == nil && w.body != "" {
			err = r.writing(ctx, t, &w)
		}
		if errors.Is(err, errCopy) {
			r.out.Unreadable++
			continue
		}
		if err != nil {
			return err
		}
	}
	return r.count(ctx, t)
}

// writing restores a document or note as it is in the copy. One that is there
// with another text gets that of the copy as a revision more, so that neither is
// lost; a document is known by its name, a note by its uid. What is not there
// comes with its history.
func (r *restoring) writing(ctx context.Context, t *transaction, w *writing) error {
	there, err := r.thereNow(ctx, t, w)
	if err != nil {
		return err
	}
	var purged bool
	if err := t.QueryRowContext(ctx, `select exists (select 1 from purged where uid = ?)`, w.uid).Scan(&purged); err != nil {
		return err
	}
	switch {
	case purged:
		r.out.Purged++
		return nil
	case there.body == w.body:
		r.out.Same++
		return nil
	case there.id == 0:
		err = r.addWriting(ctx, t, w)
	default:
		err = r.changeWriting(ctx, t, &there, w.body)
	}
	if err != nil {
		return err
	}
	if w.document != "" {
		r.out.Documents++
	} else {
		r.out.Notes++
	}
	return nil
}

func (r *restoring) thereNow(ctx context.Context, t *transaction, w *writing) (writing, error) {
	if w.document != "" {
		return documentNamed(ctx, t, w.document)
	}
	return oneWriting(ctx, t, `where w.uid = ?`, w.uid)
}

func (r *restoring) changeWriting(ctx context.Context, t *transaction, w *writing, body string) error {
	if err := r.begin(ctx, t); err != nil {
		return err
	}
	return t.reviseWriting(ctx, w, body, r.act)
}

func (r *restoring) addWriting(ctx context.Context, t *transaction, w *writing) (err error) {
	type revision struct {
		number, act int64
		before      *string
	}
	var all []revision
	rows, err := r.from.QueryContext(ctx, `select revision, act_id, before from writing_revisions where writing_id = ? order by revision`, w.id)
	if err != nil {
		return unread(err)
	}
	for rows.Next() {
		var one revision
		if err = rows.Scan(&one.number, &one.act, &one.before); err != nil {
			break
		}
		all = append(all, one)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return unread(err)
	}
	for i := range all {
		if all[i].act, err = r.oldAct(ctx, t, all[i].act); err != nil {
			return err
		}
	}
	if w.session, err = r.session(ctx, t, w.session); err != nil {
		return err
	}
	if len(all) == 0 {
		return unread(errUnreadable)
	}
	if err := t.insertWriting(ctx, w, all[len(all)-1].act); err != nil {
		return err
	}
	for _, one := range all {
		if err := t.insertWritingRevision(ctx, w.id, one.number, one.act, one.before); err != nil {
			return err
		}
	}
	return nil
}
