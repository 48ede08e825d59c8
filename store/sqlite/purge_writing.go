package sqlite

import (
	"context"

	"memtray/store"
)

// PurgeDocument deletes a document for good. See [store.Store].
func (s *Store) PurgeDocument(ctx context.Context, name string) error {
	if err := store.CheckDocumentName(name); err != nil {
		return err
	}
	defer s.listPurged(context.WithoutCancel(ctx))
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		w, err := documentNamed(ctx, t, name)
		if err != nil {
			return err
		}
		if w.id != 0 {
			return t.purgeAsked(ctx, &w)
		}
		// It may have been proposed without ever having been.
		gone, err := t.purgeProposals(ctx, `kind = 'document' and patch ->> 'document' = ?`, name)
		if err == nil && gone == 0 {
			err = noDocument(name)
		}
		if err != nil {
			return err
		}
		return t.mark(ctx, upkeepAsked)
	})
}

// PurgeNote deletes a note for good. See [store.Store].
func (s *Store) PurgeNote(ctx context.Context, id int64) error {
	defer s.listPurged(context.WithoutCancel(ctx))
	return s.write(ctx, func(ctx context.Context, t *transaction) error {
		w, err := noteByID(ctx, t, id)
		if err == nil && w.id == 0 {
			err = noNote(id)
		}
		if err != nil {
			return err
		}
		return t.purgeAsked(ctx, &w)
	})
}

func (t *transaction) purgeAsked(ctx context.Context, w *writing) error {
	if err := t.purgeWriting(ctx, w.id); err != nil {
		return err
	}
	return t.mark(ctx, upkeepAsked)
}

// purgeOldWritings purges a step of what has been deleted for long enough, and
// returns how much that was.
func (t *transaction) purgeOldWritings(ctx context.Context) (int, error) {
	old, err := column[int64](t.QueryContext(ctx, `select id from writings where tokens = 0 and updated_at <= ? limit ?`,
		t.at-store.Millis(store.TrashKept.Milliseconds()), purgeStep))
	if err != nil {
		return 0, err
	}
	for _, id := range old {
		if err := t.purgeWriting(ctx, id); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// purgeWriting deletes a writing for good, with all that there is about it.
func (t *transaction) purgeWriting(ctx context.Context, id int64) error {
	// Others are told before the name is gone, which then is in no list.
	if _, err := t.ExecContext(ctx, `insert into changes (at, subject, ref)
		select ?, iif(document is null, 'journal', 'document'), id from writings where id = ?`, t.at, id); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `insert or replace into purged (uid, at) select uid, ? from writings where id = ?`, t.at, id); err != nil {
		return err
	}
	_, err := t.purgeProposals(ctx, `kind in ('document', 'note') and (act_id in (select act_id from writing_revisions where writing_id = ?1)
		or patch ->> 'document' = (select document from writings where id = ?1))`, id)
	if err != nil {
		return err
	}
	for _, query := range []string{
		`update acts set reason = '' where reason <> '' and id in (select act_id from writing_revisions where writing_id = ?1)
			and not exists (select 1 from revisions where act_id = acts.id)
			and not exists (select 1 from writing_revisions where act_id = acts.id and writing_id <> ?1)`,
		`delete from writing_revisions where writing_id = ?`,
		`delete from writing_search where rowid = ?`,
		`delete from writings where id = ?`,
	} {
		if _, err := t.ExecContext(ctx, query, id); err != nil {
			return err
		}
	}
	return nil
}

// purgeProposals deletes proposals for good, and why they were declined. It
// returns how many there were.
func (t *transaction) purgeProposals(ctx context.Context, which string, arg any) (int64, error) {
	if _, err := t.ExecContext(ctx, `update acts set reason = '' where id in (select act_id from proposals where `+which+`)`, arg); err != nil {
		return 0, err
	}
	res, err := t.ExecContext(ctx, `delete from proposals where `+which, arg)
	if err != nil {
		return 0, err
	}
	gone, err := res.RowsAffected()
	if err != nil || gone == 0 {
		return gone, err
	}
	return gone, t.log(ctx, subjectProposal, 0)
}

// forgetDeclined deletes the texts of documents and notes that were declined long
// ago, and keeps by what they are known if they come again. It returns how many
// there were.
func (t *transaction) forgetDeclined(ctx context.Context) (int64, error) {
	const old = `kind in ('document', 'note') and state = 'declined' and patch <> '{}' and decided_at <= ?`
	before := t.at - store.Millis(store.TrashKept.Milliseconds())
	if _, err := t.ExecContext(ctx, `update acts set reason = '' where id in (select act_id from proposals where `+old+`)`, before); err != nil {
		return 0, err
	}
	// Without its act the verdict cannot be undone any more.
	res, err := t.ExecContext(ctx, `update proposals set patch = '{}', reason = '', holds = '[]', answer = '', act_id = null where `+old, before)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}
