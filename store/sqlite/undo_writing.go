package sqlite

import (
	"context"

	"memtray/store"
)

// leftWriting is what an act left behind on one writing, and the text before.
type leftWriting struct {
	id, revision int64
	before       string // "" where there was none
}

func writingsLeftBy(ctx context.Context, q queryer, act int64) ([]leftWriting, error) {
	rows, err := q.QueryContext(ctx, `select writing_id, revision, coalesce(before, '') from writing_revisions
		where act_id = ? order by writing_id`, act)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []leftWriting
	for rows.Next() {
		var l leftWriting
		if err := rows.Scan(&l.id, &l.revision, &l.before); err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, rows.Err()
}

// writings restores the documents and notes that are still as the act left them.
func (u *undoing) writings(ctx context.Context, all []leftWriting) error {
	for _, l := range all {
		w, err := oneWriting(ctx, u.t, `where w.id = ?`, l.id)
		if err != nil {
			return err
		}
		by, stands, err := writingStanding(ctx, u.t, &w, l.revision)
		if err != nil {
			return err
		}
		if !stands {
			k := store.Kept{Document: w.document, By: by}
			if w.document == "" {
				k.Note = w.id
			}
			u.out.Kept = append(u.out.Kept, k)
			continue
		}
		if err := u.begin(ctx); err != nil {
			return err
		}
		if err := u.t.reviseWriting(ctx, &w, l.before, u.out.Act); err != nil {
			return err
		}
		if w.document != "" {
			u.out.Documents = append(u.out.Documents, w.document)
		} else {
			u.out.Notes = append(u.out.Notes, w.id)
		}
	}
	return nil
}
