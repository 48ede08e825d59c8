package recall

import (
	"context"

	"memtray/store"
)

// Got is the outcome of [Recall.Get].
type Got struct {
	Memories []store.Memory // in the order asked for, whatever their state

	// Missing are the ids that name no memory, and for a client also those of
	// private ones: it cannot tell them apart.
	Missing []int64

	// Held are the ids of memories that wait for the person's review, asked for
	// by a client that did not write them.
	Held []int64
}

// Get returns the memories with these ids that by may see, each once, and which
// ids were not given.
func (r *Recall) Get(ctx context.Context, by store.Author, ids []int64) (Got, error) {
	r.activity.used()
	g, err := r.gate(ctx, by)
	if err != nil {
		return Got{}, err
	}
	found, err := r.store.Memories(ctx, ids)
	if err != nil {
		return Got{}, err
	}
	byID := make(map[int64]store.Memory, len(found))
	for _, m := range found {
		byID[m.ID] = m
	}
	var got Got
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		m, found := byID[id]
		switch {
		case found && g.sees(m):
			got.Memories = append(got.Memories, m)
		case found && !m.Private && g.reads(m.ProjectID):
			got.Held = append(got.Held, id)
		default:
			got.Missing = append(got.Missing, id)
		}
	}
	return got, nil
}

// sees reports whether by may see m: a client sees neither private memories nor
// what other clients have waiting for review.
func sees(by store.Author, m store.Memory) bool {
	return by.Kind == store.Person || !m.Private && (m.State != store.Pending || m.Client == by.Client)
}
