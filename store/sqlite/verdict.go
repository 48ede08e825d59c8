package sqlite

import "context"

// decision returns the act at the root of a chain of undoes if it decided over a
// proposal, and whether undoing act opens that again or decides it again.
func (t *transaction) decision(ctx context.Context, act int64) (root int64, open bool, err error) {
	open = true
	for {
		var undoes int64
		var decides bool
		err := t.QueryRowContext(ctx, `select coalesce(undoes, 0), exists (select 1 from proposals where act_id = acts.id) from acts where id = ?`, act).
			Scan(&undoes, &decides)
		if err != nil || decides {
			return act, open, err
		}
		if undoes == 0 {
			return 0, false, nil
		}
		act, open = undoes, !open
	}
}

// reopen opens the proposals again whose verdict an undo takes back, or decides
// them again if that was undone before.
func (t *transaction) reopen(ctx context.Context, root int64, open bool) error {
	_, err := t.ExecContext(ctx, `update proposals set state = iif(?1, 'open', verdict), decided_at = iif(?1, 0, ?2)
		where act_id = ?3 and verdict <> ''`, open, t.at, root)
	if err != nil {
		return err
	}
	return t.log(ctx, subjectProposal, 0)
}
