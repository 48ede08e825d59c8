package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"memtray/store"
)

// Propose files a change that waits for the person. See [store.Store].
func (s *Store) Propose(ctx context.Context, by store.Author, d store.ProposalDraft) (store.Filed, error) {
	if err := checkAuthor(by); err != nil {
		return store.Filed{}, err
	}
	if err := d.Validate(); err != nil {
		return store.Filed{}, err
	}
	var out store.Filed
	err := s.write(ctx, func(ctx context.Context, t *transaction) error {
		if err := t.touchClient(ctx, by); err != nil {
			return err
		}
		session, err := t.lastSession(ctx, by)
		if err != nil {
			return err
		}
		f := filing{by: by, kind: d.Kind, targets: d.IDs, base: d.Revision, session: session, reason: d.Reason, holds: d.Holds}
		switch d.Kind {
		case store.MergeProposal, store.SupersedeProposal:
			err = t.draftPair(ctx, d, &f)
		case store.DocumentProposal, store.NoteProposal:
			err = draftWriting(d, &f)
		default:
			err = t.draftChange(ctx, d, &f)
		}
		if err != nil {
			return err
		}
		out, err = t.file(ctx, f)
		return err
	})
	if err != nil {
		return store.Filed{}, err
	}
	return out, nil
}

// draftChange completes the proposal of a change of one memory.
func (t *transaction) draftChange(ctx context.Context, d store.ProposalDraft, f *filing) error {
	m, err := loadMemory(ctx, t, d.IDs[0])
	if err != nil {
		return err
	}
	if err := t.checkTargets(ctx, &d.Patch); err != nil {
		return err
	}
	if f.base == 0 {
		f.base = m.Revision
	}
	stands := f.base <= m.Revision
	if stands {
		if _, stands, err = standing(ctx, t, &m, f.base); err != nil {
			return err
		}
	}
	if !stands {
		return &store.Error{Code: store.Conflict, Current: &m, Message: store.StaleMessage}
	}
	patch, err := json.Marshal(d.Patch)
	f.patch = string(patch)
	// Another text makes another edit of the same words, and is deleted for
	// another reason.
	f.print = fmt.Sprintf("%s %s %s", d.Kind, m.UID, digest(string(foldHash(&m)), f.patch))
	return err
}

// draftPair completes the proposal of a change of two memories.
func (t *transaction) draftPair(ctx context.Context, d store.ProposalDraft, f *filing) error {
	m, err := loadMemory(ctx, t, d.IDs[0])
	if err != nil {
		return err
	}
	old, err := loadMemory(ctx, t, d.IDs[1])
	if err != nil {
		return err
	}
	f.base, f.print = m.Revision, pairOf(&m, &old)
	f.patch, err = pairPatch(&m, &old, d.Keep == m.ID)
	return err
}

func draftWriting(d store.ProposalDraft, f *filing) error {
	patch, err := json.Marshal(d.Writing)
	f.targets, f.patch = []int64{}, string(patch)
	f.print = fmt.Sprintf("%s %s", d.Kind, digest(f.patch))
	return err
}

// digest is short, and the same for the same texts.
func digest(texts ...string) string {
	h := sha256.New()
	for _, s := range texts {
		fmt.Fprintf(h, "%d %s", len(s), s)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
