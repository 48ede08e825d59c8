package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"memtray/store"
)

// restoreStep is how many memories are restored in one transaction, so that
// clients can save in between.
const restoreStep = 100

// Restored is the outcome of [Store.Restore].
type Restored struct {
	Added   int `json:"added"`   // memories that were not there
	Changed int `json:"changed"` // memories that are again what they were
	Equal   int `json:"equal"`   // memories of which an equal text was saved meanwhile, which stays instead

	// Documents and notes that were not there or are again what they were.
	Documents int `json:"documents"`
	Notes     int `json:"notes"`

	// Of memories, documents and notes together.
	Same       int `json:"same"`       // had not changed
	Purged     int `json:"purged"`     // were deleted for good, and stay so
	Unreadable int `json:"unreadable"` // could not be read from a damaged copy
}

// Restore brings the memories, documents and notes of a copy of a store back to what they were when
// it was made, under their numbers where these are free. What the copy does not
// know stays as it is, so nothing is lost that was saved since. Memories that
// change do so as one act, which can be undone. It works in steps, each of which
// leaves a sound store; one that was interrupted can be repeated.
func (s *Store) Restore(ctx context.Context, by store.Author, path string) (Restored, error) {
	if err := checkAuthor(by); err != nil {
		return Restored{}, err
	}
	c, err := openCopy(ctx, path)
	if err != nil {
		return Restored{}, err
	}
	defer c.Close()
	lost := 0
	if found, err := integrity(ctx, c); isDamage(err) || len(found.file)+len(found.index) > 0 {
		v, err := salvageCopy(ctx, s.home, path, c)
		if err != nil {
			return Restored{}, err
		}
		defer v.Close()
		c, lost = v.DB, v.lost
	}
	ids, last, err := copiedIDs(ctx, c)
	if err != nil {
		return Restored{}, explainCopy(path, err)
	}
	r := &restoring{from: c, by: by, last: last, home: s.home, projects: map[int64]int64{}, acts: map[int64]int64{}, sessions: map[int64]int64{}, ids: map[int64]int64{},
		touched: map[int64]bool{}, same: map[int64]bool{}, out: Restored{Unreadable: lost}}
	texts, err := writingIDs(ctx, c)
	if err != nil {
		return Restored{}, explainCopy(path, err)
	}
	defer s.listPurged(context.WithoutCancel(ctx))
	if err := s.write(ctx, r.surroundings); err != nil {
		return Restored{}, explainCopy(path, err)
	}
	// A text that is taken may be free once others are what they were.
	for len(ids) > 0 {
		for step := range slices.Chunk(ids, restoreStep) {
			if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return r.step(ctx, t, step) }); err != nil {
				return r.out, err
			}
		}
		r.stuck = len(r.later) == len(ids)
		ids, r.later = r.later, nil
	}
	for step := range slices.Chunk(r.links, restoreStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return r.link(ctx, t, step) }); err != nil {
			return r.out, err
		}
	}
	for step := range slices.Chunk(texts, restoreStep) {
		if err := s.write(ctx, func(ctx context.Context, t *transaction) error { return r.writings(ctx, t, step) }); err != nil {
			return r.out, err
		}
	}
	return r.out, nil
}

// restoring is a restore under way. The maps lead from numbers in the copy to
// those in the store.
type restoring struct {
	from     *sql.DB
	by       store.Author
	projects map[int64]int64
	acts     map[int64]int64
	sessions map[int64]int64
	ids      map[int64]int64
	touched  map[int64]bool // by their numbers in the store: changed or added
	same     map[int64]bool // not changed
	links    []linked
	later    []int64 // whose texts are taken as yet; numbers in the copy
	stuck    bool    // waiting longer frees no text
	last     int64   // number that the copy gave
	home     string
	act      int64 // of what changes; 0 before the first
	out      Restored
}

// errCopy marks what could not be read from the copy.
var errCopy = errors.New("read the copy")

