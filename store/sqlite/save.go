package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/google/uuid"

	"memtray/store"
	"memtray/store/text"
)

// Save stores d as a new memory, or counts an equal one. See [store.Store].
func (s *Store) Save(ctx context.Context, by store.Author, d store.Draft) (store.Saved, error) {
	if err := checkAuthor(by); err != nil {
		return store.Saved{}, err
	}
	if err := d.Validate(); err != nil {
		return store.Saved{}, err
	}
	m := fromDraft(by, d)
	var saved store.Saved
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		var err error
		if m.ProjectID, err = liveProject(ctx, t, m.ProjectID); err != nil {
			return err
		}
		if err := t.checkTargets(ctx, &store.Patch{Links: &m.Links}); err != nil {
			return err
		}
		if err := t.touchClient(ctx, by); err != nil {
			return err
		}
		id, err := t.saveKnown(ctx, by, &m, &saved)
		if err == nil && id == 0 {
			id, err = t.declinedBefore(ctx, by, &m)
			saved.Declined = id != 0
		}
		if err == nil && id == 0 {
			id, saved.Act, err = t.saveNew(ctx, by, m)
		}
		if err != nil {
			return err
		}
		if saved.Memory, err = loadMemory(ctx, t, id); err != nil || saved.Known || saved.Declined {
			return err
		}
		if err := t.hold(ctx, by, &saved.Memory, d.Holds); err != nil {
			return err
		}
		saved.Similar, err = t.propose(ctx, by, &saved.Memory, d.Similar)
		return err
	})
	if err != nil {
		return store.Saved{}, err
	}
	return saved, nil
}

func fromDraft(by store.Author, d store.Draft) store.Memory {
	m := store.Memory{
		Kind: d.Kind, Title: d.Title, TitleDerived: d.TitleDerived, Body: d.Body,
		Tags: distinct(d.Tags), Files: distinct(d.Files), ProjectID: d.ProjectID,
		Private: d.Private, Pinned: d.Pinned, Tokens: d.Tokens, ExpiresAt: d.ExpiresAt,
		Client: by.Client, State: store.Active, Revision: 1, Seen: 1,
	}
	if m.Kind == "" {
		m.Kind = store.Note
	}
	if m.ProjectID == 0 {
		m.ProjectID = store.Unfiled
	}
	if len(d.Holds) > 0 {
		m.State = store.Pending
	}
	for _, id := range distinct(d.Supersedes) {
		m.Links = append(m.Links, store.Link{Relation: store.Supersedes, Target: id})
	}
	return m
}

// distinct returns what is in all once each, in the order of its first place.
func distinct[T comparable](all []T) []T {
	out := make([]T, 0, len(all))
	for _, v := range all {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

func checkAuthor(by store.Author) error {
	switch {
	case by.Kind == store.Person && by.Client != "":
		return store.Errorf(store.Invalid, "the person has no client id")
	case by.Kind == store.Agent && !store.ValidClient(by.Client):
		return store.Errorf(store.Invalid, "a client's id must be 1 to %d of a-z, 0-9, - and _", store.MaxClient)
	case by.Kind != store.Person && by.Kind != store.Agent:
		return store.Errorf(store.Invalid, "an author must be the person or a client")
	case len([]rune(by.Process)) > store.MaxProcess, len([]rune(by.Parent)) > store.MaxProcess:
		return store.Errorf(store.Invalid, "a process name must have at most %d characters", store.MaxProcess)
	}
	return nil
}

// equalMemory returns the id of another memory of the same project with an
// equal text, or 0. Only memories in the way of m count: active ones if it is
// active, those held from the same author if it is held, and none that is
// private.
func equalMemory(ctx context.Context, q queryer, m *store.Memory) (int64, error) {
	if m.Private || m.State != store.Active && m.State != store.Pending {
		return 0, nil
	}
	heldFrom := ""
	if m.State == store.Pending {
		heldFrom = m.Client
	}
	return equalHeld(ctx, q, m, heldFrom)
}

// equalHeld is equalMemory among what is held from a client; "" stands for what
// is active, and for what is held from the person.
func equalHeld(ctx context.Context, q queryer, m *store.Memory, heldFrom string) (int64, error) {
	var id int64
	err := q.QueryRowContext(ctx, `select id from memories
		where project_id = ? and fold_hash = ? and iif(state = 'pending', client, '') = ?
		and state in ('pending', 'active') and private = 0 and id <> ?`,
		m.ProjectID, foldHash(m), heldFrom, m.ID).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

func (t *transaction) saveNew(ctx context.Context, by store.Author, m store.Memory) (id, act int64, err error) {
	if m.Session, err = t.session(ctx, by, m.ProjectID); err != nil {
		return 0, 0, err
	}
	if by.Kind == store.Person {
		m.ReviewedAt = t.at // who wrote it has seen it
	}
	by.Session = m.Session
	act, err = t.insertAct(ctx, store.Act{Author: by, Kind: "save", Count: 1})
	if err != nil {
		return 0, 0, err
	}
	uid, err := uuid.NewV7()
	if err != nil {
		return 0, 0, err
	}
	m.ID, err = t.exec(ctx, `insert into memories
		(uid, kind, project_id, client, session_id, state, pinned, private, tokens, act_id,
		 created_at, updated_at, reviewed_at, expires_at, fold_hash, title_derived, title, body)
		values (?, ?, ?, ?, nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		uid.String(), m.Kind, m.ProjectID, m.Client, m.Session, m.State, m.Pinned, m.Private, m.Tokens, act,
		t.at, t.at, m.ReviewedAt, m.ExpiresAt, foldHash(&m), m.TitleDerived, m.Title, m.Body)
	if err != nil {
		return 0, 0, err
	}
	if err := t.countSave(ctx, by); err != nil {
		return 0, 0, err
	}
	if err := t.putLists(ctx, &m); err != nil {
		return 0, 0, err
	}
	if err := t.insertRevision(ctx, m.ID, 1, act, nil); err != nil {
		return 0, 0, err
	}
	if err := t.index(ctx, &m); err != nil {
		return 0, 0, err
	}
	return m.ID, act, t.logMemory(ctx, m.ID)
}

// putLists stores the tags, files and links of a memory that has none yet.
func (t *transaction) putLists(ctx context.Context, m *store.Memory) error {
	for i, tag := range m.Tags {
		if _, err := t.ExecContext(ctx, `insert into tags (memory_id, position, tag, tag_key) values (?, ?, ?, ?)`,
			m.ID, i, tag, text.Fold(tag)); err != nil {
			return err
		}
	}
	for i, path := range m.Files {
		if _, err := t.ExecContext(ctx, `insert into files (memory_id, position, path) values (?, ?, ?)`, m.ID, i, path); err != nil {
			return err
		}
	}
	for _, l := range m.Links {
		if _, err := t.ExecContext(ctx, `insert into links (memory_id, relation, target_id) values (?, ?, ?)`, m.ID, l.Relation, l.Target); err != nil {
			return err
		}
	}
	return nil
}
