package sqlite

import (
	"context"
	"slices"

	"memtray/store"
)

// Decide accepts or declines a proposal. See [store.Store].
func (s *Store) Decide(ctx context.Context, by store.Author, id int64, d store.Ruling) (store.Decided, error) {
	if err := checkAuthor(by); err != nil {
		return store.Decided{}, err
	}
	if by.Kind != store.Person {
		return store.Decided{}, store.Errorf(store.Invalid, "only the person decides over proposals")
	}
	if err := d.Validate(); err != nil {
		return store.Decided{}, err
	}
	out := store.Decided{IDs: []int64{}}
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		p, err := loadProposal(ctx, t, id)
		if err != nil {
			return err
		}
		if d.Verdict == store.Decline {
			if err := t.decline(ctx, by, p, d, &out); err != nil {
				return err
			}
			return t.decided(ctx, p, declined, d.Reason, out.Act)
		}
		if !p.sensible {
			return store.Errorf(store.Conflict, "the memories are not what they were when this was proposed; look at them again")
		}
		if err := t.accept(ctx, by, p, d, &out); err != nil {
			return err
		}
		return t.decided(ctx, p, accepted, "", out.Act)
	})
	if err != nil {
		return store.Decided{}, err
	}
	return out, nil
}

// decline puts a proposal away. A held memory goes to the trash.
func (t *transaction) decline(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) (err error) {
	if p.Kind == store.NewProposal && p.sensible {
		return t.acceptChange(ctx, by, p, store.Patch{State: ptr(store.Trashed)}, d, out)
	}
	out.Act, err = t.insertAct(ctx, store.Act{Author: by, Kind: "decline", Reason: d.Reason})
	return err
}

// accept does what a proposal proposes, as one act.
func (t *transaction) accept(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) error {
	if err := refuseText(p, d); err != nil {
		return err
	}
	switch p.Kind {
	case store.MergeProposal, store.SupersedeProposal:
		return t.acceptPair(ctx, by, p, d, out)
	case store.DocumentProposal, store.NoteProposal:
		return t.acceptWriting(ctx, by, p, d, out)
	case store.NewProposal:
		return t.acceptHeld(ctx, by, p, d, out)
	case store.EditProposal:
		return t.acceptEdit(ctx, by, p, d, out)
	case store.ArchiveProposal:
		return t.acceptChange(ctx, by, p, store.Patch{State: ptr(store.Archived)}, d, out)
	}
	return t.acceptChange(ctx, by, p, store.Patch{State: ptr(store.Trashed)}, d, out)
}

// refuseText fails if the person changes what the kind does not have.
func refuseText(p proposal, d store.Ruling) error {
	text := p.Kind == store.DocumentProposal || p.Kind == store.NoteProposal
	patch := p.Kind == store.NewProposal || p.Kind == store.EditProposal
	if d.Text != nil && !text || !d.Patch.Empty() && !patch {
		return store.Errorf(store.Invalid, "a proposal of kind %s cannot be changed like that", p.Kind)
	}
	return nil
}

// acceptEdit sets what was proposed, and over it what the person changes.
func (t *transaction) acceptEdit(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) error {
	m, err := loadMemory(ctx, t, p.first)
	if err != nil {
		return err
	}
	next := over(*p.Patch, d.Patch)
	if m.State != store.Pending { // an edit of what is held says nothing on whether to keep it
		next.ReviewedAt = &t.at
	}
	return t.acceptChange(ctx, by, p, next, d, out)
}

// acceptHeld makes a held memory active, unless its client has changed it since and
// the person does not say which revision they mean. Where the same text is active by now,
// that one stays.
func (t *transaction) acceptHeld(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) error {
	m, err := loadMemory(ctx, t, p.first)
	if err != nil {
		return err
	}
	if d.Revision == 0 {
		by, stands, err := standing(ctx, t, &m, p.BaseRevision)
		if err == nil && !stands && by.Kind == store.Agent {
			err = changedSince(m) // the person may have been shown what it said before
		}
		if err != nil {
			return err
		}
	}
	want := over(d.Patch, store.Patch{State: ptr(store.Active), ReviewedAt: &t.at})
	next := m
	patch(&next, want)
	equal, err := equalMemory(ctx, t, &next)
	if err != nil {
		return err
	}
	if equal == 0 {
		p.BaseRevision = 0 // what the person changed since is no obstacle
		return t.acceptChange(ctx, by, p, want, d, out)
	}
	if out.Act, err = t.beginAct(ctx, by, string(store.MergeProposal)); err != nil {
		return err
	}
	if err := t.join(ctx, &m, &next, equal, out.Act); err != nil {
		return err
	}
	return t.listDecided(ctx, out)
}

