package sqlite

import (
	"context"
	"encoding/hex"
	"encoding/json"

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

func pairPatch(m, old *store.Memory, takeNew bool) (string, error) {
	p := nearPatch{New: hex.EncodeToString(foldHash(m)), Old: hex.EncodeToString(foldHash(old)), Keep: either(takeNew, keepNew, keepOld)}
	patch, err := json.Marshal(p)
	return string(patch), err
}

// pairOf is the same for two memories in any order and in every copy.
func pairOf(a, b *store.Memory) string {
	return "near " + min(a.UID, b.UID) + " " + max(a.UID, b.UID)
}

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
	patch, err := pairPatch(m, old, n.KeepNew)
	if err != nil {
		return false, err
	}
	res, err := t.ExecContext(ctx, `insert into proposals (kind, targets, patch, base_revision, reason, client, session_id, fingerprint, created_at)
		values (?, ?, ?, ?, ?, ?, nullif(?, 0), ?, ?)
		on conflict (fingerprint) do update set kind = excluded.kind, targets = excluded.targets, patch = excluded.patch,
			base_revision = excluded.base_revision, reason = excluded.reason, client = excluded.client,
			session_id = excluded.session_id, created_at = excluded.created_at
			where proposals.state = 'open' and proposals.patch <> excluded.patch`,
		n.Kind, jsonList([]int64{m.ID, old.ID}), patch, m.Revision, n.Reason, by.Client, sessionOf(by, m), pairOf(m, old), t.at)
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