func unread(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errCopy, err)
}

// copiedIDs returns the numbers of a copy's memories and the last one it gave.
func copiedIDs(ctx context.Context, c *sql.DB) (ids []int64, last int64, err error) {
	err = c.QueryRowContext(ctx, `select coalesce(max(seq), 0) from sqlite_sequence where name = 'memories'`).Scan(&last)
	if err != nil {
		return nil, 0, err
	}
	ids, err = column[int64](c.QueryContext(ctx, `select id from memories order by id`))
	return ids, last, err
}

// linked are the links that a memory has in the copy.
type linked struct {
	id    int64 // in the store
	links []store.Link
}

func (r *restoring) step(ctx context.Context, t *transaction, ids []int64) error {
	found, err := loadMemories(ctx, r.from, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		m, ok := found[id]
		if !ok {
			continue
		}
		err := r.one(ctx, t, m)
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

// one restores a memory as it is in the copy, without its links.
func (r *restoring) one(ctx context.Context, t *transaction, m *store.Memory) error {
	from := m.ID
	if len(m.Links) > 0 {
		defer func() {
			if id := r.ids[from]; id != 0 {
				r.links = append(r.links, linked{id, m.Links})
			}
		}()
	}
	var there, purged int64
	err := t.QueryRowContext(ctx, `select coalesce((select id from memories where uid = ?), 0),
		exists (select 1 from purged where uid = ?)`, m.UID, m.UID).Scan(&there, &purged)
	if err != nil {
		return err
	}
	next := *m
	next.ID, next.ProjectID, next.Links = there, r.projects[m.ProjectID], []store.Link{}
	equal, err := equalMemory(ctx, t, &next)
	switch {
	case err != nil:
		return err
	case purged != 0:
		r.out.Purged++
	case equal != 0 && !r.stuck:
		r.later = append(r.later, from)
	case equal != 0:
		r.ids[from] = equal
		r.out.Equal++
	case there != 0:
		r.ids[from] = there
		return r.change(ctx, t, &next)
	default:
		id, err := r.add(ctx, t, next, from)
		if err != nil {
			return err
		}
		r.ids[from], r.touched[id] = id, true
		r.out.Added++
	}
	return nil
}

// change makes a memory that is there what it was.
func (r *restoring) change(ctx context.Context, t *transaction, next *store.Memory) error {
	now, err := loadMemory(ctx, t, next.ID)
	if err != nil {
		return err
	}
	wanted := now
	imageOf(next).put(&wanted)
	wanted.Links, wanted.Project = now.Links, now.Project
	if reflect.DeepEqual(now, wanted) {
		r.out.Same++
		r.same[next.ID] = true
		return nil
	}
	r.out.Changed++
	r.touched[next.ID] = true
	if err := r.begin(ctx, t); err != nil {
		return err
	}
	if err := t.revise(ctx, &now, &wanted, r.act); err != nil {
		return err
	}
	return t.followHeld(ctx, r.by, &now, &wanted, r.act)
}

// add inserts a memory with its history, under the number from if it is free.
func (r *restoring) add(ctx context.Context, t *transaction, m store.Memory, from int64) (int64, error) {
	h, err := r.history(ctx, t, from)
	if err != nil {
		return 0, err
	}
	if m.Session, err = r.session(ctx, t, m.Session); err != nil {
		return 0, err
	}
	m.ID, err = t.exec(ctx, `insert into memories
		(id, uid, kind, project_id, client, session_id, state, pinned, private, tokens, revision, act_id, seen,
		 created_at, updated_at, reviewed_at, snoozed_until, expires_at, listed_count, listed_at,
		 injected_count, injected_at, fetched_count, fetched_at, fold_hash, title_derived, title, body)
		values (iif(exists (select 1 from memories where id = ?1), null, ?1),
		 ?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		from, m.UID, m.Kind, m.ProjectID, m.Client, m.Session, m.State, m.Pinned, m.Private, m.Tokens, m.Revision, h.last, m.Seen,
		m.CreatedAt, m.UpdatedAt, m.ReviewedAt, m.SnoozedUntil, m.ExpiresAt, m.Listed.Count, m.Listed.Last,
		m.Injected.Count, m.Injected.Last, m.Fetched.Count, m.Fetched.Last, foldHash(&m), m.TitleDerived, m.Title, m.Body)
	if err != nil {
		return 0, err
	}
	if err := t.putLists(ctx, &m); err != nil {
		return 0, err
	}
	if err := h.put(ctx, t, m.ID); err != nil {
		return 0, err
	}
	if err := t.index(ctx, &m); err != nil {
		return 0, err
	}
	if m.State == store.Pending {
		if err := t.holdAgain(ctx, &m); err != nil {
			return 0, err
		}
	}
	return m.ID, t.logMemory(ctx, m.ID)
}

// link adds the links whose targets are there. To a memory that this restore
// left as it was they are a change like any other.
func (r *restoring) link(ctx context.Context, t *transaction, step []linked) error {
	for _, one := range step {
		now, err := loadMemory(ctx, t, one.id)
		if err != nil {
			return err
		}
		next := now
		next.Links = slices.Clone(now.Links)
		for _, l := range one.links {
			l.Target = r.ids[l.Target]
			if l.Target != 0 && l.Target != one.id && !slices.Contains(next.Links, l) {
				next.Links = append(next.Links, l)
			}
		}
		if len(next.Links) == len(now.Links) {
			continue
		}
		if r.touched[one.id] {
			err = t.addLinks(ctx, one.id, next.Links[len(now.Links):])
		} else if err = r.begin(ctx, t); err == nil {
			r.out.Changed++
			if r.same[one.id] {
				r.out.Same--
			}
			err = t.revise(ctx, &now, &next, r.act)
		}
		if err != nil {
			return err
		}
	}
	return r.count(ctx, t)
}

func (t *transaction) addLinks(ctx context.Context, id int64, links []store.Link) error {
	for _, l := range links {
		_, err := t.ExecContext(ctx, `insert into links (memory_id, relation, target_id) values (?, ?, ?)`, id, l.Relation, l.Target)
		if err != nil {
			return err
		}
	}
	return t.logMemory(ctx, id)
}

// begin makes the act of this restore, once there is something to change.
func (r *restoring) begin(ctx context.Context, t *transaction) (err error) {
	if r.act == 0 {
		r.act, err = t.insertAct(ctx, store.Act{Author: r.by, Kind: "restore", Count: 1})
	}
	return err
}

// count notes how much the act changed so far.
func (r *restoring) count(ctx context.Context, t *transaction) error {
	if r.act == 0 {
		return nil
	}
	return t.countRevisions(ctx, r.act)
}

// session returns the store's number of a session of the copy; 0 stays 0.
func (r *restoring) session(ctx context.Context, t *transaction, from int64) (int64, error) {
	if id, ok := r.sessions[from]; ok || from == 0 {
		return id, nil
	}
	var client, process, external string
	var project int64
	var started, last store.Millis
	err := r.from.QueryRowContext(ctx, `select client, process, project_id, external, started_at, last_at from sessions where id = ?`, from).
		Scan(&client, &process, &project, &external, &started, &last)
	if err != nil {
		return 0, unread(err)
	}
	var id int64
	err = t.QueryRowContext(ctx, `select id from sessions where client = ? and process = ? and project_id = ? and started_at = ?`,
		client, process, r.projects[project], started).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		id, err = t.exec(ctx, `insert into sessions (client, process, project_id, external, started_at, last_at) values (?, ?, ?, ?, ?, ?)`,
			client, process, r.projects[project], external, started, last)
	}
	r.sessions[from] = id
	return id, err
}