// acceptChange changes the one memory of a proposal, if it is what it was.
func (t *transaction) acceptChange(ctx context.Context, by store.Author, p proposal, want store.Patch, d store.Ruling, out *store.Decided) error {
	m, err := loadMemory(ctx, t, p.first)
	if err != nil {
		return err
	}
	stands := d.Revision == m.Revision
	if d.Revision == 0 && d.Verdict == store.Accept && p.BaseRevision != 0 {
		if _, stands, err = standing(ctx, t, &m, p.BaseRevision); err != nil {
			return err
		}
	} else if d.Revision == 0 {
		stands = true
	}
	if !stands {
		return changedSince(m)
	}
	reason := d.Reason
	if reason == "" {
		reason = p.Reason
	}
	changed, err := t.change(ctx, by, store.Change{IDs: []int64{m.ID}, Patch: want, Reason: reason})
	out.Act, out.IDs = changed.Act, changed.IDs
	return err
}

func changedSince(m store.Memory) error {
	return &store.Error{Code: store.Conflict, Current: &m, Message: "the memory was changed since this was proposed; look at both"}
}

// over returns a patch with the fields of another one set over it.
func over(p, top store.Patch) store.Patch {
	above(&p.Kind, top.Kind)
	above(&p.Title, top.Title)
	above(&p.TitleDerived, top.TitleDerived)
	above(&p.Body, top.Body)
	above(&p.Tags, top.Tags)
	above(&p.Files, top.Files)
	above(&p.Links, top.Links)
	above(&p.ProjectID, top.ProjectID)
	above(&p.Pinned, top.Pinned)
	above(&p.Private, top.Private)
	above(&p.State, top.State)
	above(&p.ReviewedAt, top.ReviewedAt)
	above(&p.ExpiresAt, top.ExpiresAt)
	above(&p.Tokens, top.Tokens)
	return p
}

func above[T any](field **T, value *T) {
	if value != nil {
		*field = value
	}
}

// acceptPair joins two memories, or lets one supersede the other.
func (t *transaction) acceptPair(ctx context.Context, by store.Author, p proposal, d store.Ruling, out *store.Decided) error {
	found, err := loadMemories(ctx, t, []int64{p.first, p.second})
	if err != nil {
		return err
	}
	if out.Act, err = t.beginAct(ctx, by, string(p.Kind)); err != nil {
		return err
	}
	kept, other := found[p.second], found[p.first]
	if p.keepNew {
		kept, other = other, kept
	}
	if p.Kind == store.SupersedeProposal {
		err = t.supersede(ctx, found[p.first], p.second, out.Act)
	} else {
		next := *other
		err = t.join(ctx, other, &next, kept.ID, out.Act)
	}
	if err != nil {
		return err
	}
	return t.listDecided(ctx, out)
}

// listDecided completes an outcome whose act has changed memories.
func (t *transaction) listDecided(ctx context.Context, out *store.Decided) (err error) {
	out.IDs, err = column[int64](t.QueryContext(ctx, `select memory_id from revisions where act_id = ? order by memory_id`, out.Act))
	if err != nil {
		return err
	}
	return t.countRevisions(ctx, out.Act)
}

func (t *transaction) supersede(ctx context.Context, m *store.Memory, old, act int64) error {
	next := *m
	patch(&next, store.Patch{Links: ptr(append(slices.Clone(m.Links), store.Link{Relation: store.Supersedes, Target: old}))})
	return t.revise(ctx, m, &next, act)
}

// join puts memory m, as next is, into the trash, merged into another one.
func (t *transaction) join(ctx context.Context, m, next *store.Memory, into, act int64) error {
	next.State = store.Trashed
	patch(next, store.Patch{Links: ptr(append(slices.Clone(m.Links), store.Link{Relation: store.MergedInto, Target: into}))})
	if err := t.revise(ctx, m, next, act); err != nil {
		return err
	}
	return t.strengthen(ctx, into, m, act)
}

// decided notes the verdict. Its memories are noted as changed, since what is
// shown of them holds the proposals.
func (t *transaction) decided(ctx context.Context, p proposal, state, answer string, act int64) error {
	_, err := t.ExecContext(ctx, `update proposals set state = ?1, verdict = ?1, answer = ?2, decided_at = ?3, act_id = nullif(?4, 0) where id = ?5`,
		state, answer, t.at, act, p.ID)
	if err != nil {
		return err
	}
	return t.logProposal(ctx, p.first, p.second)
}

func (t *transaction) logProposal(ctx context.Context, memories ...int64) error {
	for _, id := range memories {
		if id != 0 {
			if err := t.logMemory(ctx, id); err != nil {
				return err
			}
		}
	}
	return t.log(ctx, subjectProposal, 0)
}
