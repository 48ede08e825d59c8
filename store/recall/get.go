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
		case !found || by.Kind == store.Agent && m.Private:
			got.Missing = append(got.Missing, id)
		case by.Kind == store.Agent && m.State == store.Pending && m.Client != by.Client:
			got.Held = append(got.Held, id)
		default:
			got.Memories = append(got.Memories, m)
		}
	}
	return got, nil
}
