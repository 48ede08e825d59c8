package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"memtray/store"
)

// States of a proposal that was decided.
const (
	accepted = "accepted"
	declined = "declined"
)

// sensible are the open proposals q that can be accepted: two memories n and o
// are what they were and still together, one is as the kind needs it.
const sensible = ` from proposals q
	left join memories n on n.id = q.targets ->> 0
	left join memories o on o.id = q.targets ->> 1
	where q.state = 'open' and case q.kind
	when 'new' then n.state = 'pending'
	when 'edit' then n.state <> 'trashed'
	when 'delete' then n.state <> 'trashed'
	when 'archive' then n.state in ('active', 'pending')
	when 'document' then 1
	when 'note' then 1
	else n.state in ('active', 'pending') and o.state in ('active', 'pending')
	and n.private = 0 and o.private = 0
	and (n.project_id = o.project_id or n.project_id = ?1 or o.project_id = ?1)
	and lower(hex(n.fold_hash)) = q.patch ->> 'new' and lower(hex(o.fold_hash)) = q.patch ->> 'old'
	and not exists (select 1 from links l join memories h on h.id = l.memory_id
		where l.relation = 'supersedes' and l.target_id in (n.id, o.id) and h.state <> 'trashed')
	end`

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
		all, err := loadProposals(ctx, q, ` order by q.created_at desc, q.id desc limit ?2 offset ?3`, limit, offset)
		if err != nil {
			return err
		}
		out.Proposals, err = shownProposals(ctx, q, all)
		return err
	})
	if err != nil {
		return store.Proposed{}, err
	}
	return out, nil
}

// Proposal returns one proposal that waits for a verdict. See [store.Store].
func (s *Store) Proposal(ctx context.Context, id int64) (store.Proposal, error) {
	var out store.Proposal
	err := s.read(ctx, func(ctx context.Context, q queryer) error {
		all, err := loadProposals(ctx, q, ` and q.id = ?2`, id)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return noProposal(id)
		}
		shown, err := shownProposals(ctx, q, all)
		if err == nil {
			out = shown[0]
		}
		return err
	})
	return out, err
}

func noProposal(id int64) error {
	return store.Errorf(store.NotFound, "there is no proposal with the number %d", id)
}

// proposal is an open proposal as it is stored.
type proposal struct {
	store.Proposal
	first, second int64 // targets, 0 if there are none
	patch         string
	keepNew       bool
	sensible      bool
}

func (p *proposal) pair() bool {
	return p.Kind == store.MergeProposal || p.Kind == store.SupersedeProposal
}

const proposalColumns = `select q.id, q.kind, q.reason, q.holds, q.client, q.created_at, q.base_revision, q.patch,
	coalesce(q.targets ->> 0, 0), coalesce(q.targets ->> 1, 0), coalesce(q.patch ->> 'keep', '') = 'new'`

// loadProposals returns those that can be accepted, narrowed and ordered by rest.
func loadProposals(ctx context.Context, q queryer, rest string, args ...any) ([]proposal, error) {
	rows, err := q.QueryContext(ctx, proposalColumns+sensible+rest, append([]any{store.Global}, args...)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []proposal
	for rows.Next() {
		p := proposal{sensible: true}
		if err := p.scan(rows.Scan); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, rows.Err()
}

func (p *proposal) scan(scan func(...any) error) error {
	var holds string
	err := scan(&p.ID, &p.Kind, &p.Reason, &holds, &p.Client, &p.CreatedAt, &p.BaseRevision, &p.patch, &p.first, &p.second, &p.keepNew)
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(holds), &p.Holds); err != nil {
		return err
	}
	switch p.Kind {
	case store.EditProposal:
		p.Patch = new(store.Patch)
		return json.Unmarshal([]byte(p.patch), p.Patch)
	case store.DocumentProposal, store.NoteProposal:
		p.Writing = new(store.Writing)
		return json.Unmarshal([]byte(p.patch), p.Writing)
	}
	return nil
}

// shownProposals adds what a person sees beside proposals.
func shownProposals(ctx context.Context, q queryer, all []proposal) ([]store.Proposal, error) {
	var ids []int64
	for _, p := range all {
		for _, id := range []int64{p.first, p.second} {
			if id != 0 {
				ids = append(ids, id)
			}
		}
	}
	listed, err := listRows(ctx, q, distinct(ids), "")
	if err != nil {
		return nil, err
	}
	rows := map[int64]*store.Row{}
	for i := range listed {
		rows[listed[i].ID] = &listed[i]
	}
	found, err := loadMemories(ctx, q, distinct(ids))
	if err != nil {
		return nil, err
	}
	out := make([]store.Proposal, len(all))
	for i, p := range all {
		switch {
		case p.pair():
			p.New, p.Old, p.Keep = rows[p.first], rows[p.second], p.second
			if p.keepNew || p.Kind == store.SupersedeProposal {
				p.Keep = p.first
			}
		case p.Kind == store.NewProposal:
			p.New = rows[p.first]
		default:
			p.Old = rows[p.first]
		}
		if m, ok := found[p.first]; ok && !p.pair() {
			p.Memory = m
			by, stands, err := standing(ctx, q, m, p.BaseRevision)
			if err != nil {
				return nil, err
			}
			p.Stale = !stands && (p.Kind != store.NewProposal || by.Kind == store.Agent)
		}
		if p.Writing != nil {
			if p.Stale, err = staleDocument(ctx, q, &p); err != nil {
				return nil, err
			}
		}
		out[i] = p.Proposal
	}
	return out, nil
}

// loadProposal returns an open proposal, whether it can be accepted or not.
func loadProposal(ctx context.Context, q queryer, id int64) (proposal, error) {
	all, err := loadProposals(ctx, q, ` and q.id = ?2`, id)
	if err != nil {
		return proposal{}, err
	}
	if len(all) == 1 {
		return all[0], nil
	}
	var p proposal
	var state string
	err = q.QueryRowContext(ctx, `select state from proposals where id = ?`, id).Scan(&state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return p, noProposal(id)
	case err != nil:
		return p, err
	case state != "open":
		return p, store.Errorf(store.Conflict, "the proposal was %s already", state)
	}
	return p, p.scan(q.QueryRowContext(ctx, proposalColumns+` from proposals q where q.id = ?`, id).Scan)
}
