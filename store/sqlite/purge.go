package sqlite

import (
	"context"
	"slices"

	"memtray/store"
)

// purgeStep is how many memories one transaction deletes for good, so that no
// save waits long.
const purgeStep = 100

// Purge deletes memories of the trash for good. See [store.Store].
func (s *Store) Purge(ctx context.Context, ids []int64) (store.Purged, error) {
	if n := len(ids); n == 0 || n > store.MaxSelected {
		return store.Purged{}, store.Errorf(store.Invalid, "1 to %d ids are allowed, %d were given", store.MaxSelected, n)
	}
	return s.purgeAll(ctx, distinctSorted(ids))
}

func distinctSorted(ids []int64) []int64 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// EmptyTrash purges all that is in the trash. See [store.Store].
func (s *Store) EmptyTrash(ctx context.Context, count int) (store.Purged, error) {
	var ids []int64
	err := s.read(ctx, func(ctx context.Context, q queryer) (err error) {
		ids, err = column[int64](q.QueryContext(ctx, `select id from memories where state = 'trashed' order by id`))
		return err
	})
	if err != nil {
		return store.Purged{}, err
	}
	if len(ids) != count {
		return store.Purged{}, store.Errorf(store.Conflict,
			"the trash holds %d now, not %d; look at it again", len(ids), count)
	}
	// What comes to the trash from now on stays, and so does what leaves it.
	return s.purgeAll(ctx, ids)
}

func (s *Store) purgeAll(ctx context.Context, ids []int64) (store.Purged, error) {
	out := store.Purged{IDs: []int64{}, Left: []int64{}}
	defer s.listPurged(context.WithoutCancel(ctx))
	for step := range slices.Chunk(ids, purgeStep) {
		var gone []int64
		err := s.write(ctx, func(ctx context.Context, t *transaction) (err error) {
			if gone, err = t.purge(ctx, step); err != nil || len(gone) == 0 {
				return err
			}
			return t.mark(ctx, upkeepAsked)
		})
		if err != nil {
			return out, err
		}
		for _, id := range step {
			if slices.Contains(gone, id) {
				out.IDs = append(out.IDs, id)
			} else {
				out.Left = append(out.Left, id)
			}
		}
	}
	return out, nil
}

// purge deletes those of ids for good that are in the trash, and returns them.
func (t *transaction) purge(ctx context.Context, ids []int64) ([]int64, error) {
	gone, err := column[int64](t.QueryContext(ctx, `select id from memories
		where id in (select value from json_each(?)) and state = 'trashed'`, jsonList(ids)))
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	list := jsonList(gone)
	holders, err := column[int64](t.QueryContext(ctx, `select distinct memory_id from links
		where target_id in (select value from json_each(?))`, list))
	if err != nil {
		return nil, err
	}
	acts, err := column[int64](t.QueryContext(ctx, `select act_id from revisions where memory_id in (select value from json_each(?1))
		union select act_id from proposals where act_id is not null
			and exists (select 1 from json_each(targets) where value in (select value from json_each(?1)))`, list))
	if err != nil {
		return nil, err
	}
	if err := t.scrubRecallLog(ctx, list); err != nil {
		return nil, err
	}
	if err := t.deleteRows(ctx, list); err != nil {
		return nil, err
	}
	// A reason may speak of what is gone, also where others were changed with it.
	_, err = t.ExecContext(ctx, `update acts set reason = '' where reason <> ''
		and id in (select value from json_each(?))`, jsonList(acts))
	if err != nil {
		return nil, err
	}
	for _, id := range distinct(slices.Concat(gone, holders)) {
		if err := t.logMemory(ctx, id); err != nil {
			return nil, err
		}
	}
	return gone, nil
}

// deleteRows deletes what there is about memories, and keeps their uids.
func (t *transaction) deleteRows(ctx context.Context, list string) error {
	if _, err := t.ExecContext(ctx, `insert or replace into purged (uid, at)
		select uid, ? from memories where id in (select value from json_each(?))`, t.at, list); err != nil {
		return err
	}
	for _, query := range []string{
		`delete from proposals where exists (select 1 from json_each(targets)
			where value in (select value from json_each(?)))`,
		`delete from links where memory_id in (select value from json_each(?))`,
		`delete from links where target_id in (select value from json_each(?))`,
		`delete from tags where memory_id in (select value from json_each(?))`,
		`delete from files where memory_id in (select value from json_each(?))`,
		`delete from revisions where memory_id in (select value from json_each(?))`,
		`delete from vector_codes where memory_id in (select value from json_each(?))`,
		`delete from vectors where memory_id in (select value from json_each(?))`,
		`delete from memory_tokens where memory_id in (select value from json_each(?))`,
		`delete from search where rowid in (select value from json_each(?))`,
		`delete from memories where id in (select value from json_each(?))`,
	} {
		if _, err := t.ExecContext(ctx, query, list); err != nil {
			return err
		}
	}
	return nil
}

// scrubRecallLog takes ids out of the recall log, and the questions that led to
// them, which may hold their words. A row that gave nothing else goes, and so do
// questions to which nothing was found: nobody can say what they were about. Only
// the time in which the memories were given is looked through.
func (t *transaction) scrubRecallLog(ctx context.Context, list string) error {
	const given = `at >= (select min(created_at) from memories where id in (select value from json_each(?1)))
		and at <= (select max(max(listed_at, injected_at, fetched_at)) from memories where id in (select value from json_each(?1)))
		and exists (select 1 from json_each(memory_ids) where value in (select value from json_each(?1)))`
	_, err := t.ExecContext(ctx, `update recall_log set memory_ids = (select json_group_array(value) from json_each(memory_ids)
		where value not in (select value from json_each(?1))), query = '' where `+given, list)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `delete from recall_log where memory_ids = '[]'`)
	return err
}
