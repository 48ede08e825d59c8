package sqlite

import (
	"context"
	"encoding/json"
	"errors"

	"memtray/store"
)

// history is all that acts left on one memory of a copy, with the store's
// numbers. The images still hold the links of the copy.
type history struct {
	revisions []revision
	last      int64 // the act that left the memory as it is
}

type revision struct {
	number, act int64
	before      *image
}

func (r *restoring) history(ctx context.Context, t *transaction, memory int64) (history, error) {
	var h history
	rows, err := r.from.QueryContext(ctx, `select revision, act_id, coalesce(before, '') from revisions where memory_id = ? order by revision`, memory)
	if err != nil {
		return h, unread(err)
	}
	for rows.Next() {
		var one revision
		var before string
		if err = rows.Scan(&one.number, &one.act, &before); err == nil && before != "" {
			err = json.Unmarshal([]byte(before), &one.before)
		}
		if err != nil {
			break
		}
		h.revisions = append(h.revisions, one)
	}
	if err = errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return h, unread(err)
	}
	for i := range h.revisions {
		one := &h.revisions[i]
		if one.act, err = r.oldAct(ctx, t, one.act); err != nil {
			return h, err
		}
		if one.before != nil {
			one.before.ProjectID = r.projects[one.before.ProjectID]
			one.before.Links = []store.Link{} // their numbers may be others now
		}
		h.last = one.act
	}
	return h, nil
}

// oldAct returns the store's number of an act of the copy.
func (r *restoring) oldAct(ctx context.Context, t *transaction, from int64) (int64, error) {
	if id, ok := r.acts[from]; ok {
		return id, nil
	}
	var a store.Act
	err := r.from.QueryRowContext(ctx, `select `+actColumns+` from acts a where a.id = ?`, from).Scan(actFields(&a)...)
	if err != nil {
		return 0, unread(err)
	}
	if a.Author.Session, err = r.session(ctx, t, a.Author.Session); err != nil {
		return 0, err
	}
	if a.Reason, err = r.reason(ctx, t, a); err != nil {
		return 0, err
	}
	a.Undoes = r.acts[a.Undoes] // 0 where that act is not of a restored memory
	at := t.at
	t.at = a.At
	id, err := t.insertAct(ctx, a)
	t.at = at
	r.acts[from] = id
	return id, err
}

// reason returns that of an act of the copy, unless the act changed a memory that
// was deleted for good since: the reason may speak of it.
func (r *restoring) reason(ctx context.Context, t *transaction, a store.Act) (string, error) {
	if a.Reason == "" {
		return "", nil
	}
	uids, err := column[string](r.from.QueryContext(ctx, `select m.uid from revisions r join memories m on m.id = r.memory_id where r.act_id = ?`, a.ID))
	if err != nil {
		return "", unread(err)
	}
	var purged bool
	err = t.QueryRowContext(ctx, `select exists (select 1 from purged where uid in (select value from json_each(?)))`, jsonList(uids)).Scan(&purged)
	if err != nil || purged {
		return "", err
	}
	return a.Reason, nil
}

func (h history) put(ctx context.Context, t *transaction, memory int64) error {
	for _, one := range h.revisions {
		if err := t.insertRevision(ctx, memory, one.number, one.act, one.before); err != nil {
			return err
		}
	}
	return nil
}
