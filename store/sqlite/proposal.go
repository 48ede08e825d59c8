package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"

	"memtray/store"
)

// nearPatch is what a proposal keeps of two memories.
type nearPatch struct {
	New  string `json:"new"`
	Old  string `json:"old"`
	Keep string `json:"keep"`
}

const (
	keepNew = "new"
	keepOld = "old"
)

// propose stores what a saved or changed memory is near to as open proposals, and
// returns those that are new. What changed since it was compared, and a pair that
// the person decided over, is left out: a save never fails for them.
func (t *transaction) propose(ctx context.Context, by store.Author, m *store.Memory, near []store.Near) ([]store.Near, error) {
	var out []store.Near
	if m.Private || m.State != store.Active && m.State != store.Pending {
		return nil, nil
	}
	for _, n := range near {
		made, err := t.proposeOne(ctx, by, m, n)
		if err != nil {
			return nil, err
		}
		if made {
			out = append(out, n)
		}
	}
	return out, nil
}

func (t *transaction) proposeOne(ctx context.Context, by store.Author, m *store.Memory, n store.Near) (bool, error) {
	found, err := loadMemories(ctx, t, []int64{n.ID})
	if err != nil {
		return false, err
	}
	old, there := found[n.ID]
	if !there || old.ID == m.ID || old.Revision != n.Revision {
		return false, nil
	}
	p := nearPatch{New: hex.EncodeToString(foldHash(m)), Old: hex.EncodeToString(foldHash(old)), Keep: keepOld}
	if n.KeepNew {
		p.Keep = keepNew
	}
	patch, err := json.Marshal(p)
	if err != nil {
		return false, err
	}
	res, err := t.ExecContext(ctx, `insert into proposals (kind, targets, patch, base_revision, reason, client, session_id, fingerprint, created_at)
		values (?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?)
		on conflict (fingerprint) do update set kind = excluded.kind, targets = excluded.targets, patch = excluded.patch,
			base_revision = excluded.base_revision, reason = excluded.reason, client = excluded.client,
			session_id = excluded.session_id, created_at = excluded.created_at
			where proposals.state = 'open' and proposals.patch <> excluded.patch`,
		n.Kind, jsonList([]int64{m.ID, old.ID}), string(patch), m.Revision, n.Reason, by.Client, sessionOf(by, m), pairOf(m, old), t.at)
	if err != nil {
		return false, err
	}
	changed, err := res.RowsAffected()
	return changed > 0, err
}

// sessionOf returns the session of whoever saved m just now.
func sessionOf(by store.Author, m *store.Memory) int64 {
	if by.Client == m.Client {
		return m.Session
	}
	return 0
}

// pairOf is the same for two memories in any order and in every copy.
func pairOf(a, b *store.Memory) string {
	return "near " + min(a.UID, b.UID) + " " + max(a.UID, b.UID)
}

// sensible are the open proposals q whose memories n and o are what they were and
// are still together.
const sensible = ` from proposals q
	join memories n on n.id = q.targets ->> 0
	join memories o on o.id = q.targets ->> 1
	where q.state = 'open' and q.kind in ('merge', 'supersede')
	and n.state in ('active', 'pending') and o.state in ('active', 'pending')
	and n.private = 0 and o.private = 0
	and (n.project_id = o.project_id or n.project_id = ?1 or o.project_id = ?1)
	and lower(hex(n.fold_hash)) = q.patch ->> 'new' and lower(hex(o.fold_hash)) = q.patch ->> 'old'
	and not exists (select 1 from links l join memories h on h.id = l.memory_id
		where l.relation = 'supersedes' and l.target_id in (n.id, o.id) and h.state <> 'trashed')`

// Proposals returns one page of what waits for a verdict. See [store.Store].
func (s *Store) Proposals(ctx context.Context, offset, limit int) (store.Proposed, error) {
	if err := checkQuery(store.Query{Offset: offset, Limit: limit}); err != nil {
		return store.Proposed{}, err
	}
	out := store.Proposed{Proposals: []store.Proposal{}}
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		if err := q.QueryRowContext(ctx, `select count(*)`+sensible, store.Global).Scan(&out.Total); err != nil {
			return err
		}
		var ids []int64
		var err error
		if out.Proposals, ids, err = readProposals(ctx, q, offset, limit); err != nil {
			return err
		}
		rows, err := listRows(ctx, q, ids, "")
		if err != nil {
			return err
		}
		for i := range out.Proposals {
			out.Proposals[i].New, out.Proposals[i].Old = rows[2*i], rows[2*i+1]
		}
		return nil
	})
	if err != nil {
		return store.Proposed{}, err
	}
	return out, nil
}

// readProposals returns a page without the memories' rows, and their ids, two for
// each proposal.
func readProposals(ctx context.Context, q queryer, offset, limit int) ([]store.Proposal, []int64, error) {
	rows, err := q.QueryContext(ctx, `select q.id, q.kind, q.reason, q.client, q.created_at, n.id, o.id,
		iif(q.kind = 'supersede' or q.patch ->> 'keep' = 'new', n.id, o.id)`+sensible+
		` order by q.created_at desc, q.id desc limit ?2 offset ?3`, store.Global, limit, offset)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	out, ids := []store.Proposal{}, []int64{}
	for rows.Next() {
		var p store.Proposal
		var n, o int64
		if err := rows.Scan(&p.ID, &p.Kind, &p.Reason, &p.Client, &p.CreatedAt, &n, &o, &p.Keep); err != nil {
			return nil, nil, err
		}
		out, ids = append(out, p), append(ids, n, o)
	}
	return out, ids, rows.Err()
}

// proposal is an open proposal with what deciding needs.
type proposal struct {
	id       int64
	kind     store.ProposalKind
	new, old int64
	keepNew  bool
	sensible bool
}

func loadProposal(ctx context.Context, q queryer, id int64) (proposal, error) {
	p := proposal{id: id}
	var state string
	err := q.QueryRowContext(ctx, `select kind, state, targets ->> 0, targets ->> 1, coalesce(patch ->> 'keep', '') = 'new'
		from proposals where id = ? and kind in ('merge', 'supersede')`, id).Scan(&p.kind, &state, &p.new, &p.old, &p.keepNew)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return p, store.Errorf(store.NotFound, "there is no proposal with the number %d", id)
	case err != nil:
		return p, err
	case state != "open":
		return p, store.Errorf(store.Conflict, "the proposal was %s already", state)
	}
	err = q.QueryRowContext(ctx, `select exists (select 1`+sensible+` and q.id = ?2)`, store.Global, id).Scan(&p.sensible)
	return p, err
}
