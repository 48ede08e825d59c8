package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"memtray/store"
)

// heldPrint is the same for equal texts of one client in one project.
func heldPrint(m *store.Memory) string {
	return fmt.Sprintf("new %s %d %s", m.Client, m.ProjectID, hex.EncodeToString(foldHash(m)))
}

// hold files the proposal of a memory that is pending.
func (t *transaction) hold(ctx context.Context, by store.Author, m *store.Memory, holds []store.Hold) error {
	if m.State != store.Pending {
		return nil
	}
	_, err := t.file(ctx, filing{
		by: by, kind: store.NewProposal, targets: []int64{m.ID}, patch: `{}`, base: m.Revision,
		session: m.Session, holds: holds, print: heldPrint(m),
	})
	return err
}

// declinedBefore returns the memory that the person declined when this client
// saved the same text before, or 0.
func (t *transaction) declinedBefore(ctx context.Context, by store.Author, m *store.Memory) (int64, error) {
	if by.Kind != store.Agent {
		return 0, nil
	}
	var id int64
	err := t.QueryRowContext(ctx, `select targets ->> 0 from proposals where fingerprint = ? and state = 'declined'`, heldPrint(m)).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return id, err
}

// followHeld keeps the proposal of a held memory in step with what was done to
// the memory itself: what the person keeps is accepted, what goes to the trash
// declined, what is held again is proposed again.
func (t *transaction) followHeld(ctx context.Context, by store.Author, m, next *store.Memory, act int64) error {
	if next.State == store.Pending && m.State != store.Pending {
		return t.holdAgain(ctx, next)
	}
	if m.State != store.Pending || next.State == store.Pending || by.Kind != store.Person {
		return nil
	}
	state := accepted
	if next.State == store.Trashed {
		state = declined
	}
	_, err := t.ExecContext(ctx, `update proposals set state = ?1, verdict = ?1, decided_at = ?2, act_id = ?3
		where kind = 'new' and state = 'open' and targets = ?4`, state, t.at, act, jsonList([]int64{m.ID}))
	return err
}

// holdAgain opens the proposal of a memory that is pending once more, whatever the
// verdict was, or files one.
func (t *transaction) holdAgain(ctx context.Context, m *store.Memory) error {
	res, err := t.ExecContext(ctx, `update proposals set state = 'open', verdict = '', answer = '', decided_at = 0, act_id = null, targets = ?
		where fingerprint = ?`, jsonList([]int64{m.ID}), heldPrint(m))
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return t.hold(ctx, store.Author{Kind: store.Agent, Client: m.Client}, m, nil)
}

// filing is a proposal that is about to be stored.
type filing struct {
	by      store.Author
	kind    store.ProposalKind
	targets []int64
	patch   string
	base    int64
	session int64
	reason  string
	holds   []store.Hold
	print   string
}

// file stores a proposal. The same one is stored once, and not again once it was
// declined.
func (t *transaction) file(ctx context.Context, f filing) (store.Filed, error) {
	var out store.Filed
	var state string
	err := t.QueryRowContext(ctx, `select id, state from proposals where fingerprint = ?`, f.print).Scan(&out.ID, &state)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return out, err
	}
	if state == declined {
		out.Declined = true
		return out, nil
	}
	out.Known = state == "open"
	if f.holds == nil {
		f.holds = []store.Hold{}
	}
	holds, err := json.Marshal(f.holds)
	if err != nil {
		return out, err
	}
	err = t.QueryRowContext(ctx, `insert into proposals
		(kind, targets, patch, base_revision, reason, holds, client, session_id, fingerprint, created_at)
		values (?, ?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?)
		on conflict (fingerprint) do update set targets = excluded.targets, patch = excluded.patch,
			base_revision = excluded.base_revision, reason = excluded.reason, holds = excluded.holds,
			client = excluded.client, session_id = excluded.session_id, created_at = excluded.created_at,
			state = 'open', verdict = '', answer = '', decided_at = 0, act_id = null
		returning id`, f.kind, jsonList(f.targets), f.patch, f.base, f.reason, string(holds), f.by.Client, f.session, f.print, t.at).Scan(&out.ID)
	if err != nil {
		return out, err
	}
	for _, id := range f.targets {
		if err := t.logMemory(ctx, id); err != nil {
			return out, err
		}
	}
	return out, t.log(ctx, subjectProposal, 0)
}
